"""Copies and their return: one contract for a file of SQLite and for a server with backup.sh."""

import asyncio
import os
import re
import subprocess
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final, Protocol, TypeVar

import asyncpg
import pytest

from bot.model import rows
from bot.runtime.backups import DailyBackups
from bot.standin import StandIn
from bot.store.copies import LEFT_OUT, copy, exchange
from bot.store.store import Store, Transaction
from tests.kit.clock import TurnedClock
from tests.kit.process import bot_process
from tests.kit.sources import OPENAPI, ROOT
from tests.kit.stack import DAY, HOUR, HandClock
from tests.kit.whole import eventually
from tests.postgres.server import NOBODY_ELSE, PostgresServer, programs

SCRIPT: Final = ROOT / "docs" / "deploy" / "backup.sh"
NOON: Final = 1_800_014_400.0
"""2027-01-15, 12:00 UTC."""
KEPT: Final = 3
TOKEN: Final = "a-token-of-a-press"

_Found = TypeVar("_Found")

pytestmark = pytest.mark.long


class Keeper(Protocol):
    """Makes copies of a database into a folder, and puts one back."""

    @property
    def place(self) -> Path | str:
        """The database, as a store opens it."""

    @property
    def folder(self) -> Path:
        """The folder of the copies."""

    def daily(self, now: float) -> None:
        """Do at some time what makes the copy of its day."""

    def by_hand(self, now: float) -> Path:
        """Make a copy at once."""

    def restore(self, file: Path) -> None:
        """Put a copy back in place of the database."""

    def plain(self, file: Path) -> None:
        """Make a copy as the program of the database does by itself, with everything in it."""

    def content(self, file: Path) -> bytes:
        """All that a copy tells."""


class Files:
    """A file, copied by the running bot and by `bonfire backup`."""

    def __init__(self, place: Path, folder: Path) -> None:
        self.place = place
        self.folder = folder

    def daily(self, now: float) -> None:
        daily = DailyBackups(self.place, self.folder, KEPT, HandClock(now), lambda: 0)
        asyncio.run(daily.look())

    def by_hand(self, now: float) -> Path:
        stamp = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H%M%S")
        file = self.folder / f"{self.place.stem}-{stamp}.db"
        copy(self.place, file)
        return file

    def restore(self, file: Path) -> None:
        exchange(self.place, file, self.place.with_suffix(".before"))

    def plain(self, file: Path) -> None:
        subprocess.run(["cp", self.place, file], check=True)

    def content(self, file: Path) -> bytes:
        return file.read_bytes()


