#!/bin/bash
# A command of the bot with the settings, the user and the data folder of bonfire.service.
# As root, `bonfire games list` does; docs/operating.md tells how to install it.

# systemd replaces $NAME in what it runs, and makes a dollar sign of two.
exec systemd-run --quiet --collect --wait --pipe --pty \
  --property=User=bonfire \
  --property=StateDirectory=bonfire --property=StateDirectoryMode=0700 --property=UMask=0077 \
  --property=WorkingDirectory=/var/lib/bonfire \
  --setenv=BONFIRE_DATA=/var/lib/bonfire --property=EnvironmentFile=/etc/bonfire.env \
  -- /opt/bonfire/.venv/bin/bonfire "${@//\$/\$\$}"
