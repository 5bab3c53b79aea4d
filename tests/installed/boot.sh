#!/bin/bash
# boot.sh FOLDER: a machine of its own under a real systemd, until standard input ends. Needs root.
#
# Its root file system is this one's, with all changes in memory. It has its own mounts, processes,
# name and cgroup, and shares only the network. It says which process its systemd is.
# When the test ends or is killed, standard input ends, and nothing is left.
set -e
hierarchy=$(findmnt --noheadings --first-only --types cgroup2 --output TARGET)
group=$hierarchy/bonfire-test-$$
mkdir "$group"
clear_up() {
  kill -KILL $! 2>/dev/null || true
  for _ in {1..100}; do # until the kernel has let go of the last process
    find "$group" -depth -type d -exec rmdir {} + 2>/dev/null && return
    sleep 0.1
  done
}
trap clear_up EXIT
trap '' INT TERM HUP

# shellcheck disable=SC2016
(echo $BASHPID >"$group/cgroup.procs" && exec unshare --mount --pid --ipc --uts --cgroup --fork --kill-child \
  --propagation private bash -ec '
  mount -t tmpfs tmpfs "$0"
  mkdir "$0/upper" "$0/work" "$0/root"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$0/upper,workdir=$0/work" "$0/root"
  cd "$0/root"
  mount -t proc proc proc
  mount --bind proc/sys proc/sys # nothing here sets a variable of the one kernel
  mount -o remount,bind,ro proc/sys
  mount -t sysfs -o ro sysfs sys
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  mount -t tmpfs -o mode=755 tmpfs run
  mount -t tmpfs -o mode=755 tmpfs dev
  for device in null zero full random urandom tty; do
    touch "dev/$device"
    mount --bind "/dev/$device" "dev/$device"
  done
  mkdir dev/shm dev/pts
  mount -t tmpfs -o mode=1777 tmpfs dev/shm
  mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
  ln -s pts/ptmx dev/ptmx
  # A bare machine: none of this one'"'"'s services, users of the name, or earlier installations.
  rm -rf etc/systemd/system opt/bonfire var/lib/bonfire etc/bonfire.env usr/local/bin/bonfire
  rm -rf var/log/journal
  mkdir etc/systemd/system
  ln -s /dev/null etc/systemd/system/postgresql.service # it would listen on the shared network
  systemd-id128 new >etc/machine-id
  pivot_root . mnt
  umount --lazy mnt
  exec setpriv --bounding-set -sys_module,-sys_time env -i container=other \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --unit=multi-user.target --show-status=no
' "$1" >&2) &
until pgrep --parent $!; do
  kill -0 $! 2>/dev/null || exit 1
  sleep 0.1
done
cat >/dev/null
