"""A real PostgreSQL server for tests: on a socket in a temporary folder, gone afterwards."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

PLACES: Final = Path("/usr/lib/postgresql")
"""The folder where Debian's packages put the programs, by version."""
NOBODY_ELSE: Final = "postgres"
"""The user who runs the server where the tests run as root, which it refuses."""
DATA: Final = "data"
"""The folder of a server's files, beside its socket."""
SETTINGS: Final = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "100",
}


def programs() -> Path | None:
    """The folder of the newest server that is installed, None where there is none."""
    found = shutil.which("postgres")
    if found is not None:
        return Path(found).resolve().parent
    versions = sorted(
        (folder for folder in PLACES.glob("*/bin") if (folder / "postgres").exists()),
        key=lambda folder: int(folder.parent.name),
    )
    return versions[-1] if versions else None


class PostgresServer:
    """A server; each test has a database of its own there."""

    def __init__(self, socket: Path, run: Callable[..., None], settings: Mapping[str, str]) -> None:
        self.socket = socket
        self._run = run
        self._settings = settings
        self._made = 0

    def start(self) -> None:
        """Begin to serve."""
        options = " ".join(f"-c {name}={value}" for name, value in self._settings.items())
        words = ("-w", "-l", self.socket / "log", "-o", f"{options} -k {self.socket}", "start")
        self._run("pg_ctl", "-D", self.socket / DATA, *words)

    def stop(self, mode: str = "immediate") -> None:
        """End in a mode of `pg_ctl`: `fast` ends the sessions, `immediate` is as good as a kill."""
        self._run("pg_ctl", "-D", self.socket / DATA, "-m", mode, "stop")

    def address(self, database: str) -> str:
        """Return the address of a database in the form of BONFIRE_DATABASE."""
        return f"postgresql://{NOBODY_ELSE}@/{database}?host={self.socket}"

    def new(self, template: str = "template1") -> str:
        """The address of a new database, which begins as a copy of another."""
        self._made += 1
        name = f"test_{self._made}"
        command = f'CREATE DATABASE {name} TEMPLATE "{template}"'
        self._run("psql", "-q", "-h", self.socket, "-U", NOBODY_ELSE, "-c", command, "template1")
        return self.address(name)


@contextmanager
def serving(folder: Path, **settings: str) -> Iterator[PostgresServer]:
    """A server with programs from a folder, and some settings of its own."""
    with TemporaryDirectory(prefix="pg") as made:
        place = Path(made)
        user = pwd.getpwnam(NOBODY_ELSE).pw_uid if os.getuid() == 0 else None
        if user is not None:
            os.chown(place, user, -1)

        def run(program: str, *words: object) -> None:
            done = subprocess.run(
                [folder / program, *map(str, words)],
                check=False,
                user=user,
                cwd=place,
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, done.stdout + done.stderr

        run("initdb", "--no-sync", "-A", "trust", "-U", NOBODY_ELSE, "-D", place / DATA)
        server = PostgresServer(place, run, {**SETTINGS, **settings})
        server.start()
        try:
            yield server
        finally:
            server.stop()
