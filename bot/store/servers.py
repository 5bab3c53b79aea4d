"""The servers that the bot is or was a member of, and how what is kept of one is deleted."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Final

from bot.store.meta import NEW_RULES, PLACE_LOST
from bot.store.migrate import statements
from bot.store.queries import Queries
from bot.store.results import SUM_UP_AGAIN

_JOIN: Final = (
    "INSERT INTO servers (guild) VALUES (?)"
    " ON CONFLICT (guild) DO UPDATE SET gone = NULL WHERE servers.gone IS NOT NULL"
)
_THEIRS: Final = "SELECT id FROM games WHERE guild = :guild AND changed < :before"
_PURGE: Final = f"""
DELETE FROM results WHERE counted = 0 AND game IN ({_THEIRS});
UPDATE result_seats SET guild = NULL
    WHERE result IN (SELECT id FROM results WHERE game IN ({_THEIRS}));
UPDATE results SET guild = NULL WHERE game IN ({_THEIRS});
{SUM_UP_AGAIN}

DELETE FROM posts WHERE game IS NULL AND via <> 'direct' AND created < :before
    AND channel IN (SELECT channel FROM games WHERE id IN ({_THEIRS}));
DELETE FROM meta WHERE key IN (
    SELECT '{NEW_RULES}' || id FROM games WHERE id IN ({_THEIRS})
    UNION ALL SELECT '{PLACE_LOST}' || id FROM games WHERE id IN ({_THEIRS})
);
DELETE FROM games WHERE id IN ({_THEIRS});
DELETE FROM dead_channels WHERE since < :before AND channel NOT IN (SELECT channel FROM games);

DELETE FROM lobbies WHERE guild = :guild AND created < :before;
DELETE FROM server_settings WHERE guild = :guild;
DELETE FROM forum_posts WHERE guild = :guild;
"""  # noqa: S608 - put together of constants
"""Rows that belong to a deleted row go with it; results stay, without game and server."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The things that a feature keeps of servers."""

    purge: str
    """The SQL statements that delete it for a server `:guild`, unless it came after `:before`."""
    tables: tuple[str, ...] = ()
    """A server stays known while one of these tables has a row with its `guild`."""


_OF_THE_CORE: Final = Kept(_PURGE, ("games", "lobbies"))


class Servers(Queries):
    """The table `servers`, and what other tables know of one of them."""

    async def present(self) -> tuple[int, ...]:
        """The servers that the bot is a member of, as far as is known."""
        return await self._all(int, "SELECT guild FROM servers WHERE gone IS NULL")

    async def enter(self, members: Iterable[int]) -> None:
        """Note that the bot is a member of these servers."""
        await self._run_each(_JOIN, [(guild,) for guild in members])

    async def join(self, guild: int) -> bool:
        """Note that the bot is a member of a server; whether it was never known to be one."""
        known = await self._all(int, "SELECT guild FROM servers WHERE guild = ?", guild)
        await self._run(_JOIN, guild)
        return not known

    async def leave(self, guild: int, now: float) -> None:
        """Note that a server has removed the bot."""
        await self._replace("servers", ("guild",), guild=guild, gone=now)

    async def gone(self, before: float) -> tuple[int, ...]:
        """The servers that removed the bot before a time."""
        return await self._all(int, "SELECT guild FROM servers WHERE gone < ?", before)

    async def games_of(self, guild: int, before: float) -> tuple[int, ...]:
        """The games of a server in which nothing happened since a time."""
        return await self._all(int, _THEIRS, guild=guild, before=before)

    async def purge(self, guild: int, before: float, kept: Iterable[Kept]) -> None:
        """Delete what the core and features keep of a server, unless it came since a time.

        The results stay for the people who played, but nobody can tell where it was.
        """
        everything = (_OF_THE_CORE, *kept)
        for statement in statements("\n".join(each.purge for each in everything)):
            await self._run(statement, guild=guild, before=before)
        for table in chain.from_iterable(each.tables for each in everything):
            sql = f"SELECT 1 FROM {table} WHERE guild = ? LIMIT 1"  # noqa: S608 - a constant
            if await self._first(int, sql, guild) is not None:
                return
        await self._run("DELETE FROM servers WHERE guild = ?", guild)
