"""Forgetting a person: nothing of them stays in any table, and the games stay playable."""

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bot.model import preferences, results, rows, turn_clock
from bot.model.people import Known
from bot.services.calls.bot_seats import BotSeats
from bot.services.games.outcomes import settle
from bot.services.play.lobbies import LobbyService
from bot.services.play.open_lobby import OpenLobby
from bot.store.migrate import migrations
from bot.store.store import Store
from bot.words import catalog
from tests.kit.forgetting import (
    EXEMPT,
    OTHERS,
    ZOE,
    columns,
    fill,
    forgetter,
    game_with_zoe,
    is_exempt,
    traces,
)
from tests.kit.presses import abandon
from tests.kit.stack import DAY, PEOPLE, Stack, at_once, play_all, stack_in

pytestmark = pytest.mark.in_a_file


def files_with_traces(folder: Path) -> set[str]:
    """The files with bytes of the person, in use or not: as text, or as SQLite's number."""
    marks = (b"Zyxwv", str(ZOE.id).encode(), ZOE.id.to_bytes(6))
    return {
        file.name
        for file in folder.rglob("*")
        if file.is_file() and any(mark in file.read_bytes() for mark in marks)
    }


MARKS: Final = (ZOE.id, ZOE.name, "Zyxwv")


async def test_every_column_that_can_tell_of_a_person_is_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "bonfire.db"
    await (await Store.open(path)).close()
    fill(path)
    with closing(sqlite3.connect(path)) as database:
        expected = {
            f"{table}.{name}"
            for table, found in columns(database).items()
            for name, kind, sql in found
            if not is_exempt(table, name, kind, sql)
        }
    assert {"players.person", "players.name", "posts.body", "lobbies.host"} <= expected
    assert traces(path, MARKS) == expected
    async with stack_in(tmp_path) as stack:
        await stack.store.write(lambda tx: tx.game_notes.put(1, ZOE.id, f"from {ZOE.name}"))
        assert files_with_traces(tmp_path) == {"bonfire.db", "bonfire.db-wal"}
        await forgetter(stack).forget(ZOE.id)
        assert files_with_traces(tmp_path) == set()
    assert traces(path, MARKS) == set()


def test_what_is_exempt_exists() -> None:
    """An entry of the list that no column needs would hide a later one."""
    with closing(sqlite3.connect(":memory:")) as database:
        for step in migrations():
            database.executescript(step.sql)
        found = columns(database)
    names = {name for table in found.values() for name, _, _ in table}
    full = {f"{table}.{name}" for table, names in found.items() for name, _, _ in names}
    assert {one for one in EXEMPT if one not in names | full} == set()


async def test_whoever_really_played_leaves_no_trace(stack: Stack) -> None:
    game = await game_with_zoe(stack, players=3)
    await game_with_zoe(stack, players=1, channel=8)
    await stack.play(game, random.Random(4), 20)
    lobbies = LobbyService(stack.store, stack.games)
    await lobbies.open(stack.press(ZOE, channel=9), frozenset())
    await lobbies.join(stack.press(PEOPLE[0], channel=9))
    await stack.preferences.change(
        stack.press(ZOE), lambda chosen: replace(chosen, notice=preferences.Notice.MESSAGE)
    )
    stack.clock.at += 30 * DAY
    for person in (ZOE, *OTHERS):
        if person.id != (await stack.mover(game)).id:
            await stack.votes.cast(
                stack.press(person), game, (await stack.row(game)).turn, turn_clock.VoteOption.WAIT
            )
            break
    agree = stack.consent
    await agree.abandon(stack.press(ZOE), game, catalog())
    assert {"ballots.person", "asked.person", "questions.person"} & traces(stack.path, MARKS)
    assert files_with_traces(stack.path.parent)
    assert await forgetter(stack).forget(ZOE.id) == Known(games=2, running=2)
    assert files_with_traces(stack.path.parent) == set()
    assert traces(stack.path, MARKS) == set()
    lobby = await lobbies.look(9)
    assert lobby is not None
    assert lobby.host == PEOPLE[0]


async def test_the_others_play_on_against_the_bot(stack: Stack) -> None:
    game = await game_with_zoe(stack, players=3)
    await stack.play(game, random.Random(4), 10)
    await forgetter(stack).forget(ZOE.id)
    async with stack.games.hold(game) as table:
        assert table.status is rows.Status.RUNNING
        assert table.players[0] == rows.PersonRow(-1, "Former player")
        assert table.bots == table.resigned == {0}
        assert table.people[0].mention == table.people[0].name.removesuffix(" (bot)")
    texts = [body.text for body in await stack.bodies()]
    assert any("Former player" in text for text in texts)
    assert not any("Zyxwv" in text for text in texts)


