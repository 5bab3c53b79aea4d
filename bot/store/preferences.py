"""What people and servers have set."""

import aiosqlite

from bot.model.availability import Availability, QuietHours
from bot.model.preferences import (
    Allowed,
    Appearance,
    Notice,
    PictureChoice,
    PictureSize,
    Preferences,
    ServerSettings,
)
from bot.model.turn_clock import Pace
from renderer.theme import PaletteName


class StoredPreferences:
    """The tables `preferences` and `server_settings`; who has set nothing has what is usual."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def of(self, person: int) -> Preferences:
        """What a person has set."""
        cursor = await self._db.execute("SELECT * FROM preferences WHERE person = ?", (person,))
        row = await cursor.fetchone()
        if row is None:
            return Preferences()
        quiet = (
            None if row["quiet_start"] is None else QuietHours(row["quiet_start"], row["quiet_end"])
        )
        availability = Availability(row["zone"], quiet, row["away_until"])
        return Preferences(
            Notice(row["notice"]), availability, _look(row), row["language"], row["client"]
        )

    async def put(self, person: int, chosen: Preferences) -> None:
        """Store what a person has set."""
        availability = chosen.availability
        quiet = (
            (None, None)
            if availability.quiet is None
            else (availability.quiet.start, availability.quiet.end)
        )
        await self._db.execute(
            "INSERT OR REPLACE INTO preferences (person, notice, zone, quiet_start, quiet_end,"
            " away_until, pictures, size, numbers, colours, language, client)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                person,
                chosen.notice,
                availability.zone,
                *quiet,
                availability.away_until,
                *_fields(chosen.appearance),
                chosen.language,
                chosen.client,
            ),
        )

    async def no_more_messages(self, person: int) -> bool:
        """Turn direct messages to a person off; False when they were off already."""
        cursor = await self._db.execute(
            "UPDATE preferences SET notice = ? WHERE person = ? AND notice = ?",
            (Notice.MENTION, person, Notice.MESSAGE),
        )
        return cursor.rowcount == 1

    async def note_client(self, person: int, locale: str) -> None:
        """Keep the language of a person's client, for direct messages."""
        await self._db.execute(
            "UPDATE preferences SET client = ? WHERE person = ?", (locale, person)
        )

    async def of_server(self, guild: int | None) -> ServerSettings:
        """What a server has set; outside servers, what is usual."""
        cursor = await self._db.execute("SELECT * FROM server_settings WHERE guild = ?", (guild,))
        row = await cursor.fetchone()
        if row is None:
            return ServerSettings()
        return ServerSettings(
            Allowed(row["opens"]),
            Allowed(row["aborts"]),
            Pace(row["pace"]),
            _look(row),
            row["language"],
        )

    async def put_server(self, guild: int, rules: ServerSettings) -> None:
        """Store what a server has set."""
        await self._db.execute(
            "INSERT OR REPLACE INTO server_settings (guild, opens, aborts, pace, pictures, size,"
            " numbers, colours, language) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                guild,
                rules.opens,
                rules.aborts,
                rules.pace,
                *_fields(rules.appearance),
                rules.language,
            ),
        )


def _fields(appearance: Appearance) -> tuple[str | None, ...]:
    return appearance.pictures, appearance.size, appearance.numbers, appearance.colours


def _look(row: aiosqlite.Row) -> Appearance:
    pictures, size, colours = row["pictures"], row["size"], row["colours"]
    return Appearance(
        None if pictures is None else PictureChoice(pictures),
        None if size is None else PictureSize(size),
        row["numbers"],
        None if colours is None else PaletteName(colours),
    )
