"""The seats that the bot plays: one whole turn after the other, after a restart as before it."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from bot.places import by_itself
from bot.service import GameService
from bot.store import NOBODY, ClockRow, Store

LOG = logging.getLogger(__name__)

LONGEST_NAP: Final = 60.0
"""Seconds after which games that wait for the bot are looked for again without being told of."""


class BotSeats:
    """Plays wherever the bot is to move; which games those are stands in the database alone."""

    def __init__(self, store: Store, games: GameService, kick: Callable[[], None]) -> None:
        """Look at the clocks in `store`; `kick` makes the outbox look at what was queued."""
        self._store = store
        self._games = games
        self._kick_outbox = kick
        self._kicked = asyncio.Event()
        self._failed: set[tuple[int, int]] = set()

    def kick(self) -> None:
        """Look now: a game may wait for the bot."""
        self._kicked.set()

    async def run(self) -> None:
        """Play until cancelled."""
        while True:
            self._kicked.clear()
            await self.catch_up()
            try:
                async with asyncio.timeout(LONGEST_NAP):
                    await self._kicked.wait()
            except TimeoutError:
                continue

    async def catch_up(self) -> None:
        """Play until no game waits for the bot; a turn in each game before the next in any."""
        while rows := await self._waiting():
            for row in rows:
                await self._play(row)
                self._kick_outbox()

    async def _waiting(self) -> list[ClockRow]:
        """The games that wait for the bot, without the turns that it could not play."""
        try:
            rows = await self._store.read(lambda tables: tables.clocks.waiting_for(NOBODY))
        except Exception:
            LOG.exception("the seats of the bot could not be looked at")
            return []
        return [row for row in rows if (row.game, row.turn) not in self._failed]

    async def _play(self, row: ClockRow) -> None:
        """Play one turn; one that fails is left alone, so that it holds up no other game.

        Nothing happens when the clock has changed since `row` was read: a person may have come back
        or gone back to their own turn.
        """
        try:
            async with self._games.table(row.game) as table:
                if await self._store.read(lambda tables: tables.clocks.get(row.game)) != row:
                    return
                press = by_itself(table.id, table.revision, table.place)
                await self._games.substitute(press, table)
        except Exception:
            LOG.exception("the bot could not play its turn in game %d", row.game)
            self._failed.add((row.game, row.turn))
