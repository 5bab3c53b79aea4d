"""The things of a person: settings, the coach's tips, drafts, tryouts, notes, planned turns."""

from collections.abc import Iterable
from dataclasses import replace

from bot.model.coach import Idea
from bot.model.preferences import Notice, Preferences, ServerSettings
from bot.model.rows import PageRow, PremoveRow
from bot.store.queries import Queries, SqlConnection, columns


class StoredPreferences(Queries):
    """The tables `preferences`, `game_notices` and `server_settings`.

    Who has set nothing has what is usual.
    """

    async def of(self, person: int) -> Preferences:
        """Return the settings of a person."""
        sql = "SELECT * FROM preferences WHERE person = ?"
        return await self._first(Preferences, sql, person) or Preferences()

    async def in_game(self, person: int, game: int) -> Preferences:
        """Return the settings of a person, with the way in which this game calls them."""
        chosen, notice = await self.of(person), await self.notice_in(person, game)
        return chosen if notice is None else replace(chosen, notice=notice)

    async def notice_in(self, person: int, game: int) -> Notice | None:
        """The way in which a game calls a person; None where it does as their other games do."""
        sql = "SELECT notice FROM game_notices WHERE game = ? AND person = ?"
        found = await self._first(str, sql, game, person)
        return None if found is None else Notice(found)

    async def call_in(self, person: int, game: int, notice: Notice | None) -> None:
        """Store how a game calls a person; None where it is to do as their other games do."""
        if notice is None:
            sql = "DELETE FROM game_notices WHERE game = ? AND person = ?"
            await self._run(sql, game, person)
        else:
            key = ("game", "person")
            await self._replace("game_notices", key, game=game, person=person, notice=notice)

    async def put(self, person: int, chosen: Preferences) -> None:
        """Store what a person has set."""
        await self._replace("preferences", ("person",), person=person, **columns(chosen))

    async def no_more_messages(self, person: int) -> bool:
        """Turn direct messages to a person off; False when they were off already."""
        turned_off = 0
        for table in ("preferences", "game_notices"):
            sql = f"UPDATE {table} SET notice = ? WHERE person = ? AND notice = ?"  # noqa: S608
            turned_off += await self._run(sql, Notice.MENTION, person, Notice.MESSAGE)
        return turned_off > 0

    async def note_client(self, person: int, locale: str) -> None:
        """Keep the language of a person's client, for direct messages."""
        await self._run("UPDATE preferences SET client = ? WHERE person = ?", locale, person)

    async def of_server(self, guild: int | None) -> ServerSettings:
        """Return the settings of a server; outside servers, what is usual."""
        sql = "SELECT * FROM server_settings WHERE guild = ?"
        return await self._first(ServerSettings, sql, guild) or ServerSettings()

    async def put_server(self, guild: int, rules: ServerSettings) -> None:
        """Store what a server has set."""
        await self._replace("server_settings", ("guild",), guild=guild, **columns(rules))


class Coached(Queries):
    """The table `coached`."""

    async def speaks_to(self, person: int) -> bool:
        """Say whether the coach speaks to a person: as they chose, else until they end a game."""
        sql = (
            "SELECT coalesce((SELECT coach FROM preferences WHERE person = ?1), CASE WHEN EXISTS"
            " (SELECT 1 FROM result_seats WHERE person = ?1) THEN 0 ELSE 1 END)"
        )
        return await self._first(bool, sql, person) or False

    async def untold(self, person: int, page: str) -> frozenset[Idea]:
        """The ideas of which a person has not been told, but for above this very page."""
        sql = "SELECT idea FROM coached WHERE person = ? AND page <> ?"
        told = await self._all(str, sql, person, page)
        return frozenset(idea for idea in Idea if idea not in told)

    async def note(self, person: int, ideas: Iterable[Idea], page: str) -> None:
        """Note of what a person has been told above a page."""
        sql = "INSERT INTO coached (person, idea, page) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        await self._run_each(sql, ((person, idea, page) for idea in ideas))


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
        await self._replace(self._table, ("game", "person"), **columns(page))

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
