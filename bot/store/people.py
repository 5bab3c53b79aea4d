"""What is kept for each person: the wizard's draft, the solo challenge, what was processed."""

import time

import aiosqlite

from bot.model.rows import DraftRow, HandicapRow


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


class ProcessedInvocations:
    """The table `processed`: interactions that have had their effect."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def add(self, interaction: int) -> bool:
        """Note an interaction; False when it was noted before."""
        cursor = await self._db.execute(
            "INSERT OR IGNORE INTO processed (interaction, at) VALUES (?, ?)",
            (interaction, time.time()),
        )
        return cursor.rowcount == 1

    async def forget(self, before: float) -> None:
        """Drop what was noted before a time."""
        await self._db.execute("DELETE FROM processed WHERE at < ?", (before,))


class Meta:
    """The table `settings`: what the program remembers about itself."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def get(self, key: str) -> str | None:
        """The value under a key."""
        cursor = await self._db.execute("SELECT value FROM settings WHERE key = ?", (key,))
        row = await cursor.fetchone()
        return None if row is None else str(row["value"])

    async def put(self, key: str, value: str) -> None:
        """Store a value under a key."""
        await self._db.execute(
            "INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", (key, value)
        )

    async def drop(self, key: str) -> None:
        """Forget what stands under a key."""
        await self._db.execute("DELETE FROM settings WHERE key = ?", (key,))

    async def under(self, prefix: str) -> dict[str, str]:
        """The values under all keys that begin so."""
        cursor = await self._db.execute(
            "SELECT key, value FROM settings WHERE substr(key, 1, ?) = ?", (len(prefix), prefix)
        )
        return {row["key"]: row["value"] for row in await cursor.fetchall()}


def _draft(row: aiosqlite.Row) -> DraftRow:
    return DraftRow(row["token"], row["game"], row["person"], row["revision"], row["body"])
