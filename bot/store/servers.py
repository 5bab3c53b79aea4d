"""The servers that the bot is or was a member of, and how what is kept of one is deleted."""

from collections.abc import Iterable
from typing import Final

from bot.store.meta import NEW_RULES, PLACE_LOST
from bot.store.migrate import statements
from bot.store.queries import Queries

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

DELETE FROM posts WHERE game IS NULL AND via <> 'direct' AND created < :before
    AND channel IN (SELECT channel FROM games WHERE id IN ({_THEIRS}));
DELETE FROM meta WHERE key IN (
    SELECT '{NEW_RULES}' || id FROM games WHERE id IN ({_THEIRS})
    UNION ALL SELECT '{PLACE_LOST}' || id FROM games WHERE id IN ({_THEIRS})
);
DELETE FROM games WHERE id IN ({_THEIRS});
DELETE FROM dead_channels WHERE since < :before AND channel NOT IN (SELECT channel FROM games);

UPDATE weekly_attempts SET guild = NULL WHERE guild = :guild;
DELETE FROM tournaments WHERE guild = :guild AND created < :before;
DELETE FROM lobbies WHERE guild = :guild AND created < :before;
DELETE FROM server_settings WHERE guild = :guild;
DELETE FROM forum_posts WHERE guild = :guild;
DELETE FROM servers WHERE guild = :guild
    AND guild NOT IN (SELECT guild FROM games WHERE guild IS NOT NULL)
    AND guild NOT IN (SELECT guild FROM lobbies WHERE guild IS NOT NULL)
    AND guild NOT IN (SELECT guild FROM tournaments WHERE guild IS NOT NULL);
"""  # noqa: S608 - put together of constants
"""Rows that belong to a deleted row go with it; results stay, without game and server."""


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

    async def purge(self, guild: int, before: float) -> None:
        """Delete what is kept of a server, but for what happened there since a time.

        The results stay for the people who played, but nobody can tell where it was.
        """
        for statement in statements(_PURGE):
            await self._run(statement, guild=guild, before=before)
