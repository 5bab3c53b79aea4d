"""`bonfire bench pictures`: what drawing costs on this machine, beside what it must cost."""

import argparse
import asyncio
import io
import multiprocessing
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple, Self

from PIL import Image

import renderer
from bot.cli.bench.figures import line, milliseconds, print_figures, timed
from bot.cli.support.arguments import from_one, json_argument
from bot.cli.support.progress import progress
from bot.cli.support.random_games import game_seed, random_game
from bot.cli.support.records import faults_of, load_record, plain_options
from bot.runtime import memory
from bot.runtime.health import LoopWatch
from engine import STANDARD_BOX, Game, GameOptions, View
from engine.events import Event
from engine.record import make_record, replay
from renderer import Options, PngPicture

MEBIBYTE: Final = 1 << 20
KIBIBYTE: Final = 1 << 10
TICK: Final = 0.001
IDLE_SECONDS: Final = 1.0
THREADS: Final = 2
TABLES: Final = (1, 2, 3, 4)
"""Numbers of players of the games that are played when no record is given."""


@dataclass(frozen=True, slots=True)
class PictureFigures:
    """Times are milliseconds from a View to PNG bytes, sizes kibibytes, memory mebibytes.

    Times, sizes and stalls are those of the main board and a city together; `stall_*` is how
    late the event loop woke at worst while nothing was drawn, while one thread drew, and while
    two did. `pillow_save` packs the same two canvases with Pillow's own PNG writer, and `floor`
    copies them and packs them with zlib at level 1.
    """

    positions: int
    one_thread_median: float
    one_thread_worst: float
    two_threads_median: float
    pillow_save_median: float
    floor_median: float
    board_png_median: float
    board_png_largest: float
    city_png_median: float
    city_png_largest: float
    first_picture_seconds: float
    stall_idle: float
    stall_one_thread: float
    stall_two_threads: float
    caches: float


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
    """What `bonfire bench pictures` takes."""
    parser.add_argument(
        "files", type=Path, nargs="*", metavar="FILE", help="records (default: random games)"
    )
    parser.add_argument(
        "--positions", type=from_one, default=200, metavar="P", help="how many positions"
    )
    json_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Measure and print the figures."""
    records = [_record(file) for file in chosen.files] or [_random_record(n) for n in TABLES]
    figures = measure(list(positions_of(records, chosen.positions)))
    print_figures(chosen, asdict(figures), _lines(figures))
    return 0


def _record(file: Path) -> object:
    record = load_record(file)
    with faults_of(file):
        replay(record)
    return record


def _random_record(players: int) -> object:
    return make_record(random_game(GameOptions(players), game_seed(players, 0), STANDARD_BOX))


def positions_of(records: Sequence[object], count: int) -> Iterator[Position]:
    """So many positions, evenly spread over the games, each with the marks of the last turn."""
    cuts = [count * number // len(records) for number in range(len(records) + 1)]
    shares = [after - before for before, after in pairwise(cuts)]
    for record, share in zip(records, shares, strict=True):
        moves = replay(record).moves
        wanted = {round((i + 1) * len(moves) / share) for i in range(share)}
        game, events, turn = replay(record, 0), list[Event](), 0
        for number, move in enumerate(moves, 1):
            events += game.submit(move.seat, move.action)
            if number in wanted:
                yield _position(game, tuple(events))
            if (now := game.view().turn) != turn:
                events, turn = [], now


def _position(game: Game, changes: tuple[Event, ...]) -> Position:
    view = game.view()
    return Position(view, replace(plain_options(view), changes=changes))


def measure(positions: Sequence[Position]) -> PictureFigures:
    """Draw everything once to fill the caches, then time it."""
    first = _first_picture()
    renderer.warm_up()
    memory.settle()
    for position in progress(positions, "warming up"):
        position.board()
        position.city()
    drawings = [_Drawing.of(position) for position in progress(positions, "one thread")]
    board_sizes = [drawing.board / KIBIBYTE for drawing in drawings]
    city_sizes = [drawing.city / KIBIBYTE for drawing in drawings]
    idle, one_thread, two_threads = asyncio.run(_stalls(positions))
    return PictureFigures(
        positions=len(positions),
        one_thread_median=milliseconds(median(drawing.drawn for drawing in drawings)),
        one_thread_worst=milliseconds(max(drawing.drawn for drawing in drawings)),
        two_threads_median=milliseconds(median(two_threads.seconds)),
        pillow_save_median=milliseconds(median(drawing.saved for drawing in drawings)),
        floor_median=milliseconds(median(drawing.floor for drawing in drawings)),
        board_png_median=round(median(board_sizes), 1),
        board_png_largest=round(max(board_sizes), 1),
        city_png_median=round(median(city_sizes), 1),
        city_png_largest=round(max(city_sizes), 1),
        first_picture_seconds=round(first, 2),
        stall_idle=milliseconds(idle),
        stall_one_thread=milliseconds(one_thread.stall),
        stall_two_threads=milliseconds(two_threads.stall),
        caches=round(renderer.cache_bytes() / MEBIBYTE, 1),
    )


@dataclass(frozen=True, slots=True)
class _Drawing:
    """One position, drawn in one thread: seconds and bytes."""

    drawn: float
    saved: float
    floor: float
    board: int
    city: int

    @classmethod
    def of(cls, position: Position) -> Self:
        drawn, pictures = timed(lambda: (position.board(), position.city()))
        canvases = [Image.open(io.BytesIO(picture.png)) for picture in pictures]
        for canvas in canvases:
            canvas.load()
        saved, _ = timed(lambda: [_pillow_save(canvas) for canvas in canvases])
        floor, _ = timed(lambda: [_floor(canvas) for canvas in canvases])
        board, city = (len(picture.png) for picture in pictures)
        return cls(drawn, saved, floor, board, city)


def _pillow_save(canvas: Image.Image) -> bytes:
    canvas.save(file := io.BytesIO(), "PNG")
    return file.getvalue()


def _floor(canvas: Image.Image) -> bytes:
    return zlib.compress(canvas.copy().tobytes(), 1)


class _Run(NamedTuple):
    """Seconds for each position, and the latest that the event loop woke meanwhile."""

    seconds: list[float]
    stall: float


async def _stalls(positions: Sequence[Position]) -> tuple[float, _Run, _Run]:
    """How late the event loop wakes: idle, and while one and two threads draw."""
    async with LoopWatch(TICK) as idle:
        await asyncio.sleep(IDLE_SECONDS)
    return idle.worst, await _drawn_by(1, positions), await _drawn_by(THREADS, positions)


async def _drawn_by(threads: int, positions: Iterable[Position]) -> _Run:
    loop = asyncio.get_running_loop()
    seconds = []
    with ThreadPoolExecutor(threads) as pool:
        async with LoopWatch(TICK) as watch:
            for position in progress(list(positions), f"{threads} beside the event loop"):
                began = time.perf_counter()
                await asyncio.gather(
                    loop.run_in_executor(pool, position.board),
                    loop.run_in_executor(pool, position.city),
                )
                seconds.append(time.perf_counter() - began)
    return _Run(seconds, watch.worst)


def _first_picture() -> float:
    """Seconds until a fresh process has drawn its layers and a first picture."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        seconds, _ = timed(lambda: pool.submit(first_picture).result())
    return seconds


