"""The private notes of people on their games."""

import aiosqlite


class GameNotes:
    """The table `game_notes`: one note for each person and game."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def get(self, game: int, person: int) -> str:
        """A person's note on a game, empty when there is none."""
        cursor = await self._db.execute(
            "SELECT note FROM game_notes WHERE game = ? AND person = ?", (game, person)
        )
        row = await cursor.fetchone()
        return "" if row is None else str(row["note"])

    async def put(self, game: int, person: int, note: str) -> None:
        """Store a note in place of the earlier one; an empty one is forgotten."""
        await self._db.execute(
            "DELETE FROM game_notes WHERE game = ? AND person = ?", (game, person)
        )
        if note:
            await self._db.execute(
                "INSERT INTO game_notes (game, person, note) VALUES (?, ?, ?)",
                (game, person, note),
            )
