"""The daily copies: one a day whatever happens, so many kept, and never in the way of play."""

import asyncio
import logging
import sqlite3
import threading
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from bot.runtime import backups
from bot.runtime.backups import QUIET, REST, DailyBackups, Unhurried
from bot.standin import StandIn
from bot.store.store import Store
from tests.kit.stack import DAY, HOUR, HandClock
from tests.kit.stage import bot_on
from tests.kit.whole import eventually

pytestmark = pytest.mark.in_a_file

NOON = 1_800_014_400.0
"""2027-01-15, 12:00 UTC."""


@pytest.fixture
def clock() -> HandClock:
    return HandClock(NOON)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    asyncio.run(_made(tmp_path / "bonfire.db"))
    return tmp_path / "bonfire.db"


async def _made(path: Path) -> None:
    await (await Store.open(path)).close()


def daily(database: Path, clock: HandClock, kept: int = 3) -> DailyBackups:
    return DailyBackups(database, database.parent / "backups", kept, clock, lambda: 0)


def copies(folder: Path) -> list[Path]:
    return list(folder.glob("bonfire-*.db"))


async def made(folder: Path) -> bool:
    """Say whether there is a copy."""
    return bool(copies(folder))


def names(database: Path) -> list[str]:
    return sorted(file.name for file in (database.parent / "backups").iterdir())


async def test_there_is_one_copy_a_day_over_restarts_too(database: Path, clock: HandClock) -> None:
    for hours in (0, 1, 11, 12, 13, 30):
        clock.at = NOON + hours * HOUR
        await daily(database, clock).look()
    assert names(database) == ["bonfire-2027-01-15.db", "bonfire-2027-01-16.db"]


async def test_a_long_stop_is_caught_up_once(database: Path, clock: HandClock) -> None:
    await daily(database, clock).look()
    clock.at += 30 * DAY
    await daily(database, clock).look()
    await daily(database, clock).look()
    assert names(database) == ["bonfire-2027-01-15.db", "bonfire-2027-02-14.db"]


async def test_the_oldest_of_our_own_are_deleted(database: Path, clock: HandClock) -> None:
    mine = ["bonfire-2026-01-01T120000.db", "notes.txt", "other-2026-01-01.db"]
    (database.parent / "backups").mkdir()
    for name in mine:
        (database.parent / "backups" / name).write_text("mine")
    for _ in range(6):
        await daily(database, clock).look()
        clock.at += DAY
    ours = [f"bonfire-2027-01-{day}.db" for day in (18, 19, 20)]
    assert names(database) == sorted([*mine, *ours])


async def test_days_that_a_wrong_clock_has_told_are_deleted_first(
    database: Path, clock: HandClock
) -> None:
    clock.at += 5000 * DAY
    for _ in range(3):
        await daily(database, clock).look()
        clock.at += DAY
    clock.at = NOON
    for _ in range(4):
        await daily(database, clock).look()
        clock.at += DAY
    assert names(database) == [f"bonfire-2027-01-{day}.db" for day in (16, 17, 18)]


async def test_what_a_kill_has_left_behind_is_swept(database: Path, clock: HandClock) -> None:
    (database.parent / "backups").mkdir()
    (database.parent / "backups/.bonfire-2027-01-14.db.x1.part").write_text("half")
    await daily(database, clock).look()
    assert names(database) == ["bonfire-2027-01-15.db"]


async def test_a_failing_backup_warns_once_and_again_after_a_success(
    database: Path, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    one = daily(database, clock)
    (database.parent / "backups").write_text("in the way")
    for _ in range(3):
        await one.look()
    (warning,) = [found for found in caplog.records if found.levelno == logging.WARNING]
    assert warning.exc_info is None
    assert "today's backup failed" in warning.getMessage()
    (database.parent / "backups").unlink()
    await one.look()
    assert names(database) == ["bonfire-2027-01-15.db"]


async def test_a_copy_waits_for_a_quiet_minute(
    database: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "_BACKUP_PAUSE_SECONDS", 0.0)
    pressed = iter(n * QUIET for n in range(10))
    copied_after = 0

    def presses() -> int:
        nonlocal copied_after
        copied_after += not (database.parent / "backups").exists()
        return next(pressed, 9 * QUIET)

    folder = database.parent / "backups"
    job = asyncio.create_task(DailyBackups(database, folder, 3, clock, presses).run())
    await eventually(lambda: made(folder))
    job.cancel()
    await asyncio.gather(job, return_exceptions=True)
    assert copied_after == 11


async def test_a_copy_does_not_wait_for_ever(
    database: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "_BACKUP_PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(backups, "_MOST_PAUSES", 5)
    pressed = count(step=QUIET)
    copied_after = 0

    def presses() -> int:
        nonlocal copied_after
        copied_after += not (database.parent / "backups").exists()
        return next(pressed)

    folder = database.parent / "backups"
    job = asyncio.create_task(DailyBackups(database, folder, 3, clock, presses).run())
    await eventually(lambda: made(folder))
    job.cancel()
    await asyncio.gather(job, return_exceptions=True)
    assert copied_after == 1 + 5 + 1, "asked at first, for each wait, and once more before copying"


@pytest.fixture
def large(database: Path) -> Path:
    """Some 60 MB, of which a copy takes a while."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 15000)"
            " INSERT INTO meta SELECT 'filling ' || i, hex(randomblob(2000)) FROM n"
        )
    return database


async def test_play_goes_on_while_a_copy_is_made(large: Path, clock: HandClock) -> None:
    store = await Store.open(large)
    copying = asyncio.create_task(daily(large, clock).look())
    written = 0
    while not copying.done():
        await store.write(lambda tx: tx.meta.put_commands("made", {}))
        await asyncio.sleep(0.001)
        written += 1
    await store.close()
    assert names(large) == ["bonfire-2027-01-15.db"]
    assert written > 5


def test_copying_rests_between_two_pieces_of_work_until_it_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moments = iter((10.0, 12.0, 30.0, 31.0, 40.0))
    monkeypatch.setattr(backups, "monotonic", lambda: next(moments))
    rests: list[float | None] = []

    class Watched(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            rests.append(timeout)
            return self.is_set()

    monkeypatch.setattr(threading, "Event", Watched)
    pace = Unhurried()
    assert not pace(0, 2)
    pace.stop()
    assert pace(1, 2)
    assert rests == [2.0 * REST, 1.0 * REST]


async def test_stopping_the_bot_stops_a_copy(
    large: Path, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    copying = asyncio.create_task(daily(large, clock).look())
    await asyncio.sleep(0.02)
    copying.cancel()
    with pytest.raises(asyncio.CancelledError):
        await copying
    await asyncio.get_running_loop().shutdown_default_executor()
    assert names(large) == []
    assert caplog.records == []


async def test_the_running_bot_makes_its_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "_BACKUP_PAUSE_SECONDS", 0.0)
    folder = tmp_path / "backups"
    async with StandIn() as server, bot_on(server, tmp_path):
        await eventually(lambda: made(folder))
    assert len(list(folder.iterdir())) == 1
