"""Lines of play: what a seat could do with its turn, each followed some turns on.

They begin with the best plans of the one judgement, in its order, each with something else to do.
What follows is played by `_FOLLOWER` in guesses at what is hidden, the same ones for all lines, so
that their difference is not a matter of luck. Nothing but the public position has a part in it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from statistics import fmean, pstdev
from typing import Final

from engine import actions
from engine.actions import Action
from engine.advice.outlook import Outlook, left_alone, outlook
from engine.agents.levels import Level
from engine.agents.plan import Planner, Prospect
from engine.agents.players import PLAYERS
from engine.agents.substitute import guessed
from engine.events import Event, TurnBegan, TurnEnded
from engine.game import Game
from engine.ids import Seat

MOST_LINES: Final = 3
GUESSES: Final = 3
"""Deals of what is hidden in which each line is followed."""
TURNS: Final = 3
"""Own turns after the present one that are looked at, at most."""
POSITIONS_FOR_LINES: Final = 8_000
"""Positions that may be judged for all lines together: about two seconds of one core."""
_FOLLOWER: Final = Level.MEDIUM
"""The player that finishes a turn and plays the next ones."""
_ABOUT_AS_GOOD: Final = 1.0
"""Points by which two lines must differ at least to tell them apart."""

_ONE_OF_A_KIND: Final = (
    actions.ChooseStart,
    actions.PlaceFate,
    actions.TakePath,
    actions.SearchPath,
    actions.MakeProcession,
    actions.PayTiles,
    actions.PayResources,
)
"""Answers that are the same line whichever of them is given: the preview lets them be changed."""
_ON_AN_ISLAND: Final = (actions.ReceiveTask, actions.RetrieveGuardian)


class Verdict(StrEnum):
    """The comparison of a line with the first one, at the end of the turns looked at."""

    FIRST = "first"
    SAME = "same"
    """The guesses cannot tell them apart."""
    WEAKER = "weaker"
    STRONGER = "stronger"


@dataclass(frozen=True, slots=True)
class LineOfPlay:
    """A turn to its end or to a reveal, what follows it in each guess, and what all that brings."""

    answers: tuple[Action, ...]
    later: tuple[tuple[Action, ...], ...]
    verdict: Verdict
    brings: Outlook


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Lines of play, the best first, and how many positions were judged to find them."""

    lines: tuple[LineOfPlay, ...]
    positions: int


def lines(game: Game, seat: Seat, seed: int) -> tuple[LineOfPlay, ...]:
    """Up to three lines of play for the seat that is asked, the best first; at least one.

    Equal public positions and seeds (0 to 2**127) give equal lines. Raises IllegalAction when the
    game is over or another seat is asked.
    """
    return suggestion(game, seat, seed).lines


def line_of_play(game: Game, seat: Seat, seed: int, answers: Sequence[Action]) -> LineOfPlay:
    """A turn that somebody has chosen, followed as the lines of a suggestion are.

    Raises IllegalAction for answers that do not fit the game.
    """
    followed = [_Followed(game, seat, seed, guess, answers) for guess in range(GUESSES)]
    for _ in range(1 + TURNS):
        for one in followed:
            one.play_on()
    later = tuple(tuple(one.later) for one in followed)
    return LineOfPlay(
        tuple(answers), later, Verdict.FIRST, outlook(game, seat, seed, answers, later)
    )


def suggestion(game: Game, seat: Seat, seed: int) -> Suggestion:
    """The `lines`, and what they cost; raises IllegalAction as they do."""
    state = guessed(game, seat, seed)
    planner = Planner(state, seat, seed)
    plans = _apart(planner.all_plans(state))[:MOST_LINES]
    turns = [_Turn(game, seat, seed, plan.answers) for plan in plans]
    followed = [
        [_Followed(game, seat, seed, guess, turn.answers) for guess in range(GUESSES)]
        for turn in turns
    ]
    positions = planner.positions + sum(turn.positions for turn in turns)
    every = [one for guesses in followed for one in guesses]
    for _ in range(1 + TURNS):
        spent = sum(one.play_on() for one in every)
        positions += spent
        if positions + spent > POSITIONS_FOR_LINES:
            break
    found = []
    for turn, guesses in zip(turns, followed, strict=True):
        later = tuple(tuple(one.later) for one in guesses)
        verdict = Verdict.FIRST if turn is turns[0] else _verdict(guesses, followed[0])
        brings = outlook(game, seat, seed, turn.answers, later)
        found.append(LineOfPlay(turn.answers, later, verdict, brings))
    return Suggestion(tuple(found), positions + len(every))


