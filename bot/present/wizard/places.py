"""The places of things in the pictures: the part that a page shows, larger than in a whole one."""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.present.spoken import ANSWERS
from bot.present.wizard.why_pieces import standing
from engine import actions
from engine.actions import Action
from engine.agenda import Decision, ResourceChoice, TaskSpaceChoice
from engine.ids import Place, PlaceKind, Seat
from engine.view import View
from renderer import CutOut, Hints, LineMark, MarkPlace, PicturePart, PieceKind, Pointed

_OF_MARK: Final = {
    MarkPlace.FATE: PicturePart.FATE_AREA,
    MarkPlace.START: PicturePart.START,
    MarkPlace.GNOMES: PicturePart.HELPERS,
    MarkPlace.SUPPLIES: PicturePart.SUPPLIES,
    MarkPlace.WHEEL: PicturePart.WHEEL,
}
"""The parts of the places where lines of play begin."""
_OF_PIECE: Final = {
    PieceKind.GNOME_ON_DISPLAY: PicturePart.GNOMES,
    PieceKind.ELDER: PicturePart.GNOMES,
    PieceKind.PATH_ON_DISPLAY: PicturePart.PATHS,
    PieceKind.COMMON_TASK: PicturePart.COMMON,
    PieceKind.COUNCIL_SPACE: PicturePart.COUNCIL,
    PieceKind.GREAT_BONFIRE: PicturePart.WHEEL,
    PieceKind.GNOME: PicturePart.HELPERS,
    PieceKind.OFFERING: PicturePart.HELPERS,
    PieceKind.FATE_TILE: PicturePart.FATE_AREA,
}
"""The parts of the pieces that always lie at the same place."""
_IN_THE_ARCH: Final = frozenset({PieceKind.SPACE, PieceKind.PATH, PieceKind.PORTAL})
"""The pieces whose number is that of a position."""


def where_answered(
    decision: Decision, options: Iterable[Action], view: View, seat: Seat, hints: Hints
) -> CutOut | None:
    """The part where these answers to a question lie, with their marks; None for no such part."""
    if isinstance(decision, TaskSpaceChoice):
        spaces = (option.space for option in options if isinstance(option, actions.PutTask))
        return CutOut(PicturePart.TASKS, seat, tuple(sorted(spaces)))
    if isinstance(decision, ResourceChoice):
        return CutOut(PicturePart.SPACES, seat, (decision.position,))
    parts = (part for option in options for part in _of_answer(option, view, seat, hints))
    return _only(merged(parts))


def where_marked(mark: LineMark, seat: Seat) -> CutOut:
    """The part where a line of play begins."""
    if mark.place is MarkPlace.ISLAND:
        return CutOut(PicturePart.ISLANDS, seat, islands=(mark.cell,))
    if mark.place in _OF_MARK:
        return CutOut(_OF_MARK[mark.place], seat)
    return CutOut(PicturePart.SPACES, seat, (mark.position,))


def where_lying(pieces: Iterable[Pointed], view: View) -> CutOut | None:
    """The part where all of these pieces lie; None for no such part."""
    return _only(merged(part for piece in pieces for part in _of_piece(piece, view)))


def merged(parts: Iterable[CutOut]) -> tuple[CutOut, ...]:
    """Parts in their order, those of the same kind as one."""
    found: dict[tuple[PicturePart, Seat], CutOut] = {}
    for part in parts:
        key = part.part, part.seat
        before = found.get(key, part)
        positions = tuple(sorted({*before.positions, *part.positions}))
        islands = tuple(sorted({*before.islands, *part.islands}))
        found[key] = CutOut(part.part, part.seat, positions, islands)
    return tuple(found.values())


def _only(parts: tuple[CutOut, ...]) -> CutOut | None:
    return parts[0] if len(parts) == 1 else None


def _of_answer(action: Action, view: View, seat: Seat, hints: Hints) -> Iterator[CutOut]:
    """Yield the parts where an answer lies; nothing where it leaves all as it is."""
    if part := ANSWERS[type(action)].part:
        yield CutOut(part, seat)
    yield from (_of_place(place, seat) for place in _places_of(action, hints))
    yield from (_island(seat, code) for code in _islands_of(action, view, seat))


def _places_of(action: Action, hints: Hints) -> Iterator[Place]:
    """Yield the places of the arch at which an answer does something."""
    match action:
        case actions.PutTask(space) | actions.Ignite(space):
            yield Place(PlaceKind.BONFIRE, space)
        case actions.Advance(_, place) | actions.MoveGuardian(_, place):
            yield place
        case actions.MakeProcession():
            yield from (walk.place for walk in hints.walks)
        case _:
            pass


def _islands_of(action: Action, view: View, seat: Seat) -> Iterator[str]:
    """Yield the islands to which an answer leads, or from which it takes something."""
    match action:
        case actions.MoveShip(island):
            yield island
        case actions.ReceiveTask() | actions.RetrieveGuardian():
            yield from filter(None, (view.seats[seat].ship,))
        case actions.TakeGuardian(guardian):
            yield from _home_of(guardian, view)
        case actions.TomTakes(task):
            for place in view.islands:
                if any(slot.task and slot.task.id == task for slot in place.slots):
                    yield place.island.code
        case _:
            pass


def _of_piece(piece: Pointed, view: View) -> Iterator[CutOut]:
    """Yield the parts where a piece lies."""
    seat = view.seat if piece.seat is None else piece.seat
    match piece.kind:
        case PieceKind.TASK_ON_ISLAND:
            yield _island(seat, piece.name)
        case PieceKind.GUARDIANS_ON_ISLAND:
            yield from (_island(seat, code) for code in _home_of(piece.name, view))
        case PieceKind.GUARDIAN:
            for guardian, place in standing(view.seats[seat]):
                if guardian == piece.name:
                    yield _of_place(place, seat)
        case _ if piece.kind in _IN_THE_ARCH:
            yield CutOut(PicturePart.SPACES, seat, (piece.number,))
        case _ if piece.kind in _OF_PIECE:
            yield CutOut(_OF_PIECE[piece.kind], seat)
        case _:
            pass


def _island(seat: Seat, code: str) -> CutOut:
    return CutOut(PicturePart.ISLANDS, seat, islands=(code,))


def _home_of(guardian: str, view: View) -> Iterator[str]:
    """Yield the island from which a guardian comes."""
    for place in view.islands:
        if place.island.guardian == guardian:
            yield place.island.code


def _of_place(place: Place, seat: Seat) -> CutOut:
    if place.kind is PlaceKind.START:
        return CutOut(PicturePart.START, seat)
    return CutOut(PicturePart.SPACES, seat, (place.position,))
