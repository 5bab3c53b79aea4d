"""`bonfire backup` copies the database while the bot runs; `restore` puts a copy back.

`bonfire migrate-database` copies everything of one database into another, either way.
"""

import argparse
import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.runtime.backups import BACKUPS_FOLDER, MOVED
from bot.runtime.settings import database_place
from bot.runtime.shell import arguments, operator
from bot.runtime.shell.errors import UsageError
from bot.runtime.shell.files import a_file, file_argument, force_argument, output_file, writing
from bot.runtime.shell.output import progress_report
from bot.store.copies import copy, exchange
from bot.store.database import held
from bot.store.transfer import tables, transfer


def backup_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire backup` takes."""
    parser.add_argument(
        "file",
        type=a_file,
        nargs="?",
        metavar="FILE",
        help=f"file or folder to write (default: a dated file in {BACKUPS_FOLDER})",
    )
    force_argument(parser)
    arguments.data_argument(parser)
    parser.set_defaults(run=backup)


def backup(chosen: argparse.Namespace) -> int:
    """Make the copy and say how large it is."""
    settings = operator.file_settings(chosen.data)
    operator.require_database(settings)
    name = f"{settings.database.stem}-{operator.stamp()}.db"
    file = chosen.file or settings.data / BACKUPS_FOLDER / name
    if file.is_dir():
        file /= name
    output_file(file, force=chosen.force, inputs=(settings.database,))
    if file.exists():
        operator.checked_version(
            file
        )  # no more than an earlier copy: not the log beside the database, say
    operator.checked_version(settings.database)
    with progress_report("byte") as report:
        size = copy(settings.database, file, report)
    print(f"{file}: {size / 1e6:.1f} MB of {settings.database}, checked")
    return 0


def restore_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire restore` takes."""
    file_argument(parser, "file", "copy that `bonfire backup` made")
    arguments.data_argument(parser)
    parser.set_defaults(run=restore)


def restore(chosen: argparse.Namespace) -> int:
    """Exchange the databases and say where the old one is."""
    database = operator.file_settings(chosen.data).database
    version = operator.checked_version(chosen.file)
    if database.exists() and chosen.file.samefile(database):
        raise UsageError(f"{chosen.file} is the database itself")
    kept = database.with_name(f"{database.name}.before-{operator.stamp()}")
    with held(database), progress_report("byte") as report:
        exchange(database, chosen.file, kept, report)
    print(f"{database}: restored from {chosen.file} (version {version})")
    if kept.exists():
        print(f"{kept}: the database as it was before")
    return 0


def migrate_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire migrate-database` takes."""
    told = "a file, or postgresql://..."
    parser.add_argument("source", metavar="FROM", type=_place, help=told)
    parser.add_argument("target", metavar="TO", type=_place, help=f"{told}; empty or new")
    parser.set_defaults(run=migrate)


def migrate(chosen: argparse.Namespace) -> int:
    """Transfer everything, say how many rows that were, and put the first database aside.

    Raises UsageError, DatabaseError.
    """
    if isinstance(chosen.source, Path):
        operator.checked_version(chosen.source)
    if isinstance(chosen.target, Path):
        rows = _into_file(chosen.source, chosen.target)
    else:
        rows = asyncio.run(_transfer(chosen.source, chosen.target))
    print(f"{operator.name_of(chosen.target)}: {rows} rows in {len(tables())} tables, compared.")
    print(f"{_put_aside(chosen.source, chosen.target)}: the database as it was before")
    return 0


def _put_aside(source: Path | str, target: Path | str) -> str:
    """Let nothing use a database by mistake whose games are in another one; returns its name."""
    if isinstance(source, Path):
        moved = source.with_name(f"{source.name}{MOVED}{operator.stamp()}")
        return str(source.rename(moved))

    async def mark() -> None:
        async with operator.opened_store(source) as store:
            await store.write(lambda tx: tx.meta.put_moved(operator.name_of(target)))

    asyncio.run(mark())
    return operator.name_of(source)


def _into_file(source: Path | str, target: Path) -> int:
    """Make the file beside its place, so that it appears whole or not at all."""
    if target.exists():
        raise UsageError(f"{target} exists already")
    with writing(target):
        folder = TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent)
    with folder as made:
        part = Path(made) / target.name
        rows = asyncio.run(_transfer(source, part))
        part.rename(target)
    return rows


async def _transfer(source: Path | str, target: Path | str) -> int:
    names = [table.name for table in tables()]
    async with operator.opened_store(source) as before, operator.opened_store(target) as after:
        with progress_report("table") as report:
            return await transfer(
                before.engine,
                after.engine,
                lambda table, _: report(names.index(table) + 1, len(names)),
            )


def _place(text: str) -> Path | str:
    try:
        place = database_place(text)
    except ValueError as fault:  # its own words, as argparse would show the address instead
        raise argparse.ArgumentTypeError(str(fault)) from fault
    return a_file(text) if isinstance(place, Path) else place.reveal()
