"""What is done with a record: `bonfire replay` shows it, `verify` checks it, `draw` paints it."""

import argparse
import json
from pathlib import Path

from bot.cli.support.arguments import from_zero, json_argument
from bot.cli.support.files import writing
from bot.cli.support.position import position_json, position_text
from bot.cli.support.progress import progress, progress_report
from bot.cli.support.records import faults_of, load_position, load_record, plain_options
from engine import record
from renderer import PngPicture, draw_board, draw_city


def verify_arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire verify` takes."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a record")


def replay_arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire replay` takes."""
    verify_arguments(parser)
    parser.add_argument(
        "--at", type=from_zero, metavar="MOVE", help="after so many moves (default: all)"
    )
    json_argument(parser)


def draw_arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire draw` takes."""
    verify_arguments(parser)
    parser.add_argument(
        "--at", type=from_zero, required=True, metavar="MOVE", help="after so many moves"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="made when missing")


def replay(chosen: argparse.Namespace) -> int:
    """Print the position and each player's score sheet."""
    view = load_position(chosen.file, chosen.at).view()
    if chosen.json:
        print(json.dumps(position_json(view), indent=2))
    else:
        print(position_text(view, plain_options(view)))
    return 0


def verify(chosen: argparse.Namespace) -> int:
    """Play the record again, compare every hash, and say what that means."""
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


def draw(chosen: argparse.Namespace) -> int:
    """Draw the main board and every city as PNG, and print the name of each file."""
    view = load_position(chosen.file, chosen.at).view()
    options = plain_options(view)
    _write(chosen.out, "board", draw_board(view, options))
    for seat in progress(view.seats, "city"):
        _write(chosen.out, f"city-{seat.seat}", draw_city(view, seat.seat, options))
    return 0


def _write(folder: Path, name: str, picture: PngPicture) -> None:
    file = folder / f"{name}.png"
    with writing(file):
        folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(picture.png)
    print(file)
