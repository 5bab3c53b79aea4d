"""`bonfire bench load`: many games at once against the stand-in Discord, measured there."""

import argparse
import asyncio
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.cli.bench.figures import line, print_figures
from bot.cli.bench.under_load.figures import LoadFigures, Scale
from bot.cli.support.arguments import from_one, from_zero, json_argument


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire bench load` takes."""
    parser.add_argument("--games", type=from_one, default=200, metavar="N", help="games played")
    parser.add_argument("--seconds", type=from_one, default=600, metavar="S", help="for how long")
    parser.add_argument(
        "--finished", type=from_zero, default=0, metavar="N", help="finished games stored before"
    )
    parser.add_argument(
        "--start-with",
        type=from_zero,
        default=0,
        metavar="N",
        help="further running games whose players are due to be reminded at the start",
    )
    json_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Play, measure and print the figures."""
    from bot.cli.bench.under_load.measurement import measure  # noqa: PLC0415 - slow to import, and few commands need it

    scale = Scale(chosen.games, chosen.seconds, chosen.finished, chosen.start_with)
    with TemporaryDirectory() as folder:
        figures = asyncio.run(measure(Path(folder), scale))
    print_figures(chosen, asdict(figures), _lines(figures))
    return 0


def _lines(figures: LoadFigures) -> tuple[str, ...]:
    memory = (figures.memory_mb, figures.memory_first_half_mb, figures.memory_second_half_mb)
    return (
        f"{figures.games} games played for {figures.seconds} seconds",
        line("more games that wait, games that are over", "", figures.waiting, figures.finished),
        line("moves (presses), turns that they ended", "", figures.moves, figures.turns),
        line("not answered in time, turns begun anew", "", figures.unanswered, figures.repeated),
        line(
            "press to first answer (median, 99.9 of 100)",
            "ms",
            figures.ack_p50_ms,
            figures.ack_p999_ms,
        ),
        line(
            "end of turn to public post (median, 99 of 100)",
            "ms",
            figures.post_p50_ms,
            figures.post_p99_ms,
        ),
        line("event loop late at worst", "ms", figures.loop_max_ms),
        line("memory at most (in all, first half, second half)", "MB", *memory),
        line("start of the process to its first answer", "s", figures.start_seconds),
        line("processor time that the machine's host took", "%", figures.stolen_percent),
    )
