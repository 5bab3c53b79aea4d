"""The readable history of a game: the text of each step, and the place to see it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.people import Person
from bot.present.names import Names, names_of
from bot.present.posts.turn_story import chief_event
from bot.words import Catalog, Phrase, phrase
from engine import Game
from engine.events import (
    GreatBonfireTurned,
    GuardianRetrieved,
    NovicePlaced,
    ShipMoved,
    TaskReceived,
    TomCardTurned,
)
from engine.history import History, PlayedTurn, history, points_by_step
from engine.ids import Seat
from engine.view import View

_ON_THE_BOARD: Final = (
    TaskReceived,
    GuardianRetrieved,
    GreatBonfireTurned,
    ShipMoved,
    NovicePlaced,
    TomCardTurned,
)
"""The events to see on the main board rather than in a city."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A game's history, the points of all seats at every step, and the names by seat."""

    game: Game
    past: History
    points: Sequence[tuple[int, ...]]
    names: Names
    words: Catalog

    def gains(self, step: int) -> tuple[int, ...]:
        """The points that a step brought each seat."""
        before, after = self.points[max(0, step - 1)], self.points[step]
        return tuple(max(0, now - then) for then, now in zip(before, after, strict=True))

    def heading(self, step: int, now: View) -> Phrase:
        """Return the heading of a step: the owner of its turn; `now` is the present position."""
        game, past, turn = self.game, self.past, self.past.turn(step)
        if turn is None:
            return phrase("replay.begin" if game.restored_at is None else "replay.forgotten")
        going_on = step == past.last and now.result is None and now.turn == game.moves[-1].turn
        key = "replay.going_on" if going_on else "replay.turn"
        who = self.names[turn.seat]
        return phrase(key, turn=turn.number, who=who, step=str(step), steps=str(past.last))

    def standing(self, step: int) -> Phrase:
        """The points of all seats at a step, with what it brought."""

        def seats() -> Iterator[Phrase]:
            told = (self.names.values(), self.points[step], self.gains(step))
            for who, points, gained in zip(*told, strict=True):
                if gained:
                    yield phrase("replay.seat_gained", who=who, points=points, gained=gained)
                else:
                    yield phrase("replay.seat", who=who, points=points)

        over = step == self.past.last and self.game.result is not None
        return phrase("replay.final" if over else "replay.points", seats=tuple(seats()))


def reading_of(game: Game, people: tuple[Person, ...], words: Catalog) -> Reading:
    """Return the history of a game as people read it in a language."""
    past, names = history(game), names_of(people, game.options.seats, words)
    return Reading(game, past, points_by_step(game, past), names, words)


def seat_seen(turn: PlayedTurn | None) -> Seat | None:
    """Return the seat whose city shows most of a turn's changes; None for the main board."""
    if turn is None:
        return None
    chief = chief_event(event for event in turn.events if event.seat == turn.seat)
    return None if isinstance(chief, _ON_THE_BOARD) else turn.seat
