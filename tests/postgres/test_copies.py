"""The copies of a PostgreSQL database that docs/deploy/backup.sh makes, and how one comes back."""

import asyncio
import os
import subprocess
from pathlib import Path

import asyncpg
import pytest

from bot.model.rows import Via
from bot.store.store import Store
from tests.packaging.installing import ROOT
from tests.postgres.server import NOBODY_ELSE, PostgresServer, programs

SCRIPT = ROOT / "docs" / "deploy" / "backup.sh"

pytestmark = pytest.mark.long


def database(address: str) -> str:
    return address.partition("@/")[2].partition("?")[0]


def run(
    server: PostgresServer, address: str, folder: Path, *words: str | Path
) -> subprocess.CompletedProcess[str]:
    given = {
        "PATH": f"{programs()}:{os.environ['PATH']}",
        "PGHOST": str(server.socket),
        "PGUSER": NOBODY_ELSE,
        "PGDATABASE": database(address),
        "BACKUPS": str(folder),
    }
    return subprocess.run(
        [SCRIPT, *words], env=given, capture_output=True, text=True, check=False, timeout=120
    )


async def post(address: str, count: int) -> int:
    """Queue so many posts; how many there are then."""
    store = await Store.open(address)
    for _ in range(count):
        await store.write(lambda tx: tx.posts.add(None, 7, Via.CHANNEL, "{}"))
    found = await store.read(lambda tx: tx.posts.count_waiting())
    await store.close()
    return found


def test_a_copy_comes_back_and_what_was_there_stays(
    server: PostgresServer, address: str, tmp_path: Path
) -> None:
    assert asyncio.run(post(address, 3)) == 3
    done = run(server, address, tmp_path, "once")
    assert done.returncode == 0, done.stderr
    (copy,) = tmp_path.iterdir()
    assert copy.stat().st_mode & 0o077 == 0
    assert asyncio.run(post(address, 2)) == 5
    done = run(server, address, tmp_path, "restore", copy)
    assert done.returncode == 0, done.stderr
    assert asyncio.run(post(address, 0)) == 3
    assert asyncio.run(post(address, 1)) == 4  # numbers go on as they should
    before = done.stdout.split()[-1]
    there = address.replace(f"/{database(address)}?", f"/{before}?")
    assert asyncio.run(post(there, 0)) == 5


def test_what_is_no_copy_changes_nothing(
    server: PostgresServer, address: str, tmp_path: Path
) -> None:
    assert asyncio.run(post(address, 3)) == 3
    file = tmp_path / "letter.dump"
    file.write_text("a letter\n")
    for given in (file, tmp_path / "nothing.dump"):
        assert run(server, address, tmp_path, "restore", given).returncode != 0
    assert asyncio.run(post(address, 0)) == 3


def test_a_bot_that_still_runs_keeps_its_database(
    server: PostgresServer, address: str, tmp_path: Path
) -> None:
    assert run(server, address, tmp_path, "once").returncode == 0
    (copy,) = tmp_path.iterdir()

    async def restore() -> int:
        connection = await asyncpg.connect(address)
        try:
            done = await asyncio.to_thread(run, server, address, tmp_path, "restore", copy)
            assert "stop the bot first" in done.stderr
            names = await connection.fetch("SELECT datname FROM pg_database")
            assert not [name for (name,) in names if "_new_" in name]
            return done.returncode
        finally:
            await connection.close()

    assert asyncio.run(restore()) != 0
    assert asyncio.run(post(address, 0)) == 0


def test_the_last_copies_stay_and_a_failed_one_leaves_nothing(
    server: PostgresServer, address: str, tmp_path: Path
) -> None:
    name = database(address)
    for day in range(10, 20):
        (tmp_path / f"{name}-2026-01-{day}T000000Z.dump").touch()
    assert run(server, address, tmp_path, "once").returncode == 0
    kept = sorted(file.name for file in tmp_path.iterdir())
    assert len(kept) == 7
    assert kept[0] == f"{name}-2026-01-14T000000Z.dump"
    failed = run(server, server.address("nowhere"), tmp_path, "once")
    assert failed.returncode != 0
    assert "error" in failed.stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == kept