def first_picture() -> int:
    """Draw the layers and the opening of a game; the bytes of the picture are counted."""
    renderer.warm_up()
    memory.settle()
    view = Game.new(GameOptions(4), 0).view()
    return len(renderer.draw_board(view, plain_options(view)).png)


def _lines(figures: PictureFigures) -> tuple[str, ...]:
    one_thread = (figures.one_thread_median, figures.one_thread_worst)
    board_png = (figures.board_png_median, figures.board_png_largest)
    city_png = (figures.city_png_median, figures.city_png_largest)
    return (
        f"{figures.positions} positions, main board and city together, caches warm",
        line("one thread (median, worst)", "ms", *one_thread),
        line("two threads (median)", "ms", figures.two_threads_median),
        line("the same canvases, Pillow's own PNG save", "ms", figures.pillow_save_median),
        line("the physical floor: copy and zlib level 1", "ms", figures.floor_median),
        line("main board PNG (median, largest)", "KiB", *board_png),
        line("city PNG (median, largest)", "KiB", *city_png),
        line("first picture of a fresh process", "s", figures.first_picture_seconds),
        line("event loop late at worst, nothing drawn", "ms", figures.stall_idle),
        line("event loop late at worst, one thread", "ms", figures.stall_one_thread),
        line("event loop late at worst, two threads", "ms", figures.stall_two_threads),
        line("finished drawings in the caches", "MiB", figures.caches),
    )
