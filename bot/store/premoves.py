"""The turns that people have planned ahead."""

from collections.abc import Iterable

from bot.model.rows import PremoveRow
from bot.store.codec import columns
from bot.store.queries import Queries


class Premoves(Queries):
    """The table `premoves`: for each person and game a few, by their positions from 0."""

    async def of(self, game: int) -> tuple[PremoveRow, ...]:
        """All of a game, those of each person in their order."""
        sql = "SELECT * FROM premoves WHERE game = ? ORDER BY person, position"
        return await self._all(PremoveRow, sql, game)

    async def of_person(self, game: int, person: int) -> tuple[PremoveRow, ...]:
        """Those of a person, in their order."""
        sql = "SELECT * FROM premoves WHERE game = ? AND person = ? ORDER BY position"
        return await self._all(PremoveRow, sql, game, person)

    async def put(self, rows: Iterable[PremoveRow]) -> None:
        """Store rows in place of those that have their positions."""
        for row in rows:
            await self._replace("premoves", ("game", "person", "position"), **columns(row))

    async def drop_one(self, row: PremoveRow) -> None:
        """Forget one of what a person has planned."""
        sql = "DELETE FROM premoves WHERE game = ? AND person = ? AND position = ?"
        await self._run(sql, row.game, row.person, row.position)

    async def drop(self, game: int, person: int) -> int:
        """Forget what a person has planned in a game; returns how many turns that were."""
        return await self._run("DELETE FROM premoves WHERE game = ? AND person = ?", game, person)

    async def clear(self, game: int) -> None:
        """Forget what everybody has planned in a game."""
        await self._run("DELETE FROM premoves WHERE game = ?", game)

    async def forget_told(self, game: int) -> None:
        """Forget what became of turns before the game went on."""
        await self._run("DELETE FROM premoves WHERE game = ? AND state <> 'waiting'", game)
