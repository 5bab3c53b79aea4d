"""Measure suggestions: what they cost, whether they are those of *hard*, and whether they are true.

Games are played by *medium* in all seats. A suggestion is asked for every few turns. Each idea is
then played on in the real deal by *medium*, everyone moving, and what was told of it is looked up.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from statistics import quantiles
from typing import Final

from bot.cli.simulate import game_seed
from bot.runtime.shell.arguments import from_one, json_argument, seats_argument, seed_argument
from bot.runtime.shell.output import Report, progress
from engine import Game, GameOptions, ids
from engine.advice.lines import LineOfPlay, suggestion
from engine.advice.outlook import TURNS, this_turn
from engine.agents.players import hard, medium

EVERY: Final = 7
"""The turns from one suggestion to the next."""


@dataclass(slots=True)
class SuggestionTally:
    """Suggestions, those that *hard* would have played, their seconds, and ideas that were true.

    `pointed` counts the ideas that promise points, `told` those that promise anything.
    """

    suggestions: int = 0
    hards: int = 0
    seconds: list[float] = field(default_factory=list)
    pointed: int = 0
    pointed_true: int = 0
    told: int = 0
    told_true: int = 0


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this bench takes."""
    parser.add_argument(
        "--positions",
        type=from_one,
        default=60,
        metavar="N",
        help="how many (default: %(default)s)",
    )
    seats_argument(parser)
    seed_argument(parser)
    json_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Ask for the suggestions and tell what they are worth."""
    tally = SuggestionTally()
    places = _places(chosen.players, chosen.seed)
    for _ in progress(range(chosen.positions), "position"):
        _look(*next(places), tally)
    report = Report()
    report.tell(
        f"{tally.hards} of {tally.suggestions} first ideas are those of hard",
        suggestions=tally.suggestions,
        hards=tally.hards,
    )
    half, most = quantiles(tally.seconds, n=20)[9::9]
    report.line("processor time, half and 95 %", "s", seconds=half, seconds_95=most)
    report.tell(
        f"{tally.pointed_true} of {tally.pointed} ideas with points came true,"
        f" {tally.told_true} of {tally.told} with anything told",
        pointed=tally.pointed,
        pointed_true=tally.pointed_true,
        told=tally.told,
        told_true=tally.told_true,
    )
    report.show(chosen)
    return 0


def _places(players: int, seed: int) -> Iterator[tuple[Game, ids.Seat]]:
    """Yield positions of game after game, every few turns."""
    for number in count():
        dealt = game_seed(seed, number)
        game, turn = Game.new(GameOptions(players), dealt), 0
        while (asked := game.waiting) is not None:
            if turn % EVERY == EVERY - 1:
                yield game, asked.seat
            for action in medium(game, asked.seat, dealt).answers:
                game.submit(asked.seat, action)
            turn += 1


def _look(game: Game, seat: ids.Seat, tally: SuggestionTally) -> None:
    """Ask for a suggestion and play its ideas on."""
    began = time.process_time()
    found = suggestion(game, seat, 0)
    tally.seconds.append(time.process_time() - began)
    tally.suggestions += 1
    tally.hards += found.lines[0].answers == hard(game, seat, 0).answers
    for line in found.lines:
        course = Played(game, seat, line)
        if course.points:
            tally.pointed += 1
            tally.pointed_true += all(course.points)
        if told := course.points + course.tasks:
            tally.told += 1
            tally.told_true += all(told)


class Played:
    """An idea played on in the real deal: for each thing told of it, whether it came true."""

    def __init__(self, game: Game, seat: ids.Seat, line: LineOfPlay) -> None:
        self._seat = seat
        copy = game.copy()
        before = self._counted(copy)
        for action in line.answers:
            copy.submit(seat, action)
        self._finish(copy)
        told = sum(points for _, points in this_turn(game, seat, line.answers).points)
        self.points = [self._counted(copy) - before >= told] if told else []
        met = [self._met(copy)]
        for _ in range(TURNS):
            self._next_turn(copy)
            met.append(met[-1] | self._met(copy))
        brings = line.brings
        self.points += [each.task in met[each.turns - 1] for each in brings.lit if each.points]
        self.tasks = [each.task in met[each.turns] for each in brings.ready]
        self.tasks += [each.task in met[-1] for each in brings.waits]
        have = {
            spot.task.task.id: spot.task.have
            for spot in copy.view().seats[seat].positions
            if spot.task is not None
        }
        self.tasks += [have[each.task] >= each.have for each in brings.nearer]

    def _counted(self, game: Game) -> int:
        """The points of the seat without what is left in hand."""
        sheet = game.score_sheets()[self._seat]
        return sheet.total - dict(sheet.points)[ids.PointSource.LEFTOVERS]

    def _met(self, game: Game) -> set[str]:
        tasks = (spot.task for spot in game.view().seats[self._seat].positions)
        return {each.task.id for each in tasks if each is not None and (each.met or each.lit)}

    def _finish(self, game: Game) -> None:
        """Play what is left of the turn of the seat."""
        turn = game.view().turn
        while (asked := game.waiting) is not None and game.view().turn == turn:
            for action in medium(game, asked.seat, 0).answers:
                game.submit(asked.seat, action)

    def _next_turn(self, game: Game) -> None:
        """Play to the end of the next turn of the seat, or of the game."""
        while (asked := game.waiting) is not None:
            own = asked.seat == self._seat
            self._finish(game)
            if own:
                return
