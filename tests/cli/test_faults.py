"""What keeps the bot from starting is one line in our own words, no traceback; exit status 2.

Or 75, where nothing here is at fault: a service of systemd is then started once more.
"""

import errno
import fcntl
import os
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import aiohttp
import discord
import pytest

import fonts
from bot.cli.start_errors import START_ERRORS, explanation, failure
from bot.model.database_errors import DatabaseError
from bot.runtime.settings import load
from bot.standin.page.table_lock import TableLock, TableLockedError
from bot.store.database import held
from bot.store.migrate import migrations
from fonts import DamagedFontError
from tests.kit import forks

Start = Callable[..., str]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Start the bot in a process with settings; returns the one line that it says."""

    def run(*words: str, ends: int = 2, **variables: str) -> str:
        given = {name: value for name, value in os.environ.items() if "BONFIRE_" not in name}
        given |= {"DISCORD_TOKEN": "only.a-test.token", **variables}
        (tmp_path / forks.LOG).unlink(missing_ok=True)
        status = forks.begin(words or ("run",), tmp_path, given).wait()
        told = (tmp_path / forks.LOG).read_text("utf-8")
        assert status == ends, told
        assert "Traceback" not in told
        (line,) = [one for one in told.splitlines() if one.startswith("bonfire: ")]
        return line.removeprefix("bonfire: ")

    return run


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        yield held.getsockname()[1]


def test_a_data_directory_that_is_a_file_is_in_the_way(start: Start, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a note")
    assert "data is in the way. " in start()


def test_a_directory_that_cannot_be_written_is_named(start: Start) -> None:
    line = start(BONFIRE_DATA="/sys/bonfire")
    assert line.startswith("/sys/bonfire ")
    assert "BONFIRE_DATA" in line


def test_a_file_that_is_no_database_is_named(start: Start, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "bonfire.db").write_text("a letter\n" * 200)
    assert start().startswith("data/bonfire.db is not a database, or it is damaged. ")


def test_tables_of_a_newer_program_are_told_by_version(start: Start, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with closing(sqlite3.connect(tmp_path / "data" / "bonfire.db")) as database:
        database.execute(f"PRAGMA user_version = {len(migrations()) + 1}")
    line = start()
    assert "written by a newer Bonfire" in line
    assert f"version {len(migrations()) + 1}, and this program knows {len(migrations())}" in line


@pytest.mark.parametrize("state", ["empty", "missing"])
@pytest.mark.parametrize(
    "left", ["backups/bonfire-2026-11-01.db", "bonfire.db.v30.bak", "bonfire.db-wal"]
)
def test_a_lost_database_is_not_taken_for_a_new_one(
    start: Start, tmp_path: Path, state: str, left: str
) -> None:
    database, trace = tmp_path / "data" / "bonfire.db", tmp_path / "data" / left
    trace.parent.mkdir(parents=True)
    trace.write_bytes(b"what is left")
    if state == "empty":
        database.touch()
    for command in (("run",), ("table", "--port", "0")):
        line = start(*command)
        assert line.startswith(f"data/bonfire.db is {state}, although data/{left} is there. ")
        assert "bonfire restore" in line
    assert trace.read_bytes() == b"what is left"
    assert database.exists() is (state == "empty")
    assert not database.exists() or not database.stat().st_size


def test_a_database_of_another_program_is_left_as_it_is(start: Start, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    for name, command in (("bonfire.db", ("run",)), ("table.db", ("table", "--port", "0"))):
        file = tmp_path / "data" / name
        with closing(sqlite3.connect(file)) as database:
            database.execute("CREATE TABLE recipes (name TEXT)")
        line = start(*command)
        assert line.startswith(f"data/{name} ")
        assert "not a Bonfire database" in line or "another program wrote it" in line
        with closing(sqlite3.connect(file)) as database:
            assert database.execute("SELECT name FROM sqlite_schema").fetchall() == [("recipes",)]
        file.unlink()


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.EOPNOTSUPP, errno.EIO])
def test_a_file_system_that_refuses_locks_is_told_as_that(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: int
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "flock", refuse)
    told = rf"The file system of .* refuses to lock it \({os.strerror(code)}\)"
    with pytest.raises(DatabaseError, match=told), held(tmp_path / "bonfire.db"):
        pass
    with pytest.raises(TableLockedError, match=told):
        TableLock(tmp_path / "table.lock")


def test_a_table_is_open_once_it_can_be_used(start: Start, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "bonfire.db").write_text("a letter\n" * 200)
    for words in (("table", "--port", "0"), ("run",)):
        assert start(*words, DISCORD_TOKEN="").startswith("data/bonfire.db is not a database")
        assert "127.0.0.1" not in (tmp_path / forks.LOG).read_text("utf-8")


@pytest.mark.long
def test_a_database_that_another_program_holds_is_named(start: Start, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    held = sqlite3.connect(tmp_path / "data" / "bonfire.db", isolation_level=None)
    held.execute("BEGIN EXCLUSIVE")
    try:
        assert start().startswith("data/bonfire.db is held by another program. ")
    finally:
        held.close()


def test_without_a_way_to_discord_that_is_said(start: Start) -> None:
    closed = f"127.0.0.1:{_closed_port()}"
    line = start(
        ends=75,
        BONFIRE_API_BASE=f"http://{closed}/api/v10",
        BONFIRE_GATEWAY=f"ws://{closed}/gateway",
    )
    assert line.startswith("Discord cannot be reached. ")


def test_a_database_that_is_not_up_yet_is_waited_for(start: Start) -> None:
    """After a restart of the machine it may take longer than the bot."""
    place = f"postgresql://ada:secret@127.0.0.1:{_closed_port()}/bonfire"
    line = start(ends=75, BONFIRE_DATABASE=place)
    assert line.startswith("The PostgreSQL server of BONFIRE_DATABASE cannot be used just now ")
    assert "secret" not in line


def _closed_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def test_a_port_that_is_taken_is_said(start: Start, taken_port: int) -> None:
    line = start("table", "--port", str(taken_port))
    assert line.startswith("The port is taken by another program. ")


def full_disk() -> sqlite3.Error:
    """What SQLite raises when a file cannot grow."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("CREATE TABLE t (x)")
        connection.execute("PRAGMA max_page_count = 1")
        with pytest.raises(sqlite3.Error) as raised:
            connection.execute("INSERT INTO t VALUES (zeroblob(100000))")
    return raised.value


