"""`bonfire draw`: the main board and every city of a record's position as PNG."""

import argparse
from pathlib import Path

from bot.cli.support.arguments import from_zero
from bot.cli.support.files import writing
from bot.cli.support.progress import progress
from bot.cli.support.records import load_position, record_argument
from bot.cli.support.rendering import plain_options
from renderer import PngPicture, draw_board, draw_city


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire draw` takes."""
    record_argument(parser)
    parser.add_argument(
        "--at", type=from_zero, required=True, metavar="MOVE", help="after so many moves"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="made when missing")


def run(chosen: argparse.Namespace) -> int:
    """Draw the pictures, and print the name of each file."""
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
