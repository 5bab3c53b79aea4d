"""How long each running game has waited for whom, and whom to call next."""

import aiosqlite

from bot.model.rows import ClockRow, GameLine
from bot.model.turn_clock import LONGEST_WAIT, Pace, TurnClock


class Clocks:
    """The table `clocks`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def get(self, game: int) -> ClockRow | None:
        """The clock of a running game."""
        rows = await self._select("WHERE game = ?", (game,))
        return rows[0] if rows else None

    async def put(self, row: ClockRow) -> None:
        """Store a game's clock."""
        clock = row.clock
        await self._db.execute(
            "INSERT OR REPLACE INTO clocks (game, seat, person, turn, pace, since, base, sent,"
            " noticed, due) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                row.game,
                row.seat,
                row.person,
                row.turn,
                clock.pace,
                clock.since,
                clock.base,
                clock.sent,
                clock.noticed,
                row.due,
            ),
        )

    async def stop(self, game: int) -> None:
        """Remove the clock of a game that is over."""
        await self._db.execute("DELETE FROM clocks WHERE game = ?", (game,))

    async def due(self, now: float, limit: int) -> tuple[ClockRow, ...]:
        """The clocks whose call is due, the one that has waited longest first."""
        return await self._select("WHERE due <= ? ORDER BY due LIMIT ?", (now, limit))

    async def next_due(self) -> float | None:
        """When the next call is due."""
        cursor = await self._db.execute("SELECT min(due) FROM clocks WHERE due IS NOT NULL")
        row = await cursor.fetchone()
        return None if row is None else row[0]

    async def waiting_for(self, person: int) -> tuple[ClockRow, ...]:
        """The clocks of the games that wait for a person."""
        return await self._select("WHERE person = ?", (person,))

    async def ahead_of(self, now: float) -> tuple[ClockRow, ...]:
        """The clocks that began after `now`, or call too late: the machine's clock was put back."""
        latest = now + LONGEST_WAIT
        return await self._select("WHERE since > ? OR base > ? OR due > ?", (now, now, latest))

    async def without(self) -> tuple[int, ...]:
        """Running games that have no clock: they are older than clocks."""
        cursor = await self._db.execute(
            "SELECT id FROM games INDEXED BY running_game WHERE status = 'running'"
            " AND id NOT IN (SELECT game FROM clocks) ORDER BY id"
        )
        return tuple(row["id"] for row in await cursor.fetchall())

    async def games_of(self, person: int) -> tuple[GameLine, ...]:
        """The running games of a person: theirs to move first, then by how long they wait."""
        cursor = await self._db.execute(
            "SELECT g.id, g.channel, g.guild, g.message, c.person AS mover, m.name, c.since,"
            " coalesce(n.note, '') AS note, d.code"
            " FROM players p JOIN games g ON g.id = p.game AND g.status = 'running'"
            " LEFT JOIN clocks c ON c.game = g.id"
            " LEFT JOIN players m ON m.game = g.id AND m.seat = c.seat"
            " LEFT JOIN game_notes n ON n.game = g.id AND n.person = p.person"
            " LEFT JOIN dead_channels d ON d.channel = g.channel"
            " WHERE p.person = ? AND p.resigned = 0"
            " ORDER BY (c.person IS NOT p.person), c.since, g.id",
            (person,),
        )
        return tuple(
            GameLine(
                row["id"],
                row["channel"],
                row["guild"],
                row["message"],
                row["mover"],
                row["name"],
                row["since"],
                row["note"],
                row["code"],
            )
            for row in await cursor.fetchall()
        )

    async def _select(self, where: str, values: tuple[float, ...]) -> tuple[ClockRow, ...]:
        cursor = await self._db.execute(f"SELECT * FROM clocks {where}", values)  # noqa: S608
        return tuple(
            ClockRow(
                row["game"],
                row["seat"],
                row["person"],
                row["turn"],
                TurnClock(
                    Pace(row["pace"]),
                    row["since"],
                    row["base"],
                    row["sent"],
                    bool(row["noticed"]),
                ),
                row["due"],
            )
            for row in await cursor.fetchall()
        )
