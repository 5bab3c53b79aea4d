"""Which presses and commands have had their effect, so that none has it twice."""

import time

from bot.store.queries import Queries


class ProcessedInvocations(Queries):
    """The table `processed`: interactions that have had their effect."""

    async def add(self, interaction: int) -> bool:
        """Note an interaction; False when it was noted before."""
        sql = "INSERT OR IGNORE INTO processed (interaction, at) VALUES (?, ?)"
        return await self._run(sql, interaction, time.time()) == 1

    async def forget(self, before: float) -> None:
        """Drop what was noted before a time."""
        await self._run("DELETE FROM processed WHERE at < ?", before)
