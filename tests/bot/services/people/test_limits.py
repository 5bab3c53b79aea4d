"""What one person may ask of the bot in a while, and the kind word at more."""

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import asdict
from pathlib import Path

import pytest
import pytest_asyncio

from bot.model import messages
from bot.model.errors import UserError
from bot.present import rules_lookup
from bot.runtime.settings import Switch
from bot.services.games import saving
from bot.services.people import UNLIMITED, PersonalLimits, Rate, RateVerdict, RecentDeeds
from bot.services.play.lobbies import LobbyService
from bot.standin import StandIn
from bot.standin.layout import text
from bot.words import Catalog, catalog
from engine import GameOptions
from engine.data import box
from tests.kit.pages import in_words
from tests.kit.presses import abandon, refused
from tests.kit.sources import OPENAPI
from tests.kit.stack import HOUR, PEOPLE, HandClock, Stack
from tests.kit.stage import bot_on

ADA, BO = PEOPLE[:2]
WORDS = catalog()


@pytest_asyncio.fixture
async def strict(tmp_path: Path) -> AsyncIterator[StandIn]:
    """A stand-in with a bot that keeps its limits, while time stands still."""
    clock = HandClock()
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        async with bot_on(server, tmp_path, clock, limits=Switch.ON):
            yield server
        assert server.invalid_requests == []


def test_so_many_within_so_many_seconds() -> None:
    clock = HandClock()
    deeds = RecentDeeds(Rate(2, 10.0), clock)
    assert [deeds.take(1), deeds.take(1), deeds.take(1), deeds.take(2)] == [True, True, False, True]
    clock.at += 9.9
    assert not deeds.take(1)
    clock.at += 0.1  # what was refused has not counted
    assert [deeds.take(1), deeds.take(1), deeds.take(1)] == [True, True, False]


def test_a_table_of_friends_has_no_limit() -> None:
    endless = {"most": sys.maxsize, "seconds": 0.0}
    assert all(limit in (sys.maxsize, endless) for limit in asdict(UNLIMITED).values())


def test_who_did_nothing_for_long_is_not_remembered() -> None:
    clock = HandClock()
    deeds = RecentDeeds(Rate(2, 10.0), clock)
    for person in range(1000):
        deeds.take(person)
        clock.at += 1.0
    assert len(deeds._times) == 10


async def test_haste_is_told_once(stack: Stack) -> None:
    limits: PersonalLimits = stack.limits
    assert {limits.press(ADA.id) for _ in range(20)} == {RateVerdict.NONE}
    assert [limits.press(ADA.id) for _ in range(3)] == [
        RateVerdict.FIRST,
        RateVerdict.MORE,
        RateVerdict.MORE,
    ]
    assert limits.press(BO.id) is RateVerdict.NONE
    stack.clock.at += 10.0
    assert {limits.press(ADA.id) for _ in range(20)} == {RateVerdict.NONE}
    assert limits.press(ADA.id) is RateVerdict.FIRST


async def test_who_was_told_and_never_came_back_is_not_remembered(stack: Stack) -> None:
    for person in range(100):
        told = [stack.limits.press(person) for _ in range(22)]
        assert told[-2:] == [RateVerdict.FIRST, RateVerdict.MORE]
        stack.clock.at += 1.0
    assert len(stack.limits._told._times) == 10


async def test_completions_have_an_allowance_of_their_own_for_each_person(stack: Stack) -> None:
    assert sum(stack.limits.complete(ADA.id) for _ in range(200)) == 40
    assert stack.limits.complete(BO.id)
    assert stack.limits.press(ADA.id) is RateVerdict.NONE


