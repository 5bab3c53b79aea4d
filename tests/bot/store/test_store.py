"""The store: whole transactions whatever happens, one process, one version."""

import asyncio
import json
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from itertools import repeat
from pathlib import Path

import pytest
import pytest_asyncio

from bot.model.database_errors import ConflictError, DatabaseError
from bot.model.preferences import (
    Allowed,
    Appearance,
    Notice,
    PictureChoice,
    PictureSize,
    Preferences,
    ServerSettings,
)
from bot.model.rows import MoveKind, MoveRow, NewGame, PageRow, PersonRow, Progress, Status, Via
from bot.model.turn_clock import Availability, Pace, QuietHours, VoteOption
from bot.store.copies import copy, exchange
from bot.store.store import Store, Transaction
from renderer import PaletteName

RIGHT = 1000
"""What tells the second of two entries from the first."""
ADA = PersonRow(11, "Ada")
BO = PersonRow(22, "Bo")


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "bonfire.db")
    yield opened
    await opened.close()


async def new_game(store: Store, channel: int = 7) -> int:
    new = NewGame(channel, 5, "en-GB", "{}", '{"seed":1}', (ADA, BO))
    return await store.write(lambda tx: tx.games.add(new))


def progress(game: int, before: int, *actions: str | None) -> Progress:
    kinds = (MoveKind.UNDO if action is None else MoveKind.ANSWER for action in actions)
    log = tuple(MoveRow(0, *entry) for entry in zip(actions, repeat(99), kinds, strict=False))
    return Progress(game, before, log, json.dumps(actions), 0, Status.RUNNING)


async def test_a_game_comes_back_as_it_was_stored(store: Store) -> None:
    game = await new_game(store)
    row = await store.read(lambda tx: tx.games.get(game))
    assert row is not None
    assert (row.channel, row.guild, row.players, row.revision) == (7, 5, (ADA, BO), 0)
    assert row.status is Status.RUNNING


async def test_a_channel_has_one_running_game(store: Store) -> None:
    first = await new_game(store)
    with pytest.raises(ConflictError):
        await new_game(store)
    over = Progress(first, 0, (), "{}", 0, Status.ABANDONED)
    await store.write(lambda tx: tx.games.save(over))
    second = await new_game(store)
    assert await store.read(lambda tx: tx.games.running_in(7)) == second


async def test_a_move_on_an_old_revision_is_refused(store: Store) -> None:
    game = await new_game(store)
    await store.write(lambda tx: tx.games.save(progress(game, 0, "a", "b")))
    for stale in (0, 1, 3):
        late = progress(game, stale, "c")
        with pytest.raises(ConflictError):
            await store.write(lambda tx, late=late: tx.games.save(late))  # type: ignore[misc]
    log = await store.read(lambda tx: tx.games.log(game))
    assert [move.action for move in log] == ["a", "b"]


async def test_an_undo_is_an_entry_of_the_log_like_an_answer(store: Store) -> None:
    game = await new_game(store)
    await store.write(lambda tx: tx.games.save(progress(game, 0, "a", None)))
    row = await store.read(lambda tx: tx.games.get(game))
    assert row is not None
    assert row.revision == 2


async def test_entries_that_were_taken_back_stay_in_the_log_marked(store: Store) -> None:
    game = await new_game(store)
    await store.write(lambda tx: tx.games.save(progress(game, 0, "a", "b", None, "c")))
    back = Progress(game, 4, (MoveRow(1, None, 99, MoveKind.BACK),), "{}", 0, Status.RUNNING)
    await store.write(lambda tx: tx.games.save(back))
    await store.write(lambda tx: tx.games.take_back(game, after=1, by=5))
    log = await store.read(lambda tx: tx.games.log(game))
    assert [one.taken_back for one in log] == [None, 5, 5, 5, None]


