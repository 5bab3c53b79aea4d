"""The ends of games, their meaning for each person, the lists of them, and the next handicap.

Somebody who does not want to be listed is in nobody's lists but their own.

The table `result_sums` has what leaderboards show, added up when the rows of `result_seats` change:
a leaderboard of many games would otherwise add them up at each look. Bots and people whom the bot
has forgotten have ids below 0, and no sums.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from bot.model import results
from bot.model.rows import HandicapRow
from bot.model.seated_bots import LAST_PERSON, strongest
from bot.store.queries import Queries, SqlRow, columns, from_row
from engine.agents.levels import Level

_SUM_UP: Final = f"""
INSERT INTO result_sums (guild, board, person, kind, games, wins, scored, points, best)
SELECT guild,
    CASE WHEN players = 1 THEN '{results.Board.SOLO}'
        WHEN against IS NULL THEN '{results.Board.TABLES}' ELSE '{results.Board.BOTS}' END,
    person,
    CASE WHEN players > 1 THEN coalesce(against, CAST(players AS TEXT))
        WHEN challenge = 1 THEN 'challenge' ELSE 'tom' END,
    count(*), sum(won), count(total), coalesce(sum(total), 0), max(total)
FROM result_seats
WHERE guild IS NOT NULL AND person > 0 AND part <> '{results.Part.PRACTISED}' AND %s
GROUP BY 1, 2, 3, 4
"""  # noqa: S608 - put together of constants
_ADD_RESULT: Final = f"""{_SUM_UP % "result = :result"}
ON CONFLICT (guild, board, person, kind) DO UPDATE SET
    games = result_sums.games + excluded.games,
    wins = result_sums.wins + excluded.wins,
    scored = result_sums.scored + excluded.scored,
    points = result_sums.points + excluded.points,
    best = CASE WHEN excluded.best IS NULL OR excluded.best < result_sums.best
        THEN result_sums.best ELSE excluded.best END
