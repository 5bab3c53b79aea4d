"""Reading a plain document key by key while collecting every fault with its key path."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeVar

_E = TypeVar("_E", bound=StrEnum)

_LONGEST: Final = 100
"""Characters that a message shows of a wrong key or value, at most."""
_MISSING: Final = object()
"""Stands for a value whose absence has been told; reading it tells nothing more."""


@dataclass(frozen=True, slots=True)
class BoxFault:
    """One thing wrong with a box: the key path, as `tasks.R07.points`, and what is wrong there."""

    path: str
    text: str

    def __str__(self) -> str:
        # A key can hold anything; each fault stays one line.
        path = "".join(sign if sign.isprintable() else "?" for sign in self.path)
        return f"{path[-_LONGEST:]} {self.text}".lstrip()


@dataclass(frozen=True, slots=True)
class BoxNode:
    """A value of a document at a key path.

    Reading never raises. A value that cannot be used adds a fault to `faults` and reads as a
    placeholder, so that the reading goes on and finds the other faults; the caller throws the
    result away when there are any.
    """

    value: object
    path: str = ""
    faults: list[BoxFault] = field(default_factory=list)

    def tell(self, text: str) -> None:
        """Add a fault at this place, unless its absence has been told already."""
        if self.value is not _MISSING:
            self.faults.append(BoxFault(self.path, text))

    def table(self, required: Iterable[str], optional: Iterable[str] = ()) -> dict[str, "BoxNode"]:
        """The entries of a table: all required ones, and the optional ones that are there."""
        required, optional = tuple(required), tuple(optional)
        if not isinstance(self.value, Mapping):
            self.tell(f"must be a table, not {_shown(self.value)}")
            return {key: self._below(key, _MISSING) for key in required}
        for key in self.value:
            if key not in required and key not in optional:
                self._below(str(key), None).tell("is not known here")
        for key in required:
            if key not in self.value:
                self._below(key, None).tell("is missing")
        present = [key for key in optional if key in self.value]
        return {
            key: self._below(key, self.value.get(key, _MISSING)) for key in (*required, *present)
        }

    def entries(self) -> list["BoxNode"]:
        """The entries of a list; their paths count from 1."""
        if not isinstance(self.value, list | tuple):
            self.tell(f"must be a list, not {_shown(self.value)}")
            return []
        return [self._below(str(number), entry) for number, entry in enumerate(self.value, start=1)]

    def integer(self, least: int, most: int) -> int:
        """A whole number in a range, both ends included."""
        # True and False are ints for Python, but no numbers for anybody else.
        if type(self.value) is int and least <= self.value <= most:
            return self.value
        wanted = str(least) if least == most else f"a whole number from {least} to {most}"
        self.tell(f"must be {wanted}, not {_shown(self.value)}")
        return least

    def flag(self) -> bool:
        """True or false."""
        if isinstance(self.value, bool):
            return self.value
        self.tell(f"must be true or false, not {_shown(self.value)}")
        return False

    def word(self, allowed: Iterable[str]) -> str:
        """One of the allowed words."""
        words = tuple(allowed)
        if isinstance(self.value, str) and self.value in words:
            return self.value
        self.tell(f"must be one of {', '.join(words)}, not {_shown(self.value)}")
        return words[0]

    def choice(self, kind: type[_E]) -> _E:
        """A member of an enum by its value."""
        return kind(self.word(kind))

    def choices(self, kind: type[_E]) -> tuple[_E, ...]:
        """A list of members of an enum by their values."""
        return tuple(entry.choice(kind) for entry in self.entries())

    def _below(self, key: str, value: object) -> "BoxNode":
        return BoxNode(value, f"{self.path}.{key}" if self.path else key, self.faults)


def _shown(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False)[:_LONGEST]
        case int() if value.bit_length() > _LONGEST:
            # Python refuses to write down a number of thousands of digits.
            return "a number of many digits"
        case int() | float():
            return str(value)
        case Mapping():
            return "a table"
        case list() | tuple():
            return "a list"
        case _:
            return type(value).__name__
