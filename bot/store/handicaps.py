"""The solo challenges: with which handicap each person plays next."""

import aiosqlite

from bot.model.rows import HandicapRow


class Handicaps:
    """The table `handicaps`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def get(self, person: int) -> HandicapRow | None:
        """A person's challenge, None for somebody who never played it."""
        cursor = await self._db.execute(
            "SELECT value, game FROM handicaps WHERE person = ?", (person,)
        )
        row = await cursor.fetchone()
        return None if row is None else HandicapRow(row["value"], row["game"])

    async def put(self, person: int, handicap: HandicapRow) -> None:
        """Store a person's challenge."""
        await self._db.execute(
            "INSERT OR REPLACE INTO handicaps (person, value, game) VALUES (?, ?, ?)",
            (person, handicap.value, handicap.game),
        )
