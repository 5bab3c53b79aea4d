"""The one task that watches all clocks: it sleeps until the next call is due, and makes it.

Where a person can only pass, it passes for them instead.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.model import telemetry
from bot.model.invocation import system_invocation
from bot.model.rows import ClockRow
from bot.runtime.jobs import Wakeup
from bot.services.calls.notices import call
from bot.services.games import saving
from bot.services.games.service import GameService
from bot.store.store import Store, Transaction
from engine import actions

_LOGGER = logging.getLogger(__name__)

CALLS_AT_ONCE: Final = 4
"""Calls that are queued before the outbox is looked at again."""
FULL: Final = 8
"""The number of channels with late posts at which no more are added: turns that end go first."""
LATE_POST_SECONDS: Final = 3.0
"""Seconds after which a post should be out."""
CROWDED: Final = 4 * FULL
"""The number of channels with posts due, late or not, at which no more are added."""
LONGEST_NAP: Final = 60.0
"""Seconds after which the clock is looked at again: the machine's may have been set."""
_UNNOTICED: Final = 120.0
"""Seconds that the bot may be off, or the clock be set by, before anybody's waiting changes."""
_BEAT: Final = 30.0
"""Seconds after which it is noted again that the bot is up."""
_BREATHER: Final = 0.25
"""Seconds until the outbox is looked at again when it is crowded."""
_HELD_UP: Final = 1.0
"""Seconds until the next look at the outbox when its posts are late, perhaps for hours."""
PUT_OFF: Final = 3600.0
"""Seconds until a call that failed is made again."""


class ReminderService:
    """Calls each person who is due once, however long the bot or its clock stood still."""

    def __init__(
        self, store: Store, games: GameService, deliver: Callable[[saving.QueuedPosts], None]
    ) -> None:
        """Take clocks from `store`; `deliver` hands over what was queued to the outbox."""
        self.store = store
        self.games = games
        self._deliver = deliver
        self._wakeup = Wakeup(games.clock)
        self._seen: float | None = None
        self._elapsed = 0.0

    def kick(self) -> None:
        """Look at the clocks now: one of them has changed."""
        self._wakeup.kick()

    async def excuse(self) -> None:
        """Take from everybody's waiting what was not theirs, and note that the bot is up.

        That is the time for which the bot was off, and by how much its machine's clock was set:
        whatever passed by that clock while the bot ran is waiting, and nothing else.
        """
        now, elapsed = self.games.clock.now(), self.games.clock.elapsed()
        seen, ran = self._seen, 0.0 if self._seen is None else elapsed - self._elapsed
        if seen is not None and abs(ran) < _BEAT and abs(now - seen - ran) < _UNNOTICED:
            return

        async def work(tx: Transaction) -> None:
            last = await tx.meta.awake() if seen is None else seen
            lost = 0.0 if last is None else now - last - ran
            if last is not None and abs(lost) >= _UNNOTICED:
                _LOGGER.info("%.0f seconds without the bot do not count as thinking time", lost)
                begin = 0.0 if lost > 0 else now
                await tx.clocks.push(lost, begin, last)
                await tx.posts.push(lost, begin, last)
            await _set_right(tx, now)
            await tx.meta.put_awake(now)

        await self.store.write(work)
        self._seen, self._elapsed = now, elapsed

    async def run(self) -> None:
        """Watch the clocks until cancelled."""
        await self._adopt()
        while True:
            await self._wakeup.rest(await self._round())

    async def _round(self) -> float:
        """Make the calls that are due; returns the seconds until the next look."""
        await self.excuse()
        now = self.games.clock.now()
        due = await self.store.read(lambda tx: tx.posts.overdue(now, CROWDED))
        if sum(since < now - LATE_POST_SECONDS for since in due) >= FULL:
            return _HELD_UP
        if len(due) >= CROWDED:
            return _BREATHER
        rows = await self.store.read(lambda tx: tx.clocks.due(now, CALLS_AT_ONCE))
        for row in rows:
            await self._call(row, now)
        if rows:
            self._deliver(saving.QueuedPosts(()))  # all that the calls have queued
            return 0.0
        at = await self.store.read(lambda tx: tx.clocks.next_due())
        return LONGEST_NAP if at is None else min(max(at - now, 0.0), LONGEST_NAP)

    async def _call(self, row: ClockRow, now: float) -> None:
        """Make one call; one that fails is put off, so that it holds up no other."""
        try:
            if row.clock.passes and row.clock.noticed:
                await self._pass(row, now)
            else:
                await self.store.write(lambda tx: call(tx, row, now))
        except Exception as error:
            if not telemetry.ENVIRONMENT.explains(error):
                _LOGGER.exception(
                    "the call to game %d failed, retrying in %.0f s", row.game, PUT_OFF
                )
            later = replace(row, due=now + PUT_OFF)

            async def put_off(tx: Transaction) -> None:
                if await tx.clocks.get(row.game) == row:
                    await tx.clocks.put(later)

            await self.store.write(put_off)

    async def _pass(self, row: ClockRow, now: float) -> None:
        """Pass for a person who had notice of it; remind them where they can do more by now.

        Nothing happens when the clock has changed since `row` was read: the game has gone on.
        """
        async with self.games.hold(row.game) as table:
            if await self.store.read(lambda tx: tx.clocks.get(row.game)) != row:
                return
            if table.passes_itself:
                press = system_invocation(table.id, table.revision, table.channel)
                press = replace(press, person=table.players[row.seat])
                done = await self.games.answer(press, table, (actions.Pass(),))
                self._deliver(done.posts)
                return
            reminded = replace(row, clock=replace(row.clock, passes=False))
            await self.store.write(lambda tx: saving.schedule_call(tx, reminded, now))

    async def _adopt(self) -> None:
        """Start the clocks of games that are older than clocks."""
        for game in await self.store.read(lambda tx: tx.clocks.without()):
            try:
                await self.games.touch(game)
            except Exception:
                _LOGGER.exception("starting the clock of game %d failed", game)


async def _set_right(tx: Transaction, now: float) -> None:
    """After the machine's clock was put back: nothing began in the future, nobody waits for it."""
    for row in await tx.clocks.ahead_of(now):
        await saving.schedule_call(tx, replace(row, clock=row.clock.set_right(now)), now)
