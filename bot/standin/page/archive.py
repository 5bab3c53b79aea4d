"""The Archive: the table's World in an SQLite file, written before the bot hears of a change."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from bot.standin import model
from bot.standin.page import codec
from bot.standin.world import World

ARCHIVE_VERSION: Final = 3
"""2 came with channel kinds, tags, roles and timeouts, 3 with emojis and commands in menus; older
files lack them."""
PRIVATE_LIVES: Final = 15 * 60.0
"""Seconds after which an untouched private message is not brought back by the next start."""
FILES_KEPT: Final = 100_000_000
"""Bytes of pictures and other files that are kept, the newest; older messages keep their text."""
_FORGET_FILES: Final = """
DELETE FROM files WHERE id IN (
    SELECT id FROM (
        SELECT id, message, sum(length(data)) OVER (ORDER BY message DESC, id DESC) AS so_far
        FROM files
    ) WHERE so_far > ? AND message <> ?
)
"""
_PRAGMAS: Final = (
    "journal_mode = WAL",
    "synchronous = NORMAL",
    "foreign_keys = ON",
    "secure_delete = ON",
    "journal_size_limit = 4194304",
)
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS world (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    body TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS files (
    id INTEGER PRIMARY KEY,
    message INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    data BLOB NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS files_of_message ON files (message);
CREATE TABLE IF NOT EXISTS emojis (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS seen (
    person INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (person, channel)
) STRICT, WITHOUT ROWID;
"""


class ArchiveError(OSError):
    """The file cannot be used; its text says why."""


class Archive:
    """Stores the World of a table: messages with the bytes of their files, and all the rest.

    A commit survives the death of the process at any moment; the loss of power may cost the
    last ones (write-ahead log, synchronous NORMAL), and then the bot's own database still has
    every move.
    """

    def __init__(self, path: Path) -> None:
        """Open or make the file; raises OSError, ArchiveError among them, on failure."""
        path.touch(0o600)  # it holds private messages
        try:
            with ExitStack() as failing:
                connected = sqlite3.connect(path, isolation_level=None)
                self._db = failing.enter_context(closing(connected))
                self._prepare()
                failing.pop_all()
        except sqlite3.Error as error:
            raise ArchiveError(f"{path} cannot be used: {error}.") from error

    def _prepare(self) -> None:
        for pragma in _PRAGMAS:
            self._db.execute(f"PRAGMA {pragma}")
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if not version and self._db.execute("SELECT 1 FROM sqlite_schema").fetchone():
            raise sqlite3.DatabaseError("another program wrote it")
        if version > ARCHIVE_VERSION:
            raise sqlite3.DatabaseError("a newer version of this program wrote it")
        self._db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {ARCHIVE_VERSION}; COMMIT;")
        (pages,) = self._db.execute("PRAGMA page_count").fetchone()
        (free,) = self._db.execute("PRAGMA freelist_count").fetchone()
        if 2 * free > pages:
            self._db.execute("VACUUM")

    def close(self) -> None:
        """Fold the log into the file and close it."""
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._db.close()

    def load(self, now: float) -> World | None:
        """The world as it was kept, None in a new file; old private messages are forgotten."""
        row = self._db.execute("SELECT body FROM world").fetchone()
        if row is None:
            return None
        world = codec.load(World, row[0])
        for number, data in self._db.execute("SELECT id, data FROM emojis"):
            if number in world.emojis:
                world.emojis[number].data = bytes(data)
        stale: list[tuple[int]] = []
        for (body,) in self._db.execute("SELECT body FROM messages ORDER BY id"):
            message = codec.load(model.Message, body)
            if message.is_ephemeral and now - _touched(message) > PRIVATE_LIVES:
                stale.append((message.id,))
            else:
                world.messages.setdefault(message.channel_id, {})[message.id] = message
        self._db.executemany("DELETE FROM messages WHERE id = ?", stale)
        return world

    def keep_world(self, world: World) -> None:
        """Write everything but the messages."""
        with self._transaction():
            self._db.execute("REPLACE INTO world VALUES (1, ?)", (codec.dump(world),))
            kept = {number for (number,) in self._db.execute("SELECT id FROM emojis")}
            gone = ((number,) for number in kept - world.emojis.keys())
            self._db.executemany("DELETE FROM emojis WHERE id = ?", gone)
            new = ((e.id, e.data) for e in world.emojis.values() if e.id not in kept)
            self._db.executemany("INSERT INTO emojis VALUES (?, ?)", new)

    def keep_message(self, message: model.Message) -> None:
        """Write a message, and take over the bytes of its files."""
        with self._transaction():
            if message.deleted:
                self._delete(message)
            else:
                self._write(message)
        for attachment in message.attachments:
            attachment.data = b""

    def forget_message(self, message: model.Message) -> None:
        """Delete a message and its files."""
        with self._transaction():
            self._delete(message)

    def _delete(self, message: model.Message) -> None:
        self._db.execute("DELETE FROM messages WHERE id = ?", (message.id,))

    def _write(self, message: model.Message) -> None:
        upsert = (
            "INSERT INTO messages VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body"
        )
        self._db.execute(upsert, (message.id, codec.dump(message)))
        wanted = {a.id for a in message.attachments}
        query = "SELECT id FROM files WHERE message = ?"
        kept = {file_id for (file_id,) in self._db.execute(query, (message.id,))}
        for gone in kept - wanted:
            self._db.execute("DELETE FROM files WHERE id = ?", (gone,))
        for attachment in message.attachments:
            if attachment.id not in kept:
                row = (attachment.id, message.id, attachment.data)
                self._db.execute("INSERT INTO files VALUES (?, ?, ?)", row)
        if wanted - kept:
            self._db.execute(_FORGET_FILES, (FILES_KEPT, message.id))

    def file(self, attachment_id: int) -> bytes:
        """The bytes of a stored file, b"" when it is missing."""
        query = "SELECT data FROM files WHERE id = ?"
        row = self._db.execute(query, (attachment_id,)).fetchone()
        return b"" if row is None else bytes(row[0])

    def seen(self) -> dict[tuple[int, int], int]:
        """The last message that each person has read in each channel, by person and channel."""
        rows = self._db.execute("SELECT person, channel, message FROM seen")
        return {(person, channel): message for person, channel, message in rows}

    def keep_seen(self, person: int, channel: int, message: int) -> None:
        """Write up to which message a person has read a channel."""
        with self._transaction():
            self._db.execute("REPLACE INTO seen VALUES (?, ?, ?)", (person, channel, message))

    def _transaction(self) -> sqlite3.Connection:
        """Begin; the connection as a context manager commits or rolls back."""
        self._db.execute("BEGIN IMMEDIATE")
        return self._db


def _touched(message: model.Message) -> float:
    return message.edited or message.created
