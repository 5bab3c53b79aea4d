"""Whole copies of a database file: made while it is in use, checked, and put in its place."""

import contextlib
import os
import secrets
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from bot.model.database_errors import DatabaseError, NewerTablesError

OURS: Final = frozenset({"games", "players", "moves"})
"""Tables that every version of the database has."""
_FOREIGN: Final = frozenset({"view", "trigger"})
"""Kinds of objects that no version has: SQLite would run the text of each."""
_STEPS: Final = 100_000
"""Steps of SQLite, some milliseconds, between two reports of progress."""
LEFT_OUT: Final = frozenset({"doors"})
"""Tables that no copy and no transfer has: with the tokens of presses, a finder of the copy could
speak for the bot."""
_BESIDE: Final = ("-wal", "-shm")
"""The files that SQLite keeps beside a database while it is open."""

Watch = Callable[[int, int], object]
"""Told again and again how many of how many bytes are copied; a true answer gives up."""


def copy(source: Path, target: Path, watch: Watch | None = None) -> int:
    """Put a checked copy of the database `source` in place of `target`; returns its bytes.

    The source may be in use. The copy appears whole or not at all, readable by its owner alone.
    Raises DatabaseError, also when `watch` gives up.
    """
    try:
        return _copy(source, target, watch)
    except sqlite3.Error as error:
        raise DatabaseError(f"{source} cannot be copied to {target}: {error}") from error
    except OSError as error:
        raise DatabaseError(f"{target} cannot be written: {error.strerror or error}") from error


def _copy(source: Path, target: Path, watch: Watch | None) -> int:
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    os.close(handle)
    part = Path(name)
    total = source.stat().st_size

    def given_up() -> bool:
        return bool(watch and watch(min(part.stat().st_size, total), total))

    try:
        with opened(source, given_up) as database:
            database.execute("VACUUM INTO ?", (str(part.resolve()),))
        _forget_secrets(part)
        with opened(part, given_up) as database:
            _check(database)
        _to_disk(part)
        part.replace(target)
        _to_disk(target.parent)
    finally:
        part.unlink(missing_ok=True)
    return target.stat().st_size


@contextlib.contextmanager
def opened(path: Path, given_up: Callable[[], bool] | None = None) -> Iterator[sqlite3.Connection]:
    """A connection that only reads; others may write meanwhile. Raises sqlite3.Error."""
    with contextlib.closing(sqlite3.connect(read_only(path), uri=True)) as connection:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.set_progress_handler(given_up, _STEPS)
        yield connection


def read_only(path: Path) -> str:
    """The address under which a database can be read and not changed."""
    return f"{path.resolve().as_uri()}?mode=ro"


def _forget_secrets(path: Path) -> None:
    """Wipe out what is left out of copies."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = MEMORY")  # the file is all that is ever written
        database.execute("PRAGMA secure_delete = ON")
        named = {name for (name,) in database.execute("SELECT name FROM sqlite_schema")}
        for table in LEFT_OUT & named:
            database.execute(f"DELETE FROM {table}")  # noqa: S608 - a name of our own


def _check(database: sqlite3.Connection) -> None:
    """Look through every page; raises sqlite3.DatabaseError for the first that is damaged.

    Not whether the indexes fit the tables: the copy has just made them from these.
    """
    (fault,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if fault != "ok":
        raise sqlite3.DatabaseError(fault)


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def version_of_file(path: Path, newest: int) -> int:
    """The version of the Bonfire database in a file, as long as this program knows it.

    Raises DatabaseError for anything else.
    """
    if not path.is_file():
        raise DatabaseError(f"{path} is not a file.")
    try:
        with opened(path) as database:
            kinds = dict(database.execute("SELECT name, type FROM sqlite_schema"))
            (version,) = database.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as error:
        raise DatabaseError(f"{path} is not a database: {error}") from error
    check_ours(path, version, kinds)
    if version > newest:
        raise NewerTablesError(str(path), version, newest)
    return int(version)


def check_ours(path: Path, version: int, kinds: Mapping[str, str]) -> None:
    """Raise DatabaseError for a file with objects, by their names, that no version of ours has."""
    if version < 1 or OURS - kinds.keys() or _FOREIGN & set(kinds.values()):
        raise DatabaseError(f"{path} is not a Bonfire database.")


def check_whole(path: Path, newest: int, given_up: Callable[[], bool]) -> None:
    """Read all of a copy, as a restore would; `given_up` is asked again and again.

    Raises DatabaseError for a file that is no database up to version `newest`, and sqlite3.Error
    for one that is damaged.
    """
    version_of_file(path, newest)
    with opened(path, given_up) as database:
        _check(database)


def exchange(database: Path, source: Path, kept: Path, watch: Watch | None = None) -> None:
    """Put a copy of `source` in place of a database that nobody uses, which stays as `kept`.

    The copy posts under a new name, so that Discord takes none of its posts for an earlier one.
    Where it is a link, the file that it leads to is replaced. Raises DatabaseError; then the
    database is where it was.
    """
    database = database.resolve()
    fresh = database.with_name(f".{database.name}.{secrets.token_hex(4)}.part")
    copy(source, fresh, watch)
    try:
        _rename_instance(fresh)
        _keep(database, kept)
        fresh.replace(database)
        _to_disk(database.parent)
    except (sqlite3.Error, OSError) as error:
        raise DatabaseError(f"{database} cannot be replaced: {error}") from error
    finally:
        fresh.unlink(missing_ok=True)


def _rename_instance(path: Path) -> None:
    """Give a database, of whatever version, another name for its nonces."""
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_schema")}
        meta = "meta" if "meta" in names else "settings"
        database.execute(
            f"UPDATE {meta} SET value = lower(hex(randomblob(4))) WHERE key = 'instance'"  # noqa: S608
        )


def _keep(database: Path, kept: Path) -> None:
    """Give a database, if any, its second name, with the log that a crash has left beside it."""
    # A log beside the copy would be taken for the copy's. It is folded in; where the database is
    # missing or too damaged for that, it moves away.
    if database.exists():
        with (
            contextlib.suppress(sqlite3.Error),
            contextlib.closing(sqlite3.connect(database)) as old,
        ):
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        kept.hardlink_to(database)
    for ending in _BESIDE:
        beside = database.with_name(database.name + ending)
        if beside.exists():
            beside.rename(kept.with_name(kept.name + ending))
