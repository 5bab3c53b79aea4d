"""Names what a task works on: its game, channel, interaction and command stand in its log lines."""

from collections.abc import Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import Final

_NOTHING: Final[Mapping[str, object]] = MappingProxyType({})
_NAMES: Final[ContextVar[Mapping[str, object]]] = ContextVar("names", default=_NOTHING)


def begin(**names: object) -> None:
    """Name what this task works on from now on, in place of all that was named before."""
    _NAMES.set(names)


def note(**names: object) -> None:
    """Name more of what this task works on; without effect in a task that never began."""
    known = _NAMES.get()
    if isinstance(known, dict):
        known.update(names)


def noted() -> str:
    """All that is named, as it stands in a log line; names without a value are left out."""
    return " ".join(f"{name}={value}" for name, value in _NAMES.get().items() if value is not None)
