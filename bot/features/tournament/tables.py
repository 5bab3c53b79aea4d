"""Tournaments: who takes part, their tables, and how these ended."""

import time
from collections.abc import Sequence
from typing import Final

from bot.features.tournament.values import Tournament, TournamentTable
from bot.model.rows import PersonRow
from bot.store.queries import Queries, from_row
from bot.store.traces import Kept
from engine.agents.levels import Level

FORGET_MEMBERS: Final = """
DELETE FROM tournament_members WHERE person = :person;
DELETE FROM tournaments WHERE snapshot IS NULL
    AND id NOT IN (SELECT tournament FROM tournament_members);
"""
KEPT_TOURNAMENTS: Final = Kept(
    "DELETE FROM tournaments WHERE guild = :guild AND created < :before;", ("tournaments",)
)


class Tournaments(Queries):
    """The tables `tournaments`, `tournament_members` and `tournament_tables`."""

    async def add(
        self, channel: int, guild: int | None, locale: str, seats: int, level: Level
    ) -> int:
        """Open a tournament; returns its number."""
        return await self._insert_numbered(
            "tournaments",
            channel=channel,
            guild=guild,
            locale=locale,
            seats=seats,
            level=level,
            created=time.time(),
        )

    async def get(self, tournament: int) -> Tournament | None:
        """The tournament with this number."""
        rows = await self._rows("SELECT * FROM tournaments WHERE id = ?", tournament)
        if not rows:
            return None
        sql = (
            "SELECT position, person AS id, name FROM tournament_members"
            " WHERE tournament = ? ORDER BY position"
        )
        members = await self._rows(sql, tournament)
        sql = "SELECT count(*) FROM tournament_tables WHERE tournament = ?"
        return from_row(
            Tournament,
            rows[0],
            members=tuple(from_row(PersonRow, member) for member in members),
            places=tuple(member["position"] for member in members),
            tables=await self._first(int, sql, tournament),
        )

    async def gathering(self, person: int) -> tuple[int, ...]:
        """The tournaments that a person takes part in and that have yet to begin."""
        sql = (
            "SELECT t.id FROM tournaments t JOIN tournament_members m ON m.tournament = t.id"
            " WHERE m.person = ? AND t.snapshot IS NULL ORDER BY t.id"
        )
        return await self._all(int, sql, person)

    async def note_shown(self, tournament: int, message: int) -> None:
        """Note the message in which people join."""
        await self._run("UPDATE tournaments SET message = ? WHERE id = ?", message, tournament)

    async def remove(self, tournament: int) -> None:
        """Forget a tournament."""
        await self._run("DELETE FROM tournaments WHERE id = ?", tournament)

    async def seat(self, tournament: int, people: Sequence[PersonRow]) -> None:
        """Let these people take part, in this order."""
        await self._run("DELETE FROM tournament_members WHERE tournament = ?", tournament)
        rows = [
            {"tournament": tournament, "position": at, "person": one.id, "name": one.name}
            for at, one in enumerate(people)
        ]
        await self._insert_all("tournament_members", rows)

    async def freeze(self, tournament: int, snapshot: str, tables: int) -> None:
        """Note what is dealt, at how many tables: nobody joins any more."""
        await self._run("UPDATE tournaments SET snapshot = ? WHERE id = ?", snapshot, tournament)
        rows = [{"tournament": tournament, "number": number} for number in range(tables)]
        await self._insert_all("tournament_tables", rows)

    async def missing(self, tournament: int) -> tuple[int, ...]:
        """The tables that have not begun."""
        sql = (
            "SELECT number FROM tournament_tables WHERE tournament = ? AND game IS NULL"
            " ORDER BY number"
        )
        return await self._all(int, sql, tournament)

    async def begin(self, tournament: int, number: int, game: int) -> bool:
        """Note in which game a table plays; False where it has begun already."""
        sql = (
            "UPDATE tournament_tables SET game = ?"
            " WHERE tournament = ? AND number = ? AND game IS NULL"
        )
        return await self._run(sql, game, tournament, number) == 1

    async def is_open(self, game: int) -> bool:
        """Say whether a game is a table of a tournament of which some table is not over."""
        sql = (
            "SELECT 1 FROM tournament_tables t JOIN tournament_tables o USING (tournament)"
            " WHERE t.game = ? AND o.over = 0 LIMIT 1"
        )
        return await self._first(int, sql, game) is not None

    async def shares(self, game: int, person: int) -> bool:
        """Say whether a person takes part in the tournament that a game is a table of."""
        sql = (
            "SELECT 1 FROM tournament_tables t JOIN tournament_members m USING (tournament)"
            " WHERE t.game = ? AND m.person = ?"
        )
        return await self._first(int, sql, game, person) is not None

    async def finish(self, game: int, totals: Sequence[int | None] | None) -> Tournament | None:
        """Note how a table ended, once; returns its tournament where that was the last of them."""
        text = None
        if totals is not None:
            text = " ".join("-" if one is None else str(one) for one in totals)
        sql = "UPDATE tournament_tables SET over = 1, totals = ? WHERE game = ? AND over = 0"
        if await self._run(sql, text, game) != 1 or await self.is_open(game):
            return None
        sql = "SELECT tournament FROM tournament_tables WHERE game = ?"
        tournament = await self._first(int, sql, game)
        return None if tournament is None else await self.get(tournament)

    async def results(self, tournament: int) -> tuple[TournamentTable, ...]:
        """Return the ends of the tables, with the people who sit there now."""
        sql = "SELECT * FROM tournament_tables WHERE tournament = ? ORDER BY number"
        people = "SELECT person AS id, name FROM players WHERE game = ? ORDER BY seat"
        return tuple(
            [
                TournamentTable(
                    row["number"],
                    await self._all(PersonRow, people, row["game"]),
                    _totals(row["totals"]),
                )
                for row in await self._rows(sql, tournament)
            ]
        )


def _totals(text: str | None) -> tuple[int | None, ...] | None:
    if text is None:
        return None
    return tuple(None if one == "-" else int(one) for one in text.split())
