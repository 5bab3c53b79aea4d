from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.standin import StandIn
from bot.standin.page.archive import ARCHIVE_VERSION, Archive, ArchiveError

LATER = {
    *("tags", "requires_tag", "tag_ids", "roles", "role_ids", "timed_out_until", "commands_only"),
    "emojis",
}


def without_later(value: object) -> object:
    if isinstance(value, dict):
        return {key: without_later(item) for key, item in value.items() if key not in LATER}
    return [without_later(item) for item in value] if isinstance(value, list) else value


def test_a_world_of_the_first_format_is_read_and_a_newer_one_refused(tmp_path: Path) -> None:
    server, path = StandIn(), tmp_path / "table.db"
    ada = server.person("Ada")
    room = server.text_channel(server.guild("Club", ada), "room")
    ada.open_thread(room, "talk")
    archive = Archive(path)
    archive.keep_world(server.world)
    archive.close()
    with closing(sqlite3.connect(path)) as raw, raw:
        (body,) = raw.execute("SELECT body FROM world").fetchone()
        raw.execute("UPDATE world SET body = ?", (json.dumps(without_later(json.loads(body))),))
        raw.execute("PRAGMA user_version = 1")
    archive = Archive(path)
    world = archive.load(server.clock.now())
    archive.close()
    assert world is not None
    assert world.channels == server.world.channels
    assert world.guilds == server.world.guilds
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(f"PRAGMA user_version = {ARCHIVE_VERSION + 1}")
    with pytest.raises(ArchiveError, match="newer"):
        Archive(path)
