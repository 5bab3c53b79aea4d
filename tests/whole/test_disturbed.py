"""A game through bad weather: rate limits, errors, cut connections, lost and late presses."""

import asyncio
import errno
import random
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from bot.chat.handlers.pages import PrivatePages
from bot.chat.interaction.reply import Reply
from bot.model import buttons, messages
from bot.model.database_errors import UnavailableError
from bot.model.errors import Problem
from bot.services.games import saving
from bot.services.games.service import GameService
from bot.standin import (
    ManualClock,
    Message,
    Moment,
    NotAnswered,
    RateLimited,
    Reset,
    ServerError,
    StandIn,
    fault_injection,
)
from bot.standin.layout import text
from bot.store.meta import ProcessedInvocations
from bot.words import Catalog, UnknownWordsError, catalog
from tests.kit.hall import Hall
from tests.kit.pages import made_up
from tests.kit.stage import bot_on
from tests.kit.whole import Player, controls, has_turn_button, shows_table

TURNS = 8
MISHAPS: tuple[fault_injection.InjectedFault, ...] = (
    RateLimited(0.05),
    ServerError(500),
    ServerError(503),
    ServerError(502, Moment.AFTER),
    Reset(),
    Reset(Moment.AFTER),
)
PLACES = (
    r"/channels/\d+/messages$",
    r"/interactions/\d+/.+/callback$",
    r"/webhooks/\d+/.+/messages/@original$",
)


class Stubborn(Player):
    """Somebody who presses again when nothing happens, from the newest post on."""

    async def finish_turn(self, post: Message, turn: int) -> None:
        """Play until the bot tells of the next turn."""
        while await self.turn_now() == turn:
            try:
                await self.take_turn(post)
            except (NotAnswered, TimeoutError):
                continue

    async def turn_now(self) -> int:
        """Which turn it is, as the board says."""
        while True:
            try:
                asked = await made_up(self.person, self.table, buttons.ShowStatus())
                shown = text(await asked.response(4))
            except (NotAnswered, TimeoutError):
                continue
            return int(shown.split("Turn ")[1].split(".")[0])


FAILURES: Final = (
    OSError(errno.ENOSPC, "No space left on device"),
    UnavailableError("the database is away"),
    BrokenProcessPool("a process was lost"),
    ZeroDivisionError("a bug"),
)


async def answer_to(hall: Hall, locale: str) -> str:
    """The answer to somebody who types the first answer of a game."""
    ada = hall.people[0]
    ada.user = replace(ada.user, locale=locale)
    await (await ada.slash(hall.table, "bonfire", "solo")).response()
    await ada.waits_for(hall.table, has_turn_button)
    legal = await ada.autocomplete(hall.table, "turn", "move", focused="line", typed="")
    asked = await ada.slash(hall.table, "turn", "move", line=str(legal[0].value))
    return text(await asked.response())


def failing(error: Exception) -> Callable[..., Awaitable[None]]:
    async def fail(*_: object, **__: object) -> None:
        raise error

    return fail


def says(told: str, problem: str, locale: str, hall: Hall) -> bool:
    """Whether a text is the sentence of a problem, with the number of an error where it has one."""
    sentence = catalog(locale).say(problem, id="?")
    mentions = hall.client.services.outbox.mentions
    before, _, after = mentions.in_text(sentence, messages.TEXT_LIMIT).partition("?")
    number = told.removeprefix(before).removesuffix(after)
    return told == before + number + after and (not after or len(number) >= 8)


