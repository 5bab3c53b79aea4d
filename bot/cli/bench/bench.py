"""`bonfire bench`: how fast the engine is on this machine, as medians over several rounds."""

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from statistics import median
from typing import Final, Self, TypeVar

from bot.cli.arguments import from_one
from bot.cli.bench import bench_load, bench_pictures, bench_table
from bot.cli.progress import progress
from bot.cli.random_games import game_seed, random_game
from engine import STANDARD_BOX, Game, GameOptions
from engine.codec import state_from_json

Result = TypeVar("Result")

TABLE: Final = GameOptions(players=2)
COPIES: Final = 2000
"""Copies of a state that are timed together, since one takes microseconds."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The medians of all rounds, and how the games of all rounds ended."""

    games: int
    games_per_second: float
    answers_per_second: float
    answers_per_game: float
    state_copy_microseconds: float
    replay_milliseconds: float
    endings: dict[str, int]


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire bench` takes."""
    parser.add_argument("--rounds", type=from_one, default=7, metavar="R", help="how many rounds")
    parser.add_argument("--games", type=from_one, default=60, metavar="G", help="games a round")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    others = parser.add_subparsers(metavar="WHAT")
    summary = "measure the drawing of pictures instead"
    pictures = others.add_parser("pictures", help=summary, description=summary)
    bench_pictures.arguments(pictures)
    summary = "measure the table in a browser instead"
    table = others.add_parser("table", help=summary, description=summary)
    bench_table.arguments(table)
    summary = "measure the bot under the load of many games instead"
    load = others.add_parser("load", help=summary, description=summary)
    bench_load.arguments(load)


def run(chosen: argparse.Namespace) -> int:
    """Measure and print the figures."""
    figures = measure(chosen.rounds, chosen.games)
    print(json.dumps(asdict(figures), indent=2) if chosen.json else _told(figures))
    return 0


def measure(rounds: int, games_a_round: int) -> Figures:
    """Play random two-player games, choosing from the complete legal list, and time it.

    State copies and replays are timed with the games just played, without any hashing.
    """
    _play([game_seed(0, 0)])  # fills the caches
    all_rounds = [
        _Round.of([game_seed(number, game) for game in range(games_a_round)])
        for number in progress(range(1, rounds + 1), "round")
    ]
    played = rounds * games_a_round
    endings = sum((one.endings for one in all_rounds), Counter[str]())
    return Figures(
        games=played,
        games_per_second=round(median(games_a_round / one.seconds for one in all_rounds), 1),
        answers_per_second=round(median(one.answers / one.seconds for one in all_rounds)),
        answers_per_game=round(sum(one.answers for one in all_rounds) / played, 1),
        state_copy_microseconds=round(median(one.copy_seconds for one in all_rounds) * 1e6, 2),
        replay_milliseconds=round(
            median(time for one in all_rounds for time in one.replay_seconds) * 1e3, 2
        ),
        endings=dict(endings.most_common()),
    )


@dataclass(frozen=True, slots=True)
class _Round:
    """What was measured in one round."""

    seconds: float
    answers: int
    endings: Counter[str]
    copy_seconds: float
    replay_seconds: tuple[float, ...]

    @classmethod
    def of(cls, seeds: Sequence[int]) -> Self:
        seconds, games = _timed(lambda: _play(seeds))
        state = state_from_json(games[-1].dump()["state"], STANDARD_BOX)
        copying, _ = _timed(lambda: [state.copy() for _ in range(COPIES)])
        return cls(
            seconds=seconds,
            answers=sum(game.move_count for game in games),
            endings=Counter(game.result.reason for game in games if game.result),
            copy_seconds=copying / COPIES,
            replay_seconds=tuple(
                _timed(partial(_replay, game, seed))[0]
                for game, seed in zip(games, seeds, strict=True)
            ),
        )


def _play(seeds: Sequence[int]) -> list[Game]:
    return [random_game(TABLE, seed, STANDARD_BOX) for seed in seeds]


def _replay(game: Game, seed: int) -> None:
    again = Game.new(TABLE, seed, STANDARD_BOX)
    for move in game.moves:
        again.submit(move.seat, move.action)


def _timed(work: Callable[[], Result]) -> tuple[float, Result]:
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


def _told(figures: Figures) -> str:
    endings = ", ".join(f"{reason} {games}" for reason, games in figures.endings.items())
    return "\n".join(
        (
            f"{figures.games} random two-player games (medians of the rounds)",
            f"games a second          {figures.games_per_second:>10.1f}",
            f"answers a second        {figures.answers_per_second:>10.0f}",
            f"answers a game (mean)   {figures.answers_per_game:>10.1f}",
            f"state copy              {figures.state_copy_microseconds:>10.2f} microseconds",
            f"replay of a whole game  {figures.replay_milliseconds:>10.2f} milliseconds",
            f"ended by                {endings}",
        )
    )