async def test_a_seat_left_to_the_substitute_keeps_its_person(store: Store) -> None:
    game = await new_game(store)
    for resigned in (False, True):
        await store.write(
            lambda tx, left=resigned: tx.games.hold(game, 1, bot=True, resigned=left)  # type: ignore[misc]
        )
        row = await store.read(lambda tx: tx.games.get(game))
        assert row is not None
        assert row.players == (ADA, BO)
        assert row.bots == {1}
        assert row.resigned == ({1} if resigned else set())
    with pytest.raises(ConflictError):
        await store.write(lambda tx: tx.games.reseat(game, BO.id, PersonRow(33, "Cy")))
    await store.write(lambda tx: tx.games.hold(game, 1, bot=False))
    row = await store.read(lambda tx: tx.games.get(game))
    assert row is not None
    assert row.bots == row.resigned == set()


async def test_a_finished_game_takes_no_move(store: Store) -> None:
    game = await new_game(store)
    over = Progress(game, 0, (), "{}", 0, Status.FINISHED)
    await store.write(lambda tx: tx.games.save(over))
    with pytest.raises(ConflictError):
        await store.write(lambda tx: tx.games.save(progress(game, 0, "a")))


async def test_a_failing_transaction_leaves_nothing(store: Store) -> None:
    game = await new_game(store)

    async def fail(tx: Transaction) -> None:
        await tx.games.save(progress(game, 0, "a"))
        await tx.posts.add(game, 7, Via.CHANNEL, "{}")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await store.write(fail)
    assert await store.read(lambda tx: tx.games.log(game)) == ()
    assert await store.read(lambda tx: tx.posts.heads()) == ()


async def test_cancelled_writers_leave_whole_transactions_only(store: Store) -> None:
    dice = random.Random(4)

    async def pair(tx: Transaction, number: int) -> None:
        await tx.meta.put_opening(number, number)
        await asyncio.sleep(0)
        await tx.meta.put_opening(RIGHT + number, number)

    for number in range(60):
        task = asyncio.create_task(
            store.write(lambda tx, number=number: pair(tx, number))  # type: ignore[misc]
        )
        for _ in range(dice.randrange(6)):
            await asyncio.sleep(0)
        task.cancel()
    await store.write(lambda tx: tx.meta.put_commands("x", {"turn": 7}))
    kept = await store.read(lambda tx: tx.meta.openings())
    for number in range(60):
        assert (number in kept) == (RIGHT + number in kept)
    assert await store.read(lambda tx: tx.meta.commands()) == "x"
    assert await store.read(lambda tx: tx.meta.command_ids()) == {"turn": 7}


WRITER = """
import asyncio, sys
from pathlib import Path
from bot.store.store import Store

async def main():
    store = await Store.open(Path(sys.argv[1]))
    number = 0
    while True:
        number += 1
        async def pair(tables):
            await tables.meta.put_opening(1, number)
            await tables.meta.put_opening(2, number)
        await store.write(pair)
        print(number, flush=True)

asyncio.run(main())
"""


def test_a_killed_process_loses_no_acknowledged_commit(tmp_path: Path) -> None:
    path = tmp_path / "bonfire.db"
    dice = random.Random(7)
    for _ in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            last = 0
            for _ in range(dice.randrange(1, 40)):
                last = int(writer.stdout.readline())
            writer.send_signal(signal.SIGKILL)
            rest = writer.stdout.read().splitlines()
        last = int(rest[-1]) if rest and rest[-1].isdigit() else last
        left, right = asyncio.run(pair_in(path))
        assert left == right
        assert left >= last


async def pair_in(path: Path) -> tuple[int, int]:
    store = await Store.open(path)
    try:
        kept = await store.read(lambda tx: tx.meta.openings())
        return kept.get(1, 0), kept.get(2, 0)
    finally:
        await store.close()


async def test_a_second_process_is_refused(store: Store, tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="Another process"):
        await Store.open(tmp_path / "bonfire.db")


async def test_a_link_to_a_database_is_no_other_database(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "bonfire.db")
    (tmp_path / "link.db").symlink_to("bonfire.db")
    try:
        with pytest.raises(DatabaseError, match="Another process"):
            await Store.open(tmp_path / "link.db")
    finally:
        await store.close()


async def test_a_closed_database_can_be_opened_again(tmp_path: Path) -> None:
    for _ in range(2):
        store = await Store.open(tmp_path / "bonfire.db")
        await store.close()


