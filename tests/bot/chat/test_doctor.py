"""Each check of `bonfire doctor` in its two states, by what really goes wrong."""

import asyncio
import errno
import fcntl
import os
import resource
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from bot.chat.doctor import Doctor
from bot.chat.pictures import painting
from bot.chat.pictures.painting import PictureRequest, RenderPool
from bot.model.clock import SYSTEM_CLOCK
from bot.runtime import checks
from bot.runtime.backups import BACKUPS_FOLDER, Unhurried
from bot.runtime.checks import (
    CLOCKS_APART,
    FEW_DESCRIPTORS,
    OLD_COPY,
    SLOW_FLUSH,
    ComplaintError,
    check_backup,
    check_descriptors,
    check_disk,
    check_lock,
    check_memory,
)
from bot.runtime.settings import Settings, load
from bot.services.games.thinker import Thinker
from bot.standin import ManualClock, ServerError, StandIn
from bot.store.copies import copy
from bot.store.store import Store
from engine.agents.levels import Level
from tests.kit.blank import blank
from tests.kit.clock import TurnedClock
from tests.kit.doctor import complaints, examined, no_flag
from tests.kit.quick_bots import BY_CHANCE
from tests.kit.sources import OPENAPI
from tests.kit.whole import eventually

MB: Final = 1 << 20


def settings_in(folder: Path, **variables: str) -> Settings:
    """Settings without a server, with the data in a folder."""
    return load({"DISCORD_TOKEN": "none", "BONFIRE_DATA": str(folder), **variables})


def out_of_memory(_: PictureRequest) -> Any:
    raise MemoryError("no memory left")


def no_picture(request: PictureRequest) -> Any:
    return replace(blank(request), png=b"GIF89a")


def clueless(*_: object) -> Any:
    raise OSError(errno.EPERM, "Operation not permitted")


def nothing_in(folder: Path) -> bool:
    return not any(folder.iterdir())


async def test_where_all_is_well_no_check_complains(tmp_path: Path) -> None:
    async with StandIn(spec=OPENAPI) as server:
        found = await examined(server, tmp_path)
    assert complaints(found) == {}
    assert {*found} == {
        *("disk", "picture", "thought", "lock", "backup", "descriptors", "memory"),
        *("token", "clock", "installation", "intents", "address"),
    }
    assert nothing_in(tmp_path)


@pytest.mark.parametrize(
    ("paint", "says"), [(out_of_memory, "no memory left"), (no_picture, "drawn and is none")]
)
async def test_a_process_that_draws_nothing(tmp_path: Path, paint: Any, says: str) -> None:
    async with StandIn() as server:
        found = complaints(await examined(server, tmp_path, paint))
    assert found.keys() == {"picture"}
    assert says in found["picture"]


async def test_a_process_that_cannot_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the service forbids what each process does first: two in a row end so."""
    monkeypatch.setattr(painting, "_get_ready", int)  # which is given no number
    pool = RenderPool(1, blank)
    async with StandIn() as server:
        settings = load({**server.environment(), "BONFIRE_DATA": str(tmp_path)})
        doctor = Doctor(settings, pool, Thinker(players=BY_CHANCE), SYSTEM_CLOCK, over_http=False)
        found = {finding.check: finding async for finding in doctor.findings()}
    pool.close()
    assert complaints(found).keys() == {"picture"}
    assert "TypeError" in found["picture"].text


async def test_a_process_that_does_not_think(tmp_path: Path) -> None:
    async with StandIn() as server:
        players = dict.fromkeys(Level, clueless)
        found = complaints(await examined(server, tmp_path, players=players))
    assert found.keys() == {"thought"}
    assert "Operation not permitted" in found["thought"]


async def test_processes_draw_and_think_as_those_of_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In processes of their own, which draw no grounds here."""
    monkeypatch.setattr(painting, "_get_ready", bool)
    pool, thinker = RenderPool(1, blank), Thinker(1)
    doctor = Doctor(settings_in(tmp_path), pool, thinker, SYSTEM_CLOCK, False, False)  # noqa: FBT003
    found = {finding.check: finding async for finding in doctor.findings()}
    pool.close()
    thinker.close()
    assert complaints(found) == {}
    assert "not asked" in found["token"].text


async def test_an_unreachable_discord_passes(tmp_path: Path) -> None:
    async with StandIn() as server:
        server.fault_injector.plan("GET", "^/applications/@me$", ServerError(503))
        ill = await examined(server, tmp_path)
        settings = load({**server.environment(), "BONFIRE_DATA": str(tmp_path)})
    doctor = Doctor(settings, RenderPool(0, blank), Thinker(), SYSTEM_CLOCK, over_http=False)
    gone = {finding.check: finding async for finding in doctor.findings()}
    for found in (ill, gone):
        assert complaints(found).keys() == {"token"}
        assert found["token"].passes


@pytest.mark.parametrize(
    ("off", "way"), [(-2 * CLOCKS_APART, "ahead of"), (2 * CLOCKS_APART, "behind"), (0.0, "")]
)
async def test_a_clock_that_is_not_discords(tmp_path: Path, off: float, way: str) -> None:
    async with StandIn(clock=ManualClock(SYSTEM_CLOCK.now() + off)) as server:
        found = await examined(server, tmp_path)
    told = complaints(found)
    assert (f"{way} that of Discord" in told.get("clock", "")) is bool(way)
    assert told.keys() <= {"clock"}


def test_a_folder_that_is_missing_or_cannot_be_written(tmp_path: Path) -> None:
    assert check_disk(tmp_path).startswith("flushed in ")
    with pytest.raises(ComplaintError, match="There is no folder"):
        check_disk(tmp_path / "missing")
    (tmp_path / "file").touch()
    for none in (tmp_path / "file", Path("/sys")):  # where root writes nothing either
        with pytest.raises(ComplaintError, match="cannot be written"):
            check_disk(none)


