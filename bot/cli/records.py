"""The commands on records: `bonfire replay` shows one, `verify` checks it, `draw` paints it."""

import argparse
import json

from bot.runtime.shell.arguments import from_zero, json_argument
from bot.runtime.shell.files import (
    a_file,
    force_argument,
    output_from,
    record_argument,
    writing,
)
from bot.runtime.shell.output import progress, progress_report
from bot.runtime.shell.position import (
    faults_of,
    load_position,
    load_record,
    plain_options,
    position_json,
    position_text,
)
from engine import record
from renderer import draw_board, draw_city


def replay_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire replay` takes."""
    record_argument(parser)
    parser.add_argument(
        "--at", type=from_zero, metavar="MOVE", help="number of moves to play (default: all)"
    )
    json_argument(parser)
    parser.set_defaults(run=_replay)


def verify_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire verify` takes."""
    record_argument(parser)
    parser.set_defaults(run=_verify)


def draw_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire draw` takes."""
    record_argument(parser)
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
        output_from(chosen, chosen.out / f"{name}.png")
        for name in ("board", *(f"city-{seat.seat}" for seat in view.seats))
    )
    with writing(chosen.out):
        chosen.out.mkdir(parents=True, exist_ok=True)
    board.keep(draw_board(view, options).png)
    for seat in progress(view.seats, "city"):
        cities[seat.seat].keep(draw_city(view, seat.seat, options).png)
    return 0
