"""The channels and threads that take no more posts, and the games that are played somewhere."""

import time

import aiosqlite

from bot.model.rows import PlacedGame
from bot.store.errors import ConflictError


class Channels:
    """The table `dead_channels`, and where the rows of `games` are played."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def bury(self, channel: int, code: int) -> None:
        """Remember that a channel takes no more posts, with Discord's error code."""
        await self._db.execute(
            "INSERT OR REPLACE INTO dead_channels (channel, code, since) VALUES (?, ?, ?)",
            (channel, code, time.time()),
        )

    async def revive(self, channel: int) -> bool:
        """Forget that a channel took no more posts; whether it did not."""
        cursor = await self._db.execute("DELETE FROM dead_channels WHERE channel = ?", (channel,))
        return cursor.rowcount == 1

    async def is_dead(self, channel: int) -> bool:
        """Whether a channel takes no more posts."""
        cursor = await self._db.execute("SELECT 1 FROM dead_channels WHERE channel = ?", (channel,))
        return await cursor.fetchone() is not None

    async def channels_of(self, guild: int) -> tuple[int, ...]:
        """The channels and threads of a server in which a game is running."""
        cursor = await self._db.execute(
            "SELECT channel FROM games WHERE guild = ? AND status = 'running' ORDER BY id", (guild,)
        )
        return tuple(row["channel"] for row in await cursor.fetchall())

    async def lost_in(self, guild: int) -> tuple[int, ...]:
        """The channels and threads of a server that take no posts, though games run there."""
        cursor = await self._db.execute(
            "SELECT g.channel FROM games g JOIN dead_channels d ON d.channel = g.channel"
            " WHERE g.guild = ? AND g.status = 'running' ORDER BY g.id",
            (guild,),
        )
        return tuple(row["channel"] for row in await cursor.fetchall())

    async def people_of(self, game: int) -> tuple[int, ...]:
        """The people who play in a game, or may come back to it."""
        cursor = await self._db.execute(
            "SELECT person FROM players WHERE game = ? AND resigned = 0 ORDER BY seat", (game,)
        )
        return tuple(row["person"] for row in await cursor.fetchall())

    async def move(self, game: int, channel: int, guild: int | None) -> None:
        """Play a running game elsewhere; raises ConflictError where a game is running already."""
        try:
            await self._db.execute(
                "UPDATE games SET channel = ?, guild = ?, message = NULL"
                " WHERE id = ? AND status = 'running'",
                (channel, guild, game),
            )
        except aiosqlite.IntegrityError as error:
            raise ConflictError from error

    async def movable(self, person: int, guild: int | None) -> tuple[PlacedGame, ...]:
        """The running games of a person and those of a server, those without a place first."""
        cursor = await self._db.execute(
            "SELECT g.id, g.channel, d.code, (SELECT group_concat(name, char(10)) FROM"
            " (SELECT name FROM players WHERE game = g.id ORDER BY seat)) AS names"
            " FROM games g LEFT JOIN dead_channels d ON d.channel = g.channel"
            " WHERE g.status = 'running' AND g.id IN"
            " (SELECT game FROM players WHERE person = ? AND resigned = 0"
            " UNION SELECT id FROM games WHERE guild = ? AND status = 'running')"
            " ORDER BY d.code IS NULL, g.changed DESC LIMIT 200",
            (person, guild),
        )
        return tuple(
            PlacedGame(row["id"], row["channel"], tuple(row["names"].split("\n")), row["code"])
            for row in await cursor.fetchall()
        )