"""
"""Adds the seats of a new result."""
SUM_UP_AGAIN: Final = f"""
DELETE FROM result_sums WHERE guild = :guild;
{_SUM_UP % "result IN (SELECT id FROM results WHERE guild = :guild)"};
"""  # noqa: S608 - put together of constants
"""The statements that make the sums of a server of its results."""
_VISIBLE: Final = "(person = :viewer OR person NOT IN (SELECT person FROM unlisted))"
_STRONGEST_FIRST: Final = tuple(reversed(Level))
_TABLE_SIZES: Final = (2, 3, 4)
_A_PERSON: Final = f"person > {LAST_PERSON}"
_LINE: Final = "SELECT r.id, r.ended, r.ending, r.handicap, r.tom, g.channel, g.guild, g.message"
OF_SERVER: Final = (
    f"{_LINE} FROM results r JOIN games g ON g.id = r.game WHERE r.guild = :guild AND EXISTS"  # noqa: S608
    f" (SELECT 1 FROM result_seats WHERE result = r.id AND {_A_PERSON} AND {_VISIBLE})"
)
OF_PERSON: Final = (
    f"{_LINE} FROM result_seats s JOIN results r ON r.id = s.result"
    " LEFT JOIN games g ON g.id = r.game"
    " WHERE s.person = :person AND (CAST(:guild AS BIGINT) IS NULL OR s.guild = :guild)"
    f" AND {_VISIBLE}"
)
_SEATS: Final = (
    f"SELECT person, CASE WHEN {_VISIBLE} THEN name END AS name, part, total, won, shared"  # noqa: S608
    " FROM result_seats WHERE result = :result ORDER BY seat"
)
_SUMS_OF_SERVER: Final = f"FROM result_sums WHERE guild = :guild AND {_VISIBLE}"
NAMED: Final = (
    "SELECT *, (SELECT name FROM result_seats s WHERE s.person = page.person AND s.guild = :guild"
    " ORDER BY result DESC LIMIT 1) AS name FROM page"
)


class Results(Queries):
    """The tables `results` and `result_seats` with its sums, and `unlisted`."""

    async def have_conceded(self, people: Sequence[int], since: float) -> bool:
        """Say whether two of these people share a conceded result since then."""
        sql = (
            "SELECT 1 FROM result_seats a JOIN result_seats b ON b.result = a.result"
            " JOIN results r ON r.id = a.result"
            " WHERE a.person = ? AND b.person = ? AND r.ending = 'conceded' AND r.ended > ?"
        )
        for one, other in combinations(people, 2):
            if await self._first(int, sql, one, other, since):
                return True
        return False

    async def add(self, result: results.ResultRow, seats: Sequence[results.SeatResult]) -> bool:
        """Store how a game ended; False, and nothing is changed, when that is known already."""
        sql = (
            "INSERT INTO results (game, guild, ended, ending, handicap, tom, counted)"
            " VALUES (:game, :guild, :ended, :ending, :handicap, :tom, 1)"
            " ON CONFLICT (game) DO UPDATE SET"
            " handicap = excluded.handicap, tom = excluded.tom, counted = 1"
            " WHERE results.counted = 0"
            " RETURNING id"
        )
        number = await self._first(int, sql, **columns(result))
        if number is None:
            return False
        game = {
            "result": number,
            "guild": result.guild,
            "players": result.players,
            "challenge": result.handicap is not None,
            "against": strongest(seat.person for seat in seats),
        }
        await self._insert_all("result_seats", [game | columns(seat) for seat in seats])
        await self._run(_ADD_RESULT, result=number)
        return True

    async def uncounted(self, limit: int) -> tuple[results.Uncounted, ...]:
        """Games that ended before results were kept, in that order."""
        sql = "SELECT game, ended FROM results WHERE counted = 0 ORDER BY id LIMIT ?"
        return await self._all(results.Uncounted, sql, limit)

    async def give_up(self, game: int) -> None:
        """Forget a game that cannot be counted."""
        await self._run("DELETE FROM results WHERE game = ? AND counted = 0", game)

    async def has(self, person: int) -> bool:
        """Say whether a person has played a game to its end."""
        sql = "SELECT 1 FROM result_seats WHERE person = ? LIMIT 1"
        return await self._first(int, sql, person) is not None

    async def sources(self, person: int, players: int, *, but: int, limit: int) -> tuple[str, ...]:
        """Return the sources of a person's points in the newest games of so many players, as JSON.

        All games count `but` this one.
        """
        sql = (
            "SELECT s.sources FROM result_seats s JOIN results r ON r.id = s.result"
            " WHERE s.person = ? AND s.players = ? AND s.sources IS NOT NULL AND r.game <> ?"
            " ORDER BY s.result DESC LIMIT ?"
        )
        return await self._all(str, sql, person, players, but, limit)

    async def lists(self, person: int) -> bool:
        """Say whether others see a person in lists."""
        sql = "SELECT person FROM unlisted WHERE person = ?"
        return await self._first(int, sql, person) is None

    async def list_person(self, person: int, *, listed: bool) -> None:
        """Let others see a person in lists, with all their games, or not."""
        change = "DELETE FROM unlisted WHERE person = ?"
        if not listed:
            change = "INSERT INTO unlisted (person) VALUES (?) ON CONFLICT DO NOTHING"
        await self._run(change, person)


class Handicaps(Queries):
    """The table `handicaps`: the solo challenges."""

    async def get(self, person: int) -> HandicapRow | None:
        """A person's challenge, None for somebody who never played it."""
        sql = "SELECT value, game FROM handicaps WHERE person = ?"
        return await self._first(HandicapRow, sql, person)

    async def put(self, person: int, handicap: HandicapRow) -> None:
        """Store a person's challenge."""
        await self._replace("handicaps", ("person",), person=person, **columns(handicap))


def _of_kind(column: str, kind: str) -> str:
    """Return the SQL of a person's sum in games of one kind."""
    return f"coalesce(sum({column}) FILTER (WHERE kind = '{kind}'), 0)"


def _mean(kind: str) -> str:
    """Return the SQL of a person's mean score in games of one kind, which has one row."""
    return f"sum(1.0 * points / nullif(scored, 0)) FILTER (WHERE kind = '{kind}')"


