"""Runs a command under the system call filter of a unit of systemd: UNIT COMMAND...

The filter is what systemd makes of the unit's lines; `libseccomp` loads it.
"""

import ctypes
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

_ALLOW: Final = 0x7FFF0000
_REFUSE: Final = 0x00050001
"""SCMP_ACT_ERRNO with EPERM."""
_PR_SET_NO_NEW_PRIVS: Final = 38


def _group(name: str) -> set[str]:
    """The system calls of a group such as `@resources`, those of groups within it too."""
    if not name.startswith("@"):
        return {name}
    listed = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True
    ).stdout
    named = (line.partition("#")[0].strip() for line in listed.splitlines()[1:])
    return set[str]().union(*(_group(one) for one in named if one))


def allowed(unit: str) -> set[str]:
    """The system calls that the lines of a unit leave, as systemd reads them."""
    calls = _group("@default")
    for line in re.findall(r"^SystemCallFilter=(.+)$", unit, re.MULTILINE):
        named = set[str]().union(*map(_group, line.removeprefix("~").split()))
        calls = calls - named if line.startswith("~") else calls | named
    return calls


def load(calls: set[str]) -> None:
    """Refuse all other system calls to this process, and to what it starts, with EPERM."""
    seccomp = ctypes.CDLL("libseccomp.so.2")
    seccomp.seccomp_init.restype = ctypes.c_void_p
    rules = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(_REFUSE)))
    for call in calls:
        number = seccomp.seccomp_syscall_resolve_name(call.encode())
        if number >= 0:  # others belong to other processors
            seccomp.seccomp_rule_add(rules, ctypes.c_uint32(_ALLOW), number, 0)
    ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    failed = seccomp.seccomp_load(rules)
    assert not failed, os.strerror(-failed)


if __name__ == "__main__":
    load(allowed(Path(sys.argv[1]).read_text("utf-8")))
    os.execvp(sys.argv[2], sys.argv[2:])