async def test_a_persons_new_draft_replaces_the_old_one(store: Store) -> None:
    game = await new_game(store)
    drafts = [PageRow(token, game, ADA.id, 0, "[]") for token in ("one", "two")]
    for draft in drafts:
        await store.write(lambda tx, draft=draft: tx.drafts.put(draft))  # type: ignore[misc]
    assert await store.read(lambda tx: tx.drafts.get(game, ADA.id)) == drafts[1]
    assert await store.read(lambda tx: tx.drafts.get(game, BO.id)) is None


async def test_an_interaction_is_processed_once(store: Store) -> None:
    assert await store.write(lambda tx: tx.processed.add(5))
    assert not await store.write(lambda tx: tx.processed.add(5))


async def test_posts_of_a_channel_come_in_order(store: Store) -> None:
    game = await new_game(store)
    first = await store.write(lambda tx: tx.posts.add(game, 7, Via.CHANNEL, "1"))
    second = await store.write(lambda tx: tx.posts.add(game, 7, Via.CHANNEL, "2"))
    other = await store.write(lambda tx: tx.posts.add(None, 8, Via.CHANNEL, "3"))
    await store.write(lambda tx: tx.posts.retry(first, 9e9))
    heads = await store.read(lambda tx: tx.posts.heads())
    assert {post.id for post in heads} == {first, other}
    head = next(post for post in heads if post.id == first)
    await store.write(lambda tx: tx.posts.mark_sent(head, 1))
    heads = await store.read(lambda tx: tx.posts.heads())
    assert {post.id for post in heads} == {second, other}


async def test_what_is_set_comes_back(store: Store) -> None:
    assert await store.read(lambda tx: tx.preferences.of(ADA.id)) == Preferences()
    chosen = Preferences(
        Notice.MESSAGE,
        Availability("Europe/Warsaw", QuietHours(1320, 420), 2_000_000_000.0),
        Appearance(PictureChoice.BOARD, PictureSize.LARGE, "de", PaletteName.CONTRAST),
    )
    await store.write(lambda tx: tx.preferences.put(ADA.id, chosen))
    assert await store.read(lambda tx: tx.preferences.of(ADA.id)) == chosen
    rules = ServerSettings(
        Allowed.MANAGERS, Allowed.MANAGERS, Pace.DAILY, Appearance(size=PictureSize.SMALL)
    )
    await store.write(lambda tx: tx.preferences.put_server(5, rules))
    assert await store.read(lambda tx: tx.preferences.of_server(5)) == rules
    assert await store.read(lambda tx: tx.preferences.of_server(None)) == ServerSettings()


async def test_messages_are_turned_off_once(store: Store) -> None:
    await store.write(lambda tx: tx.preferences.put(ADA.id, Preferences(Notice.MESSAGE)))
    done = [await store.write(lambda tx: tx.preferences.no_more_messages(ADA.id)) for _ in range(2)]
    assert done == [True, False]
    assert (await store.read(lambda tx: tx.preferences.of(ADA.id))).notice is Notice.MENTION


async def test_of_a_game_one_vote_is_open(store: Store) -> None:
    game = await new_game(store)
    first = await store.write(lambda tx: tx.votes.open(game, 0, ADA.id, 1))
    with pytest.raises(ConflictError):
        await store.write(lambda tx: tx.votes.open(game, 0, ADA.id, 1))
    await store.write(lambda tx: tx.votes.cast(first.id, BO.id, VoteOption.WAIT))
    await store.write(lambda tx: tx.votes.cast(first.id, BO.id, VoteOption.BOT))
    found = await store.read(lambda tx: tx.votes.open_in(game))
    assert found is not None
    assert found.ballots == ((BO.id, VoteOption.BOT),)
    closed = [
        await store.write(lambda tx: tx.votes.close(first.id, VoteOption.BOT)) for _ in range(2)
    ]
    assert closed == [True, False]
    assert await store.read(lambda tx: tx.votes.open_in(game)) is None
    await store.write(lambda tx: tx.votes.open(game, 0, ADA.id, 2))
    await store.write(lambda tx: tx.votes.void(game))
    assert await store.read(lambda tx: tx.votes.open_in(game)) is None


