"""The pictures of a turn's post: large what the turn changed most, and all others on one sheet."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from bot.model.pictures import Picture, PictureKind, picture_of
from bot.model.preferences import Appearance, TurnPictures
from bot.present.posts.turn_story import chief_event
from engine import Move, events
from engine.history import PlayedTurn
from engine.ids import Seat
from engine.view import View

_ON_THE_BOARD: Final = (
    events.TaskReceived,
    events.GuardianRetrieved,
    events.GreatBonfireTurned,
    events.ShipMoved,
    events.NovicePlaced,
    events.TomCardTurned,
)
"""The events to see on the main board rather than in a city."""


def seat_seen(turn: PlayedTurn | None) -> Seat | None:
    """Return the seat whose city shows most of a turn's changes; None for the main board."""
    if turn is None:
        return None
    chief = chief_event(event for event in turn.events if event.seat == turn.seat)
    return None if isinstance(chief, _ON_THE_BOARD) else turn.seat


def turn_pictures(view: View, moves: Sequence[Move]) -> tuple[Picture, ...]:
    """The pictures of a post that tells these moves, now that they are played.

    What the first of their turns changed most is large; other turns are of bots, told in brief.
    """
    seat = None
    if moves:
        first = moves[0]
        played = tuple(takewhile(lambda move: move.turn == first.turn, moves))
        happened = tuple(event for move in played for event in move.events)
        seat = seat_seen(PlayedTurn(first.turn, first.seat, len(played), happened))
    return (picture_of(view, seat), Picture(PictureKind.SHEET, view))


def as_chosen(
    pictures: Iterable[Picture], look: Appearance, wanted: TurnPictures
) -> tuple[Picture, ...]:
    """The pictures of a post in so far as people want them; a sheet gets all that are not large.

    Where the large picture is not wanted, the first that is stands in its place. The final score is
    always shown.
    """
    *large, last = pictures
    if last.kind is not PictureKind.SHEET:
        return tuple(picture for picture in (*large, last) if look.shows(picture.kind))
    view = last.view
    every = tuple(picture_of(view, seat) for seat in (None, *range(len(view.seats))))
    if wanted is TurnPictures.BOARD:
        every = every[:1]
    able = [picture for picture in every if look.shows(picture.kind)]
    if large[0].kind is not PictureKind.FINAL:
        large = [picture for picture in large if picture in able] or able[:1]
    others = tuple(picture.seat for picture in able if picture not in large)
    if wanted is not TurnPictures.EVERYTHING or not others:
        return tuple(large)
    return (*large, replace(last, shown=others))
