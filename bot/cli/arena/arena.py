"""`bonfire arena`: two computer players against each other, or one against Tom, over many deals."""

import argparse
from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from math import inf
from multiprocessing import get_context

from bot.cli.arena.guests import is_checkout
from bot.cli.arena.log import add_to_log, open_log
from bot.cli.arena.matches import TOM_PLAYER, Match, Outcome, Pairing, play
from bot.cli.arena.rating import verdict
from bot.cli.arena.summary import pair_scores, summary
from bot.cli.support.arguments import from_one, from_zero, json_argument
from bot.cli.support.errors import UsageError
from bot.cli.support.files import a_file
from bot.cli.support.progress import progress_report
from engine.agents.players import PLAYERS


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire arena` takes."""
    parser.add_argument("first", choices=PLAYERS, metavar="A", help=f"one of: {', '.join(PLAYERS)}")
    parser.add_argument(
        "second",
        type=_opponent,
        metavar="B",
        help="another of them, tom, or the folder of another checkout, whose medium plays",
    )
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help="2 to 4 seats")
    parser.add_argument(
        "--games", type=from_one, default=100, metavar="N", help="how many, in pairs but for tom"
    )
    parser.add_argument("--seed", type=from_zero, default=1, metavar="S", help="a number")
    parser.add_argument(
        "--workers", type=from_one, default=1, metavar="W", help="how many processes play"
    )
    parser.add_argument(
        "--stop",
        type=float,
        nargs=2,
        metavar=("LOW", "HIGH"),
        help="stop once it is clear whether A is HIGH or rather LOW Elo stronger",
    )
    parser.add_argument("--log", type=a_file, metavar="FILE", help="keep the games here, and go on")
    json_argument(parser)


def _opponent(name: str) -> str:
    if name in PLAYERS or name == TOM_PLAYER or is_checkout(name):
        return name
    raise argparse.ArgumentTypeError(f"{name!r} is neither a player nor a checkout's folder")


def run(chosen: argparse.Namespace) -> int:
    """Play the games that the log does not hold yet, and print what came of all."""
    if chosen.first == chosen.second:
        raise UsageError(f"{chosen.first} cannot be told from itself: name another player")
    against_tom = chosen.second == TOM_PLAYER
    if chosen.stop and not -inf < chosen.stop[0] < chosen.stop[1] < inf:
        raise UsageError("--stop takes LOW and a larger HIGH")
    if against_tom and chosen.stop:
        raise UsageError("--stop compares players: it cannot be used against tom")
    match = Match(chosen.first, chosen.second, 1 if against_tom else chosen.players, chosen.seed)
    deals = chosen.games if against_tom else (chosen.games + 1) // 2
    outcomes = open_log(chosen.log, match)[: len(match.games(deals))]
    left = match.games(deals)[len(outcomes) :]
    with progress_report("game") as report, closing(played(left, chosen.workers)) as games:
        while not _decided(outcomes, match, chosen.stop):
            report(len(outcomes), len(match.games(deals)))
            outcome = next(games, None)
            if outcome is None:
                break
            add_to_log(chosen.log, outcome)
            outcomes.append(outcome)
    summary(match, outcomes, chosen.stop).show(chosen)
    return 0


def played(pairings: Sequence[Pairing], workers: int) -> Generator[Outcome]:
    """Play the games, and tell of them in their order."""
    if workers == 1:
        yield from map(play, pairings)
        return
    # A fresh process rather than a fork: what other threads hold would be held for ever.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            yield from pool.map(play, pairings)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _decided(outcomes: Sequence[Outcome], match: Match, limits: tuple[float, float] | None) -> bool:
    """Whether the games so far decide; looked at after whole pairs only."""
    if limits is None or len(outcomes) % 2:
        return False
    return verdict(pair_scores(match, outcomes), *limits) is not None
