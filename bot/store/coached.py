"""What the coach has told to whom."""

from collections.abc import Iterable

from bot.model.coach import Idea
from bot.store.queries import Queries


class Coached(Queries):
    """The table `coached`."""

    async def untold(self, person: int) -> frozenset[Idea]:
        """The ideas of which a person has not been told."""
        told = await self._all(str, "SELECT idea FROM coached WHERE person = ?", person)
        return frozenset(idea for idea in Idea if idea not in told)

    async def note(self, person: int, ideas: Iterable[Idea]) -> None:
        """Note of what a person has been told."""
        sql = "INSERT OR IGNORE INTO coached (person, idea) VALUES (?, ?)"
        await self._run_each(sql, ((person, idea) for idea in ideas))
