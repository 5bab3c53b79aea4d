"""`bonfire run`: the bot."""

import argparse
import sys
from dataclasses import replace

from bot import settings
from bot.cli.choices import box_argument, chosen_box
from bot.cli.complaint import Complaint
from bot.settings import Settings, SettingsError

STEPS = """\
1. Open https://discord.com/developers/applications and choose "New Application".
2. On its page "Bot", press "Reset Token" and copy the token. No privileged intent is needed.
3. In this directory, write the line DISCORD_TOKEN= followed by the token into the file .env
   (.env.example explains every setting).
4. Start again with the same command.
5. On the application's page "Installation", open the Install Link to bring the bot to a server.
README.md, "Create the Discord application", tells each step in full.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire run` takes."""
    box_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Start the bot and stay until it is stopped."""
    try:
        wanted = settings.load(settings.environment())
    except SettingsError as error:
        return _explain(error)
    box = chosen.box or wanted.box
    chosen_box(box)  # complains now, before anything is started
    return _start(replace(wanted, box=box))


def _explain(error: SettingsError) -> int:
    for problem in error.problems:
        print(f"bonfire run: {problem}", file=sys.stderr)
    if settings.TOKEN in error.missing:
        print(f"\nWithout a token there is no bot. To get one:\n{STEPS}", end="", file=sys.stderr)
    return 2


def _start(wanted: Settings) -> int:
    import discord  # noqa: PLC0415 - slow to import, and no other command needs it

    from bot import client  # noqa: PLC0415 - the same

    try:
        client.run(wanted)
    except discord.LoginFailure:
        print(
            f"bonfire run: Discord refused the token. It was reset or mistyped. To get a new one:\n"
            f"{STEPS}",
            end="",
            file=sys.stderr,
        )
        return 2
    except OSError as error:
        raise Complaint(str(error)) from error
    return 0
