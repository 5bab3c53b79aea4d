"""The channels where games are played and posts go: lost ones, doors into them, and forums."""

import time
from typing import Final

from bot.model import rows
from bot.model.channel_loss import ANSWERS_ONLY
from bot.model.seated_bots import LAST_PERSON
from bot.store.queries import Queries, columns, conflicts, from_row


class Channels(Queries):
    """The table `dead_channels`, and where the rows of `games` are played."""

    async def bury(self, channel: int, code: int, again: float | None = None) -> None:
        """Remember that a channel takes no posts, with Discord's error code or `ANSWERS_ONLY`.

        It is tried `again` then (Unix time), unless Discord tells when it takes posts.
        """
        row = {"channel": channel, "code": code, "since": time.time(), "again": again}
        await self._replace("dead_channels", ("channel",), **row)

    async def revive(self, channel: int) -> bool:
        """Forget that a channel took no posts; whether it did not."""
        return await self._run("DELETE FROM dead_channels WHERE channel = ?", channel) == 1

    async def is_dead(self, channel: int) -> bool:
        """Say whether a channel takes no posts, lost or not."""
        return await self._is_dead_and(channel, "TRUE")

    async def is_lost(self, channel: int) -> bool:
        """Say whether a channel takes no more posts; one where the bot only answers never did."""
        return await self._is_dead_and(channel, f"code <> {ANSWERS_ONLY}")

    async def is_closed(self, channel: int) -> bool:
        """Say whether a channel takes no posts until Discord, or a press, tells that it does."""
        return await self._is_dead_and(channel, "again IS NULL")

    async def is_tried(self, channel: int) -> bool:
        """Say whether a channel counts as lost, and is tried again."""
        return await self._is_dead_and(channel, "again IS NOT NULL")

    async def _is_dead_and(self, channel: int, what: str) -> bool:
        sql = f"SELECT 1 FROM dead_channels WHERE channel = ? AND {what}"  # noqa: S608 - constants
        return await self._first(int, sql, channel) is not None

    async def guild_of(self, channel: int) -> int | None:
        """The server of a channel in which a game was played; None for direct messages."""
        sql = "SELECT guild FROM games WHERE channel = ? AND guild IS NOT NULL LIMIT 1"
        return await self._first(int, sql, channel)

    async def channels_of(self, guild: int) -> tuple[int, ...]:
        """The channels and threads of a server in which a game is running."""
        sql = "SELECT channel FROM games WHERE guild = ? AND status = 'running' ORDER BY id"
        return await self._all(int, sql, guild)

    async def lost(self) -> tuple[tuple[int, int], ...]:
        """The channels and threads that Discord closed, after the server of each.

        Only those in which a game was played: its place was lost, or the next one's would be.
        """
        sql = (
            "SELECT DISTINCT g.guild, d.channel FROM dead_channels d"
            " JOIN games g ON g.channel = d.channel WHERE g.guild IS NOT NULL AND d.again IS NULL"
        )
        return await self._all(tuple[int, int], sql)

    async def people_of(self, game: int) -> tuple[int, ...]:
        """The people who play in a game, or may come back to it."""
        sql = (
            "SELECT person FROM players"
            " WHERE game = ? AND resigned = 0 AND person > ? ORDER BY seat"
        )
        return await self._all(int, sql, game, LAST_PERSON)

    async def lost_games(self, person: int) -> tuple[int, ...]:
        """The running games of a person that have lost their places."""
        sql = (
            "SELECT g.id FROM games g JOIN dead_channels d ON d.channel = g.channel"
            " JOIN players p ON p.game = g.id"
            " WHERE g.status = 'running' AND d.code <> 0 AND p.person = ? AND p.resigned = 0"
            " ORDER BY g.id"
        )
        return await self._all(int, sql, person)

    async def move(self, game: int, channel: int, guild: int | None) -> None:
        """Play a running game elsewhere; raises ConflictError where a game is running already."""
        sql = (
            "UPDATE games SET channel = ?, guild = ?, message = NULL"
            " WHERE id = ? AND status = 'running'"
        )
        with conflicts():
            await self._run(sql, channel, guild, game)

    async def movable(self, person: int, guild: int | None) -> tuple[rows.PlacedGame, ...]:
        """The running games of a person and those of a server, those without a place first."""
        sql = (
            "SELECT g.id AS game, g.channel, d.code AS lost"
            " FROM games g LEFT JOIN dead_channels d ON d.channel = g.channel AND d.code <> 0"
            " WHERE g.status = 'running' AND g.id IN"
            " (SELECT game FROM players WHERE person = ? AND over = 0 AND resigned = 0"
            " UNION SELECT id FROM games WHERE guild = ? AND status = 'running')"
            " ORDER BY d.code IS NULL, g.changed DESC LIMIT 200"
        )
        names = "SELECT name FROM players WHERE game = ? ORDER BY seat"
        return tuple(
            [
                from_row(rows.PlacedGame, row, names=await self._all(str, names, row["game"]))
                for row in await self._rows(sql, person, guild)
            ]
        )


