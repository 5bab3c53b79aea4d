"""Count the premoves that are carried out, and the days that this saves.

Everybody plans their next turn as soon as their own is over, by a quick plan on the board as it is.
How long people take is made up: each is awake for two thirds of the day, and looks at their phone
every few hours.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.cli.simulate import game_seed
from bot.runtime.shell.arguments import count_argument, json_argument, seats_argument, seed_argument
from bot.runtime.shell.output import Report, progress
from engine import Game, GameOptions, ids
from engine.actions import Action
from engine.advice import ADVICE_SEED
from engine.advice.premoves import Premove, misfit, outcome_of, premoves
from engine.agents.care import BRISK
from engine.agents.plan import Planner
from engine.agents.substitute import guessed
from tests.kit.players.brisk_games import BriskPlayer

HOUR: Final = 1.0
DAY: Final = 24 * HOUR
AWAKE: Final = 16 * HOUR
LOOKS_EVERY: Final = 3 * HOUR
"""Waking hours until somebody who is called looks, on average."""
TIME_ZONES: Final = 3 * HOUR
"""Hours between the time zones of people who live farthest apart."""


@dataclass(slots=True)
class PremoveTally:
    """Turns that were due and carried out, those that came otherwise, and days with and without."""

    due: int = 0
    carried: int = 0
    otherwise: int = 0
    days: float = 0.0
    days_without: float = 0.0


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this bench takes."""
    count_argument(parser, "games", 4, "number of games")
    seats_argument(parser, default=4)
    seed_argument(parser)
    json_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play the games and tell what became of the premoves."""
    tally = PremoveTally()
    for number in progress(range(chosen.games), "game"):
        _play(GameOptions(chosen.players), game_seed(chosen.seed, number), tally)
    report = Report()
    report.tell(
        f"{chosen.games} games of {chosen.players} players: {tally.due} premoves came up,"
        f" {tally.carried} were carried out ({tally.carried / tally.due:.1%}),"
        f" {tally.otherwise} of them otherwise than planned",
        games=chosen.games,
        players=chosen.players,
        due=tally.due,
        carried=tally.carried,
        otherwise=tally.otherwise,
    )
    with_premoves, without = tally.days / chosen.games, tally.days_without / chosen.games
    report.tell(
        f"a game takes {with_premoves:.1f} days instead of {without:.1f}:"
        f" {without - with_premoves:.1f} days less",
        days=round(with_premoves, 2),
        days_without=round(without, 2),
    )
    report.show(chosen)
    return 0


def _play(options: GameOptions, seed: int, tally: PremoveTally) -> None:
    """Play a game in which everybody plans each next turn as soon as their own is over."""
    chance = Random(f"planned/{seed}")
    game = Game.new(options, seed)
    players = [BriskPlayer(chance) for _ in range(options.players)]
    people = [_Person(chance) for _ in range(options.players)]
    planned: dict[ids.Seat, Premove] = {}
    now = without = 0.0
    while (asked := game.waiting) is not None:
        seat, number = asked.seat, game.view().turn
        turn = planned.pop(seat, None)
        delay = people[seat].delay()
        without = people[seat].looks(without, delay)
        carried = turn is not None and misfit(game, seat, turn) is None
        if turn is not None:
            tally.due += 1
            tally.carried += carried
        if turn is not None and carried:
            tally.otherwise += not _is_as_planned(game, seat, turn)
        else:
            now = people[seat].looks(now, delay)
        while (again := game.waiting) is not None and game.view().turn == number:
            players[again.seat].play(game, again.seat, seed)
        if game.waiting is not None and game.waiting.seat != seat:
            planned.update(_planned(game, seat, seed))
    tally.days += now / DAY
    tally.days_without += without / DAY


def _is_as_planned(game: Game, seat: ids.Seat, turn: Premove) -> bool:
    """Play a premove; whether it brings about for its seat what it was planned for."""
    number = game.view().turn
    events = [event for action in turn.actions for event in game.submit(seat, action)]
    over = game.waiting is None or game.view().turn != number
    return over and outcome_of(seat, events) == turn.outcome


def _planned(game: Game, seat: ids.Seat, seed: int) -> Iterator[tuple[ids.Seat, Premove]]:
    """The seat's next turn as it would play it now, if that can be planned."""
    copy = game.tryout(seat, ADVICE_SEED)
    number, actions = copy.view().turn, list[Action]()
    while copy.waiting is not None and copy.view().turn == number:
        state = guessed(copy, seat, seed)
        for action in Planner(state, seat, seed, BRISK).plan(state).answers:
            if copy.refusal(seat, action) is not None:
                return
            actions.append(action)
            copy.submit(seat, action)
    turns = premoves(game, seat, actions)
    if isinstance(turns, tuple):
        yield seat, turns[0]


class _Person:
    """The waking hours of a person, and the time that they take to look."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._wakes = chance.uniform(0, TIME_ZONES)

    def delay(self) -> float:
        """The waking hours until they look."""
        return self._chance.expovariate(1 / LOOKS_EVERY)

    def looks(self, called: float, delay: float) -> float:
        """Return the hour of a look after a call at some hour, so many waking hours later."""
        into_day = (called - self._wakes) % DAY
        now = called if into_day < AWAKE else called + DAY - into_day
        awake = AWAKE - (now - self._wakes) % DAY
        while delay > awake:
            delay -= awake
            now += awake + DAY - AWAKE
            awake = AWAKE
        return now + delay
