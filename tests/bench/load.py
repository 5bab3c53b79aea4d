"""Measure many games that are played at once against the stand-in Discord."""

import argparse
import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.runtime.shell.arguments import count_argument, from_one, from_zero, json_argument
from tests.bench.load_figures import Scale, report_of


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this bench takes."""
    count_argument(parser, "games", 200, "number of games")
    parser.add_argument(
        "--seconds",
        type=from_one,
        default=600,
        metavar="S",
        help="seconds to run (default: %(default)s)",
    )
    parser.add_argument(
        "--finished",
        type=from_zero,
        default=0,
        metavar="N",
        help="finished games stored before (default: %(default)s)",
    )
    parser.add_argument(
        "--start-with",
        type=from_zero,
        default=0,
        metavar="N",
        help="further running games whose players are due to be reminded at the start "
        "(default: %(default)s)",
    )
    parser.add_argument(
        "--bots",
        type=from_zero,
        default=0,
        metavar="N",
        help="further tables at which the bot plays every seat, one turn after the other "
        "(default: %(default)s)",
    )
    parser.add_argument(
        "--warm",
        type=from_zero,
        default=300,
        metavar="N",
        help="presses before the clock starts (default: %(default)s)",
    )
    parser.add_argument(
        "--instant",
        action="store_true",
        help="use a stand-in that answers at once and has no rate limits",
    )
    parser.add_argument(
        "--saturate",
        action="store_true",
        help="press as fast as the bot answers, instead of ten times a second",
    )
    parser.add_argument("--films", action="store_true", help="make films at the same time")
    json_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play, measure and print the figures."""
    from tests.bench.load_measurement import measure  # noqa: PLC0415 - slow to import, and few commands need it

    scale = Scale(
        games=chosen.games,
        finished=chosen.finished,
        waiting=chosen.start_with,
        seconds=chosen.seconds,
        instant=chosen.instant,
        bots=chosen.bots,
        films=chosen.films,
        saturate=chosen.saturate,
        warm=chosen.warm,
    )
    with TemporaryDirectory() as folder:
        measured = asyncio.run(measure(Path(folder), scale))
    report_of(scale, measured).show(chosen)
    return 0
