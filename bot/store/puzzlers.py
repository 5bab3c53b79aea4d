"""Who plays the puzzle of a day."""

from bot.model.rows import PuzzlerRow
from bot.store.codec import columns
from bot.store.queries import Queries


class Puzzlers(Queries):
    """The table `puzzlers`: one row a person, of the last day on which they looked at a puzzle."""

    async def get(self, person: int) -> PuzzlerRow | None:
        """How far a person is."""
        return await self._first(PuzzlerRow, "SELECT * FROM puzzlers WHERE person = ?", person)

    async def put(self, row: PuzzlerRow, after: PuzzlerRow | None) -> bool:
        """Store how far a person is now, unless another press was faster than the one `after`."""
        if await self.get(row.person) != after:
            return False
        await self._replace("puzzlers", ("person",), **columns(row))
        return True
