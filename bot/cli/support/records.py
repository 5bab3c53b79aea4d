"""Record files: read and replayed for the commands that need one."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from bot.cli.support.errors import as_usage_error
from bot.cli.support.files import read_text
from bot.words import Catalog, catalog
from engine import Game
from engine.codec import Document
from engine.record import RecordError, read_record, replay
from engine.view import View
from renderer import Options

_ENGLISH: Final = catalog()


def load_record(file: Path) -> Document:
    """Return the record in a file. Raises UsageError for one that is damaged or cannot be read."""
    text = read_text(file)
    with faults_of(file):
        return read_record(text)


def load_position(file: Path, at: int | None) -> Game:
    """Return the game of a record after `at` moves, or after all. Raises UsageError."""
    record = load_record(file)
    with faults_of(file):
        return replay(record, at)


def plain_options(view: View, words: Catalog = _ENGLISH) -> Options:
    """Each seat called by its colour, in English if need be: a record knows no people."""
    names = tuple(
        words.say("term.tom") if seat.is_tom else words.name(seat.color).capitalize()
        for seat in view.seats
    )
    return Options(words.translate, names)


def faults_of(file: Path) -> AbstractContextManager[None]:
    """Turn what is wrong with a record into a UsageError about its file."""
    return as_usage_error(str(file), RecordError)
