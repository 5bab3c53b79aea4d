"""The settings of people and servers."""

from bot.model.preferences import Notice, Preferences, ServerSettings
from bot.store.codec import columns
from bot.store.queries import Queries


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
