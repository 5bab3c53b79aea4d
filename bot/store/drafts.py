"""What people have chosen in their private wizards and not yet submitted."""

import time

import aiosqlite

from bot.model.rows import DraftRow


class Drafts:
    """The table `drafts`: one draft for each person and game."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def of(self, game: int, person: int) -> DraftRow | None:
        """A person's draft in a game."""
        cursor = await self._db.execute(
            "SELECT * FROM drafts WHERE game = ? AND person = ?", (game, person)
        )
        row = await cursor.fetchone()
        return None if row is None else _draft(row)

    async def put(self, draft: DraftRow) -> None:
        """Store a draft in place of the person's earlier one in this game."""
        await self._db.execute(
            "DELETE FROM drafts WHERE game = ? AND person = ?", (draft.game, draft.person)
        )
        await self._db.execute(
            "INSERT INTO drafts (token, game, person, revision, body, changed)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (draft.token, draft.game, draft.person, draft.revision, draft.body, time.time()),
        )

    async def clear(self, game: int) -> None:
        """Drop all drafts of a game: its position has changed."""
        await self._db.execute("DELETE FROM drafts WHERE game = ?", (game,))


def _draft(row: aiosqlite.Row) -> DraftRow:
    return DraftRow(row["token"], row["game"], row["person"], row["revision"], row["body"])
