"""The explanations that the coach has given to each person."""

from collections.abc import Iterable

from bot.model.coach import Idea
from bot.store.queries import Queries


class Coached(Queries):
    """The table `coached`."""

    async def untold(self, person: int, page: str) -> frozenset[Idea]:
        """The ideas of which a person has not been told, but for above this very page."""
        sql = "SELECT idea FROM coached WHERE person = ? AND page <> ?"
        told = await self._all(str, sql, person, page)
        return frozenset(idea for idea in Idea if idea not in told)

    async def note(self, person: int, ideas: Iterable[Idea], page: str) -> None:
        """Note of what a person has been told above a page."""
        sql = "INSERT INTO coached (person, idea, page) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        await self._run_each(sql, ((person, idea, page) for idea in ideas))
