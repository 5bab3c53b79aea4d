"""Looking at a database from outside, also while the bot runs: nothing can be changed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiosqlite

from bot.model.rows import Status
from bot.store import DatabaseError, Transaction
from bot.store.copies import read_only, version_of_file
from bot.store.migrate import migrations
from bot.store.queries import Queries


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A line of the list of games; `mover` is whom it has waited for `since` then.

    `lost` is Discord's error code where its channel takes no more posts.
    """

    id: int
    server: int | None
    channel: int
    status: Status
    players: tuple[str, ...]
    revision: int
    created: float
    changed: float
    mover: str | None
    since: float | None
    lost: int | None


class Ledger(Queries):
    """All games as an operator looks at them, without their snapshots."""

    async def games(self, *, over: bool) -> tuple[GameEntry, ...]:
        """The running games, and those that are over too, by server."""
        return await self._all(
            GameEntry,
            "SELECT g.id, g.guild AS server, g.channel, g.status, g.revision, g.created, g.changed,"
            " m.name AS mover, c.since, d.code AS lost, (SELECT group_concat(name, char(10)) FROM"
            " (SELECT name FROM players WHERE game = g.id ORDER BY seat)) AS players"
            " FROM games g LEFT JOIN clocks c ON c.game = g.id"
            " LEFT JOIN players m ON m.game = g.id AND m.seat = c.seat"
            " LEFT JOIN dead_channels d ON d.channel = g.channel AND g.status = 'running'"
            " WHERE g.status = 'running' OR ? ORDER BY g.guild, g.id",
            over,
        )

    async def entries(self, game: int) -> tuple[tuple[int, float], ...]:
        """The entries of a game's log by number, and when each was made (Unix time)."""
        sql = "SELECT seq, made FROM moves WHERE game = ? ORDER BY seq"
        return await self._all(tuple[int, float], sql, game)


@dataclass(frozen=True, slots=True)
class Look:
    """What can be looked at: every table, and the list of games."""

    tables: Transaction
    ledger: Ledger


@asynccontextmanager
async def looking(path: Path) -> AsyncIterator[Look]:
    """A database as it is at one moment. Raises DatabaseError for one of another version."""
    newest = len(migrations())
    version = version_of_file(path, newest)
    if version != newest:
        raise DatabaseError(
            f"{path} is of version {version}, this program writes {newest}; "
            "the bot upgrades it when it starts."
        )
    async with aiosqlite.connect(read_only(path), uri=True, isolation_level=None) as connection:
        connection.row_factory = aiosqlite.Row
        await connection.execute("PRAGMA trusted_schema = OFF")
        await connection.execute("BEGIN")
        yield Look(Transaction(connection), Ledger(connection))
