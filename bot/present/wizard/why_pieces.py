"""The pieces that a player can ask about, and the answers that each of them would take."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from bot.model.controls import Subject
from bot.present.wizard.labels import answer_symbol, label
from bot.present.wizard.summary import Detail
from bot.words import Phrase, phrase
from bot.words.pieces import island_phrase, place_phrase, symbol_key, task_slots
from engine import actions
from engine.actions import Action
from engine.agenda import TurnChoice
from engine.geometry import geometry
from engine.ids import (
    NEUTRAL_GUARDIANS,
    START_PLACE,
    CommonTask,
    End,
    Guardian,
    Place,
    PlaceKind,
    Seat,
    Side,
)
from engine.rules.gnome import PRICES
from engine.view import SeatView, View


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece by the token with which it is asked about: what it is called, and what to do with it.

    `island` is where it lies, if it lies on one.
    """

    token: str
    caption: Phrase
    tried: tuple[Action, ...]
    symbol: str = ""
    island: str | None = None
    details: tuple[Detail, ...] = ()


def pieces(view: View, seat: Seat, subject: Subject) -> tuple[Piece, ...]:
    """The pieces that an action can be about."""
    match subject:
        case Subject.TASK:
            return tuple(_tasks(view, seat))
        case Subject.GUARDIAN:
            return tuple(_guardians(view))
        case Subject.PROCESSION:
            return tuple(_walkers(view.seats[seat]))
        case _:
            tried: dict[str, list[Action]] = {}
            for action in attempts(view, seat).get(subject, ()):
                tried.setdefault(str(_about(action)), []).append(action)
            return tuple(
                Piece(
                    token,
                    label(some[0], view, seat, TurnChoice()),
                    tuple(some),
                    answer_symbol(some[0], view, seat),
                )
                for token, some in tried.items()
                if token
            )


def _about(action: Action) -> object:
    """Return the pieces that an answer is about; none where there is only one such answer."""
    match action:
        case actions.Ignite(space) | actions.UseGreatBonfire(space):
            return space
        case actions.MoveShip(island):
            return island
        case actions.TakePath(source):
            return source
        case actions.RecruitGnome(gnome):
            return gnome
        case actions.SendNeutral(common):
            return common
        case _:
            return ""


def _tasks(view: View, seat: Seat) -> Iterator[Piece]:
    """The tasks of all islands, those where the ship lies first."""
    islands = sorted(view.islands, key=lambda each: seat not in each.ships)
    for island in islands:
        for slot in island.slots:
            if slot.task is not None:
                yield Piece(
                    slot.task.id,
                    phrase("choose.tom_task", **task_slots(slot.task)),
                    tuple(actions.ReceiveTask(slot.task.id, side) for side in Side),
                    symbol_key(slot.task) or "",
                    island.island.code,
                    ((phrase("why.lies_at", island=island_phrase(island.island)),),),
                )


def _guardians(view: View) -> Iterator[Piece]:
    for island in view.islands:
        guardian = island.island.guardian
        if guardian in NEUTRAL_GUARDIANS:
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
                actions.MoveGuardian(guardian, Place(PlaceKind.BONFIRE, position))
                for position in ahead
            ),
            symbol_key(guardian) or "",
        )


def standing(me: SeatView) -> Iterator[tuple[Guardian, Place]]:
    """Return the places of the guardians of a city who walk, those ahead first."""
    for spot in reversed(me.positions):
        for guardian in spot.path_guardians:
            yield guardian, Place(PlaceKind.PATH, spot.position)
    for guardian in me.waiting_guardians:
        yield guardian, START_PLACE


def attempts(view: View, seat: Seat) -> Mapping[Subject, tuple[Action, ...]]:
    """Every answer of each subject that one could think of, where the ship lies."""
    me = view.seats[seat]
    places = geometry(view.box.fate_grid).inside_placements
    paths = [slot for slot, tile in enumerate(view.path_display, start=1) if tile]
    gnomes = [card.id for card in (*view.specialists, *view.elders) if card is not None]
    fates = (
        actions.PlaceFate(end, place.cell, place.direction) for end, place in product(End, places)
    )
    return {
        Subject.IGNITE: tuple(
            actions.Ignite(spot.position)
            for spot in me.positions
            if spot.task and not spot.task.lit
        ),
        Subject.SAIL: tuple(actions.MoveShip(island.island.code) for island in view.islands),
        Subject.TASK: tuple(_takings(view, seat)),
        Subject.GUARDIAN: (actions.RetrieveGuardian(),),
        Subject.PROCESSION: (actions.MakeProcession(1),),
        Subject.PATH: tuple(map(actions.TakePath, (*paths, actions.PILE))),
        Subject.REFRESH: (actions.RefreshPaths(),),
        Subject.GREAT_BONFIRE: tuple(
            actions.UseGreatBonfire(row.space.number) for row in view.wheel
        ),
        Subject.GNOME: tuple(actions.RecruitGnome(*price) for price in product(gnomes, PRICES)),
        Subject.FATE: tuple(fates),
        Subject.NEUTRAL: tuple(map(actions.SendNeutral, CommonTask)),
        Subject.PASS: (actions.Pass(),),
        Subject.END: (actions.EndTurn(),),
    }


def _takings(view: View, seat: Seat) -> Iterator[Action]:
    """The tasks where the ship lies; where there is none, any task tells the reason."""
    listed = tuple(_tasks(view, seat))
    here = [piece for piece in listed if piece.island == view.seats[seat].ship]
    for piece in here or listed[:1]:
        yield from piece.tried