async def test_completions_of_one_person_are_not_all_worked_out(
    strict: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked = []

    def complete(typed: str, _box: box.Box, _words: Catalog) -> tuple[messages.Completion, ...]:
        worked.append(typed)
        return ()

    monkeypatch.setattr(rules_lookup, "complete", complete)
    ada, bo = strict.person("Ada"), strict.person("Bo")
    guild = strict.guild("Club", ada, bo)
    room = strict.text_channel(guild, "table")
    for number in range(60):
        await ada.begin_autocomplete(room, "bonfire", "rules", focused="term", typed=f"{number}")
    await (await bo.slash(room, "bonfire", "help")).response()
    await bo.autocomplete(room, "bonfire", "rules", focused="term", typed="sail")
    assert len(worked) == 41


async def test_five_openings_in_ten_minutes(stack: Stack) -> None:
    for _ in range(5):
        stack.limits.open(ADA.id)
    with pytest.raises(UserError) as sorry:
        stack.limits.open(ADA.id)
    assert sorry.value.problem == "limit.openings"
    stack.clock.at += HOUR / 6
    stack.limits.open(ADA.id)


async def test_three_games_alone_in_a_server(stack: Stack) -> None:
    await stack.start(channel=20)
    game = 0
    for channel in (7, 8, 9):
        press = stack.press(ADA, channel=channel)
        await stack.limits.may_play_alone(press)
        game = (await stack.games.start(press, GameOptions(1), (ADA,))).game
    assert await refused(stack.limits.may_play_alone(stack.press(ADA))) == "limit.alone"
    await stack.limits.may_play_alone(stack.press(BO))
    await abandon(stack.games, stack.press(ADA), game)
    await stack.limits.may_play_alone(stack.press(ADA))


@pytest.mark.parametrize("again", [False, True])
async def test_of_two_starts_at_once_only_one_is_the_third_game_alone(
    stack: Stack, *, again: bool
) -> None:
    presses = [stack.press(ADA, channel=channel) for channel in range(7, 11)]
    finished = (await stack.games.start(presses[0], GameOptions(1), (ADA,))).game
    await abandon(stack.games, stack.press(ADA), finished)
    for press in presses[1:3]:
        await stack.games.start(press, GameOptions(1), (ADA,))
    lobbies = LobbyService(stack.store, stack.games)

    async def start(channel: int) -> object:
        press = stack.press(ADA, channel=channel)
        await stack.limits.may_play_alone(press)
        may = stack.limits.alone(press)
        if again:
            return await lobbies.rematch(press, finished, may)
        return await stack.games.start(press, GameOptions(1), (ADA,), also=may)

    begun, sorry = sorted(
        await asyncio.gather(start(20), start(21), return_exceptions=True),
        key=lambda one: isinstance(one, UserError),
    )
    assert isinstance(begun, saving.Saved)
    assert isinstance(sorry, UserError)
    assert sorry.problem == "limit.alone"


async def test_of_two_commands_at_once_only_one_starts_the_third_game_alone(
    strict: StandIn,
) -> None:
    ada = strict.person("Ada")
    guild = strict.guild("Club", ada)
    rooms = [strict.text_channel(guild, f"{number}") for number in range(4)]
    for room in rooms[:2]:
        await (await ada.slash(room, "bonfire", "solo")).response()
    asked = [await ada.slash(room, "bonfire", "solo") for room in rooms[2:]]
    told = [in_words(await one.response()) for one in asked]
    assert sorted(told) == sorted([WORDS.say("shell.started"), WORDS.say("limit.alone", n=3)])


async def test_the_fourth_game_alone_is_refused_kindly(strict: StandIn) -> None:
    ada = strict.person("Ada")
    guild = strict.guild("Club", ada)
    for number in range(3):
        await (
            await ada.slash(strict.text_channel(guild, f"{number}"), "bonfire", "solo")
        ).response()
    asked = await ada.slash(strict.text_channel(guild, "more"), "bonfire", "solo")
    assert in_words(await asked.response()) == WORDS.say("limit.alone", n=3)


async def test_a_table_with_bots_alone_is_a_game_alone_too(strict: StandIn) -> None:
    ada = strict.person("Ada")
    guild = strict.guild("Club", ada)
    for number in range(2):
        room = strict.text_channel(guild, f"{number}")
        await (await ada.slash(room, "bonfire", "solo", bots=3, level="easy")).response()
    rooms = [strict.text_channel(guild, f"{number}") for number in (3, 4)]
    tables = [await (await ada.slash(room, "bonfire", "new", bots=1)).response() for room in rooms]
    started = [await (await ada.press(table, "Start")).response() for table in tables]
    assert in_words(started[0]) != in_words(started[1]) == WORDS.say("limit.alone", n=3)


async def test_presses_too_many_are_told_once_and_then_pass_in_silence(strict: StandIn) -> None:
    ada = strict.person("Ada")
    room = strict.text_channel(strict.guild("Club", ada), "table")
    lobby = await (await ada.slash(room, "bonfire", "new")).response()
    for _ in range(19):
        await (await ada.press(lobby, "Join")).response()
    for _ in range(3):
        await (await ada.press(lobby, "Join")).acknowledged()
    told = [m for m in ada.sees(room) if text(m) == WORDS.say("limit.presses")]
    assert len(told) == 1
    assert told[0].is_ephemeral


async def test_invitations_to_one_table_after_the_other_fall_silent(strict: StandIn) -> None:
    ada, bo = strict.person("Ada"), strict.person("Bo")
    club = strict.guild("Club", ada, bo)
    pings = []
    for number in range(3):
        room = strict.text_channel(club, f"room-{number}")
        lobby = await (await ada.slash(room, "bonfire", "new", thread=False)).response()
        await (await ada.use_on_person(room, bo.user, WORDS.say("menu.invite"))).response()
        newest = strict.app_messages(room)[-1]
        assert lobby.id <= newest.id
        assert "Bo" in in_words(newest), text(newest)
        pings.append(newest.pings)
    assert pings == [[bo.id], [bo.id], []]
