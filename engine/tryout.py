"""Tryouts: a copy of a game in which one seat plays on alone, to try things out."""

from dataclasses import fields

from engine import ids
from engine.face_down import redeal
from engine.rules import countdown
from engine.state import GameState, Hidden, TryoutHidden


def tryout(state: GameState, seat: ids.Seat, seed: int, *, sealed: bool = True) -> GameState:
    """Copy a game for a seat that plays on as if everybody else had passed.

    What lies face down is dealt again, and sealed unless it is to come to light: emptied places
    stay empty. Where another seat is asked, its turn ends there and the next of this seat begins,
    if there is one.
    """
    draft = redeal(state, seed)
    if sealed:
        draft.hidden = _without_draws(draft.hidden)
    for other, player in enumerate(draft.players):
        player.passed = player.passed or other != seat
    if draft.ended is None and draft.seat != seat:
        countdown.finish_turn(draft)
    draft.events = []
    return draft


def _without_draws(hidden: Hidden) -> TryoutHidden:
    return TryoutHidden(**{each.name: getattr(hidden, each.name) for each in fields(hidden)})
