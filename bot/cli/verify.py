"""`bonfire verify`: play a record again and compare every hash."""

import argparse

from bot.cli.support.progress import progress_report
from bot.cli.support.records import faults_of, load_record, record_argument
from engine import record


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire verify` takes."""
    record_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Verify the record and say what that means."""
    document = load_record(chosen.file)
    with faults_of(chosen.file), progress_report("move") as report:
        verified = record.verify(document, report)
    if verified.finished:
        print(f"{chosen.file}: verified, all {verified.moves} moves lead to the recorded states")
    else:
        print(
            f"{chosen.file}: the game still runs. What everybody saw in its {verified.moves} moves"
            " is as recorded; the deal can be verified once the game is finished."
        )
    return 0
