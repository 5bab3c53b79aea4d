"""`bonfire migrate-database`: everything of one database into another, either way."""

import argparse
import asyncio
from pathlib import Path

from bot.cli.support.errors import UsageError
from bot.cli.support.operator import checked_version
from bot.cli.support.progress import progress_report
from bot.store import Store
from bot.store.transfer import tables, transfer


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire migrate-database` takes."""
    told = "a file, or postgresql://..."
    parser.add_argument("source", metavar="FROM", type=_place, help=told)
    parser.add_argument("target", metavar="TO", type=_place, help=f"{told}; empty or not there yet")


def run(chosen: argparse.Namespace) -> int:
    """Transfer everything and say how many rows that were; raises UsageError, DatabaseError."""
    if isinstance(chosen.source, Path):
        checked_version(chosen.source)
    if isinstance(chosen.target, Path) and chosen.target.exists():
        raise UsageError(f"{chosen.target} exists already")
    rows = asyncio.run(_transfer(chosen.source, chosen.target))
    print(f"{rows} rows in {len(tables())} tables, compared; the first database stays as it was")
    return 0


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
    return text if text.startswith(("postgresql://", "postgres://")) else Path(text)