class StoredDoors(Queries):
    """The table `doors`, which stays out of every copy of the database (`copies.py`)."""

    async def put(self, door: rows.DoorRow) -> None:
        """Keep the door of a channel in place of the one before."""
        await self._replace("doors", ("channel",), **columns(door))

    async def drop(self, door: rows.DoorRow) -> None:
        """Drop a door, unless its channel has another one by now."""
        await self._run("DELETE FROM doors WHERE token = ?", door.token)

    async def forget(self, before: float) -> None:
        """Drop the doors that closed before a time."""
        await self._run("DELETE FROM doors WHERE until < ?", before)

    async def all(self) -> tuple[rows.DoorRow, ...]:
        """Every door."""
        return await self._all(rows.DoorRow, "SELECT * FROM doors")


_POSTS: Final = (
    "SELECT thread, guild, forum, told, CASE"
    " WHEN EXISTS (SELECT 1 FROM games WHERE channel = thread AND status = 'running')"
    " THEN 'running'"
    " WHEN EXISTS (SELECT 1 FROM lobbies WHERE channel = thread) THEN 'open'"
    " ELSE 'over' END AS stage FROM forum_posts"
)


class ForumPosts(Queries):
    """The table `forum_posts`."""

    async def put(self, thread: int, guild: int, forum: int, told: rows.GameStage) -> None:
        """Note a post that was opened with the tag of a stage."""
        row = {"thread": thread, "guild": guild, "forum": forum, "told": told}
        await self._replace("forum_posts", ("thread",), **row)

    async def get(self, thread: int) -> rows.ForumPostRow | None:
        """A post of the bot, None where a thread is none."""
        return await self._first(rows.ForumPostRow, f"{_POSTS} WHERE thread = ?", thread)

    async def threads(self) -> tuple[int, ...]:
        """All posts of the bot."""
        return await self._all(int, "SELECT thread FROM forum_posts ORDER BY thread")

    async def untold(self) -> tuple[rows.ForumPostRow, ...]:
        """The posts whose tags do not tell how far their games are; of those that are not over."""
        known = f"SELECT * FROM ({_POSTS} WHERE told <> 'over') AS known"  # noqa: S608 - a constant
        sql = f"{known} WHERE stage <> told ORDER BY thread"
        return await self._all(rows.ForumPostRow, sql)

    async def tell(self, thread: int, stage: rows.GameStage) -> None:
        """Note what the tag of a post tells now."""
        await self._run("UPDATE forum_posts SET told = ? WHERE thread = ?", stage, thread)

    async def remove(self, thread: int) -> None:
        """Forget a post that was deleted."""
        await self._run("DELETE FROM forum_posts WHERE thread = ?", thread)
