"""The time that each running game has waited for each person, and the next call that is due."""

from bot.model.rows import ClockRow, GameLine
from bot.model.turn_clock import LONGEST_WAIT_SECONDS
from bot.store.queries import Queries, columns


class Clocks(Queries):
    """The table `clocks`."""

    async def get(self, game: int) -> ClockRow | None:
        """The clock of a running game."""
        return await self._first(ClockRow, "SELECT * FROM clocks WHERE game = ?", game)

    async def put(self, row: ClockRow) -> None:
        """Store a game's clock."""
        await self._replace("clocks", ("game",), **columns(row))

    async def stop(self, game: int) -> None:
        """Remove the clock of a game that is over."""
        await self._run("DELETE FROM clocks WHERE game = ?", game)

    async def due(self, now: float, limit: int) -> tuple[ClockRow, ...]:
        """The clocks whose call is due, the one that has waited longest first."""
        sql = "SELECT * FROM clocks WHERE due <= ? ORDER BY due LIMIT ?"
        return await self._all(ClockRow, sql, now, limit)

    async def next_due(self) -> float | None:
        """Return the time when the next call is due."""
        return await self._first(float, "SELECT min(due) FROM clocks WHERE due IS NOT NULL")

    async def waiting_for(self, person: int) -> tuple[ClockRow, ...]:
        """The clocks of the games that wait for a person."""
        return await self._all(ClockRow, "SELECT * FROM clocks WHERE person = ?", person)

    async def ahead_of(self, now: float) -> tuple[ClockRow, ...]:
        """The clocks that began after `now`, or call too late: the machine's clock was put back."""
        sql = "SELECT * FROM clocks WHERE since > ?1 OR base > ?1 OR due > ?2"
        return await self._all(ClockRow, sql, now, now + LONGEST_WAIT_SECONDS)

    async def push(self, seconds: float, first: float, last: float) -> None:
        """Move forward what clocks count from: each moment after `first` and up to `last`."""
        base = "UPDATE clocks SET base = base + ?1, due = due + ?1 WHERE base > ?2 AND base <= ?3"
        since = "UPDATE clocks SET since = since + ?1 WHERE since > ?2 AND since <= ?3"
        await self._run(base, seconds, first, last)
        await self._run(since, seconds, first, last)

    async def without(self) -> tuple[int, ...]:
        """Running games that have no clock: they are older than clocks."""
        sql = (
            "SELECT id FROM games INDEXED BY running_game WHERE status = 'running'"
            " AND id NOT IN (SELECT game FROM clocks) ORDER BY id"
        )
        return await self._all(int, sql)

    async def games_of(self, person: int) -> tuple[GameLine, ...]:
        """The running games of a person: theirs to move first, then by how long they wait."""
        sql = (
            "SELECT g.id AS game, g.channel, g.guild, g.message, c.person, m.name,"
            " c.since, m.person AS seated,"
            " coalesce(n.note, '') AS note, d.code AS lost,"
            " (SELECT count(*) FROM premoves m WHERE m.game = g.id AND m.person = p.person"
            " AND m.state = 'waiting' AND m.alternative = 0) AS premoves"
            " FROM players p JOIN games g ON g.id = p.game AND g.status = 'running'"
            " LEFT JOIN clocks c ON c.game = g.id"
            " LEFT JOIN players m ON m.game = g.id AND m.seat = c.seat"
            " LEFT JOIN game_notes n ON n.game = g.id AND n.person = p.person"
            " LEFT JOIN dead_channels d ON d.channel = g.channel"
            " WHERE p.person = ? AND p.resigned = 0"
            " ORDER BY CASE WHEN c.person = p.person THEN 0 ELSE 1 END, c.since, g.id"
        )
        return await self._all(GameLine, sql, person)
