"""`bonfire restore`: put a copy in place of the database, while the bot is stopped."""

import argparse

from bot.cli.support.errors import UsageError
from bot.cli.support.files import a_file
from bot.cli.support.operator import checked_version, file_settings, stamp
from bot.cli.support.progress import progress_report
from bot.store.copies import exchange
from bot.store.database import held


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire restore` takes."""
    parser.add_argument("file", type=a_file, metavar="FILE", help="what `bonfire backup` has made")


def run(chosen: argparse.Namespace) -> int:
    """Exchange the databases and say where the old one is."""
    database = file_settings().database
    version = checked_version(chosen.file)
    if database.exists() and chosen.file.samefile(database):
        raise UsageError(f"{chosen.file} is the database itself")
    kept = database.with_name(f"{database.name}.before-{stamp()}")
    with held(database), progress_report("byte") as report:
        exchange(database, chosen.file, kept, report)
    print(f"{database}: restored from {chosen.file} (version {version})")
    if kept.exists():
        print(f"{kept}: the database as it was before")
    return 0
