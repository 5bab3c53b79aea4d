"""What people try out on their games in private."""

import aiosqlite

from bot.model.rows import TryoutRow


class Tryouts:
    """The table `tryouts`: one for each person and game."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def get(self, game: int, person: int) -> TryoutRow | None:
        """What a person tries out on a game."""
        cursor = await self._db.execute(
            "SELECT * FROM tryouts WHERE game = ? AND person = ?", (game, person)
        )
        row = await cursor.fetchone()
        if row is None:
            return None
        return TryoutRow(row["token"], row["game"], row["person"], row["revision"], row["tried"])

    async def put(self, row: TryoutRow) -> None:
        """Store a tryout in place of the person's earlier one on this game."""
        await self.drop(row.game, row.person)
        await self._db.execute(
            "INSERT INTO tryouts (token, game, person, revision, tried) VALUES (?, ?, ?, ?, ?)",
            (row.token, row.game, row.person, row.revision, row.tried),
        )

    async def forget(self, game: int) -> None:
        """Forget what anybody tries out on a game: it is over."""
        await self._db.execute("DELETE FROM tryouts WHERE game = ?", (game,))

    async def drop(self, game: int, person: int) -> None:
        """Forget what a person tries out on a game."""
        await self._db.execute("DELETE FROM tryouts WHERE game = ? AND person = ?", (game, person))
