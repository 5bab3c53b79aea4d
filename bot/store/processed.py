"""Which presses and commands have had their effect, so that none has it twice."""

import time

import aiosqlite


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
