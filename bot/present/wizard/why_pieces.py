"""The pieces that a player can ask about, and the answers that each of them would take."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.model import controls
from bot.present.spoken import SUBJECTS, tasks_on_islands
from bot.present.wizard.labels import answer_symbol, label
from bot.present.wizard.summary import Detail
from bot.words import Phrase, phrase
from bot.words.pieces import island_phrase, place_phrase, symbol_key, task_slots
from engine import actions, agenda, ids
from engine.notation_slots import ACTION_FORMS
from engine.view import SeatView, View


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece by the token with which it is asked about: what it is called, and what to do with it.

    `island` is where it lies, if it lies on one.
    """

    token: str
    caption: Phrase
    tried: tuple[actions.Action, ...]
    symbol: str = ""
    island: str | None = None
    details: tuple[Detail, ...] = ()


def pieces(view: View, seat: ids.Seat, subject: controls.Subject) -> tuple[Piece, ...]:
    """The pieces that an action can be about."""
    match subject:
        case controls.Subject.TASK:
            return tuple(_tasks(view, seat))
        case controls.Subject.GUARDIAN:
            return tuple(_guardians(view))
        case controls.Subject.PROCESSION:
            return tuple(_walkers(view.seats[seat]))
        case controls.Subject.FATE:
            return ()
        case _:
            tried: dict[str, list[actions.Action]] = {}
            for action in SUBJECTS[subject].tried(view, seat):
                # Its first field says which piece it is about.
                for name in ACTION_FORMS[type(action)].names[:1]:
                    tried.setdefault(str(getattr(action, name)), []).append(action)
            return tuple(
                Piece(
                    token,
                    label(some[0], view, seat, agenda.TurnChoice()),
                    tuple(some),
                    answer_symbol(some[0], view, seat),
                )
                for token, some in tried.items()
            )


def _tasks(view: View, seat: ids.Seat) -> Iterator[Piece]:
    """The tasks of all islands, those where the ship lies first."""
    for island, task in tasks_on_islands(view, seat):
        yield Piece(
            task.id,
            phrase("choose.tom_task", **task_slots(task)),
            tuple(actions.ReceiveTask(task.id, side) for side in ids.Side),
            symbol_key(task) or "",
            island.code,
            ((phrase("why.lies_at", island=island_phrase(island)),),),
        )


def _guardians(view: View) -> Iterator[Piece]:
    for island in view.islands:
        guardian = island.island.guardian
        if guardian in ids.NEUTRAL_GUARDIANS:
            yield Piece(
                guardian,
                phrase("offer.sail_guardian", island=island_phrase(island.island)),
                (actions.RetrieveGuardian(),),
                symbol_key(guardian) or "",
                island.island.code,
            )


def _walkers(me: SeatView) -> Iterator[Piece]:
    """The guardians of a city who are not at a bonfire, and the bonfires ahead of them."""
    for guardian, place in standing(me):
        ahead = range(max(1, place.position), len(me.positions) + 1)
        yield Piece(
            guardian,
            phrase("why.walker", guardian=guardian, place=place_phrase(place)),
            tuple(
                actions.MoveGuardian(guardian, ids.Place(ids.PlaceKind.BONFIRE, position))
                for position in ahead
            ),
            symbol_key(guardian) or "",
        )


def standing(me: SeatView) -> Iterator[tuple[ids.Guardian, ids.Place]]:
    """Return the places of the guardians of a city who walk, those ahead first."""
    for spot in reversed(me.positions):
        for guardian in spot.path_guardians:
            yield guardian, ids.Place(ids.PlaceKind.PATH, spot.position)
    for guardian in me.waiting_guardians:
        yield guardian, ids.START_PLACE
