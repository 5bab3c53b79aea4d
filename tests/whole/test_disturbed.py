"""A game through bad weather: rate limits, errors, cut connections, lost and late presses."""

import random
from pathlib import Path
from typing import Any

import pytest

from bot.chat.handlers.pages import PrivatePages
from bot.model.buttons import ShowStatus
from bot.model.errors import Problem
from bot.services.games.saving import Saved
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
)
from bot.standin.fault_injection import InjectedFault
from bot.standin.layout import text
from bot.words import catalog
from tests.bot.stage import bot_on
from tests.pages import made_up
from tests.whole.conftest import Hall
from tests.whole.kit import Player, controls, has_turn_button, shows_table

TURNS = 8
MISHAPS: tuple[InjectedFault, ...] = (
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
                asked = await made_up(self.person, self.table, ShowStatus())
                shown = text(await asked.response(4))
            except (NotAnswered, TimeoutError):
                continue
            return int(shown.split("Turn ")[1].split(".")[0])


async def test_what_cannot_be_shown_is_said_to_be_saved(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def show(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(PrivatePages, "show", show)
    ada = hall.people[0]
    await (await ada.slash(hall.table, "bonfire", "solo")).response()
    post = await ada.waits_for(hall.table, has_turn_button)
    legal = await ada.autocomplete(hall.table, "turn", "move", focused="line", typed="")
    line = next(str(one.value) for one in legal if str(one.value).startswith("start "))
    asked = await ada.slash(hall.table, "turn", "move", line=line)
    saved = catalog().say(Problem.NOT_SHOWN, id="?").partition(",")[0]
    assert text(await asked.response()).startswith(saved)
    failed = catalog().say(Problem.UNEXPECTED, id="?").partition(";")[0]
    turn = next(one for one in controls(post) if one.answer == "turn")
    asked = await ada.press(post, turn.custom_id)
    assert text(await asked.response()).startswith(failed)


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

    async def slow(games: GameService, *given: Any) -> Saved:
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
    async with hall.client.services.games.table(1) as table:
        before = table.game.dump()
    stale = next(step for step in shown if step.answer.startswith("="))
    answer = await (await player.press(old, stale)).response()
    assert text(answer)
    async with hall.client.services.games.table(1) as table:
        assert table.game.dump() == before
