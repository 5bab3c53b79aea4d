"""Measure how fast the table in a browser is, and how much memory it takes."""

import argparse
import asyncio
import re
import sys
import time
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final

from tqdm import tqdm

from bot.runtime import health, settings
from bot.runtime.shell.arguments import count_argument, json_argument
from bot.runtime.shell.output import Report, progress
from tests.bench.bot_process import bot_process

OPEN: Final = re.compile(r"The table is open: (\S+)\n")
GROWN: Final = 1000
"""Presses after which the bench also reports memory and files."""
TOLD_EVERY: Final = 500
"""Presses after which it says meanwhile how much memory the table takes."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this bench takes."""
    count_argument(parser, "games", 10, "number of games")
    json_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play solo games at a table of its own, and print the figures."""
    with TemporaryDirectory() as folder:
        asyncio.run(_measured(Path(folder), chosen.games)).show(chosen)
    return 0


async def _measured(folder: Path, games: int) -> Report:
    """The figures over all games.

    The start ends when the page is there and the bot offers its commands on it; delays are from
    a press to the post with its pictures, fetched.
    """
    from tests.kit.players.table_player import table_player  # noqa: PLC0415 - slow to import

    began = time.perf_counter()
    words = ("table", "--port", "0", "--data", str(folder / "data"))
    # The player presses faster than people may.
    environment = {**settings.environment(), settings.LIMITS: settings.Switch.OFF}
    async with bot_process(folder, *words, environment=environment) as table:
        address, *_ = await table.started(table.says(OPEN))
        async with table_player(address) as player:
            await player.offered()
            first = time.perf_counter() - began
            use = [(player.presses, *_use(table.child.pid, folder))]
            for seed in progress(range(games), "game"):
                await player.play(seed)
                use.append((player.presses, *_use(table.child.pid, folder)))
                before, (presses, memory, _) = use[-2:]
                if before[0] // TOLD_EVERY < presses // TOLD_EVERY:
                    tqdm.write(f"{presses} presses: {memory:.0f} MB", file=sys.stderr)
        most = health.memory(table.child.pid).most
    delays = player.delays
    report = Report()
    report.tell(
        f"{games} solo games of {len(delays)} turns at the table", games=games, turns=len(delays)
    )
    report.line("start to first page", "s", start_to_first_page_seconds=first)
    report.line("press to post, median", "ms", press_to_post_median_milliseconds=median(delays))
    late = quantiles(delays, n=20)[-1]
    report.line("press to post, 95 of 100", "ms", press_to_post_95th_milliseconds=late)
    grown = next((one for one in use if one[0] >= GROWN), use[-1])
    for moment, (presses, memory, files) in (
        ("first", use[0]),
        ("grown", grown),
        ("last", use[-1]),
    ):
        report.line(
            f"memory, files after {presses} presses",
            "MB",
            **{f"{moment}_memory_megabytes": memory, f"{moment}_files_megabytes": files},
        )
    report.line("most memory", "MB", most_memory_megabytes=most)
    return report


def _use(process: int, folder: Path) -> tuple[float, float]:
    """The megabytes of memory and of files that a table takes."""
    files = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    return health.memory(process).now, files / 1e6
