"""Compare what reviews say with many games that they never saw.

It measures by how much expectations are off, whether luck sums to nothing, and how many of the
turns that are called costly stay so under a closer look. With `--fit` it makes the lines of
`engine/review/lines.json` from its games instead, and prints them.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from bot.cli.simulate import game_seed
from bot.runtime.shell.arguments import count_argument, from_zero, json_argument, seed_argument
from bot.runtime.shell.output import Report, progress
from engine import Game, GameOptions, ids
from engine.history import history, positions
from engine.review import costs
from engine.review.costs import costly_turns
from engine.review.expectation import Signs, kind_of, phase_of, promised, signs_of
from engine.review.review import REVIEW_SEED
from engine.review.tables import ExpectationLine
from tests.kit.games import luck_of
from tests.kit.players.brisk_games import brisk_game

PLAYERS: Final = (1, 2, 3, 4)
"""The player counts, which take turns."""
BINS: Final = 10
"""The groups of equally many expectations, from the lowest to the highest."""
NEIGHBOUR: Final = 0.25
"""The weight of the games of the neighboring phases for a phase."""
RIDGE: Final = 1.0
"""Holds lines back that few games speak for."""
AGAIN: Final = 1 << 40
"""Added to seeds for a closer look, so that its guesses are others."""
CLOSER: Final = 8
"""The factor by which a closer look takes more guesses."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A position of a game as a seat's expectation sees it, and what it came to."""

    kind: str
    phase: int
    signs: Signs
    final: int

    @property
    def expected(self) -> float:
        """The expectation that the seat was told."""
        return promised(self.kind, self.phase, self.signs)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this bench takes."""
    count_argument(parser, "games", 40, "number of games")
    seed_argument(parser)
    parser.add_argument(
        "--judged",
        type=from_zero,
        default=4,
        metavar="J",
        help="number of games whose turns are judged (default: %(default)s)",
    )
    parser.add_argument("--fit", action="store_true", help="print new tables of expected scores")
    json_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play the games and tell what was measured."""
    samples, lucks, stays = list[Sample](), list[float](), list[bool]()
    for number in progress(range(chosen.games), "game"):
        seed = game_seed(chosen.seed, number)
        game = brisk_game(GameOptions(PLAYERS[number % len(PLAYERS)]), seed)
        samples += samples_of(game)
        if chosen.fit:
            continue
        lucks += luck_of(game, REVIEW_SEED)[: game.options.players]
        if number < chosen.judged:
            stays += _stay(game)
    if chosen.fit:
        print(lines_text(fitted(samples)), end="")
        return 0
    report = Report()
    report.tell(f"{chosen.games} games of 1 to 4 players", games=chosen.games)
    _tell_errors(report, samples)
    size = stdev(lucks) if len(lucks) > 1 else 0.0  # one solo game has a single seat
    error = size / sqrt(len(lucks))
    report.tell(
        f"luck of {len(lucks)} seats: {fmean(lucks):+.2f} points on average, give or take"
        f" {error:.2f}; one seat's is {size:.1f} large",
        luck=round(fmean(lucks), 3),
        luck_error=round(error, 3),
        luck_size=round(size, 2),
    )
    if stays:
        report.tell(
            f"of {len(stays)} turns called costly {sum(stays)} stay so for a look with"
            f" {CLOSER} times the guesses, twice as far",
            costly=len(stays),
            costly_still=sum(stays),
        )
    report.show(chosen)
    return 0


def samples_of(game: Game) -> Iterator[Sample]:
    """Yield the expectations at the beginning of each turn of a finished game."""
    finals = [sheet.total for sheet in game.score_sheets()]
    for then in positions(game, history(game)):
        state = then.guess(REVIEW_SEED)
        for seat, final in enumerate(finals):
            if (phase := phase_of(state, seat)) is not None:
                yield Sample(kind_of(state, seat), phase, signs_of(state, seat), final)


def _stay(game: Game) -> Iterator[bool]:
    """Of each turn called costly, whether it is so for a closer look."""
    for seat in range(game.options.players):
        for turn in costly_turns(game, seat, REVIEW_SEED):
            again = judged_again(game, seat, turn, REVIEW_SEED + AGAIN)
            yield again > 0


