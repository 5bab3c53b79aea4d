"""Servers that removed the bot: what is kept of them is deleted in time. It knows no Discord."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from bot.runtime.housekeeping import DAY_SECONDS, KEPT_OF_SERVERS
from bot.runtime.jobs import Wakeup
from bot.services.games.service import GameService
from bot.store.store import Store, Transaction
from bot.store.traces import Kept

_LOGGER = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class ServerService:
    """Knows which servers the bot is a member of, and deletes what is left of the others.

    What Discord tells is noted again and again until the database takes it, unless it has changed
    by then.
    """

    store: Store
    games: GameService
    kept: tuple[Kept, ...]
    _members: set[int] = field(init=False, default_factory=set)
    _compared: asyncio.Event = field(init=False, default_factory=asyncio.Event)

    async def compare(
        self, members: Iterable[int], hears_of: Callable[[int], bool] = lambda _: True
    ) -> Sequence[int]:
        """Note all servers that the bot is a member of; returns those that it missed to leave.

        Servers of which this process does not hear are left out.
        """
        self._members, now = set(members), self.games.clock.now()

        async def work(tx: Transaction) -> Sequence[int]:
            missed = sorted(set(await tx.servers.present()).difference(self._members))
            left = [guild for guild in missed if hears_of(guild)]
            for guild in left:
                await tx.servers.leave(guild, now)
            await tx.servers.enter(self._members)
            return left

        left = await self.store.write(work)
        self._compared.set()
        return left

    async def joined(self, guild: int) -> bool:
        """Note that the bot is a member of a server; what is kept of it stays.

        Whether it is a new one, of which nothing was known. Who joins while the bot is starting is
        compared with those that it knows by then.
        """
        await self._compared.wait()
        if guild in self._members:
            return False
        self._members.add(guild)

        async def work(tx: Transaction) -> bool:
            return guild in self._members and await tx.servers.join(guild)

        return await self.store.note(self.games.clock, work)

    async def left(self, guild: int) -> None:
        """Note that a server has removed the bot."""
        self._members.discard(guild)
        now = self.games.clock.now()

        async def work(tx: Transaction) -> None:
            if guild not in self._members:
                await tx.servers.leave(guild, now)

        await self.store.note(self.games.clock, work)

    async def run(self) -> None:
        """Delete once a day what is due, from when the servers are known until cancelled."""
        await self._compared.wait()
        wakeup = Wakeup(self.games.clock)
        while True:
            await self.purge()
            await wakeup.rest(DAY_SECONDS)

    async def purge(self) -> None:
        """Delete what is kept of the servers that removed the bot too long ago.

        Games that people go on with there, by an installation of their own, stay as long after
        their last move.
        """
        before = self.games.clock.now() - KEPT_OF_SERVERS
        for guild in await self.store.read(lambda tx: tx.servers.gone(before)):
            try:
                await self._purge(guild, before)
            except Exception:
                _LOGGER.exception("deleting the data of server %d failed, retrying tomorrow", guild)

    async def _purge(self, guild: int, before: float) -> None:
        games = await self.store.read(lambda tx: tx.servers.games_of(guild, before))
        async with self.games.held_still(games):
            await self.store.write(lambda tx: tx.servers.purge(guild, before, self.kept))
        _LOGGER.info("server %d removed the bot long ago: deleted %d games", guild, len(games))
