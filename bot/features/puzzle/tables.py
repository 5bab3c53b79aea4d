"""The progress of people with the puzzle of the day."""

from typing import Final

from bot.features.puzzle.values import PuzzlerRow
from bot.store.queries import Queries, columns

FORGET_PUZZLERS: Final = "DELETE FROM puzzlers WHERE person = :person;"


class Puzzlers(Queries):
    """The table `puzzlers`: a row for each person, of the last day on which they saw a puzzle."""

    async def get(self, person: int) -> PuzzlerRow | None:
        """The state of a person."""
        return await self._first(PuzzlerRow, "SELECT * FROM puzzlers WHERE person = ?", person)

    async def put(self, row: PuzzlerRow, after: PuzzlerRow | None) -> bool:
        """Store how far a person is now, unless another press was faster than the one `after`."""
        if await self.get(row.person) != after:
            return False
        await self._replace("puzzlers", ("person",), **columns(row))
        return True
