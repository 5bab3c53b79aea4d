"""The turns that people have laid ahead."""

from collections.abc import Iterable

from bot.model.rows import LaidRow
from bot.store.codec import columns
from bot.store.queries import Queries


class Laid(Queries):
    """The table `laid_turns`: for each person and game a few, by their positions from 0."""

    async def of(self, game: int) -> tuple[LaidRow, ...]:
        """All of a game, those of each person in their order."""
        sql = "SELECT * FROM laid_turns WHERE game = ? ORDER BY person, position"
        return await self._all(LaidRow, sql, game)

    async def of_person(self, game: int, person: int) -> tuple[LaidRow, ...]:
        """Those of a person, in their order."""
        sql = "SELECT * FROM laid_turns WHERE game = ? AND person = ? ORDER BY position"
        return await self._all(LaidRow, sql, game, person)

    async def put(self, rows: Iterable[LaidRow]) -> None:
        """Store rows in place of those that have their positions."""
        for row in rows:
            await self._replace("laid_turns", ("game", "person", "position"), **columns(row))

    async def drop_one(self, row: LaidRow) -> None:
        """Forget one of what a person has laid."""
        sql = "DELETE FROM laid_turns WHERE game = ? AND person = ? AND position = ?"
        await self._run(sql, row.game, row.person, row.position)

    async def drop(self, game: int, person: int) -> int:
        """Forget what a person has laid in a game; returns how many turns that were."""
        return await self._run("DELETE FROM laid_turns WHERE game = ? AND person = ?", game, person)

    async def clear(self, game: int) -> None:
        """Forget what everybody has laid in a game."""
        await self._run("DELETE FROM laid_turns WHERE game = ?", game)

    async def forget_told(self, game: int) -> None:
        """Forget what became of turns before the game went on."""
        await self._run("DELETE FROM laid_turns WHERE game = ? AND state <> 'laid'", game)
