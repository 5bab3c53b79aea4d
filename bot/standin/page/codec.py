"""The stand-in's plain values as JSON text, and back; the shape follows the dataclasses."""

from __future__ import annotations

import dataclasses
import json
import types
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

_Value = TypeVar("_Value")

_LEFT_OUT = frozenset({"data", "messages", "token"})
"""Fields that the archive keeps elsewhere, or not at all: the bytes of files, the messages of a
world, and the token, which is new in each run."""


def dump(value: object) -> str:
    """Write a dataclass instance as JSON text, without the fields that are LEFT_OUT."""
    return json.dumps(_written(value), ensure_ascii=False, separators=(",", ":"))


def load(kind: type[_Value], text: str) -> _Value:
    """Read what `dump` wrote; raises KeyError, TypeError or ValueError for anything else."""
    value: _Value = _read(kind, json.loads(text))
    return value


def _written(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = (field.name for field in dataclasses.fields(value))
        return {name: _written(getattr(value, name)) for name in names if name not in _LEFT_OUT}
    match value:
        case Enum():
            return value.value
        case dict():
            return {str(key): _written(item) for key, item in value.items()}
        case list():
            return [_written(item) for item in value]
        case _:
            return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(kind: Any, value: Any) -> Any:
    if dataclasses.is_dataclass(kind):
        assert isinstance(kind, type)
        return _record(kind, value)
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return None if value is None else _read_one_of(inner, value)
    if origin is list:
        return [_read(inner[0], item) for item in value]
    if origin is dict and inner[0] is int:
        return {int(key): _read(inner[1], item) for key, item in value.items()}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    return value


def _read_one_of(kinds: tuple[Any, ...], value: Any) -> Any:
    """A union here is of one dataclass, or of plain values."""
    for kind in kinds:
        if dataclasses.is_dataclass(kind):
            return _read(kind, value)
    return value


def _record(kind: type, value: dict[str, Any]) -> Any:
    hints = _hints(kind)
    fields = {name: _read(hints[name], item) for name, item in value.items()}
    blank = {name: hints[name]() for name in _LEFT_OUT & hints.keys() if name not in fields}
    return kind(**fields, **blank)
