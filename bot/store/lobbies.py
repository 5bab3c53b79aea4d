"""Tables that have not started yet: one a channel."""

import time
from collections.abc import Sequence
from dataclasses import replace

from bot.model.rows import GuestRow, LobbyRow, PersonRow
from bot.store.queries import Queries, columns, made


class Lobbies(Queries):
    """The tables `lobbies`, `lobby_members`, `lobby_invited` and `lobby_guests`."""

    async def get(self, channel: int) -> LobbyRow | None:
        """The lobby of a channel."""
        rows = await self._rows("SELECT * FROM lobbies WHERE channel = ?", channel)
        if not rows:
            return None
        members = await self._people("lobby_members", channel)
        invited = await self._people("lobby_invited", channel)
        sql = (
            "SELECT person AS id, name, declined FROM lobby_guests"
            " WHERE channel = ? ORDER BY position"
        )
        guests = await self._all(GuestRow, sql, channel)
        return made(LobbyRow, rows[0], members=members, invited=invited, guests=guests)

    async def knowing(self, person: int) -> tuple[int, ...]:
        """The channels of the lobbies in which a person sits or is invited."""
        sql = (
            "SELECT channel FROM lobby_members WHERE person = :person"
            " UNION SELECT channel FROM lobby_invited WHERE person = :person"
            " UNION SELECT channel FROM lobby_guests WHERE person = :person"
        )
        return await self._all(int, sql, person=person)

    async def put(self, lobby: LobbyRow) -> LobbyRow:
        """Store a lobby as it is now, with the next revision; returns it."""
        stored = replace(lobby, revision=lobby.revision + 1)
        sql = (
            "INSERT INTO lobbies"
            " (channel, guild, locale, host, options, revision, created, message) VALUES"
            " (:channel, :guild, :locale, :host, :options, :revision, :created, :message)"
            " ON CONFLICT (channel) DO UPDATE SET locale = excluded.locale, host = excluded.host,"
            " options = excluded.options, revision = excluded.revision"
        )
        await self._run(sql, created=time.time(), **columns(stored))
        await self._put_people("lobby_members", lobby.channel, lobby.members)
        await self._put_people("lobby_invited", lobby.channel, lobby.invited)
        await self._put_people("lobby_guests", lobby.channel, [one.person for one in lobby.guests])
        sql = "UPDATE lobby_guests SET declined = 1 WHERE channel = ? AND person = ?"
        no = [(lobby.channel, one.person.id) for one in lobby.guests if one.declined]
        await self._run_each(sql, no)
        return stored

    async def note_shown(self, channel: int, message: int) -> None:
        """Note by which message a lobby is shown from now on; it does not change by that."""
        await self._run("UPDATE lobbies SET message = ? WHERE channel = ?", message, channel)

    async def remove(self, channel: int) -> None:
        """Forget the lobby of a channel."""
        await self._run("DELETE FROM lobbies WHERE channel = ?", channel)

    async def _people(self, table: str, channel: int) -> tuple[PersonRow, ...]:
        sql = f"SELECT person AS id, name FROM {table} WHERE channel = ? ORDER BY position"  # noqa: S608
        return await self._all(PersonRow, sql, channel)

    async def _put_people(self, table: str, channel: int, people: Sequence[PersonRow]) -> None:
        await self._run(f"DELETE FROM {table} WHERE channel = ?", channel)  # noqa: S608
        rows = [
            {"channel": channel, "person": person.id, "name": person.name, "position": position}
            for position, person in enumerate(people)
        ]
        await self._insert_all(table, rows)
