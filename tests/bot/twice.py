"""A database that does each transaction twice: undone first, then again.

PostgreSQL does so where two cross, so that no transaction may change anything but the database.
"""

from contextlib import suppress

from bot.store.queries import Read, SqlConnection, Work
from tests.bot.over import Over


class Undone(Exception):
    """The exception that undoes the first time."""


class Twice(Over):
    """An engine over another one."""

    async def transaction(self, work: Work[Read], *, flushed: bool = True) -> Read:
        """Do all of `work`, undo it, and do it again."""

        async def in_vain(db: SqlConnection) -> None:
            await work(db)
            raise Undone

        with suppress(Undone):
            await self.engine.transaction(in_vain, flushed=flushed)
        return await self.engine.transaction(work, flushed=flushed)

    async def read(self, work: Work[Read]) -> Read:
        """Run `work`, which only reads, twice as well."""
        await self.engine.read(work)
        return await self.engine.read(work)
