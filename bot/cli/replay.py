"""`bonfire replay`: the position of a record and each player's score sheet."""

import argparse
import json
from dataclasses import replace

from bot.cli.arguments import from_zero
from bot.cli.position import position_json
from bot.cli.records import load_position, record_argument
from bot.cli.rendering import plain_options
from bot.words import catalog
from bot.words.conditions import condition_phrase
from engine import View
from renderer import Options, text_board


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire replay` takes."""
    record_argument(parser)
    parser.add_argument(
        "--at", type=from_zero, metavar="MOVE", help="after so many moves (default: all)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(chosen: argparse.Namespace) -> int:
    """Print the position."""
    view = load_position(chosen.file, chosen.at).view()
    if chosen.json:
        print(json.dumps(position_json(view), indent=2))
    else:
        print(position_told(view, plain_options(view)))
    return 0


def position_told(view: View, wording: Options) -> str:
    """The board in words, and each seat's score sheet."""
    words = catalog()
    options = replace(
        wording,
        describe=lambda condition: words.spell(condition_phrase(condition)),
    )
    ended = "final score" if view.result else "score if the game ended now"
    sheets = [dict(seat.sheet.points) | {"total": seat.sheet.total} for seat in view.seats]
    lines = [
        text_board(view, options),
        "",
        "".join((f"{ended:<28}", *(f"{name:>8}" for name in options.names))),
    ]
    lines += [
        "".join((f"{source:<28}", *(f"{sheet[source]:>8}" for sheet in sheets)))
        for source in sheets[0]
    ]
    return "\n".join(lines)
