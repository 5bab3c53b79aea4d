"""A machine of its own under a real systemd, in namespaces of this one; boot.sh makes it."""

import asyncio
import os
import re
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

BOOT: Final = Path(__file__).with_name("boot.sh")
LONGEST: Final = 300.0
"""Seconds after which a command has failed; the installation of packages takes longest."""
BOOTS_WITHIN: Final = 60.0
SUDO: Final = """#!/bin/sh
exec "$@"
"""
SUDOEDIT: Final = """#!/bin/sh
exec cp /var/tmp/typed "$1"
"""
"""Instead of a person at an editor."""


class Done(NamedTuple):
    """How a command ended, and what it said on both outputs."""

    status: int
    said: str


class Machine:
    """Commands run in it as root types them there."""

    def __init__(self, systemd: int) -> None:
        self._systemd = systemd

    async def run(self, command: str, answers: bytes = b"", within: float = LONGEST) -> Done:
        """Run a line of a shell; raises TimeoutError."""
        passed = {
            name: value
            for name, value in os.environ.items()
            if re.match(r"PIP_|SSL_|\w+_proxy$", name, re.IGNORECASE)  # where packages come from
        }
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        child = await asyncio.create_subprocess_exec(
            *("nsenter", "--target", str(self._systemd), "--mount", "--pid", "--ipc", "--uts"),
            *("--cgroup", "--root", "--wd", "/bin/bash", "-c", command),
            env={**passed, "PATH": path, "HOME": "/root", "LANG": "C.UTF-8"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        try:
            said, _ = await asyncio.wait_for(child.communicate(answers), within)
        except TimeoutError:
            child.kill()
            raise
        assert child.returncode is not None
        return Done(child.returncode, said.decode())

    async def does(self, command: str, answers: bytes = b"") -> str:
        """Run a line that must succeed; returns what it said."""
        done = await self.run(command, answers)
        assert done.status == 0, f"{command}\n{done.said}"
        return done.said.strip()

    async def says(self, command: str, pattern: str) -> re.Match[str]:
        """Run a line again and again until it says something; fails after a while."""
        said = ""
        for _ in range(120):
            said = (await self.run(command)).said
            if found := re.search(pattern, said):
                return found
            await asyncio.sleep(0.5)
        raise AssertionError(f"{command} never said {pattern}:\n{said}")


@asynccontextmanager
async def booted(folder: Path) -> AsyncIterator[Machine]:
    """A machine that has come up; nothing is left of it afterwards, even if this one is killed."""
    here = folder / "machine"
    here.mkdir()
    with (folder / "boot.log").open("wb") as log:
        boot = await asyncio.create_subprocess_exec(
            *("bash", BOOT, here),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            start_new_session=True,
        )
    assert boot.stdin is not None
    try:
        assert boot.stdout is not None
        # boot.sh says when its systemd has begun, and nothing where it cannot.
        begun = await asyncio.wait_for(boot.stdout.readline(), BOOTS_WITHIN)
        assert begun, (folder / "boot.log").read_text()
        machine = Machine(int(begun))
        await machine.says("systemctl is-system-running", r"running|degraded")
        # A bare root file system may lack both; root needs neither.
        for name, script in (("sudo", SUDO), ("sudoedit", SUDOEDIT)):
            await machine.does(
                f"cat >/usr/local/bin/{name}; chmod +x /usr/local/bin/{name}", script.encode()
            )
        yield machine
    finally:
        boot.stdin.close()
        await boot.wait()
