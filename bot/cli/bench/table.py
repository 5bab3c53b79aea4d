"""`bonfire bench table`: how fast the table in a browser is, and how much memory it takes."""

import argparse
import asyncio
import re
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final

from bot.cli.bench.figures import line, milliseconds, print_figures
from bot.cli.support.arguments import from_one, json_argument
from bot.cli.support.errors import UsageError
from bot.cli.support.progress import progress
from bot.runtime import health

START_WITHIN: Final = 30.0
STOP_WITHIN: Final = 20.0


@dataclass(frozen=True, slots=True)
class TableFigures:
    """What was measured over all games.

    The start ends when the page is there and the bot offers its commands on it; delays are from
    a press to the post with its pictures, fetched.
    """

    games: int
    turns: int
    start_to_first_page_seconds: float
    press_to_post_median_milliseconds: float
    press_to_post_95th_milliseconds: float
    memory_megabytes: float
    most_memory_megabytes: float


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire bench table` takes."""
    parser.add_argument("--games", type=from_one, default=10, metavar="G", help="how many games")
    json_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Play solo games at a table of its own, and print the figures."""
    with TemporaryDirectory() as folder:
        figures = asyncio.run(_measure(Path(folder), chosen.games))
    print_figures(chosen, asdict(figures), _lines(figures))
    return 0


async def _measure(folder: Path, games: int) -> TableFigures:
    import aiohttp  # noqa: PLC0415 - slow to import, and few commands need it

    from bot.cli.bench.drivers.table_player import TablePlayer  # noqa: PLC0415 - the same

    began = time.perf_counter()
    with (folder / "log").open("w") as log:
        words = ("-m", "bot", "table", "--port", "0", "--data", str(folder / "data"))
        table = await asyncio.create_subprocess_exec(
            sys.executable, *words, stdout=subprocess.PIPE, stderr=log
        )
    try:
        address = await _address(table)
        delays: list[float] = []
        async with aiohttp.ClientSession() as session:
            async with session.get(address) as page:
                page.raise_for_status()
                await page.read()
            async with TablePlayer(session, address, 0) as player:
                await player.offered()
            first = time.perf_counter() - began
            for seed in progress(range(games), "game"):
                async with TablePlayer(session, address, seed) as player:
                    await player.play()
                delays += player.delays
        now, most = health.memory(table.pid)
    finally:
        table.send_signal(signal.SIGTERM)
        await asyncio.wait_for(table.wait(), STOP_WITHIN)
    return TableFigures(
        games=games,
        turns=len(delays),
        start_to_first_page_seconds=round(first, 2),
        press_to_post_median_milliseconds=milliseconds(median(delays)),
        press_to_post_95th_milliseconds=milliseconds(quantiles(delays, n=20)[-1]),
        memory_megabytes=round(now, 1),
        most_memory_megabytes=round(most, 1),
    )


async def _address(table: asyncio.subprocess.Process) -> str:
    assert table.stdout is not None
    async with asyncio.timeout(START_WITHIN):
        async for line in table.stdout:
            found = re.search(r"http://\S+", line.decode())
            if found:
                return found[0]
    raise UsageError("the table did not start")


def _lines(figures: TableFigures) -> tuple[str, ...]:
    return (
        f"{figures.games} solo games of {figures.turns} turns at the table",
        line("start to first page", "s", figures.start_to_first_page_seconds),
        line("press to post, median", "ms", figures.press_to_post_median_milliseconds),
        line("press to post, 95 of 100", "ms", figures.press_to_post_95th_milliseconds),
        line("memory", "MB", figures.memory_megabytes),
        line("most memory", "MB", figures.most_memory_megabytes),
    )
