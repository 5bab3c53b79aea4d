"""`bonfire replay`: the position of a record and each player's score sheet."""

import argparse
import json

from bot.cli.support.arguments import from_zero, json_argument
from bot.cli.support.position import position_json, position_text
from bot.cli.support.records import load_position, record_argument
from bot.cli.support.rendering import plain_options


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire replay` takes."""
    record_argument(parser)
    parser.add_argument(
        "--at", type=from_zero, metavar="MOVE", help="after so many moves (default: all)"
    )
    json_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Print the position."""
    view = load_position(chosen.file, chosen.at).view()
    if chosen.json:
        print(json.dumps(position_json(view), indent=2))
    else:
        print(position_text(view, plain_options(view)))
    return 0
