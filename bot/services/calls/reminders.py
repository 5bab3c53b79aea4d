"""The one task that watches all clocks: it sleeps until the next call is due, and makes it."""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.model.errors import UserError
from bot.model.rows import ClockRow
from bot.runtime.wakeup import Wakeup
from bot.services.calls.notices import call
from bot.services.games.service import GameService
from bot.services.games.turns import wind
from bot.store import Store, Transaction

LOG = logging.getLogger(__name__)

AT_ONCE: Final = 4
"""Calls that are queued before the outbox is looked at again."""
FULL: Final = 8
"""Where the posts of so many channels are late no more are added: turns that end go first."""
LATE: Final = 3.0
"""Seconds after which a post should be out."""
CROWDED: Final = 4 * FULL
"""The same number for posts that are due and not late yet."""
LONGEST_NAP: Final = 60.0
"""Seconds after which the clock is looked at again: the machine's may have been set."""
BREATHER: Final = 0.25
"""Seconds until the outbox is looked at again when it is crowded."""
HELD_UP: Final = 1.0
"""The same when its posts are late: that may go on for hours."""


class ReminderService:
    """Calls whoever is due, once each however long the bot or its clock stood still."""

    def __init__(self, store: Store, games: GameService, kick: Callable[[], None]) -> None:
        """Take clocks from `store`; `kick` makes the outbox look at what was queued."""
        self.store = store
        self.games = games
        self._kick_outbox = kick
        self._wakeup = Wakeup(games.clock)
        self._seen = 0.0

    def kick(self) -> None:
        """Look at the clocks now: one of them has changed."""
        self._wakeup.kick()

    async def run(self) -> None:
        """Watch the clocks until cancelled."""
        await self._adopt()
        while True:
            try:
                pause = await self._round()
            except Exception:
                LOG.exception("the clocks could not be looked at")
                pause = LONGEST_NAP
            await self._wakeup.rest(pause)

    async def _round(self) -> float:
        """Make the calls that are due; returns the seconds until the next look."""
        now = self.games.clock.now()
        if now < self._seen or not self._seen:
            await self.store.write(lambda tx: _set_right(tx, now))
        self._seen = now
        due = await self.store.read(lambda tx: tx.posts.overdue(now, CROWDED))
        if sum(since < now - LATE for since in due) >= FULL:
            return HELD_UP
        if len(due) >= CROWDED:
            return BREATHER
        rows = await self.store.read(lambda tx: tx.clocks.due(now, AT_ONCE))
        for row in rows:
            await self._call(row, now)
        if rows:
            self._kick_outbox()
            return 0.0
        at = await self.store.read(lambda tx: tx.clocks.next_due())
        return LONGEST_NAP if at is None else min(max(at - now, 0.0), LONGEST_NAP)

    async def _call(self, row: ClockRow, now: float) -> None:
        """Make one call; one that cannot be made is dropped, so that it holds up no other."""
        try:
            await self.store.write(lambda tx: call(tx, row, now))
        except Exception:
            LOG.exception("game %d could not be called to", row.game)
            silent = replace(row, due=None)
            await self.store.write(lambda tx: tx.clocks.put(silent))

    async def _adopt(self) -> None:
        """Start the clocks of games that are older than clocks."""
        for game in await self.store.read(lambda tx: tx.clocks.without()):
            try:
                await self.games.touch(game)
            except (UserError, ValueError):
                LOG.exception("game %d has no clock", game)


async def _set_right(tx: Transaction, now: float) -> None:
    """After the machine's clock was put back: nothing began in the future, nobody waits for it."""
    for row in await tx.clocks.ahead_of(now):
        await wind(tx, replace(row, clock=row.clock.set_right(now)), now)
