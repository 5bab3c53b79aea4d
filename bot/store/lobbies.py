"""Tables that have not started yet: one a channel."""

import time

import aiosqlite

from bot.store.rows import LobbyRow, PersonRow


class Lobbies:
    """The tables `lobbies` and `lobby_members`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def get(self, channel: int) -> LobbyRow | None:
        """The lobby of a channel."""
        cursor = await self._db.execute("SELECT * FROM lobbies WHERE channel = ?", (channel,))
        row = await cursor.fetchone()
        if row is None:
            return None
        members = await self._db.execute(
            "SELECT person, name FROM lobby_members WHERE channel = ? ORDER BY position",
            (channel,),
        )
        return LobbyRow(
            channel=channel,
            guild=row["guild"],
            locale=row["locale"],
            host=row["host"],
            options=row["options"],
            revision=row["revision"],
            members=tuple(
                PersonRow(one["person"], one["name"]) for one in await members.fetchall()
            ),
        )

    async def put(self, lobby: LobbyRow) -> LobbyRow:
        """Store a lobby as it is now, with the next revision; returns it."""
        revision = lobby.revision + 1
        await self._db.execute(
            "INSERT INTO lobbies (channel, guild, locale, host, options, revision, created)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (channel) DO UPDATE SET locale = excluded.locale, host = excluded.host,"
            " options = excluded.options, revision = excluded.revision",
            (
                lobby.channel,
                lobby.guild,
                lobby.locale,
                lobby.host,
                lobby.options,
                revision,
                time.time(),
            ),
        )
        await self._db.execute("DELETE FROM lobby_members WHERE channel = ?", (lobby.channel,))
        await self._db.executemany(
            "INSERT INTO lobby_members (channel, person, name, position) VALUES (?, ?, ?, ?)",
            [(lobby.channel, one.id, one.name, at) for at, one in enumerate(lobby.members)],
        )
        return LobbyRow(
            lobby.channel,
            lobby.guild,
            lobby.locale,
            lobby.host,
            lobby.options,
            revision,
            lobby.members,
        )

    async def remove(self, channel: int) -> None:
        """Forget the lobby of a channel."""
        await self._db.execute("DELETE FROM lobbies WHERE channel = ?", (channel,))
