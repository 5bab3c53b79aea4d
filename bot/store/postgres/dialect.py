"""Statements of the common subset as PostgreSQL takes them: numbered values, no hints."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from bot.store.connection import Values

_QUOTED: Final = re.compile(r"('(?:[^']|'')*')")
_MARK: Final = re.compile(r"\?(\d+)?|:([a-z]\w*)")
_HINT: Final = re.compile(r" INDEXED BY \w+")
"""The name of the index to use: SQLite takes it, PostgreSQL chooses by itself."""


def numbered(sql: str, values: Values) -> tuple[str, list[Any]]:
    """A statement whose values stand where it has `$1`, `$2` and so on, and these values."""
    text, marks = _translated(sql)
    if isinstance(values, Mapping):
        return text, [values[str(mark)] for mark in marks]
    return text, _in_order(values, marks)


def _in_order(values: Sequence[Any], marks: tuple[str | int, ...]) -> list[Any]:
    return [values[int(mark)] for mark in marks]


@cache
def _translated(sql: str) -> tuple[str, tuple[str | int, ...]]:
    """The text, and which value stands at each number: its name, or its place from 0."""
    marks: list[str | int] = []
    count = 0

    def number(found: re.Match[str]) -> str:
        nonlocal count
        place, name = found.groups()
        mark: str | int
        if name is not None:
            mark = name
        elif place is not None:
            mark = int(place) - 1
        else:
            mark, count = count, count + 1
        if mark not in marks:
            marks.append(mark)
        return f"${marks.index(mark) + 1}"

    parts = _QUOTED.split(_HINT.sub("", sql))
    text = "".join(
        part if place % 2 else _MARK.sub(number, part) for place, part in enumerate(parts)
    )
    return text, tuple(marks)
