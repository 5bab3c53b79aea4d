"""The private pages of people about their games: drafts, tryouts, notes and planned turns."""

from collections.abc import Iterable

from bot.model.rows import PageRow, PremoveRow
from bot.store.connection import SqlConnection
from bot.store.queries import Queries, columns


class Pages(Queries):
    """The table `drafts` or `tryouts`: one row for each person and game."""

    def __init__(self, connection: SqlConnection, table: str) -> None:
        super().__init__(connection)
        self._table = table

    async def get(self, game: int, person: int) -> PageRow | None:
        """A person's page about a game."""
        sql = f"SELECT * FROM {self._table} WHERE game = ? AND person = ?"  # noqa: S608
        return await self._first(PageRow, sql, game, person)

    async def put(self, page: PageRow) -> None:
        """Store a page in place of the person's earlier one about this game."""
        await self.drop(page.game, page.person)
        await self._insert(self._table, **columns(page))

    async def drop(self, game: int, person: int) -> None:
        """Forget a person's page about a game."""
        sql = f"DELETE FROM {self._table} WHERE game = ? AND person = ?"  # noqa: S608
        await self._run(sql, game, person)

    async def clear(self, game: int) -> None:
        """Forget all pages about a game."""
        await self._run(f"DELETE FROM {self._table} WHERE game = ?", game)  # noqa: S608


class GameNotes(Queries):
    """The table `game_notes`: one note for each person and game."""

    async def get(self, game: int, person: int) -> str:
        """A person's note on a game, empty when there is none."""
        sql = "SELECT note FROM game_notes WHERE game = ? AND person = ?"
        return await self._first(str, sql, game, person) or ""

    async def put(self, game: int, person: int, note: str) -> None:
        """Store a note in place of the earlier one; an empty one is forgotten."""
        if note:
            await self._replace(
                "game_notes", ("game", "person"), game=game, person=person, note=note
            )
        else:
            sql = "DELETE FROM game_notes WHERE game = ? AND person = ?"
            await self._run(sql, game, person)


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
