"""`bonfire bench`: how fast the engine is on this machine, as medians over several rounds."""

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from statistics import median
from typing import Final, Self

from bot.cli.bench import load, pictures, table
from bot.cli.bench.figures import line, print_figures, timed
from bot.cli.support.arguments import from_one, json_argument
from bot.cli.support.commands import Command, add_commands
from bot.cli.support.progress import progress
from bot.cli.support.random_games import game_seed, random_game
from engine import STANDARD_BOX, Game, GameOptions
from engine.codec import state_from_json

COMMANDS: Final = (
    Command(
        "pictures", "measure the drawing of pictures instead", pictures.arguments, pictures.run
    ),
    Command("table", "measure the table in a browser instead", table.arguments, table.run),
    Command(
        "load", "measure the bot under the load of many games instead", load.arguments, load.run
    ),
)
TWO_PLAYERS: Final = GameOptions(players=2)
COPIES: Final = 2000
"""Copies of a state that are timed together, since one takes microseconds."""


@dataclass(frozen=True, slots=True)
class EngineFigures:
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
    json_argument(parser)
    add_commands(parser, "WHAT", COMMANDS, required=False)


def run(chosen: argparse.Namespace) -> int:
    """Measure and print the figures."""
    figures = measure(chosen.rounds, chosen.games)
    print_figures(chosen, asdict(figures), _lines(figures))
    return 0


def measure(rounds: int, games_a_round: int) -> EngineFigures:
    """Play random two-player games, choosing from the complete legal list, and time it.

    State copies and replays are timed with the games just played, without any hashing.
    """
    _play([game_seed(0, 0)])  # fills the caches
    all_rounds = [
        _Round.of([game_seed(number, game) for game in range(games_a_round)])
        for number in progress(range(1, rounds + 1), "round")
    ]
    played = rounds * games_a_round
    rates = [games_a_round / measured.seconds for measured in all_rounds]
    speeds = [measured.answers / measured.seconds for measured in all_rounds]
    copies = [measured.copy_seconds for measured in all_rounds]
    replays = [seconds for measured in all_rounds for seconds in measured.replay_seconds]
    endings = sum((measured.endings for measured in all_rounds), Counter[str]())
    return EngineFigures(
        games=played,
        games_per_second=round(median(rates), 1),
        answers_per_second=round(median(speeds)),
        answers_per_game=round(sum(measured.answers for measured in all_rounds) / played, 1),
        state_copy_microseconds=round(median(copies) * 1e6, 2),
        replay_milliseconds=round(median(replays) * 1e3, 2),
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
        seconds, games = timed(lambda: _play(seeds))
        state = state_from_json(games[-1].dump()["state"], STANDARD_BOX)
        copying, _ = timed(lambda: [state.copy() for _ in range(COPIES)])
        return cls(
            seconds=seconds,
            answers=sum(game.move_count for game in games),
            endings=Counter(game.result.reason for game in games if game.result),
            copy_seconds=copying / COPIES,
            replay_seconds=tuple(
                timed(partial(_replay, game, seed))[0]
                for game, seed in zip(games, seeds, strict=True)
            ),
        )


def _play(seeds: Sequence[int]) -> list[Game]:
    return [random_game(TWO_PLAYERS, seed, STANDARD_BOX) for seed in seeds]


def _replay(game: Game, seed: int) -> None:
    again = Game.new(TWO_PLAYERS, seed, STANDARD_BOX)
    for move in game.moves:
        again.submit(move.seat, move.action)


def _lines(figures: EngineFigures) -> tuple[str, ...]:
    endings = ", ".join(f"{reason} {games}" for reason, games in figures.endings.items())
    return (
        f"{figures.games} random two-player games (medians of the rounds)",
        line("games a second", "", figures.games_per_second),
        line("answers a second", "", figures.answers_per_second),
        line("answers a game (mean)", "", figures.answers_per_game),
        line("state copy", "microseconds", figures.state_copy_microseconds),
        line("replay of a whole game", "milliseconds", figures.replay_milliseconds),
        f"ended by: {endings}",
    )
