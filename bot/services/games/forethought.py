"""Thinking ahead: what somebody will probably ask for is thought of while nobody waits for it."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

from bot.model.clock import Clock
from bot.model.rows import Status
from bot.runtime.jobs import Wakeup
from bot.services.games.table import Table
from bot.services.games.thinker import Thinker
from engine import Game
from engine.advice import ADVICE_SEED, is_remembered, ranked, remember
from engine.advice.lines import LineOfPlay, lines
from engine.agenda import AfterTurn, TurnChoice
from engine.ids import Seat

_LOGGER = logging.getLogger(__name__)

_MOST_WISHES: Final = 200
"""Games that wait to be thought of; the oldest wish is dropped where there are more."""
_MOST_SUGGESTED: Final = 100
"""Positions whose suggestion is remembered."""
_MOST_ADVISED: Final = 10_000
"""People who are remembered because they asked for the last suggestion thought of for them."""
_AHEAD: Final = 0
"""The line of thoughts that nobody waits for; those of people have their ids."""

_Wish = Callable[[], Awaitable[object]]


class Forethought:
    """Ranks the menus of a person who is called, and thinks of suggestions while a page is read.

    It has one thought at a time, by the processes that think for people. A game has one wish: a
    newer position of it takes the place of the older one.
    """

    def __init__(self, thinker: Thinker, clock: Clock) -> None:
        """Let `thinker` think; ahead only where it has processes of its own."""
        self._thinker = thinker
        self._wakeup = Wakeup(clock)
        self._wishes: OrderedDict[int, _Wish] = OrderedDict()
        self._advised: OrderedDict[int, None] = OrderedDict()
        self._suggested: OrderedDict[object, asyncio.Task[tuple[LineOfPlay, ...]]] = OrderedDict()

    def called(self, table: Table) -> None:
        """Rank what the person who is called now can do, for the first page of their turn."""
        self._wishes.pop(table.id, None)
        seat = self._whose_turn(table)
        if seat is None or is_remembered(table.game, seat):
            return
        game = table.game.copy()

        async def rank() -> None:
            remember(game, seat, await self._thinker.advise(ranked, game, seat, _AHEAD))

        self._wish(table.id, rank)

    def opened(self, table: Table, person: int) -> None:
        """Think of a suggestion for somebody who looks at a turn, and asked for the last one.

        Without asking again, they get none thought of ahead: each takes most of a second.
        """
        seat = self._whose_turn(table) if person in self._advised else None
        if seat is not None:
            del self._advised[person]
            game = table.game.copy()
            self._wish(table.id, lambda: self._suggestion(game, seat, _AHEAD))

    def _whose_turn(self, table: Table) -> Seat | None:
        """Return the seat of a person who chooses what to do; None where nobody thinks ahead.

        A thread would only take time from what people wait for.
        """
        asked = table.game.waiting
        if not self._thinker.has_processes or table.status is not Status.RUNNING:
            return None
        if asked is None or asked.seat in table.bots:
            return None
        return asked.seat if isinstance(asked.decision, TurnChoice | AfterTurn) else None

    def _wish(self, game: int, wish: _Wish) -> None:
        self._wishes[game] = wish
        if len(self._wishes) > _MOST_WISHES:
            self._wishes.popitem(last=False)
        self._wakeup.kick()

    async def suggestion(self, game: Game, seat: Seat, person: int) -> tuple[LineOfPlay, ...]:
        """Return lines of play for a person who asks; raises as `Thinker.advise` does."""
        self._advised[person] = None
        self._advised.move_to_end(person)
        if len(self._advised) > _MOST_ADVISED:
            self._advised.popitem(last=False)
        return await self._suggestion(game, seat, person)

    async def _suggestion(self, game: Game, seat: Seat, line: int) -> tuple[LineOfPlay, ...]:
        """Return what was found for a position, or what is being looked for there."""
        key = game.fork(ADVICE_SEED).state_hash(), seat
        if key not in self._suggested:
            thought = self._thinker.advise(lines, game, seat, line)
            self._suggested[key] = asyncio.create_task(thought)
            if len(self._suggested) > _MOST_SUGGESTED:
                self._suggested.popitem(last=False)
        try:
            return await asyncio.shield(self._suggested[key])
        except Exception:
            self._suggested.pop(key, None)
            raise

    async def run(self) -> None:
        """Think until cancelled; nobody misses a thought that fails."""
        while True:
            while self._wishes:
                _, wish = self._wishes.popitem(last=False)
                try:
                    await wish()
                except Exception:
                    _LOGGER.exception("thinking ahead failed; going on with the next game")
            await self._wakeup.rest(None)
