"""The marks of a picture: the pieces that a run of events touched."""

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass, field
from enum import StrEnum

from engine.events import (
    BonfireLit,
    CommonTaskMet,
    Event,
    FatePlaced,
    GnomeRecruited,
    GreatBonfireTurned,
    GuardianMoved,
    GuardianRetrieved,
    NovicePlaced,
    OfferingRevealed,
    PathBuilt,
    PathRevealed,
    PathsRefreshed,
    PointsScored,
    PortalPlaced,
    ResourcesChanged,
    ShipMoved,
    SpecialistRevealed,
    TaskPlaced,
    TaskReceived,
    TilesChanged,
    TomCardTurned,
)
from engine.ids import ActionType, CommonTask, Guardian, Resource, Seat, Side
from renderer.hints import PieceKind, Pointed


class Mark(StrEnum):
    """A piece is drawn as changed or not; the word stands in the name of its symbol.

    The `LATEST` of its kind is the one that came last, however long ago.
    """

    NONE = "none"
    LATEST = "latest"
    CHANGED = "changed"


@dataclass(slots=True)
class SeatChanges:
    """The changes in one city. Gains and losses are net, in the run of events."""

    tiles: Counter[ActionType] = field(default_factory=Counter)
    resources: Counter[Resource] = field(default_factory=Counter)
    points: int = 0
    fate: set[str] = field(default_factory=set)
    paths: set[int] = field(default_factory=set)
    portals: set[int] = field(default_factory=set)
    spaces: set[int] = field(default_factory=set)
    guardians: set[Guardian] = field(default_factory=set)
    gnomes: set[str] = field(default_factory=set)
    piles: set[Side] = field(default_factory=set)


@dataclass(slots=True)
class Changes:
    """The changes on the table: slots of islands, ships, displays, council and wheel.

    `fetched` are the kinds of guardians taken from their islands, `gnomes` those recruited.
    """

    seats: dict[Seat, SeatChanges] = field(default_factory=dict)
    slots: set[tuple[str, int]] = field(default_factory=set)
    ships: set[Seat] = field(default_factory=set)
    path_slots: set[int] = field(default_factory=set)
    specialist_slots: set[int] = field(default_factory=set)
    council: set[int] = field(default_factory=set)
    common: set[CommonTask] = field(default_factory=set)
    fetched: set[Guardian] = field(default_factory=set)
    gnomes: set[str] = field(default_factory=set)
    wheel: Mark = Mark.NONE
    tom: Mark = Mark.NONE

    def seat(self, seat: Seat) -> SeatChanges:
        """The changes of one city, empty at first."""
        return self.seats.setdefault(seat, SeatChanges())


def mark_of(piece: object, changed: Container[object]) -> Mark:
    """Return the mark of a piece, by its being among those that changed or not."""
    return Mark.CHANGED if piece in changed else Mark.NONE


def changes_of(events: tuple[Event, ...]) -> Changes:
    """Gather what a run of events touched; events without a piece leave no mark."""
    changes = Changes()
    for event in events:
        _table(changes, event)
        _city(changes.seat(event.seat), event)
    return changes


def _table(changes: Changes, event: Event) -> None:  # noqa: C901, PLR0912 - one case an event
    match event:
        case ShipMoved():
            changes.ships.add(event.seat)
        case TaskReceived():
            changes.slots.add((event.island, event.slot))
        case PathRevealed():
            changes.path_slots.add(event.slot)
        case PathsRefreshed():
            changes.path_slots.clear()
        case SpecialistRevealed():
            changes.specialist_slots.add(event.slot)
        case NovicePlaced():
            changes.council.add(event.space)
            if event.common is not None:
                changes.common.add(event.common)
        case CommonTaskMet():
            changes.common.add(event.common)
        case GuardianRetrieved():
            changes.fetched.add(event.guardian)
        case GnomeRecruited():
            changes.gnomes.add(event.gnome)
        case GreatBonfireTurned():
            changes.wheel = Mark.CHANGED
        case TomCardTurned():
            changes.tom = Mark.CHANGED
        case _:
            pass


def _city(seat: SeatChanges, event: Event) -> None:  # noqa: C901 - one case an event
    match event:
        case TilesChanged():
            seat.tiles.update(event.gained)
            seat.tiles.subtract(event.lost)
        case ResourcesChanged():
            seat.resources.update(event.gained)
            seat.resources.subtract(event.lost)
        case PointsScored():
            seat.points += event.points
        case FatePlaced():
            seat.fate.add(event.tile)
        case PathBuilt():
            seat.paths.add(event.position)
        case PortalPlaced():
            seat.portals.add(event.position)
        case TaskPlaced() | BonfireLit():
            seat.spaces.add(event.space)
        case GuardianRetrieved() | GuardianMoved():
            seat.guardians.add(event.guardian)
        case GnomeRecruited():
            seat.gnomes.add(event.gnome)
        case OfferingRevealed():
            seat.piles.add(event.side)
        case TaskReceived(side=Side() as side):
            seat.piles.add(side)
        case _:
            pass


def pointed_at(pieces: tuple[Pointed, ...]) -> Changes | None:
    """Return marks for the pieces that a player asks about; none for None."""
    if not pieces:
        return None
    changes = Changes()
    for piece in pieces:
        if piece.seat is None:
            _point_on_board(changes, piece)
        else:
            _point_in_city(changes.seat(piece.seat), piece)
    return changes


def _point_on_board(changes: Changes, piece: Pointed) -> None:
    match piece.kind:
        case PieceKind.TASK_ON_ISLAND:
            changes.slots.add((piece.name, piece.number))
        case PieceKind.GUARDIANS_ON_ISLAND:
            changes.fetched.add(Guardian(piece.name))
        case PieceKind.GNOME_ON_DISPLAY:
            changes.specialist_slots.add(piece.number)
        case PieceKind.ELDER:
            changes.gnomes.add(piece.name)
        case PieceKind.PATH_ON_DISPLAY:
            changes.path_slots.add(piece.number)
        case PieceKind.COMMON_TASK:
            changes.common.add(CommonTask(piece.name))
        case PieceKind.COUNCIL_SPACE:
            changes.council.add(piece.number)
        case PieceKind.GREAT_BONFIRE:
            changes.wheel = Mark.CHANGED
        case PieceKind.TOM_CARD:
            changes.tom = Mark.CHANGED
        case _:
            raise ValueError(piece)


def _point_in_city(seat: SeatChanges, piece: Pointed) -> None:
    match piece.kind:
        case PieceKind.SPACE:
            seat.spaces.add(piece.number)
        case PieceKind.PATH:
            seat.paths.add(piece.number)
        case PieceKind.PORTAL:
            seat.portals.add(piece.number)
        case PieceKind.GUARDIAN:
            seat.guardians.add(Guardian(piece.name))
        case PieceKind.GNOME:
            seat.gnomes.add(piece.name)
        case PieceKind.FATE_TILE:
            seat.fate.add(piece.name)
        case PieceKind.OFFERING:
            seat.piles.add(Side(piece.name))
        case _:
            raise ValueError(piece)