@pytest.mark.parametrize("locale", ["en-US", "de", "pl"])
@pytest.mark.parametrize("error", FAILURES, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("saved", [False, True], ids=["before", "after"])
async def test_every_failure_is_answered_before_and_after_a_move_is_saved(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, error: Exception, locale: str, *, saved: bool
) -> None:
    service, name = (PrivatePages, "show") if saved else (GameService, "answer")
    monkeypatch.setattr(service, name, failing(error))
    told = await answer_to(hall, locale)
    is_bug = isinstance(error, ZeroDivisionError)
    wanted = {
        (True, False): Problem.UNEXPECTED,
        (True, True): Problem.NOT_SHOWN,
        (False, False): Problem.UNAVAILABLE,
        (False, True): Problem.SAVED_UNSHOWN,
    }[is_bug, saved]
    assert says(told, wanted, locale, hall)
    async with hall.client.services.games.hold(1) as table:
        assert (table.revision > 0) is saved


@pytest.mark.parametrize("locale", ["en-US", "de", "pl"])
async def test_where_the_database_does_not_tell_nobody_claims_that_nothing_changed(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    monkeypatch.setattr(PrivatePages, "show", failing(UnavailableError("away")))
    monkeypatch.setattr(ProcessedInvocations, "knows", failing(UnavailableError("away")))
    assert says(await answer_to(hall, locale), Problem.UNSURE, locale, hall)


async def test_where_the_words_for_an_error_fail_too_something_is_said(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(PrivatePages, "show", failing(ZeroDivisionError()))
    say = Catalog.say

    def say_no_error(self: Catalog, key: str, /, **slots: object) -> str:
        if key == Problem.NOT_SHOWN:
            raise UnknownWordsError(key)
        return say(self, key, **slots)

    monkeypatch.setattr(Catalog, "say", say_no_error)
    assert "went wrong" in await answer_to(hall, "en-US")
    assert sum(record.getMessage().startswith("bug ") for record in caplog.records) == 2


async def test_where_discord_refuses_the_answer_to_an_error_one_line_says_so(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    refused = asyncio.Event()

    async def refuse(*_: object) -> None:
        refused.set()
        raise ConnectionResetError("cut")

    monkeypatch.setattr(Reply, "tell", refuse)
    await hall.people[0].slash(hall.table, "turn", "end")
    await refused.wait()
    await hall.calm()
    assert [record.getMessage() for record in caplog.records if "cut" in record.getMessage()] == [
        "answer failed: cut"
    ]


async def test_a_game_goes_on_in_bad_weather(hall: Hall) -> None:
    await hall.clock.turned(play_in_bad_weather(hall))


async def play_in_bad_weather(hall: Hall) -> None:
    dice = random.Random(11)
    player = Stubborn(hall.people[0], hall.table, dice)
    await (await player.person.slash(hall.table, "bonfire", "solo")).response()
    post = await player.my_post(0)
    for _ in range(TURNS):
        turn = await player.turn_now()
        for _ in range(3):
            hall.server.fault_injector.plan("*", dice.choice(PLACES), dice.choice(MISHAPS))
        await player.finish_turn(post, turn)
        hall.server.fault_injector.clear()
        post = await player.my_post(post.id)
    told = hall.server.app_messages(hall.table)
    turns = [message for message in told if shows_table(message)]
    assert len(turns) == TURNS + 1
    assert len({text(message) for message in turns}) == TURNS + 1


@pytest.mark.parametrize("how", ["close", "abort", "reconnect", "invalid", "identify anew"])
async def test_a_dropped_gateway_comes_back(hall: Hall, how: str) -> None:
    player = Player(hall.people[0], hall.table, random.Random(4))
    await (await player.person.slash(hall.table, "bonfire", "solo")).response()
    post = await player.my_post(0)
    gateway = hall.server.gateway
    match how:
        case "close":
            await gateway.drop(4000)
        case "abort":
            gateway.abort()
        case "reconnect":
            gateway.ask_reconnect()
        case "invalid":
            gateway.invalidate()
        case _:
            gateway.refuse_resumes()
            await gateway.drop(4000)
    await hall.server.disconnected()
    await hall.clock.turned(hall.server.connected(30))
    await player.take_turn(post)
    assert has_turn_button(await player.my_post(post.id))


async def test_a_press_that_expired_has_still_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is saved and told in the channel, though Discord refuses the private words."""
    clock = ManualClock()
    answer = GameService.answer

    async def slow(games: GameService, *given: Any) -> saving.Saved:
        done = await answer(games, *given)
        clock.advance(4)
        return done

    async with StandIn(clock=clock) as server:
        ada = server.person("Ada")
        table = server.text_channel(server.guild("Club", ada), "table")
        player = Player(ada, table, random.Random(4))
        async with bot_on(server, tmp_path):
            await (await ada.slash(table, "bonfire", "solo")).response()
            post = await player.my_post(0)
            await play_until_the_end_is_legal(player)
            monkeypatch.setattr(GameService, "answer", slow)
            await (await ada.slash(table, "turn", "end")).unanswered()
            assert has_turn_button(await player.my_post(post.id))


async def play_until_the_end_is_legal(player: Player) -> None:
    """Type legal answers until the turn can be ended."""
    while True:
        legal = await player.person.autocomplete(player.table, "turn", "move", focused="line")
        lines = [str(choice.value) for choice in legal]
        if "end" in lines:
            return
        line = player.dice.choice(lines)
        await (await player.person.slash(player.table, "turn", "move", line=line)).response()


async def test_presses_on_the_prompt_of_an_earlier_turn_change_nothing(hall: Hall) -> None:
    player = Player(hall.people[0], hall.table, random.Random(6))
    await (await player.person.slash(hall.table, "bonfire", "solo")).response()
    post = await player.my_post(0)
    old = await player.open_turn(post)
    shown = list(controls(old))
    await player.take_turn(post)
    await player.my_post(post.id)
    async with hall.client.services.games.hold(1) as table:
        before = table.game.dump()
    stale = next(step for step in shown if step.answer.startswith("="))
    answer = await (await player.press(old, stale)).response()
    assert text(answer)
    async with hall.client.services.games.hold(1) as table:
        assert table.game.dump() == before
