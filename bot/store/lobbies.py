"""Tables that have not started yet: one a channel."""

import time
from dataclasses import replace

from bot.model.rows import LobbyRow, PersonRow
from bot.store.codec import columns, made
from bot.store.queries import Queries


class Lobbies(Queries):
    """The tables `lobbies`, `lobby_members` and `lobby_invited`."""

    async def get(self, channel: int) -> LobbyRow | None:
        """The lobby of a channel."""
        rows = await self._rows("SELECT * FROM lobbies WHERE channel = ?", channel)
        if not rows:
            return None
        members = await self._people("lobby_members", channel)
        invited = await self._people("lobby_invited", channel)
        return made(LobbyRow, rows[0], members=members, invited=invited)

    async def put(self, lobby: LobbyRow) -> LobbyRow:
        """Store a lobby as it is now, with the next revision; returns it."""
        stored = replace(lobby, revision=lobby.revision + 1)
        sql = (
            "INSERT INTO lobbies (channel, guild, locale, host, options, revision, created)"
            " VALUES (:channel, :guild, :locale, :host, :options, :revision, :created)"
            " ON CONFLICT (channel) DO UPDATE SET locale = excluded.locale, host = excluded.host,"
            " options = excluded.options, revision = excluded.revision"
        )
        await self._run(sql, created=time.time(), **columns(stored))
        await self._put_people("lobby_members", lobby.channel, lobby.members)
        await self._put_people("lobby_invited", lobby.channel, lobby.invited)
        return stored

    async def remove(self, channel: int) -> None:
        """Forget the lobby of a channel."""
        await self._run("DELETE FROM lobbies WHERE channel = ?", channel)

    async def _people(self, table: str, channel: int) -> tuple[PersonRow, ...]:
        sql = f"SELECT person AS id, name FROM {table} WHERE channel = ? ORDER BY position"  # noqa: S608
        return await self._all(PersonRow, sql, channel)

    async def _put_people(self, table: str, channel: int, people: tuple[PersonRow, ...]) -> None:
        await self._run(f"DELETE FROM {table} WHERE channel = ?", channel)  # noqa: S608
        rows = [
            {"channel": channel, "person": person.id, "name": person.name, "position": position}
            for position, person in enumerate(people)
        ]
        await self._insert_all(table, rows)
