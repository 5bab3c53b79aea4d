"""The seats that the bot plays: whole turns, in all games at once, after a restart as before it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from bot.model import telemetry
from bot.model.invocation import system_invocation
from bot.model.rows import NOBODY, ClockRow
from bot.runtime.jobs import Wakeup
from bot.services.games import saving
from bot.services.games.moves import HeldPosition
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.store.store import Store

_LOGGER = logging.getLogger(__name__)

_LONGEST_NAP: Final = 60.0
"""Seconds after which games that wait for the bot are looked for again without being told of."""
_WATCHED: Final = 60.0
"""Seconds for which somebody who plays with bots alone waits for their turns before the screen."""
COURTESY: Final = 1.0
"""Seconds for which a turn whose place in the row has come gives way to people, at most."""
FIRST_RETRY: Final = 60.0
"""Seconds until a turn that failed is tried again; each time twice as long as before."""
SLOWEST_SEAT_RETRY: Final = 3600.0


@dataclass(frozen=True, slots=True)
class _Failure:
    """The number of failures of a turn, and the time of the next attempt."""

    times: int
    due: float

    def waits(self, now: float) -> bool:
        """Say whether it is too early; never for long, in case the machine's clock was put back."""
        return 0 < self.due - now <= SLOWEST_SEAT_RETRY


class BotSeats:
    """Plays wherever the bot is to move; which games those are stands in the database alone."""

    def __init__(
        self,
        store: Store,
        games: GameService,
        deliver: Callable[[saving.QueuedPosts], None],
        calm: Callable[[], Awaitable[object]],
    ) -> None:
        """Look at the clocks in `store`; `deliver` hands over what was queued to the outbox.

        `calm` waits for a moment in which nobody waits for anything.
        """
        self.store = store
        self.games = games
        self._deliver = deliver
        self.calm = calm
        self._one_turn = asyncio.Lock()
        self._wakeup = Wakeup(games.clock)
        self._failed: dict[tuple[int, int], _Failure] = {}
        self._playing: dict[int, asyncio.Task[None]] = {}

    def kick(self) -> None:
        """Look now: a game may wait for the bot."""
        self._wakeup.kick()

    async def run(self) -> None:
        """Play until cancelled."""
        try:
            while True:
                await self._begin_turns()
                await self._wakeup.rest(_LONGEST_NAP)
        finally:
            for turn in self._playing.values():
                turn.cancel()
            await asyncio.gather(*self._playing.values(), return_exceptions=True)

    async def _begin_turns(self) -> bool:
        """Begin a turn in each game that waits for the bot; whether any is being played now."""
        for row in await self._waiting():
            if row.game not in self._playing:
                self._playing[row.game] = asyncio.create_task(self._play(row))
        return bool(self._playing)

    async def _waiting(self) -> list[ClockRow]:
        """The games that wait for the bot, without the turns that have just failed."""
        rows = await self.store.read(lambda tx: tx.clocks.waiting_for(NOBODY))
        keys = {(row.game, row.turn) for row in rows}
        self._failed = {key: failure for key, failure in self._failed.items() if key in keys}
        now = self.games.clock.elapsed()
        early = {key for key, failure in self._failed.items() if failure.waits(now)}
        return [row for row in rows if (row.game, row.turn) not in early]

    async def _play(self, row: ClockRow) -> None:
        """Play one turn; one that fails is left alone for a while, and holds up no other game."""
        telemetry.begin_work(job="bot seats", game=row.game)
        try:
            await self._try(row)
        except Exception as error:
            key = (row.game, row.turn)
            times = self._failed[key].times + 1 if key in self._failed else 1
            pause = min(SLOWEST_SEAT_RETRY, FIRST_RETRY * 2.0 ** (times - 1))
            self._failed[key] = _Failure(times, self.games.clock.elapsed() + pause)
            message = "the bot could not play its turn in game %d (attempt %d), next in %.0f s"
            if not telemetry.ENVIRONMENT.explains(error):
                _LOGGER.exception(message, row.game, times, pause)
            await self._tell_rest(row.game)
        finally:
            del self._playing[row.game]
            self.kick()

    async def _tell_rest(self, game: int) -> None:
        """Post the turns that wait for a turn that failed: it may come in an hour."""
        try:
            async with self.games.hold(game) as table:
                self._deliver(await self.games.tell_rest(table))
        except Exception as error:
            if not telemetry.ENVIRONMENT.explains(error):
                _LOGGER.exception("telling the turns before that failed too, retrying with it")

    async def _try(self, row: ClockRow) -> None:
        """Think about a turn while nobody has to wait for it, and play it once all is calm.

        Turns of several games are played one after the other, each once the pictures of the one
        before are drawn: all at once they would be in the way of the presses that come meanwhile.

        Nothing happens when the clock has changed since `row` was read, or the game went on: a
        person may have come back or gone back to their own turn.
        """
        async with self.games.hold(row.game) as table:
            if not await self._waits(row):
                return
            position = HeldPosition.of(table)
        turn = await self.games.think_out(position)
        async with self._one_turn:
            with suppress(TimeoutError):
                async with asyncio.timeout(COURTESY):
                    await self.calm()
            async with self.games.hold(row.game) as table:
                if not await self._waits(row) or not turn.fits(table):
                    return
                invocation = system_invocation(table.id, table.revision, table.channel)
                if self._is_watched(table, row):
                    invocation = replace(invocation, person=table.persons[0])
                done = await self.games.substitute(invocation, table, turn)
                # Still holding the game: the drawing waits, or knows by now how it stood.
                self._deliver(done.posts)

    def _is_watched(self, table: Table, row: ClockRow) -> bool:
        """Say whether the only person among bots has just played, and so sees this turn anyway.

        It then follows from their own press, of which nobody is notified.
        """
        quick = self.games.clock.now() - row.clock.since < _WATCHED
        return quick and bool(table.seated_bots) and len(table.persons) == 1

    async def _waits(self, row: ClockRow) -> bool:
        """Say whether a clock is as it was read."""
        return await self.store.read(lambda tx: tx.clocks.get(row.game)) == row