def read_only() -> sqlite3.Error:
    path = "file::memory:?mode=memory"
    with closing(sqlite3.connect(path, uri=True, isolation_level=None)) as connection:
        connection.execute("PRAGMA query_only = ON")
        with pytest.raises(sqlite3.Error) as raised:
            connection.execute("CREATE TABLE t (x)")
    return raised.value


class Answer:
    """As much of an HTTP answer as discord.py's errors look at."""

    status = 503
    reason = "Service Unavailable"


class Socket:
    """As much of a web socket as the error of a closed connection looks at."""

    close_code = None


def closed(code: int) -> discord.ConnectionClosed:
    """What discord.py raises when Discord closes the connection for good."""
    return discord.ConnectionClosed(Socket(), shard_id=0, code=code)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "error",
    [
        aiohttp.ServerDisconnectedError(),
        TimeoutError(),
        ConnectionResetError(errno.ECONNRESET, "reset"),
        socket.gaierror(socket.EAI_AGAIN, "no name"),
        discord.DiscordServerError(Answer(), "no"),
        closed(4011),
    ],
    ids=lambda error: type(error).__name__,
)
def test_what_passes_by_itself_is_started_again(error: Exception) -> None:
    assert isinstance(error, START_ERRORS)
    assert failure(error, load({"DISCORD_TOKEN": "none"})).status == 75


@pytest.mark.parametrize(
    ("error", "begins"),
    [
        (PermissionError(errno.EACCES, "Permission denied", "/srv/data"), "/srv/data cannot"),
        (PermissionError(errno.EACCES, "Permission denied"), "The port cannot be used. "),
        (OSError(errno.ENOSPC, "No space left on device", "d"), "The disk of d is full. "),
        (OSError(errno.EIO, "Input/output error", "d"), "d cannot be used "),
        (OSError(errno.ETIMEDOUT, "Connection timed out", "d"), "d cannot be used "),
        (OSError(errno.ECONNABORTED, "Connection aborted", "d"), "d cannot be used "),
        (OSError("Another process already uses it."), "Another process already uses it."),
        (full_disk(), "The disk of kept/bonfire.db is full. "),
        (read_only(), "kept/bonfire.db cannot be written. "),
        (sqlite3.DatabaseError("odd"), "kept/bonfire.db cannot be used as database "),
        (aiohttp.ServerDisconnectedError(), "Discord cannot be reached. "),
        (DamagedFontError("fonts/a.ttf cannot be read"), "The typefaces are not whole: fonts/a"),
        (ConnectionResetError(errno.ECONNRESET, "reset"), "Discord cannot be reached. "),
        (socket.gaierror(socket.EAI_AGAIN, "no name"), "Discord cannot be reached. "),
        (discord.DiscordServerError(Answer(), "no"), "Discord gave an unexpected answer"),
        (closed(4011), "The bot is in more servers than its connections to Discord can carry"),
        (closed(4000), "Discord gave an unexpected answer"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else str(value),
)
def test_every_fault_has_a_line_of_our_own(error: Exception, begins: str) -> None:
    assert isinstance(error, START_ERRORS)
    line = explanation(error, load({"DISCORD_TOKEN": "none", "BONFIRE_DATA": "kept"}))
    assert line.startswith(begins)
    assert line.endswith(".")
    assert "\n" not in line


@pytest.mark.parametrize("missing", [True, False])
def test_typefaces_that_are_missing_or_altered_are_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, missing: bool
) -> None:
    fonts.check()
    for name in fonts.manifest():
        (tmp_path / name).write_bytes(fonts.read(name))
    (tmp_path / fonts.ICONS).write_bytes(b"")
    if missing:
        (tmp_path / fonts.ICONS).unlink()
    monkeypatch.setattr(fonts, "files", lambda _package: tmp_path)
    with pytest.raises(DamagedFontError, match=fonts.ICONS):
        fonts.check()
