"""Tables that have not started yet: one a channel."""

import time
from dataclasses import replace

import aiosqlite

from bot.model.rows import LobbyRow, PersonRow


class Lobbies:
    """The tables `lobbies`, `lobby_members` and `lobby_invited`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def get(self, channel: int) -> LobbyRow | None:
        """The lobby of a channel."""
        cursor = await self._db.execute("SELECT * FROM lobbies WHERE channel = ?", (channel,))
        row = await cursor.fetchone()
        if row is None:
            return None
        return LobbyRow(
            channel=channel,
            guild=row["guild"],
            locale=row["locale"],
            host=row["host"],
            options=row["options"],
            revision=row["revision"],
            members=await self._people("lobby_members", channel),
            invited=await self._people("lobby_invited", channel),
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
        await self._put_people("lobby_members", lobby.channel, lobby.members)
        await self._put_people("lobby_invited", lobby.channel, lobby.invited)
        return replace(lobby, revision=revision)

    async def remove(self, channel: int) -> None:
        """Forget the lobby of a channel."""
        await self._db.execute("DELETE FROM lobbies WHERE channel = ?", (channel,))

    async def _people(self, table: str, channel: int) -> tuple[PersonRow, ...]:
        cursor = await self._db.execute(
            f"SELECT person, name FROM {table} WHERE channel = ? ORDER BY position",  # noqa: S608
            (channel,),
        )
        return tuple(PersonRow(row["person"], row["name"]) for row in await cursor.fetchall())

    async def _put_people(self, table: str, channel: int, people: tuple[PersonRow, ...]) -> None:
        await self._db.execute(f"DELETE FROM {table} WHERE channel = ?", (channel,))  # noqa: S608
        await self._db.executemany(
            f"INSERT INTO {table} (channel, person, name, position) VALUES (?, ?, ?, ?)",  # noqa: S608
            [(channel, person.id, person.name, at) for at, person in enumerate(people)],
        )
