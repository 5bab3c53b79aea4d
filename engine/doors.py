"""The doors of the engine: each value that comes in is held to the type by which it is stored.

A value that is let in can be saved and read again. What equals a member of an enum becomes that
member, a list becomes a tuple, and a member in place of a text its value, as in a game that was
read.
"""

from collections.abc import Callable, Container
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import partial
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from engine import actions, agenda, ids
from engine.bag import Bag
from engine.codec import WIRE
from engine.state import GameOptions, Seed
from engine.wire import COUNT_RANGE, CodecError

_Check = Callable[[Any], Any]


def _check(hint: Any) -> _Check:
    """Return what lets a value of a type in, and raises CodecError for any other."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _one_of(args)
    if origin is tuple:
        return _several(_check(args[0]))
    if hint is ids.Place:
        return _place
    if isinstance(hint, type) and issubclass(hint, Bag):
        return _bag(hint)
    if is_dataclass(hint):
        return _record(hint)
    if hint is str:
        return _text
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _enum(hint)
    return WIRE.decoder(hint)  # a plain value is the same in JSON


def _one_of(members: tuple[Any, ...]) -> _Check:
    """Let one of some classes in, or one type and None."""
    checks = {member: _check(member) for member in members if member is not NoneType}
    if NoneType in members:
        (some,) = checks.values()
        return lambda value: None if value is None else some(value)

    def check(value: object) -> object:
        return checks.get(type(value), _unexpected)(value)

    return check


def _unexpected(value: object) -> object:
    raise CodecError(f"unexpected {type(value).__name__}")


def _several(check: _Check) -> _Check:
    def check_each(values: object) -> object:
        if not isinstance(values, tuple | list):
            return _unexpected(values)
        return tuple([_part(check, f"[{at}]", value) for at, value in enumerate(values)])

    return check_each


def _text(value: object) -> object:
    if type(value) is str:
        return value
    return _TEXT(value.value if isinstance(value, StrEnum) else value)


def _place(value: object) -> object:
    if type(value) is not ids.Place:
        return _unexpected(value)
    kind, position = value
    found = ids.Place(_part(_PLACE_KIND, "kind", kind), _part(_COUNT, "position", position))
    return value if found.kind is kind else found


def _bag(kind: type[Bag[Any]]) -> _Check:
    def check_counts(bag: Any) -> object:
        if type(bag) is not kind:
            return _unexpected(bag)
        counts = bag.counts
        if type(counts) is tuple and {*map(type, counts)} == _INTEGERS and bag.total in COUNT_RANGE:
            return bag
        return kind(_part(_COUNTS, "counts", counts))

    return check_counts


def _record(kind: Any) -> _Check:
    checks = _fields(kind)

    def check_fields(value: object) -> object:
        if type(value) is not kind:
            return _unexpected(value)
        return kind(*[_part(check, name, getattr(value, name)) for name, check in checks])

    return check_fields


def _fields(kind: Any) -> list[tuple[str, _Check]]:
    hints = get_type_hints(kind, include_extras=True)
    return [(each.name, _check(hints[each.name])) for each in fields(kind)]


def _enum(kind: type[StrEnum]) -> _Check:
    decode = WIRE.decoder(kind)
    return lambda value: value if type(value) is kind else decode(value)


def _part(check: _Check, place: str, value: object) -> Any:
    try:
        return check(value)
    except CodecError as error:
        raise error.within(place) from None


_COUNT: Final = WIRE.decoder(int)
_COUNTS: Final = _several(_COUNT)
_INTEGERS: Final = {int}
_TEXT: Final = WIRE.decoder(str)
_PLACE_KIND: Final = WIRE.decoder(ids.PlaceKind)


def _door(hint: Any, place: str) -> _Check:
    """Return the check of a value that is called so where it is refused."""
    return partial(_part, _check(hint), place)


_SEAT: Final = {seats: _door(Annotated[int, range(seats)], "seat") for seats in range(1, 5)}
_ACTION: Final = _door(actions.Action, "action")
_FIELDS: Final = {kind: _fields(kind) for kind in get_args(actions.Action)}


def action(value: actions.Action) -> actions.Action:
    """Let an answer in: mostly it is as it would be read, which is soon seen."""
    try:
        for name, check in _FIELDS[type(value)]:
            part = getattr(value, name)
            if check(part) is not part:
                break
        else:
            return value
    except (KeyError, CodecError):
        pass  # what follows names the place
    found: actions.Action = _ACTION(value)
    return found


def seat(value: ids.Seat, seats: int) -> ids.Seat:
    """Let one of so many seats in."""
    if type(value) is int and 0 <= value < seats:
        return value
    found: ids.Seat = _SEAT[seats](value)
    return found


PAID_ACTION: Final = _door(agenda.PaidAction, "action")
QUESTION: Final = _door(agenda.Decision, "asked")
GAME_OPTIONS: Final = _door(GameOptions, "options")
SEED: Final = _door(Seed, "seed")
ELDER_COUNT: Final = _door(ids.ElderCount, "counts")


def listed(piece: str, known: Container[str], place: str) -> str:
    """Let the id of a known piece in."""
    name: str = _part(_text, place, piece)
    if name not in known:
        raise CodecError(f"there is no {name!r:.40}", place)
    return name
