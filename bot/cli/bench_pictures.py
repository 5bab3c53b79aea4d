"""`bonfire bench pictures`: the cost of drawing on this machine, beside the least possible."""

import argparse
import asyncio
import io
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from statistics import median
from typing import Final, NamedTuple

from PIL import Image

import renderer
from bot.cli.simulate import game_seed, random_game
from bot.runtime import memory
from bot.runtime.health import LoopWatch
from bot.runtime.shell.arguments import count_argument, json_argument
from bot.runtime.shell.files import a_file
from bot.runtime.shell.output import Report, progress, timed
from bot.runtime.shell.position import load_position, plain_options
from bot.runtime.workers import pool_of
from engine import STANDARD_BOX, Game, GameOptions, View
from engine.events import Event
from engine.record import make_record, replay
from renderer import Options, PngPicture

_TICK: Final = 0.001
_IDLE_SECONDS: Final = 1.0
_TABLES: Final = (1, 2, 3, 4)
"""Numbers of players of the games that are played when no record is given."""


class Position(NamedTuple):
    """A position, and how its pictures are drawn."""

    view: View
    options: Options

    def board(self) -> PngPicture:
        """The main board."""
        return renderer.draw_board(self.view, self.options)

    def city(self) -> PngPicture:
        """The city of the seat whose turn it is."""
        return renderer.draw_city(self.view, self.view.seat, self.options)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire bench pictures` takes."""
    parser.add_argument(
        "files",
        type=a_file,
        nargs="*",
        metavar="FILE",
        help="records of games (default: random games)",
    )
    count_argument(parser, "positions", 200, "number of positions")
    json_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Measure and print the figures."""
    games = [load_position(file, None) for file in chosen.files] or [
        random_game(GameOptions(players), game_seed(players, 0), STANDARD_BOX)
        for players in _TABLES
    ]
    positions = list(positions_of(games, chosen.positions))
    asyncio.run(_measured(positions)).show(chosen)
    return 0


def positions_of(games: Sequence[Game], count: int) -> Iterator[Position]:
    """So many positions, evenly spread over the games, each with the marks of the last turn."""
    for at, whole in enumerate(games):
        share = count * (at + 1) // len(games) - count * at // len(games)
        wanted = {round((i + 1) * len(whole.moves) / share) for i in range(share)}
        game, events, turn = replay(make_record(whole), 0), list[Event](), 0
        for number, move in enumerate(whole.moves, 1):
            events += game.submit(move.seat, move.action)
            view = game.view()
            if number in wanted:
                yield Position(view, replace(plain_options(view), changes=tuple(events)))
            if view.turn != turn:
                events, turn = [], view.turn


async def _measured(positions: Sequence[Position]) -> Report:
    """Draw everything once to fill the caches, then time it.

    Times are milliseconds from a View to PNG bytes, sizes kibibytes, memory mebibytes. Times and
    stalls are those of the main board and a city together; a stall is how late the event loop
    woke at worst while nothing was drawn, while one thread drew, and while two did.
    """
    with pool_of(1) as pool:
        first, _ = timed(lambda: pool.submit(first_picture).result())
    renderer.warm_up()
    memory.settle()
    for position in progress(positions, "warming up"):
        position.board()
        position.city()
    drawings = [_drawing(position) for position in progress(positions, "one thread")]
    one_thread, saved, floor, board, city = zip(*drawings, strict=True)
    async with LoopWatch(_TICK) as idle:
        await asyncio.sleep(_IDLE_SECONDS)
    _, stalled_by_one = await _drawn_by(1, positions)
    two_threads, stalled_by_two = await _drawn_by(2, positions)
    count = len(positions)
    report = Report()
    report.tell(f"{count} positions, main board and city together, caches warm", positions=count)
    report.line(
        "one thread (median, worst)",
        "ms",
        one_thread_median=median(one_thread),
        one_thread_worst=max(one_thread),
    )
    report.line("two threads (median)", "ms", two_threads_median=median(two_threads))
    report.line("the same canvases, Pillow's own PNG save", "ms", pillow_save_median=median(saved))
    report.line("the physical floor: copy and zlib level 1", "ms", floor_median=median(floor))
    report.line(
        "main board PNG (median, largest)",
        "KiB",
        board_png_median=median(board),
        board_png_largest=max(board),
    )
    report.line(
        "city PNG (median, largest)",
        "KiB",
        city_png_median=median(city),
        city_png_largest=max(city),
    )
    report.line("first picture of a fresh process", "s", first_picture_seconds=first)
    report.line("event loop late at worst, nothing drawn", "ms", stall_idle=idle.worst)
    report.line("event loop late at worst, one thread", "ms", stall_one_thread=stalled_by_one)
    report.line("event loop late at worst, two threads", "ms", stall_two_threads=stalled_by_two)
    report.line("finished drawings in the caches", "MiB", caches=renderer.cache_bytes())
    return report


def _drawing(position: Position) -> tuple[float, float, float, int, int]:
    """Draw a position in one thread.

    The seconds that it takes, those that Pillow takes to save both pictures, and those of copying
    and packing alone; then the bytes of the main board and of the city.
    """
    seconds, pictures = timed(lambda: (position.board(), position.city()))
    canvases = [Image.open(io.BytesIO(picture.png)) for picture in pictures]
    for canvas in canvases:
        canvas.load()
    saved, _ = timed(lambda: _pillow_save(canvases))
    floor, _ = timed(lambda: [zlib.compress(canvas.copy().tobytes(), 1) for canvas in canvases])
    board, city = (len(picture.png) for picture in pictures)
    return seconds, saved, floor, board, city


def _pillow_save(canvases: Iterable[Image.Image]) -> None:
    for canvas in canvases:
        canvas.save(io.BytesIO(), "PNG")


async def _drawn_by(threads: int, positions: Sequence[Position]) -> tuple[list[float], float]:
    """Seconds for each position, and how late the event loop woke at worst meanwhile."""
    loop = asyncio.get_running_loop()
    seconds = []
    with ThreadPoolExecutor(threads) as pool:
        async with LoopWatch(_TICK) as watch:
            for position in progress(positions, f"{threads} beside the event loop"):
                began = time.perf_counter()
                await asyncio.gather(
                    loop.run_in_executor(pool, position.board),
                    loop.run_in_executor(pool, position.city),
                )
                seconds.append(time.perf_counter() - began)
    return seconds, watch.worst


def first_picture() -> int:
    """Draw the layers and the opening of a game, as a fresh process does; return the bytes."""
    renderer.warm_up()
    memory.settle()
    view = Game.new(GameOptions(4), 0).view()
    return len(renderer.draw_board(view, plain_options(view)).png)