class Dumps:
    """A database on a server, copied by backup.sh, whose clock a test sets."""

    def __init__(self, server: PostgresServer, place: str, folder: Path) -> None:
        self.place = place
        self.folder = folder
        folder.mkdir()
        self.name = place.partition("@/")[2].partition("?")[0]
        shims = folder.parent / "shims"
        shims.mkdir()
        (shims / "date").write_text('#!/bin/sh\nexec /bin/date -d "@$NOW" "$@"\n')
        (shims / "date").chmod(0o755)
        self._given = {
            "PATH": f"{shims}:{programs()}:{os.environ['PATH']}",
            "PGHOST": str(server.socket),
            "PGUSER": NOBODY_ELSE,
            "PGDATABASE": self.name,
            "BACKUPS": str(folder),
            "KEPT": str(KEPT),
        }

    def ran(
        self, words: Sequence[str | Path], now: float = NOON, **given: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            words,
            env=self._given | {"NOW": str(int(now))} | given,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    def _done(self, words: Sequence[str | Path], now: float = NOON) -> str:
        done = self.ran(words, now)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def daily(self, now: float) -> None:
        self._done([SCRIPT, "daily"], now)

    def by_hand(self, now: float) -> Path:
        return Path(self._done([SCRIPT, "once"], now).removeprefix("copied to ").strip())

    def restore(self, file: Path) -> None:
        self._done([SCRIPT, "restore", file])

    def plain(self, file: Path) -> None:
        self._done(["pg_dump", "--format=custom", f"--file={file}"])

    def content(self, file: Path) -> bytes:
        return self._done(["pg_restore", "--file=-", file]).encode()


@pytest.fixture
def dumps(server: PostgresServer, address: str, tmp_path: Path) -> Dumps:
    return Dumps(server, address, tmp_path / "copies")


@pytest.fixture(params=["file", "server"])
def keeper(request: pytest.FixtureRequest, tmp_path: Path) -> Keeper:
    if request.param == "server":
        dumps: Dumps = request.getfixturevalue("dumps")
        return dumps
    return Files(tmp_path / "bonfire.db", tmp_path / "copies")


def using(place: Path | str, work: Callable[[Transaction], Awaitable[_Found]]) -> _Found:
    """Do something with the database of a bot that is stopped."""

    async def live() -> _Found:
        store = await Store.open(place)
        try:
            return await store.write(work)
        finally:
            await store.close()

    return asyncio.run(live())


def instance(keeper: Keeper) -> str:
    return using(keeper.place, lambda tx: tx.meta.instance())


def names(keeper: Keeper) -> list[str]:
    return sorted(file.name.partition("-")[2].partition(".")[0] for file in keeper.folder.iterdir())


def open_door(keeper: Keeper) -> None:
    using(keeper.place, lambda tx: tx.doors.put(rows.DoorRow(7, TOKEN, NOON)))


def doors(keeper: Keeper) -> int:
    async def count(tx: Transaction) -> int:
        return len(await tx.doors.all())

    return using(keeper.place, count)


def test_a_copy_holds_no_token_and_is_private(keeper: Keeper) -> None:
    open_door(keeper)
    file = keeper.by_hand(NOON)
    assert file.stat().st_mode & 0o077 == 0
    assert TOKEN.encode() not in keeper.content(file)


def test_a_copy_with_tokens_loses_them_where_it_comes_back(keeper: Keeper, tmp_path: Path) -> None:
    open_door(keeper)
    assert doors(keeper) == 1
    keeper.plain(tmp_path / "plain")
    assert TOKEN.encode() in keeper.content(tmp_path / "plain")
    keeper.restore(tmp_path / "plain")
    assert doors(keeper) == 0


def test_there_is_one_copy_a_day_over_restarts_too(keeper: Keeper) -> None:
    instance(keeper)  # makes the tables
    for hours in (0, 1, 11, 12, 13, 30):
        keeper.daily(NOON + hours * HOUR)
    assert names(keeper) == ["2027-01-15", "2027-01-16"]


def test_the_last_days_stay_however_many_copies_are_made_by_hand(keeper: Keeper) -> None:
    instance(keeper)
    for day in range(5):
        keeper.daily(NOON + day * DAY)
    mine = [keeper.by_hand(NOON + 4 * DAY + second) for second in range(8)]
    keeper.daily(NOON + 5 * DAY)
    days = [f"2027-01-{day}" for day in (18, 19, 20)]
    by_hand = [f"2027-01-19T12000{second}" for second in range(8)]
    assert names(keeper) == sorted([*days, *by_hand])
    assert all(file.exists() for file in mine)


def test_days_that_a_wrong_clock_has_told_are_deleted_first(keeper: Keeper) -> None:
    instance(keeper)
    for day in range(3):
        keeper.daily(NOON + (5000 + day) * DAY)
    for day in range(4):
        keeper.daily(NOON + day * DAY)
    assert names(keeper) == [f"2027-01-{day}" for day in (16, 17, 18)]


def test_a_copy_comes_back_under_a_new_name_for_its_posts(keeper: Keeper) -> None:
    before = instance(keeper)
    file = keeper.by_hand(NOON)
    using(keeper.place, lambda tx: tx.meta.put_commands("later", {}))
    keeper.restore(file)
    after = instance(keeper)
    assert re.fullmatch("[0-9a-f]{8}", after)
    assert after != before
    assert using(keeper.place, lambda tx: tx.meta.commands()) is None


async def test_posts_appear_after_a_copy_has_come_back(keeper: Keeper, tmp_path: Path) -> None:
    """Discord answers a nonce that it knows with the message that it has."""
    async with StandIn(spec=OPENAPI, clock=TurnedClock()) as server:
        ada = server.person("Ada")
        table = server.text_channel(server.guild("Club", ada), "table")
        given = {"BONFIRE_DATABASE": str(keeper.place)}

        async def lines() -> list[str]:
            legal = await ada.autocomplete(table, "turn", "move", focused="line", typed="")
            return [str(choice.value) for choice in legal]

        async def told_or_asked(shown: int) -> bool:
            """Say whether the turn is told, or Tom has a question first."""
            posted = len(server.app_messages(table)) > shown
            return posted or any(line.startswith("tom ") for line in await lines())

        async def moves(count: int) -> None:
            async with bot_process(server, tmp_path, **given) as child:
                for _ in range(count):
                    legal = await lines()
                    line = "end" if "end" in legal else legal[0]
                    shown = len(server.app_messages(table))
                    await (await ada.slash(table, "turn", "move", line=line)).response()
                    if line == "end" or line.startswith("tom "):
                        await eventually(partial(told_or_asked, shown))
                child.send_signal(15)
                assert await child.wait() == 0

        async with bot_process(server, tmp_path, **given) as child:
            await (await ada.slash(table, "bonfire", "solo")).response()
            child.send_signal(15)
            assert await child.wait() == 0
        file = await asyncio.to_thread(keeper.by_hand, NOON)
        await moves(8)
        told = len(server.app_messages(table))
        await asyncio.to_thread(keeper.restore, file)
        await moves(8)
        assert len(server.app_messages(table)) > told


def test_the_age_of_the_newest_copy_is_told_to_the_bot(dumps: Dumps) -> None:
    assert using(dumps.place, lambda tx: tx.meta.backup()) is None
    assert dumps.ran([SCRIPT, "check"]).returncode == 1
    dumps.daily(NOON)
    assert using(dumps.place, lambda tx: tx.meta.backup()) is not None
    assert dumps.ran([SCRIPT, "check"]).returncode == 0
    (file,) = dumps.folder.iterdir()
    os.utime(file, (0, 0))
    assert dumps.ran([SCRIPT, "check"]).returncode == 1


def test_what_was_there_before_stays(dumps: Dumps) -> None:
    file = dumps.by_hand(NOON)
    using(dumps.place, lambda tx: tx.meta.put_commands("later", {}))
    before = dumps.ran([SCRIPT, "restore", file]).stdout.split()[-1]
    there = dumps.place.replace(f"/{dumps.name}?", f"/{before}?")
    assert using(there, lambda tx: tx.meta.commands()) == "later"


@pytest.mark.parametrize("what", ["a letter", "nothing", "another program's"])
def test_what_is_no_copy_changes_nothing(
    server: PostgresServer, dumps: Dumps, tmp_path: Path, what: str
) -> None:
    before = instance(dumps)
    file = tmp_path / "other.dump"
    if what == "a letter":
        file.write_text("a letter\n")
    if what == "another program's":
        empty = server.new().partition("@/")[2].partition("?")[0]
        done = dumps.ran(["pg_dump", "--format=custom", f"--file={file}"], PGDATABASE=empty)
        assert done.returncode == 0
    assert dumps.ran([SCRIPT, "restore", file]).returncode != 0
    assert instance(dumps) == before


def test_a_bot_that_still_runs_keeps_its_database(dumps: Dumps) -> None:
    file = dumps.by_hand(NOON)

    async def restore() -> int:
        connection = await asyncpg.connect(dumps.place)
        try:
            done = await asyncio.to_thread(dumps.ran, [SCRIPT, "restore", file])
            assert "stop the bot first" in done.stderr
            found = await connection.fetch("SELECT datname FROM pg_database")
            assert not [name for (name,) in found if "_new_" in name]
            return done.returncode
        finally:
            await connection.close()

    assert asyncio.run(restore()) != 0
    assert instance(dumps)


def test_a_failed_copy_says_so_and_leaves_nothing(dumps: Dumps) -> None:
    dumps.daily(NOON)
    for how in ("once", "daily"):
        failed = dumps.ran([SCRIPT, how], NOON + DAY, PGDATABASE="nowhere")
        assert failed.returncode != 0
        assert "error" in failed.stderr
    assert names(dumps) == ["2027-01-15"]


def test_both_leave_out_the_same() -> None:
    named = re.findall(r"--exclude-table-data=(\w+)", SCRIPT.read_text("utf-8"))
    assert set(named) == LEFT_OUT
    assert set(re.findall(r"DELETE FROM (\w+)", SCRIPT.read_text("utf-8"))) == LEFT_OUT
