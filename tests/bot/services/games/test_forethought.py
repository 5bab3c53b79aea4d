"""Thinking ahead: what people will probably ask for is there before they ask."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio

from bot.model.clock import SYSTEM_CLOCK
from bot.services.games.table import Table
from bot.services.games.thinker import Forethought, Thinker
from engine import Game, agenda, ids
from engine.advice import Judgement, judgement, remembered
from engine.advice.lines import suggestion
from tests.kit.stack import Stack
from tests.kit.whole import eventually

_ADA = 7


class Desk(Thinker):
    """Thinks in this process as if it were another one, and notes what it was asked for."""

    def __init__(self) -> None:
        super().__init__(0)
        self.has_processes = True
        self.asked: list[tuple[str, int]] = []
        self.fails = False

    async def advise(
        self, find: Callable[[Game, ids.Seat, int], Any], game: Game, seat: ids.Seat, key: int
    ) -> Any:
        self.asked.append((getattr(find, "func", find).__name__, key))
        if self.fails:
            raise RuntimeError("no idea")
        return await super().advise(find, game, seat, key)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(judgement, "_MEMORY", judgement._Memory())
    return Desk()


@pytest_asyncio.fixture
async def ahead(desk: Desk) -> AsyncIterator[Forethought]:
    made = Forethought(desk, SYSTEM_CLOCK)
    running = asyncio.create_task(made.run())
    yield made
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    desk.close()


def at_a_turn(table: Table) -> ids.Seat:
    """Answer whatever comes before the choice of a turn; returns the seat that chooses."""
    while (asked := table.game.waiting) and not isinstance(asked.decision, agenda.TurnChoice):
        table.game.submit(asked.seat, table.game.legal_actions()[0])
    assert asked is not None
    return asked.seat


async def became(done: Callable[[], bool]) -> None:
    async def look() -> bool:
        return done()

    await eventually(look)


async def test_who_is_called_finds_the_menus_ranked(
    stack: Stack, ahead: Forethought, desk: Desk
) -> None:
    async with stack.games.hold(await stack.start(2)) as table:
        seat = at_a_turn(table)
        ahead.called(table)
        await became(lambda: bool(remembered(table.game, seat)))
        ahead.called(table)
    assert desk.asked == [("ranked", 0)]


async def test_only_the_newest_position_of_a_game_is_thought_of(stack: Stack, desk: Desk) -> None:
    ahead = Forethought(desk, SYSTEM_CLOCK)
    async with stack.games.hold(await stack.start(2)) as table:
        at_a_turn(table)
        for _ in range(3):
            ahead.called(table)
    running = asyncio.create_task(ahead.run())
    await became(lambda: bool(desk.asked))
    await asyncio.sleep(0)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert len(desk.asked) == 1


async def test_what_a_page_has_ranked_meanwhile_is_not_ranked_again(
    stack: Stack, desk: Desk
) -> None:
    ahead = Forethought(desk, SYSTEM_CLOCK)
    async with stack.games.hold(await stack.start(2)) as table:
        seat, game = at_a_turn(table), table.game.copy()
        ahead.called(table)
    Judgement(game, seat).plans(())
    async with stack.games.hold(await stack.start(2, channel=2)) as table:
        other = at_a_turn(table)
        ahead.called(table)
        running = asyncio.create_task(ahead.run())
        await became(lambda: bool(remembered(table.game, other)))
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert desk.asked == [("ranked", 0)]


async def test_a_suggestion_is_there_for_somebody_who_asks_for_them(
    stack: Stack, ahead: Forethought, desk: Desk
) -> None:
    async with stack.games.hold(await stack.start(2)) as table:
        seat = at_a_turn(table)
        game = table.game.copy()
        ahead.opened(table, _ADA)
        first = await ahead.suggestion(game, seat, _ADA)
        assert await ahead.suggestion(game, seat, _ADA) == first == suggestion(game, seat, 0).lines
        assert desk.asked == [("suggestion", _ADA)]
        table.game.submit(seat, table.game.legal_actions()[0])
        at_a_turn(table)
        ahead.opened(table, _ADA)
        await became(lambda: desk.asked[-1] == ("suggestion", 0))


async def test_a_press_ends_the_thought_and_who_asks_goes_on_from_there(
    stack: Stack, ahead: Forethought, desk: Desk
) -> None:
    async with stack.games.hold(await stack.start(2)) as table:
        seat = at_a_turn(table)
        ahead._advised[_ADA] = None
        ahead.opened(table, _ADA)
        await became(lambda: bool(desk.asked))
        ahead.pressed(table.id)
        ahead.called(replace(table, id=table.id + 1))
        await became(lambda: desk.asked[-1][0] == "ranked")
        found = await ahead.suggestion(table.game.copy(), seat, _ADA)
        assert found == suggestion(table.game, seat, 0).lines
        assert await ahead.suggestion(table.game.copy(), seat, _ADA) == found
    assert desk.asked == [("suggestion", 0), ("ranked", 0), ("suggestion", _ADA)]


async def test_who_does_not_ask_again_gets_no_further_suggestion_ahead(
    stack: Stack, ahead: Forethought, desk: Desk
) -> None:
    async with stack.games.hold(await stack.start(2)) as table:
        seat = at_a_turn(table)
        await ahead.suggestion(table.game.copy(), seat, _ADA)
        for _ in range(2):
            table.game.submit(seat, table.game.legal_actions()[0])
            seat = at_a_turn(table)
            ahead.opened(table, _ADA)
            await became(lambda: ("suggestion", 0) in desk.asked)
        ahead.called(replace(table, id=table.id + 1))
        await became(lambda: ("ranked", 0) in desk.asked)
    told = list(dict.fromkeys(desk.asked))
    assert told == [("suggestion", _ADA), ("suggestion", 0), ("ranked", 0)]


async def test_two_who_ask_at_once_share_a_thought(
    stack: Stack, ahead: Forethought, desk: Desk
) -> None:
    async with stack.games.hold(await stack.start(2)) as table:
        seat = at_a_turn(table)
        game = table.game.copy()
    both = await asyncio.gather(*(ahead.suggestion(game, seat, person) for person in (1, 2)))
    assert both[0] == both[1]
    assert len(desk.asked) == 1


async def test_a_thought_that_fails_is_logged_and_the_next_one_comes(
    stack: Stack, ahead: Forethought, desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.fails = True
    games = [await stack.start(2), await stack.start(2, channel=2)]
    for game in games:
        async with stack.games.hold(game) as table:
            at_a_turn(table)
            ahead.called(table)
    await became(lambda: len(desk.asked) == len(games))
    await became(lambda: len(caplog.records) == len(games))
    assert "thinking ahead failed" in caplog.text
    caplog.clear()


async def test_threads_think_of_nothing_ahead(stack: Stack) -> None:
    thinker = Thinker(0)
    ahead = Forethought(thinker, SYSTEM_CLOCK)
    async with stack.games.hold(await stack.start(2)) as table:
        at_a_turn(table)
        ahead.called(table)
    assert not ahead._wishes
    thinker.close()
