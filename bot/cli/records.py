"""What is done with a record: `bonfire replay` shows it, `verify` checks it, `draw` paints it.

`bonfire page` makes it a file for a browser, `bonfire film` one that moves.
"""

import argparse
import json
from pathlib import Path
from typing import Final

from bot.cli.support.arguments import from_zero, json_argument
from bot.cli.support.commands import Command
from bot.cli.support.errors import as_usage_error
from bot.cli.support.files import writing
from bot.cli.support.position import position_json, position_text
from bot.cli.support.progress import progress, progress_report
from bot.cli.support.records import faults_of, load_position, load_record, plain_options
from bot.model.people import Person
from bot.present.film import game_film
from bot.present.page.document import game_page
from bot.words import DEFAULT, Catalog, catalog, languages
from engine import Game, record
from renderer import PngPicture, draw_board, draw_city


def _record_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record")


def _replay_arguments(parser: argparse.ArgumentParser) -> None:
    _record_argument(parser)
    parser.add_argument(
        "--at", type=from_zero, metavar="MOVE", help="after so many moves (default: all)"
    )
    json_argument(parser)


def _draw_arguments(parser: argparse.ArgumentParser) -> None:
    _record_argument(parser)
    parser.add_argument(
        "--at", type=from_zero, required=True, metavar="MOVE", help="after so many moves"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="made when missing")


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
    _write(chosen.out, "board", draw_board(view, options))
    for seat in progress(view.seats, "city"):
        _write(chosen.out, f"city-{seat.seat}", draw_city(view, seat.seat, options))
    return 0


def _page_arguments(parser: argparse.ArgumentParser) -> None:
    _record_argument(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="default: beside the record")
    parser.add_argument("--language", choices=languages(), default=DEFAULT, help="default: en")


def _page(chosen: argparse.Namespace) -> int:
    with progress_report("step") as report, as_usage_error(str(chosen.file), ValueError):
        page = game_page(*_played(chosen), report)
    _keep(chosen.out or chosen.file.with_suffix(".html"), page)
    return 0


def _film(chosen: argparse.Namespace) -> int:
    with progress_report("turn") as report, as_usage_error(str(chosen.file), ValueError):
        film = game_film(*_played(chosen), report)
    file = chosen.out or chosen.file.with_suffix(".webp")
    _keep(file, film.webp)
    _keep(file.with_suffix(".gif"), film.gif)
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


def _keep(file: Path, content: bytes) -> None:
    with writing(file):
        file.write_bytes(content)
    print(file)


def _write(folder: Path, name: str, picture: PngPicture) -> None:
    file = folder / f"{name}.png"
    with writing(file):
        folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(picture.png)
    print(file)


COMMANDS: Final = (
    Command("replay", "show a record's position and scores", _replay_arguments, _replay),
    Command("verify", "replay a record and compare every hash", _record_argument, _verify),
    Command("page", "make a record a page for any browser", _page_arguments, _page),
    Command("film", "make a record a film", _page_arguments, _film),
    Command("draw", "draw a record's boards as PNG", _draw_arguments, _draw),
)
