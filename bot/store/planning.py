"""What people plan: their private notes on games, and what they try out in private."""

import aiosqlite

from bot.model.rows import TryoutRow


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


class Tryouts:
    """The table `tries`: one try for each person and game."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def get(self, game: int, person: int) -> TryoutRow | None:
        """What a person tries out on a game."""
        cursor = await self._db.execute(
            "SELECT * FROM tries WHERE game = ? AND person = ?", (game, person)
        )
        row = await cursor.fetchone()
        if row is None:
            return None
        return TryoutRow(row["token"], row["game"], row["person"], row["revision"], row["tried"])

    async def put(self, row: TryoutRow) -> None:
        """Store a try in place of the person's earlier one on this game."""
        await self.drop(row.game, row.person)
        await self._db.execute(
            "INSERT INTO tries (token, game, person, revision, tried) VALUES (?, ?, ?, ?, ?)",
            (row.token, row.game, row.person, row.revision, row.tried),
        )

    async def forget(self, game: int) -> None:
        """Forget what anybody tries out on a game: it is over."""
        await self._db.execute("DELETE FROM tries WHERE game = ?", (game,))

    async def drop(self, game: int, person: int) -> None:
        """Forget what a person tries out on a game."""
        await self._db.execute("DELETE FROM tries WHERE game = ? AND person = ?", (game, person))
