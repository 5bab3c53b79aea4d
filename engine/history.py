"""A game turn by turn: what each turn brought about, and the points that were sure after it."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine import ids
from engine.events import Event
from engine.game import Game


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn of a seat, solo with Tom's card; the last one of a game may still be going on.

    `number` is how turns are counted, `after` how many answers had been given at its end.
    """

    number: int
    seat: ids.Seat
    after: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class History:
    """The turns that have begun, the oldest first, and how many answers lie before them.

    What can be looked at are its steps: 0 is the position before the first turn, and from then on
    each step is the position after one more turn.
    """

    begin: int
    turns: tuple[PlayedTurn, ...]

    @property
    def last(self) -> int:
        """The step of the present position."""
        return len(self.turns)

    def step_of(self, answers: int) -> int:
        """The step of the turn in which the last of so many answers was given."""
        if answers <= self.begin:
            return 0
        return min(1 + sum(turn.after < answers for turn in self.turns), self.last)

    def answers(self, step: int) -> int:
        """Return the number of answers given at a step: `Game.at` shows it."""
        return self.turns[step - 1].after if step else self.begin

    def turn(self, step: int) -> PlayedTurn | None:
        """The turn that led to a step; None for the position before the first one."""
        return self.turns[step - 1] if step else None


def history(game: Game) -> History:
    """The turns of a game as far back as `Game.at` goes."""
    starts, moves = game.turn_starts, game.moves
    turns = []
    ends = (*starts, len(moves))[1:]
    for first, last in zip(starts, ends, strict=True):
        events = tuple(event for move in moves[first:last] for event in move.events)
        turns.append(PlayedTurn(moves[first].turn, moves[first].seat, last, events))
    return History(starts[0] if starts else len(moves), tuple(turns))


def points_by_step(game: Game, past: History) -> tuple[tuple[int, ...], ...]:
    """Each seat's points at every step of a game's history.

    Counted are those that are scored or sure in the final scoring; once the game is over, all.
    """
    return tuple(_points(then) for then in positions(game, past))


def positions(game: Game, past: History) -> Iterator[Game]:
    """The game as it stood at every step of its history: one copy, which goes on meanwhile."""
    twin, moves = game.at(past.begin), game.moves
    for step in range(past.last + 1):
        for move in moves[twin.move_count : past.answers(step)]:
            twin.submit(move.seat, move.action)
        yield twin


def _points(game: Game) -> tuple[int, ...]:
    left_out = ids.UNUSED_SOURCES if game.result is None else ()
    return tuple(
        sum(points for source, points in sheet.points if source not in left_out)
        for sheet in game.score_sheets()
    )
