"""A puzzle: a position in which one seat plays on alone, and the goal that it should reach.

Nothing face-down comes to light and nobody else moves, as in every tryout: what a line of a
puzzle leads to depends on nothing but the answers in it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

from engine import agenda, ids
from engine.events import (
    BonfireLit,
    CountdownTriggered,
    Event,
    FatePlaced,
    GuardianMoved,
    NovicePlaced,
    Source,
    TilesChanged,
    TurnBegan,
)
from engine.game import Game

PUZZLE_SEED: Final = 0
"""The seed of what lies face-down; as it is sealed, no line depends on it."""

_FROM_FATE: Final = frozenset({Source.FATE_TILE, Source.FATE_SQUARE})


class Goal(StrEnum):
    """The goal of a puzzle.

    As many as possible of something: `TILES` are action tiles that placing a fate tile brings,
    `RESOURCES` those in hand after the turn, and `POINTS` those on the score sheet after the seat's
    last turns, or with `SCORE` after any turn. The others are something that happens: a bonfire is
    lit, a Guardian comes to one, the countdown begins, a neutral Novice is sent.
    """

    TILES = "tiles"
    RESOURCES = "resources"
    POINTS = "points"
    SCORE = "score"
    BONFIRE = "bonfire"
    HOME = "home"
    COUNTDOWN = "countdown"
    NEUTRAL = "neutral"

    @property
    def happens(self) -> bool:
        """Say whether it is reached as soon as something happens, and worth 1."""
        return self not in {Goal.TILES, Goal.RESOURCES, Goal.POINTS, Goal.SCORE}

    def happened(self, events: Iterable[Event]) -> bool:
        """Say whether these events reach it."""
        return any(map(self._is_reached_by, events))

    def _is_reached_by(self, event: Event) -> bool:
        match self, event:
            case (
                (Goal.BONFIRE, BonfireLit())
                | (Goal.HOME, GuardianMoved(place=(ids.PlaceKind.BONFIRE, _)))
                | (Goal.COUNTDOWN, CountdownTriggered())
            ):
                return True
            case Goal.NEUTRAL, NovicePlaced(common=common):
                return common is not None
            case _:
                return False


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One goal of a seat, to be reached within so many of its turns from the position `game`."""

    game: Game
    seat: ids.Seat
    goal: Goal
    turns: int

    @classmethod
    def made(cls, game: Game, goal: Goal, turns: int) -> Self:
        """Return the puzzle of the seat whose turn begins in a game.

        Raises ValueError where no turn begins.
        """
        asked = game.waiting
        if asked is None or asked.decision != agenda.TurnChoice():
            raise ValueError("a puzzle begins where a turn does")
        return cls(game.tryout(asked.seat, PUZZLE_SEED), asked.seat, goal, turns)

    def copy(self) -> Game:
        """Return a copy of the position, to play a line in."""
        return self.game.fork(PUZZLE_SEED)

    def is_over(self, played: Game) -> bool:
        """Say whether a line, played in a fork of the position, has come to its end."""
        events = tuple(_events(played))
        if played.waiting is None or self._begun(events) >= self.turns:
            return True
        match self.goal:
            case Goal.TILES:
                return any(isinstance(event, FatePlaced) for event in events)
            case goal:
                return goal.happened(events)

    def worth(self, played: Game) -> int:
        """Return how many a line brings, or 1 if the goal has happened."""
        match self.goal:
            case Goal.TILES:
                return tiles_of_fate(_events(played))
            case Goal.RESOURCES:
                return played.seat_view(self.seat).resources.total
            case Goal.POINTS | Goal.SCORE:
                return played.score_sheets()[self.seat].total
            case _:
                return int(self.goal.happened(_events(played)))

    def _begun(self, events: Iterable[Event]) -> int:
        """Return the number of turns of the seat that have begun since."""
        return sum(isinstance(event, TurnBegan) and event.seat == self.seat for event in events)


def _events(played: Game) -> Iterator[Event]:
    return (event for move in played.moves for event in move.events)


def tiles_of_fate(events: Iterable[Event]) -> int:
    """Return the number of action tiles that the placing of a fate tile brought."""
    return sum(
        event.gained.total
        for event in events
        if isinstance(event, TilesChanged) and event.source in _FROM_FATE
    )
