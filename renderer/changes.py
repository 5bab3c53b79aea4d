"""The marks of a picture: the pieces that a run of events touched."""

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass, field
from enum import StrEnum

from engine import events, ids
from renderer import hints


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

    tiles: Counter[ids.ActionType] = field(default_factory=Counter)
    resources: Counter[ids.Resource] = field(default_factory=Counter)
    points: int = 0
    fate: set[str] = field(default_factory=set)
    paths: set[int] = field(default_factory=set)
    portals: set[int] = field(default_factory=set)
    spaces: set[int] = field(default_factory=set)
    guardians: set[ids.Guardian] = field(default_factory=set)
    gnomes: set[str] = field(default_factory=set)
    piles: set[ids.Side] = field(default_factory=set)


@dataclass(slots=True)
class Changes:
    """The changes on the table: slots of islands, ships, displays, council and wheel.

    `fetched` are the kinds of guardians taken from their islands, `gnomes` those recruited.
    """

    seats: dict[ids.Seat, SeatChanges] = field(default_factory=dict)
    slots: set[tuple[str, int]] = field(default_factory=set)
    ships: set[ids.Seat] = field(default_factory=set)
    path_slots: set[int] = field(default_factory=set)
    specialist_slots: set[int] = field(default_factory=set)
    council: set[int] = field(default_factory=set)
    common: set[ids.CommonTask] = field(default_factory=set)
    fetched: set[ids.Guardian] = field(default_factory=set)
    gnomes: set[str] = field(default_factory=set)
    wheel: Mark = Mark.NONE
    tom: Mark = Mark.NONE

    def seat(self, seat: ids.Seat) -> SeatChanges:
        """The changes of one city, empty at first."""
        return self.seats.setdefault(seat, SeatChanges())


def mark_of(piece: object, changed: Container[object]) -> Mark:
    """Return the mark of a piece, by its being among those that changed or not."""
    return Mark.CHANGED if piece in changed else Mark.NONE


def changes_of(happened: tuple[events.Event, ...]) -> Changes:
    """Gather what a run of events touched; events without a piece leave no mark."""
    changes = Changes()
    for event in happened:
        _table(changes, event)
        _city(changes.seat(event.seat), event)
    return changes


def _table(changes: Changes, event: events.Event) -> None:  # noqa: C901, PLR0912 - one case an event
    match event:
        case events.ShipMoved():
            changes.ships.add(event.seat)
        case events.TaskReceived():
            changes.slots.add((event.island, event.slot))
        case events.PathRevealed():
            changes.path_slots.add(event.slot)
        case events.PathsRefreshed():
            changes.path_slots.clear()
        case events.SpecialistRevealed():
            changes.specialist_slots.add(event.slot)
        case events.NovicePlaced():
            changes.council.add(event.space)
            if event.common is not None:
                changes.common.add(event.common)
        case events.CommonTaskMet():
            changes.common.add(event.common)
        case events.GuardianRetrieved():
            changes.fetched.add(event.guardian)
        case events.GnomeRecruited():
            changes.gnomes.add(event.gnome)
        case events.GreatBonfireTurned():
            changes.wheel = Mark.CHANGED
        case events.TomCardTurned():
            changes.tom = Mark.CHANGED
        case _:
            pass


def _city(seat: SeatChanges, event: events.Event) -> None:  # noqa: C901 - one case an event
    match event:
        case events.TilesChanged():
            seat.tiles.update(event.gained)
            seat.tiles.subtract(event.lost)
        case events.ResourcesChanged():
            seat.resources.update(event.gained)
            seat.resources.subtract(event.lost)
        case events.PointsScored():
            seat.points += event.points
        case events.FatePlaced():
            seat.fate.add(event.tile)
        case events.PathBuilt():
            seat.paths.add(event.position)
        case events.PortalPlaced():
            seat.portals.add(event.position)
        case events.TaskPlaced() | events.BonfireLit():
            seat.spaces.add(event.space)
        case events.GuardianRetrieved() | events.GuardianMoved():
            seat.guardians.add(event.guardian)
        case events.GnomeRecruited():
            seat.gnomes.add(event.gnome)
        case events.OfferingRevealed():
            seat.piles.add(event.side)
        case events.TaskReceived(side=ids.Side() as side):
            seat.piles.add(side)
        case _:
            pass


def pointed_at(pieces: tuple[hints.Pointed, ...]) -> Changes | None:
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


def _point_on_board(changes: Changes, piece: hints.Pointed) -> None:
    match piece.kind:
        case hints.PieceKind.TASK_ON_ISLAND:
            changes.slots.add((piece.name, piece.number))
        case hints.PieceKind.GUARDIANS_ON_ISLAND:
            changes.fetched.add(ids.Guardian(piece.name))
        case hints.PieceKind.GNOME_ON_DISPLAY:
            changes.specialist_slots.add(piece.number)
        case hints.PieceKind.ELDER:
            changes.gnomes.add(piece.name)
        case hints.PieceKind.PATH_ON_DISPLAY:
            changes.path_slots.add(piece.number)
        case hints.PieceKind.COMMON_TASK:
            changes.common.add(ids.CommonTask(piece.name))
        case hints.PieceKind.COUNCIL_SPACE:
            changes.council.add(piece.number)
        case hints.PieceKind.GREAT_BONFIRE:
            changes.wheel = Mark.CHANGED
        case hints.PieceKind.TOM_CARD:
            changes.tom = Mark.CHANGED
        case _:
            raise ValueError(piece)


def _point_in_city(seat: SeatChanges, piece: hints.Pointed) -> None:
    match piece.kind:
        case hints.PieceKind.SPACE:
            seat.spaces.add(piece.number)
        case hints.PieceKind.PATH:
            seat.paths.add(piece.number)
        case hints.PieceKind.PORTAL:
            seat.portals.add(piece.number)
        case hints.PieceKind.GUARDIAN:
            seat.guardians.add(ids.Guardian(piece.name))
        case hints.PieceKind.GNOME:
            seat.gnomes.add(piece.name)
        case hints.PieceKind.FATE_TILE:
            seat.fate.add(piece.name)
        case hints.PieceKind.OFFERING:
            seat.piles.add(ids.Side(piece.name))
        case _:
            raise ValueError(piece)