def _tell_errors(report: Report, samples: Sequence[Sample]) -> None:
    """By how much expectations are off, seat by seat and in groups of them."""
    off = fmean(abs(each.expected - each.final) for each in samples)
    report.tell(f"an expectation is {off:.1f} points off on average", off=round(off, 2))
    groups = list(_groups(samples))
    for told, came in groups:
        report.lines.append(f"  told to expect {told:6.1f}, came to {came:6.1f}")
    worst = max(abs(told - came) for told, came in groups)
    mean = fmean(abs(told - came) for told, came in groups)
    report.tell(
        f"calibration error in {BINS} groups: {mean:.2f} points on average, {worst:.2f} at most",
        calibration_mean=round(mean, 2),
        calibration_worst=round(worst, 2),
    )


def _groups(samples: Sequence[Sample]) -> Iterator[tuple[float, float]]:
    """Yield the told expectations and their results, in groups of equally many samples."""
    ranked = sorted(samples, key=lambda each: each.expected)
    for number in range(BINS):
        group = ranked[number * len(ranked) // BINS : (number + 1) * len(ranked) // BINS]
        if group:
            yield fmean(each.expected for each in group), fmean(each.final for each in group)


def fitted(samples: Sequence[Sample]) -> Mapping[str, list[ExpectationLine]]:
    """For each kind of game and each phase the line with the least squares."""
    by_phase = defaultdict[tuple[str, int], list[Sample]](list)
    for each in samples:
        by_phase[each.kind, each.phase].append(each)
    phases = 1 + max(phase for _, phase in by_phase)
    lines = {}
    for kind in sorted({kind for kind, _ in by_phase}):
        lines[kind] = [
            _line(
                [
                    (each, 1.0 if beside == phase else NEIGHBOUR)
                    for beside in (phase - 1, phase, phase + 1)
                    for each in by_phase[kind, beside]
                ]
            )
            for phase in range(phases)
        ]
    return lines


def _line(weighted: Sequence[tuple[Sample, float]]) -> ExpectationLine:
    """The line with the least squares, held towards the judgement as it is."""
    normal = [[RIDGE if row == column else 0.0 for column in range(3)] for row in range(3)]
    right = [0.0, 0.0, 0.0]
    for sample, weight in weighted:
        signs = (1.0, float(sample.signs.sheet), sample.signs.worth)
        for row in range(3):
            right[row] += weight * signs[row] * sample.final
            for column in range(3):
                normal[row][column] += weight * signs[row] * signs[column]
    return _solved(normal, right)


def _solved(matrix: list[list[float]], right: list[float]) -> ExpectationLine:
    """The solution of three equations, whose matrix is positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot in range(3):
        rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for other in range(3):
            if other != pivot:
                factor = rows[other][pivot]
                pairs = zip(rows[other], rows[pivot], strict=True)
                rows[other] = [value - factor * by for value, by in pairs]
    constant, by_sheet, by_worth = (row[3] for row in rows)
    return constant, by_sheet, by_worth


def lines_text(lines: Mapping[str, list[ExpectationLine]]) -> str:
    """Return the lines as JSON, a phase a row; `tables.expectation_lines` reads it."""
    kinds = (
        f"  {json.dumps(kind)}: [\n"
        + ",\n".join(f"    {json.dumps([round(number, 4) for number in line])}" for line in phases)
        + "\n  ]"
        for kind, phases in lines.items()
    )
    return "{\n" + ",\n".join(kinds) + "\n}\n"


def judged_again(game: Game, seat: ids.Seat, costly: costs.CostlyTurn, seed: int) -> float:
    """Return the cost of a turn by a closer look, in expected points.

    It takes `CLOSER` times as many guesses, of another seed, which look up to twice as far.
    """
    state = game.at(costly.before).guess(seed)
    guesses = range(seed, seed + CLOSER * costs._MEASURING)
    better, played = (
        fmean(
            costs._expected(
                costs._followed_turn(state, seat, answers), seat, guesses, 2 * costs.FURTHEST
            )
        )
        for answers in (costly.better, costly.played)
    )
    return better - played
