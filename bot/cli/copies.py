"""`bonfire backup` copies the database while the bot runs; `restore` puts a copy back."""

import argparse

from bot.cli.support.arguments import data_argument
from bot.cli.support.errors import UsageError
from bot.cli.support.files import a_file, force_argument, output_file
from bot.cli.support.operator import checked_version, file_settings, require_database, stamp
from bot.cli.support.output import progress_report
from bot.runtime.housekeeping import BACKUPS_FOLDER
from bot.store.copies import copy, exchange
from bot.store.database import held


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
    data_argument(parser)
    parser.set_defaults(run=backup)


def backup(chosen: argparse.Namespace) -> int:
    """Make the copy and say how large it is."""
    settings = file_settings(chosen.data)
    require_database(settings)
    name = f"{settings.database.stem}-{stamp()}.db"
    file = chosen.file or settings.data / BACKUPS_FOLDER / name
    if file.is_dir():
        file /= name
    output_file(file, force=chosen.force, inputs=(settings.database,))
    if file.exists():
        checked_version(file)  # no more than an earlier copy: not the log beside the database, say
    checked_version(settings.database)
    with progress_report("byte") as report:
        size = copy(settings.database, file, report)
    print(f"{file}: {size / 1e6:.1f} MB, checked")
    return 0


def restore_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire restore` takes."""
    parser.add_argument("file", type=a_file, metavar="FILE", help="copy that `bonfire backup` made")
    data_argument(parser)
    parser.set_defaults(run=restore)


def restore(chosen: argparse.Namespace) -> int:
    """Exchange the databases and say where the old one is."""
    database = file_settings(chosen.data).database
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
