"""Record files: read and replayed for the commands that need one."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.cli.support.errors import UsageError
from bot.cli.support.files import read_text
from engine import Game
from engine.codec import Document
from engine.record import RecordError, read_record, replay


def record_argument(parser: argparse.ArgumentParser) -> None:
    """Add the record's FILE."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a record")


def load_record(file: Path) -> Document:
    """The record in a file. Raises UsageError for one that is damaged or cannot be read."""
    text = read_text(file)
    with faults_of(file):
        return read_record(text)


def load_position(file: Path, at: int | None) -> Game:
    """The game of a record after `at` moves, or after all. Raises UsageError."""
    record = load_record(file)
    with faults_of(file):
        return replay(record, at)


@contextmanager
def faults_of(file: Path) -> Iterator[None]:
    """Turn what is wrong with a record into a UsageError about its file."""
    try:
        yield
    except RecordError as error:
        raise UsageError(f"{file}: {error}") from error
