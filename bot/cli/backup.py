"""`bonfire backup`: a copy of the database, also while the bot runs."""

import argparse

from bot.cli.support.files import a_file, force_argument, output_file
from bot.cli.support.operator import checked_version, file_settings, stamp
from bot.cli.support.progress import progress_report
from bot.runtime.backups import FOLDER
from bot.store.copies import copy


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire backup` takes."""
    parser.add_argument(
        "file", type=a_file, nargs="?", metavar="FILE", help=f"default: a dated one in {FOLDER}"
    )
    force_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Make the copy and say how large it is."""
    settings = file_settings()
    name = f"{settings.database.stem}-{stamp()}.db"
    file = chosen.file or settings.data / FOLDER / name
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
