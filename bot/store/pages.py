"""The private pages of people about their games: drafts of a turn, and what they try out."""

import aiosqlite

from bot.model.rows import PageRow


class Pages:
    """The table `drafts` or `tryouts`: one row for each person and game."""

    def __init__(self, connection: aiosqlite.Connection, table: str) -> None:
        self._db = connection
        self._table = table

    async def get(self, game: int, person: int) -> PageRow | None:
        """A person's page about a game."""
        cursor = await self._db.execute(
            f"SELECT * FROM {self._table} WHERE game = ? AND person = ?",  # noqa: S608
            (game, person),
        )
        row = await cursor.fetchone()
        if row is None:
            return None
        return PageRow(row["token"], row["game"], row["person"], row["revision"], row["body"])

    async def put(self, page: PageRow) -> None:
        """Store a page in place of the person's earlier one about this game."""
        await self.drop(page.game, page.person)
        await self._db.execute(
            f"INSERT INTO {self._table} (token, game, person, revision, body)"  # noqa: S608
            " VALUES (?, ?, ?, ?, ?)",
            (page.token, page.game, page.person, page.revision, page.body),
        )

    async def drop(self, game: int, person: int) -> None:
        """Forget a person's page about a game."""
        await self._db.execute(
            f"DELETE FROM {self._table} WHERE game = ? AND person = ?",  # noqa: S608
            (game, person),
        )

    async def clear(self, game: int) -> None:
        """Forget all pages about a game."""
        await self._db.execute(f"DELETE FROM {self._table} WHERE game = ?", (game,))  # noqa: S608