def test_a_disk_that_is_slow_or_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter((1.0, 1.0 + SLOW_FLUSH))
    monkeypatch.setattr(checks, "time", SimpleNamespace(perf_counter=lambda: next(now)))
    with pytest.raises(ComplaintError, match=r"took 0\.5 s to flush"):
        check_disk(tmp_path)
    monkeypatch.undo()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ComplaintError, match=r"cannot be written \(No space left on device\)"):
        check_disk(tmp_path)


async def test_the_lock_is_that_of_a_running_bot_or_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "bonfire.db"
    assert check_lock(database) == "it can be taken"
    store = await Store.open(database)
    assert check_lock(database) == "a running bot has it"
    await store.close()
    assert check_lock(database) == "no bot has it"

    def refuses(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuses)
    with pytest.raises(ComplaintError, match=r"takes no lock \(No locks available\)"):
        check_lock(database)


async def test_the_newest_backup_is_young_and_whole(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    store = await Store.open(settings.database)
    now = settings.database.stat().st_mtime

    def look(seconds: float) -> str:
        return check_backup(settings, now + seconds, Unhurried())

    assert look(0) == "the first one is yet to come"
    with pytest.raises(ComplaintError, match="No copy lies in"):
        look(OLD_COPY + 60)
    copies = tmp_path / BACKUPS_FOLDER
    newest = copies / "bonfire-2026-01-02.db"
    copy(settings.database, newest)
    os.utime(newest, (now, now))
    assert look(60) == "bonfire-2026-01-02.db is whole"
    with pytest.raises(ComplaintError, match="is the newest copy, although"):
        look(OLD_COPY + 60)
    await store.close()
    damaged = newest.read_bytes()
    newest.write_bytes(damaged[:4096] + b"\xff" * 4096 + damaged[8192:])
    with pytest.raises(ComplaintError, match="cannot be restored"):
        look(60)
    newest.write_bytes(b"no database")
    with pytest.raises(ComplaintError, match="cannot be restored"):
        look(60)
    with closing(sqlite3.connect(copies / "bonfire-3.db")) as foreign:
        foreign.execute("CREATE TABLE other (id)")
    with pytest.raises(ComplaintError, match="is not a Bonfire database"):
        look(60)
    unwanted = replace(settings, backups=0)
    assert check_backup(unwanted, now, Unhurried()) == "none is wanted"


def test_few_descriptors() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (FEW_DESCRIPTORS - 1, hard))
        with pytest.raises(ComplaintError, match="LimitNOFILE=4096"):
            check_descriptors()
        resource.setrlimit(resource.RLIMIT_NOFILE, (FEW_DESCRIPTORS, hard))
        assert check_descriptors() == str(FEW_DESCRIPTORS)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize(
    ("total", "outer", "own", "enough"),
    [
        (4000, "max", "max", True),
        (4000, "max", f"{1000 * MB}", True),
        (4000, "max", f"{256 * MB}", False),
        (4000, f"{256 * MB}", "max", False),
        (256, "max", "max", False),
        (4000, None, None, True),
    ],
)
def test_memory_of_the_machine_and_of_control_groups(
    tmp_path: Path, total: int, outer: str | None, own: str | None, *, enough: bool
) -> None:
    """Of a machine whose system is laid out in a folder."""
    service = tmp_path / "sys/fs/cgroup/system.slice/bonfire.service"
    service.mkdir(parents=True)
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/meminfo").write_text(f"MemTotal:  {total * 1024} kB\n")
    (tmp_path / "proc/self/cgroup").write_text("0::/system.slice/bonfire.service\n")
    for folder, limit in ((service, own), (service.parent, outer)):
        if limit is not None:
            (folder / "memory.max").write_text(f"{limit}\n")
    settings = settings_in(tmp_path)
    if enough:
        assert check_memory(settings, tmp_path) == "500 MB needed"
        return
    with pytest.raises(ComplaintError, match="may use 256 MB of memory, and needs 500"):
        check_memory(settings, tmp_path)
    small = replace(settings, render_workers=0, thinkers=0)
    with pytest.raises(ComplaintError, match="needs 270"):
        check_memory(small, tmp_path)


async def test_beside_a_bot_each_complaint_is_logged_and_counted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Every day anew, in moments of calm: what is mended is no longer told."""
    clock = TurnedClock()
    async with StandIn(clock=clock) as server:
        settings = load({**server.environment(), "BONFIRE_DATA": str(tmp_path)})
        no_flag(server)
        pool, thinker = RenderPool(0, blank), Thinker(players=BY_CHANCE)
        doctor = Doctor(settings, pool, thinker, clock, over_http=False)
        told, warned = dict[str, bool](), list[str]()
        rounds = asyncio.Semaphore(0)

        async def calm() -> None:
            rounds.release()

        async def warn(complaints: Sequence[str]) -> None:
            warned.extend(complaints)

        watching = asyncio.create_task(doctor.watch(told, calm, warn))
        await asyncio.sleep(0)
        assert told == {}
        clock.advance(60)
        for _ in range(13):
            await rounds.acquire()
        assert [check for check, complains in told.items() if complains] == ["intents"]
        server.world.application.flags = 0
        await eventually(lambda: asyncio.sleep(0, clock._alarms))
        clock.advance(24 * 3600)
        for _ in range(13):
            await rounds.acquire()
        assert not any(told.values())
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
    assert warned == caplog.messages
    assert len(caplog.messages) == 1
    assert caplog.messages[0].startswith("intents: The bot needs no privileged intent.")
