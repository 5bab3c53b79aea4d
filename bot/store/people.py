"""The settings of people and servers, and the tips that people have had."""

from collections.abc import Iterable

from bot.model.coach import Idea
from bot.model.preferences import Notice, Preferences, ServerSettings
from bot.store.queries import Queries, columns


class StoredPreferences(Queries):
    """The tables `preferences` and `server_settings`; who has set nothing has what is usual."""

    async def of(self, person: int) -> Preferences:
        """Return the settings of a person."""
        sql = "SELECT * FROM preferences WHERE person = ?"
        return await self._first(Preferences, sql, person) or Preferences()

    async def put(self, person: int, chosen: Preferences) -> None:
        """Store what a person has set."""
        await self._replace("preferences", ("person",), person=person, **columns(chosen))

    async def no_more_messages(self, person: int) -> bool:
        """Turn direct messages to a person off; False when they were off already."""
        sql = "UPDATE preferences SET notice = ? WHERE person = ? AND notice = ?"
        return await self._run(sql, Notice.MENTION, person, Notice.MESSAGE) == 1

    async def note_client(self, person: int, locale: str) -> None:
        """Keep the language of a person's client, for direct messages."""
        await self._run("UPDATE preferences SET client = ? WHERE person = ?", locale, person)

    async def of_server(self, guild: int | None) -> ServerSettings:
        """Return the settings of a server; outside servers, what is usual."""
        sql = "SELECT * FROM server_settings WHERE guild = ?"
        return await self._first(ServerSettings, sql, guild) or ServerSettings()

    async def put_server(self, guild: int, rules: ServerSettings) -> None:
        """Store what a server has set."""
        await self._replace("server_settings", ("guild",), guild=guild, **columns(rules))


class Coached(Queries):
    """The table `coached`."""

    async def untold(self, person: int, page: str) -> frozenset[Idea]:
        """The ideas of which a person has not been told, but for above this very page."""
        sql = "SELECT idea FROM coached WHERE person = ? AND page <> ?"
        told = await self._all(str, sql, person, page)
        return frozenset(idea for idea in Idea if idea not in told)

    async def note(self, person: int, ideas: Iterable[Idea], page: str) -> None:
        """Note of what a person has been told above a page."""
        sql = "INSERT INTO coached (person, idea, page) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        await self._run_each(sql, ((person, idea, page) for idea in ideas))
