"""`bonfire migrate-database`: everything of one database into another, either way."""

import argparse
import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.cli.support.errors import UsageError
from bot.cli.support.files import a_file, writing
from bot.cli.support.operator import checked_version
from bot.cli.support.output import progress_report
from bot.runtime.settings import database_place
from bot.store import Store
from bot.store.transfer import tables, transfer


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire migrate-database` takes."""
    told = "a file, or postgresql://..."
    parser.add_argument("source", metavar="FROM", type=_place, help=told)
    parser.add_argument("target", metavar="TO", type=_place, help=f"{told}; empty or new")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Transfer everything and say how many rows that were; raises UsageError, DatabaseError."""
    if isinstance(chosen.source, Path):
        checked_version(chosen.source)
    if isinstance(chosen.target, Path):
        rows = _into_file(chosen.source, chosen.target)
    else:
        rows = asyncio.run(_transfer(chosen.source, chosen.target))
    print(f"{rows} rows in {len(tables())} tables, compared. The first database is unchanged.")
    return 0


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
    before = await Store.open(source)
    try:
        after = await Store.open(target)
        try:
            with progress_report("table") as report:
                names = [table.name for table in tables()]
                return await transfer(
                    before.engine,
                    after.engine,
                    lambda table, _: report(names.index(table) + 1, len(names)),
                )
        finally:
            await after.close()
    finally:
        await before.close()


def _place(text: str) -> Path | str:
    try:
        place = database_place(text)
    except ValueError as fault:  # its own words, as argparse would show the address instead
        raise argparse.ArgumentTypeError(str(fault)) from fault
    return a_file(text) if isinstance(place, Path) else place.reveal()
