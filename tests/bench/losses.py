"""Measure what a review tells who lost clearly: whom *hard* beat by 15 points or more.

*Medium* and *hard* play games of two, each deal twice with the seats exchanged. Where *medium* lost
clearly its turns are judged, and the turns told are looked at once more over many more guesses.
"""

import argparse
import time
from collections.abc import Iterator
from itertools import count
from statistics import fmean
from typing import Final

from bot.cli.arena.matches import Match, Pairing
from bot.runtime.shell.arguments import count_argument, json_argument, seed_argument
from bot.runtime.shell.output import Report, progress
from engine import Game, GameOptions, ids
from engine.agents.levels import Level
from engine.agents.players import PLAYERS
from engine.review.costs import costly_turns
from engine.review.review import REVIEW_SEED
from engine.rng import stream
from tests.bench.reviews import AGAIN, CLOSER, judged_again

CLEARLY: Final = 15
"""Points by which a game must be lost at least."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this bench takes."""
    count_argument(parser, "games", 10, "games lost clearly")
    seed_argument(parser)
    json_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play games until enough are lost, and tell what their reviews tell."""
    lost = lost_games(chosen.seed)
    told, seconds = list[int](), list[float]()
    costs, again = list[float](), list[float]()
    for _ in progress(range(chosen.games), "game"):
        game, seat = next(lost)
        began = time.process_time()
        found = costly_turns(game, seat, REVIEW_SEED)
        seconds.append(time.process_time() - began)
        told.append(len(found))
        costs += [turn.cost for turn in found]
        again += [judged_again(game, seat, turn, REVIEW_SEED + AGAIN) for turn in found]
    report = Report()
    report.tell(
        f"of {len(told)} games that medium lost to hard by {CLEARLY} points or more,"
        f" the review names a costly turn in {sum(map(bool, told))}",
        games=len(told),
        games_told=sum(map(bool, told)),
    )
    if costs:
        stand = sum(each > 0 for each in again)
        report.tell(
            f"of {len(costs)} turns told {stand} stand at {CLOSER} times the guesses, twice as far",
            turns=len(costs),
            turns_standing=stand,
        )
        report.tell(
            f"they cost {fmean(costs):.1f} points on average, and {fmean(again):.1f} then",
            cost=round(fmean(costs), 2),
            cost_again=round(fmean(again), 2),
        )
    report.line("processor time a seat, mean and most", "s", mean=fmean(seconds), most=max(seconds))
    report.show(chosen)
    return 0


def lost_games(seed: int) -> Iterator[tuple[Game, ids.Seat]]:
    """Yield the games of two that *medium* lost clearly to *hard*, with its seat."""
    match = Match(Level.MEDIUM, Level.HARD, 2, seed)
    for deal in count():
        for pairing in (Pairing(match, deal, turned=False), Pairing(match, deal, turned=True)):
            game = played(pairing)
            points = [sheet.total for sheet in game.score_sheets()]
            seat = pairing.seats.index(Level.MEDIUM)
            if points[1 - seat] - points[seat] >= CLEARLY:
                yield game, seat


def played(pairing: Pairing) -> Game:
    """Return a game as the arena plays it."""
    game = Game.new(GameOptions(pairing.match.players), pairing.seed)
    while (asked := game.waiting) is not None:
        guess = stream(pairing.seed, "thoughts", game.move_count).below(2**32)
        for answer in PLAYERS[pairing.seats[asked.seat]](game, asked.seat, guess).answers:
            game.submit(asked.seat, answer)
    return game