TABLES: Final = f"""
WITH sums AS (
    SELECT person, sum(games) AS games, sum(wins) AS wins, max(best) AS best,
        {", ".join(f"{_mean(str(players))} AS mean_{players}" for players in _TABLE_SIZES)}
    {_SUMS_OF_SERVER} AND board = '{results.Board.TABLES}'
    GROUP BY person
), page AS (
    SELECT *, rank() OVER (ORDER BY wins DESC, games, best DESC) AS place,
        count(*) OVER () AS people
    FROM sums ORDER BY place, person LIMIT :limit OFFSET :offset
)
"""  # noqa: S608
SOLO: Final = f"""
WITH sums AS (
    SELECT person,
        {_of_kind("games", "challenge")} AS challenges,
        {_of_kind("wins", "challenge")} AS challenge_wins,
        {_of_kind("games", "tom")} AS games, {_of_kind("wins", "tom")} AS wins,
        {_mean("tom")} AS mean, max(best) FILTER (WHERE kind = 'tom') AS best
    {_SUMS_OF_SERVER} AND board = '{results.Board.SOLO}'
    GROUP BY person
), page AS (
    SELECT sums.*, value AS rung,
        rank() OVER (
            ORDER BY value DESC NULLS LAST, wins + challenge_wins DESC, games + challenges
        ) AS place,
        count(*) OVER () AS people
    FROM sums LEFT JOIN handicaps h ON h.person = sums.person AND challenges > 0
    ORDER BY place, sums.person LIMIT :limit OFFSET :offset
)
"""  # noqa: S608
WITH_BOTS: Final = f"""
WITH sums AS (
    SELECT person, sum(games) AS games, sum(wins) AS wins, max(best) AS best,
        {", ".join(f"{_of_kind('games', one)} AS games_{one}" for one in Level)},
        {", ".join(f"{_of_kind('wins', one)} AS wins_{one}" for one in Level)}
    {_SUMS_OF_SERVER} AND board = '{results.Board.BOTS}'
    GROUP BY person
), page AS (
    SELECT *, rank() OVER (
            ORDER BY {", ".join(f"wins_{level} DESC" for level in _STRONGEST_FIRST)},
                games, best DESC
        ) AS place,
        count(*) OVER () AS people
    FROM sums ORDER BY place, person LIMIT :limit OFFSET :offset
)
"""  # noqa: S608


class Records(Queries):
    """The rows of `results` and `result_seats`, and `result_sums`, as a person may see them."""

    async def history(
        self, wanted: results.HistoryQuery, part: results.Range, limit: int
    ) -> tuple[results.ResultLine, ...]:
        """Games that are over, the newest first: of a server, of a person, or of both."""
        listed = OF_SERVER if wanted.person is None else OF_PERSON
        column = "r.id" if wanted.person is None else "s.result"
        if part.after is not None:
            end = f" AND {column} > :edge ORDER BY {column} LIMIT :limit"
        else:
            before = "" if part.before is None else f" AND {column} < :edge"
            end = f"{before} ORDER BY {column} DESC LIMIT :limit"
        edge = part.before if part.after is None else part.after
        lines = []
        for row in await self._rows(listed + end, edge=edge, limit=limit, **columns(wanted)):
            seats = await self._all(
                results.SeatLine, _SEATS, result=row["id"], viewer=wanted.viewer
            )
            lines.append(from_row(results.ResultLine, row, seats=seats))
        return tuple(sorted(lines, key=lambda line: -line.id))

    async def standings(
        self, viewer: int, guild: int, offset: int, limit: int
    ) -> tuple[int, tuple[results.Standing, ...]]:
        """Return the number of people in a server's games of several people, and a page of them."""
        rows = await self._page(TABLES, viewer, guild, offset, limit)
        return _people(rows), tuple(
            from_row(results.Standing, row, means=_means(row)) for row in rows
        )

    async def solo(
        self, viewer: int, guild: int, offset: int, limit: int
    ) -> tuple[int, tuple[results.SoloStanding, ...]]:
        """Return the number of people in a server's games against Tom, and a page of them."""
        rows = await self._page(SOLO, viewer, guild, offset, limit)
        return _people(rows), tuple(
            from_row(
                results.SoloStanding, row, mean=None if row["mean"] is None else round(row["mean"])
            )
            for row in rows
        )

    async def with_bots(
        self, viewer: int, guild: int, offset: int, limit: int
    ) -> tuple[int, tuple[results.BotStanding, ...]]:
        """Return the number of people in games with bots, and a page of them by their wins."""
        rows = await self._page(WITH_BOTS, viewer, guild, offset, limit)
        return _people(rows), tuple(
            from_row(results.BotStanding, row, against=_against(row)) for row in rows
        )

    async def _page(
        self, sums: str, viewer: int, guild: int, offset: int, limit: int
    ) -> Sequence[SqlRow]:
        return await self._rows(
            sums + NAMED, viewer=viewer, guild=guild, offset=offset, limit=limit
        )


def _people(rows: Sequence[SqlRow]) -> int:
    """Return the number of people in all pages."""
    return rows[0]["people"] if rows else 0


def _against(row: SqlRow) -> tuple[tuple[Level, int, int], ...]:
    sums = ((level, row[f"wins_{level}"], row[f"games_{level}"]) for level in _STRONGEST_FIRST)
    return tuple((level, wins, games) for level, wins, games in sums if games)


def _means(row: SqlRow) -> tuple[tuple[int, int], ...]:
    means = ((players, row[f"mean_{players}"]) for players in _TABLE_SIZES)
    return tuple((players, round(mean)) for players, mean in means if mean is not None)
