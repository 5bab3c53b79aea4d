"""The commands on records: `bonfire replay` shows one, `verify` checks it, `draw` paints it.

`bonfire page` makes it a file for a browser, `bonfire film` one that moves.
"""

import argparse
import json
from pathlib import Path

from bot.cli.support.arguments import from_zero, json_argument
from bot.cli.support.errors import UsageError, as_usage_error
from bot.cli.support.files import (
    OutputFile,
    a_file,
    file_argument,
    force_argument,
    output_file,
    writing,
)
from bot.cli.support.output import progress, progress_report
from bot.cli.support.position import (
    faults_of,
    load_position,
    load_record,
    plain_options,
    position_json,
    position_text,
)
from bot.features.finished.film import game_film
from bot.features.finished.web_page import game_page
from bot.model.people import Person
from bot.words import DEFAULT, Catalog, catalog, languages
from engine import Game, record
from renderer import draw_board, draw_city


def _record_argument(parser: argparse.ArgumentParser) -> None:
    file_argument(parser, "file", "record of a game")


def replay_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire replay` takes."""
    _record_argument(parser)
    parser.add_argument(
        "--at", type=from_zero, metavar="MOVE", help="number of moves to play (default: all)"
    )
    json_argument(parser)
    parser.set_defaults(run=_replay)


def verify_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire verify` takes."""
    _record_argument(parser)
    parser.set_defaults(run=_verify)


def draw_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire draw` takes."""
    _record_argument(parser)
    parser.add_argument(
        "--at", type=from_zero, required=True, metavar="MOVE", help="number of moves to play"
    )
    parser.add_argument(
        "--out",
        type=a_file,
        required=True,
        metavar="DIR",
        help="folder for the pictures, created if missing",
    )
    force_argument(parser)
    parser.set_defaults(run=_draw)


def _replay(chosen: argparse.Namespace) -> int:
    view = load_position(chosen.file, chosen.at).view()
    if chosen.json:
        print(json.dumps(position_json(view), indent=2))
    else:
        print(position_text(view, plain_options(view)))
    return 0


def _verify(chosen: argparse.Namespace) -> int:
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


def _draw(chosen: argparse.Namespace) -> int:
    view = load_position(chosen.file, chosen.at).view()
    options = plain_options(view)
    board, *cities = (
        _output(chosen, chosen.out / f"{name}.png")
        for name in ("board", *(f"city-{seat.seat}" for seat in view.seats))
    )
    with writing(chosen.out):
        chosen.out.mkdir(parents=True, exist_ok=True)
    _keep(board, draw_board(view, options).png)
    for seat in progress(view.seats, "city"):
        _keep(cities[seat.seat], draw_city(view, seat.seat, options).png)
    return 0


def page_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire page` takes."""
    _made_file_arguments(parser)
    parser.set_defaults(run=_page)


def film_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire film` takes."""
    _made_file_arguments(parser)
    parser.set_defaults(run=_film)


def _made_file_arguments(parser: argparse.ArgumentParser) -> None:
    _record_argument(parser)
    file_argument(parser, "--out", "file to write (default: beside the record)")
    parser.add_argument(
        "--language",
        choices=languages(),
        default=DEFAULT,
        help="language of the texts (default: %(default)s)",
    )
    force_argument(parser)


def _page(chosen: argparse.Namespace) -> int:
    file = _output(chosen, chosen.out or _named(chosen.file, ".html"))
    with progress_report("step") as report, as_usage_error(str(chosen.file), ValueError):
        page = game_page(*_played(chosen), report)
    _keep(file, page)
    return 0


def _film(chosen: argparse.Namespace) -> int:
    file = chosen.out or _named(chosen.file, ".webp")
    shorter = _named(file, ".gif")
    if shorter == file:
        raise UsageError(f"{file}: the shorter film takes this name; name the other one .webp")
    webp, gif = _output(chosen, file), _output(chosen, shorter)
    with progress_report("turn") as report, as_usage_error(str(chosen.file), ValueError):
        film = game_film(*_played(chosen), report)
    _keep(webp, film.webp)
    _keep(gif, film.gif)
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


def _output(chosen: argparse.Namespace, file: Path) -> OutputFile:
    """A file that is made of the record; raises UsageError when it may not be written."""
    return output_file(file, force=chosen.force, inputs=(chosen.file,))


def _keep(file: OutputFile, content: bytes) -> None:
    file.write(content)
    print(file.path)
