"""A real PgBouncer before a server for tests, where one is installed."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from bot.standin.sender import free_port
from tests.postgres.server import NOBODY_ELSE, PostgresServer

CONFIGURATION: Final = """
[databases]
* = host={socket}
[pgbouncer]
listen_addr =
listen_port = {port}
unix_socket_dir = {folder}
auth_type = trust
auth_file = {folder}/users
pool_mode = {mode}
{more}
"""


@contextmanager
def pooling(server: PostgresServer, folder: Path, mode: str, more: str = "") -> Iterator[str]:
    """The address, up to the name of a database, of a PgBouncer in a mode of its pools."""
    program = shutil.which("pgbouncer")
    if program is None:
        assert not os.environ.get("CI"), "PgBouncer is missing"
        pytest.skip("PgBouncer is not installed (Debian: pgbouncer)")
    folder.chmod(0o777)
    port = free_port()
    (folder / "users").write_text(f'"{NOBODY_ELSE}" ""\n')
    settings = CONFIGURATION.format(
        socket=server.socket, folder=folder, port=port, mode=mode, more=more
    )
    (folder / "pgbouncer.ini").write_text(settings)
    user = NOBODY_ELSE if os.getuid() == 0 else None
    with subprocess.Popen(
        [program, "-q", folder / "pgbouncer.ini"], user=user, stderr=subprocess.PIPE, text=True
    ) as running:
        try:
            until = time.monotonic() + 30.0
            while not (folder / f".s.PGSQL.{port}").exists():
                assert running.poll() is None, running.communicate()
                assert time.monotonic() < until
                time.sleep(0.05)
            yield f"postgresql://{NOBODY_ELSE}@/{{}}?host={folder}&port={port}"
        finally:
            running.send_signal(signal.SIGKILL)
