"""`bonfire bench`: how fast the engine is on this machine, as medians over several rounds.

`tests.bench` measures the whole bot, with people who are played by a program.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from functools import partial
from statistics import fmean, median
from typing import Final

from bot.cli.parser import add_commands
from bot.cli.simulate import game_seed, random_game
from bot.runtime.shell.arguments import count_argument, json_argument
from bot.runtime.shell.command import Command
from bot.runtime.shell.output import Report, progress, timed
from engine import STANDARD_BOX, Game, GameOptions, actions, ids
from engine.codec import load_game
from engine.flow import apply_legal
from engine.legality import legal
from engine.state import GameState

_COMMANDS: Final = (
    Command(
        "pictures",
        "measure the drawing of pictures",
        "bot.cli.bench_pictures:arguments",
        "game.json --positions 50",
    ),
)
Asked = tuple[GameState, ids.Seat, actions.Action]
"""A position, who was asked there, and the answer."""
_TWO_PLAYERS: Final = GameOptions(players=2)
_COPIES: Final = 2000
"""Copies of a state that are timed together, since one takes microseconds."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire bench` takes."""
    count_argument(parser, "rounds", 7, "number of rounds")
    count_argument(parser, "games", 60, "games per round")
    json_argument(parser)
    add_commands(parser, "WHAT", _COMMANDS, required=False)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Measure, and print the medians of all rounds and how their games ended.

    A round plays random two-player games, choosing from the complete legal list. Listings, answers
    applied, state copies and replays are timed with the games just played, without any hashing.
    """
    _play([game_seed(0, 0)])  # fills the caches
    played, rates, speeds, copies, replays = list[Game](), [], [], [], []
    listings, applyings = [], []
    for number in progress(range(1, chosen.rounds + 1), "round"):
        seeds = [game_seed(number, game) for game in range(chosen.games)]
        seconds, games = timed(partial(_play, seeds))
        played += games
        rates.append(chosen.games / seconds)
        speeds.append(sum(game.move_count for game in games) / seconds)
        asked = [position for game in games for position in _positions(game)]
        listings.append(timed(partial(_list, asked))[0] / len(asked))
        applyings.append(timed(partial(_apply, asked))[0] / len(asked))
        state, *_ = asked[-1]
        copying, _ = timed(partial(_copies, state))
        copies.append(copying / _COPIES)
        replays += [
            timed(partial(_replay, game, seed))[0] for game, seed in zip(games, seeds, strict=True)
        ]
    answers = fmean(game.move_count for game in played)
    endings = Counter(game.result.reason for game in played if game.result).most_common()
    report = Report()
    report.tell(f"{len(played)} random two-player games (medians of the rounds)", games=len(played))
    report.line("games a second", "", games_per_second=median(rates))
    report.line("answers a second", "", answers_per_second=round(median(speeds)))
    report.line("answers a game (mean)", "", answers_per_game=answers)
    report.line("listing the answers", "microseconds", listing_microseconds=median(listings))
    report.line("applying an answer", "microseconds", applying_microseconds=median(applyings))
    report.line("state copy", "microseconds", state_copy_microseconds=median(copies))
    report.line("replay of a whole game", "milliseconds", replay_milliseconds=median(replays))
    ended = ", ".join(f"{reason} {games}" for reason, games in endings)
    report.tell(f"ended by: {ended}", endings=dict(endings))
    report.show(chosen)
    return 0


def _play(seeds: Sequence[int]) -> list[Game]:
    return [random_game(_TWO_PLAYERS, seed, STANDARD_BOX) for seed in seeds]


def _positions(game: Game) -> list[Asked]:
    """Every position of a game that asked for an answer."""
    stored = load_game(game.dump())
    state, asked = stored.origin, []
    for seat, action in stored.moves:
        asked.append((state, seat, action))
        state = apply_legal(state, seat, action)
    return asked


def _list(asked: Sequence[Asked]) -> None:
    for state, _, _ in asked:
        legal(state)


def _apply(asked: Sequence[Asked]) -> None:
    for state, seat, action in asked:
        apply_legal(state, seat, action)


def _copies(state: GameState) -> list[GameState]:
    return [state.copy() for _ in range(_COPIES)]


def _replay(game: Game, seed: int) -> None:
    again = Game.new(_TWO_PLAYERS, seed, STANDARD_BOX)
    for move in game.moves:
        again.submit(move.seat, move.action)