async def test_a_commit_is_on_the_disk_before_it_is_confirmed(store: Store) -> None:
    """Nothing else keeps the promise that no confirmed move is lost when the power fails."""
    names = ("journal_mode", "synchronous", "foreign_keys", "trusted_schema", "secure_delete")
    set_to = {}
    for name in (*names, "journal_size_limit", "busy_timeout"):
        (row,) = await store.engine.read(lambda db, name=name: db.rows(f"PRAGMA {name}", ()))  # type: ignore[misc]
        set_to[name] = row[0]
    assert set_to == {
        "journal_mode": "wal",
        "synchronous": 2,  # FULL
        "foreign_keys": 1,
        "trusted_schema": 0,
        "secure_delete": 1,
        "journal_size_limit": 4 << 20,
        "busy_timeout": 5000,
    }


@pytest.mark.parametrize("mishap", ["deleted", "moved", "restored"])
async def test_a_database_that_is_not_in_its_place_takes_nothing(
    tmp_path: Path, mishap: str
) -> None:
    """What is confirmed before stays in the file that was there."""
    path, away = tmp_path / "bonfire.db", tmp_path / "away.db"
    store = await Store.open(path)
    copy(path, tmp_path / "copy.db")
    noticed = asyncio.create_task(store.engine.identity.until_lost())
    await store.write(lambda tx: tx.processed.add(1))
    path.rename(away)
    if mishap == "deleted":
        away.unlink()
    if mishap == "restored":
        (tmp_path / "copy.db").rename(path)
    for number in (2, 3):
        with pytest.raises(DatabaseError, match="was moved, deleted or replaced"):
            await store.write(lambda tx, number=number: tx.processed.add(number))  # type: ignore[misc]
    with pytest.raises(DatabaseError, match="was moved, deleted or replaced"):
        await store.read(lambda tx: tx.processed.knows(1))
    with pytest.raises(DatabaseError, match="was moved, deleted or replaced"):
        await noticed
    await store.close()
    assert path.exists() is (mishap == "restored")
    if mishap != "deleted":
        with closing(sqlite3.connect(away)) as database:
            assert (1,) in database.execute("SELECT interaction FROM processed").fetchall()


@pytest.mark.parametrize("changes", [1, 300])
async def test_a_log_of_another_database_is_not_taken_for_its_own(
    tmp_path: Path, changes: int
) -> None:
    path, log = tmp_path / "bonfire.db", tmp_path / "bonfire.db-wal"
    store = await Store.open(path)
    for number in range(300):
        await new_game(store, channel=number + 1)
    await store.close()
    copy(path, tmp_path / "copy.db")
    store = await Store.open(path)
    for number in range(changes):
        await new_game(store, channel=number + 1000)
    left = log.read_bytes()
    await store.close()
    (tmp_path / "copy.db").replace(path)
    log.write_bytes(left)
    with pytest.raises(DatabaseError, match=r"bonfire\.db-wal do not fit together"):
        await Store.open(path)


async def test_a_database_is_restored_without_the_log_of_a_lost_one(tmp_path: Path) -> None:
    path, log = tmp_path / "bonfire.db", tmp_path / "bonfire.db-wal"
    store = await Store.open(path)
    copy(path, tmp_path / "copy.db")
    await store.write(lambda tx: tx.processed.add(1))
    left = log.read_bytes()
    await store.close()
    path.unlink()
    log.write_bytes(left)
    exchange(path, tmp_path / "copy.db", tmp_path / "bonfire.db.before")
    assert not log.exists()
    assert (tmp_path / "bonfire.db.before-wal").read_bytes() == left


async def test_the_log_does_not_keep_what_was_deleted_nor_its_size(
    store: Store, tmp_path: Path
) -> None:
    log = tmp_path / "bonfire.db-wal"
    with closing(sqlite3.connect(tmp_path / "bonfire.db")) as copying:
        copying.execute("BEGIN")
        copying.execute("SELECT * FROM games").fetchall()
        for _ in range(40):
            await store.write(lambda tx: tx.posts.add(None, 7, Via.CHANNEL, "x" * 240_000))
        assert log.stat().st_size > 4 << 20
    for channel in range(2000):
        await store.write(lambda tx, number=channel: tx.processed.add(number))  # type: ignore[misc]
    assert log.stat().st_size <= 5 << 20
    assert await store.engine.wipe()
    assert log.stat().st_size == 0