def _apart(plans: Iterable[Prospect]) -> list[Prospect]:
    """The best plan for each thing to do."""
    found: dict[object, Prospect] = {}
    for plan in plans:
        found.setdefault(_aim(plan.answers), plan)
    return list(found.values())


def _aim(answers: Sequence[Action]) -> object:
    """Return the purpose of a plan; with a voyage, what is done on the island."""
    first = answers[0]
    match first:
        case actions.MoveShip(island):
            there = next((each for each in answers if isinstance(each, _ON_AN_ISLAND)), None)
            return island, None if there is None else _aim((there,))
        case actions.ReceiveTask(task):
            return task
        case actions.RecruitGnome(gnome):
            return gnome
        case _:
            return type(first) if isinstance(first, _ONE_OF_A_KIND) else first


class _Turn:
    """A turn that begins with a plan: its `answers` up to the end, or to a reveal."""

    def __init__(self, game: Game, seat: Seat, seed: int, plan: Sequence[Action]) -> None:
        self.positions = 0
        copy = Game(game.guess(seed))
        revealed = copy.revealed
        given = list(plan)
        events = [event for action in plan for event in copy.submit(seat, action)]
        while copy.revealed == revealed and not _is_over(copy, events, seat):
            turn = PLAYERS[_FOLLOWER](copy, seat, seed)
            self.positions += turn.positions
            given += turn.answers
            events += [event for action in turn.answers for event in copy.submit(seat, action)]
        self.answers = tuple(given)


def _is_over(game: Game, events: Iterable[Event], seat: Seat) -> bool:
    """Say whether the turn of a seat has come to its end, or the game has."""
    return game.waiting is None or any(event == TurnEnded(seat) for event in events)


class _Followed:
    """A line in one guess: what is played `later` than the answers with which it begins."""

    def __init__(
        self, game: Game, seat: Seat, seed: int, guess: int, answers: Sequence[Action]
    ) -> None:
        self.later: list[Action] = []
        self._seat = seat
        self._seed = seed
        self._game = left_alone(game, seat, seed + guess)
        events = [event for action in answers for event in self._game.submit(seat, action)]
        self._begun = _begins(events, seat)

    def play_on(self) -> int:
        """Play to the beginning of the next own turn; the number of positions judged for it."""
        positions = 0
        while not self._begun and self._game.waiting is not None:
            turn = PLAYERS[_FOLLOWER](self._game, self._seat, self._seed)
            positions += turn.positions
            self.later += turn.answers
            events = [event for each in turn.answers for event in self._submitted(each)]
            self._begun = _begins(events, self._seat)
        self._begun = False
        return positions

    def _submitted(self, action: Action) -> tuple[Event, ...]:
        return self._game.submit(self._seat, action)

    @cached_property
    def worth(self) -> float:
        """Return the prospects of the seat where a line has led."""
        state = self._game.guess(self._seed)
        return Planner(state, self._seat, self._seed).worth(state)

    def points(self) -> int:
        """Return the score of the seat if the game ended there."""
        return self._game.score_sheets()[self._seat].total


def _begins(events: Iterable[Event], seat: Seat) -> bool:
    return any(isinstance(event, TurnBegan) and event.seat == seat for event in events)


def _verdict(guesses: Sequence[_Followed], first: Sequence[_Followed]) -> Verdict:
    """Compare a line with the first, guess by guess.

    Where the prospects say one thing and the points another, nobody can tell.
    """
    pairs = list(zip(guesses, first, strict=True))
    hoped = [own.worth - other.worth for own, other in pairs]
    scored = fmean(own.points() - other.points() for own, other in pairs)
    mean = fmean(hoped)
    if abs(mean) < max(_ABOUT_AS_GOOD, pstdev(hoped)) or mean * scored < 0:
        return Verdict.SAME
    return Verdict.STRONGER if mean > 0 else Verdict.WEAKER