async def test_the_bot_takes_the_turn_that_was_waited_for(stack: Stack) -> None:
    game, dice = await game_with_zoe(stack), random.Random(6)
    while (await stack.mover(game)).id != ZOE.id:
        await stack.answer(game, dice)
    await forgetter(stack).forget(ZOE.id)
    await play_all(BotSeats(stack.store, stack.games, lambda _: None, at_once))
    assert await stack.mover(game) == PEOPLE[0]
    assert any(one.by_bot for one in await stack.store.read(lambda t: t.games.log(game)))


async def test_a_game_without_anybody_else_ends(stack: Stack) -> None:
    game = await game_with_zoe(stack, players=1)
    await forgetter(stack).forget(ZOE.id)
    assert await stack.status(game) is rows.Status.ABANDONED


async def test_games_that_are_over_keep_their_moves(stack: Stack) -> None:
    game = await game_with_zoe(stack)
    await stack.play(game, random.Random(4), 15)
    await abandon(stack.games, stack.press(ZOE), game)
    before = await stack.store.read(lambda tx: tx.games.log(game))
    await forgetter(stack).forget(ZOE.id)
    assert await stack.store.read(lambda tx: tx.games.log(game)) == before
    async with stack.games.hold(game) as table:
        assert table.players == (rows.PersonRow(-1, "Former player"), PEOPLE[0])
        assert table.bots == frozenset()


async def test_the_name_is_in_the_language_of_the_table(stack: Stack) -> None:
    game = await game_with_zoe(stack)
    await abandon(stack.games, stack.press(ZOE), game)
    await stack.store.write(lambda tx: tx.games.speak(game, "de"))
    await forgetter(stack).forget(ZOE.id)
    async with stack.games.hold(game) as table:
        assert table.players[0].name == "Jemand von früher"


async def test_nobody_waits_for_a_rematch_with_somebody_unknown(stack: Stack) -> None:
    game = await game_with_zoe(stack)
    await abandon(stack.games, stack.press(ZOE), game)
    await forgetter(stack).forget(ZOE.id)
    press, lobbies = stack.press(PEOPLE[0]), LobbyService(stack.store, stack.games)
    lobby = await lobbies.rematch(press, game, stack.limits.alone(press))
    assert isinstance(lobby, OpenLobby)
    assert lobby.row.members == (PEOPLE[0],)
    assert lobby.row.invited == ()


async def test_who_has_asked_them_for_a_seat_reads_that_it_is_over(stack: Stack) -> None:
    game = await stack.start(2)
    await stack.consent.hand_over(stack.press(PEOPLE[0]), game, ZOE)
    await stack.bodies()
    message = next(reversed(stack.messages))
    assert stack.messages[message].rows
    await forgetter(stack).forget(ZOE.id)
    await stack.bodies()
    assert stack.messages[message].note == catalog().say("agree.lapsed")
    assert stack.messages[message].rows == ()
    assert await stack.store.read(lambda tx: tx.questions.open_in(game)) is None
    assert traces(stack.path, MARKS) == set()


async def leaders(stack: Stack) -> set[str]:
    _, found = await stack.store.read(lambda tx: tx.records.standings(11, 5, 0, 9))
    return {one.name for one in found}


@pytest.mark.usefixtures("few_turns_count")
async def test_nobody_unknown_stands_in_a_leaderboard(stack: Stack) -> None:
    for channel in (7, 8):
        game = await game_with_zoe(stack, channel=channel)
        async with stack.games.hold(game) as table:
            await stack.store.write(
                lambda tx, table=table: settle(
                    tx, table, stack.clock.now(), results.Ending.CONCEDED
                )  # type: ignore[misc]
            )
        await abandon(stack.games, stack.press(ZOE), game)
    assert await leaders(stack) == {ZOE.name, "Ada"}
    await forgetter(stack).forget(ZOE.id)
    assert await leaders(stack) == {"Ada"}


async def test_two_can_be_forgotten_in_one_game_and_each_twice(stack: Stack) -> None:
    game = await game_with_zoe(stack)
    service = forgetter(stack)
    for person in (ZOE, PEOPLE[0], ZOE):
        await service.forget(person.id)
    assert await stack.status(game) is rows.Status.ABANDONED
    async with stack.games.hold(game) as table:
        assert [one.id for one in table.players] == [-1, -2]
    assert await service.forget(ZOE.id) == Known(0, 0)


async def test_a_stranger_can_be_forgotten(stack: Stack) -> None:
    game = await game_with_zoe(stack)
    assert await forgetter(stack).forget(4711) == Known(0, 0)
    async with stack.games.hold(game) as table:
        assert table.players == (ZOE, PEOPLE[0])


async def test_a_game_that_cannot_be_read_keeps_nobody_from_being_forgotten(
    stack: Stack,
) -> None:
    game = await game_with_zoe(stack)
    await stack.store.close()
    with closing(sqlite3.connect(stack.path)) as database, database:
        database.execute("UPDATE games SET snapshot = '{}'")
    await stack.open()
    await forgetter(stack).forget(ZOE.id)
    assert traces(stack.path, MARKS) == set()
    row = await stack.stored(game)
    assert row.resigned == {0}
