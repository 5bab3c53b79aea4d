"""The solo challenges: with which handicap each person plays next."""

from bot.model.rows import HandicapRow
from bot.store.codec import columns
from bot.store.queries import Queries


class Handicaps(Queries):
    """The table `handicaps`."""

    async def get(self, person: int) -> HandicapRow | None:
        """A person's challenge, None for somebody who never played it."""
        sql = "SELECT value, game FROM handicaps WHERE person = ?"
        return await self._first(HandicapRow, sql, person)

    async def put(self, person: int, handicap: HandicapRow) -> None:
        """Store a person's challenge."""
        await self._replace("handicaps", person=person, **columns(handicap))
