"""`bonfire page` makes a record a file for a browser, `bonfire film` one that moves."""

import argparse
from pathlib import Path

from bot.features.finished.film import game_film
from bot.features.finished.web_page import game_page
from bot.model.people import Person
from bot.runtime.shell.errors import UsageError, as_usage_error
from bot.runtime.shell.files import file_argument, force_argument, output_from, record_argument
from bot.runtime.shell.output import progress_report
from bot.runtime.shell.position import faults_of, load_record, plain_options
from bot.words import DEFAULT, Catalog, catalog, languages
from engine import Game, record


def page_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire page` takes."""
    _made_file_arguments(parser)
    parser.set_defaults(run=_page)


def film_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire film` takes."""
    _made_file_arguments(parser)
    parser.set_defaults(run=_film)


def _made_file_arguments(parser: argparse.ArgumentParser) -> None:
    record_argument(parser)
    file_argument(parser, "--out", "file to write (default: beside the record)")
    parser.add_argument(
        "--language",
        choices=languages(),
        default=DEFAULT,
        help="language of the texts (default: %(default)s)",
    )
    force_argument(parser)


def _page(chosen: argparse.Namespace) -> int:
    file = output_from(chosen, chosen.out or _named(chosen.file, ".html"))
    with progress_report("step") as report, as_usage_error(str(chosen.file), ValueError):
        page = game_page(*_played(chosen), report)
    file.keep(page)
    return 0


def _film(chosen: argparse.Namespace) -> int:
    file = chosen.out or _named(chosen.file, ".webp")
    shorter = _named(file, ".gif")
    if shorter == file:
        raise UsageError(f"{file}: the shorter film takes this name; name the other one .webp")
    webp, gif = output_from(chosen, file), output_from(chosen, shorter)
    with progress_report("turn") as report, as_usage_error(str(chosen.file), ValueError):
        film = game_film(*_played(chosen), report)
    webp.keep(film.webp)
    gif.keep(film.gif)
    return 0


def _played(
    chosen: argparse.Namespace,
) -> tuple[Game, tuple[Person, ...], tuple[str, ...], Catalog]:
    """The verified game of a record, who played it, their names in pictures, and the language."""
    document = load_record(chosen.file)
    with faults_of(chosen.file):
        record.verify(document)
        game = record.replay(document)
    words = catalog(chosen.language)
    names = plain_options(game.view(), words).names
    people = tuple(Person(name, name) for name in names[: game.options.players])
    return game, people, names, words


def _named(file: Path, suffix: str) -> Path:
    """Return the neighbour of a file with another suffix, also where the name is not a file's."""
    return file.parent / f"{file.stem}{suffix}"
