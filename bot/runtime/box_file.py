"""The box as a TOML file of its owner, read and checked.

What stands here in words is for the operator who edits that file, not for players.
"""

import re
import tomllib
from collections.abc import Mapping
from typing import Final

from engine.box_document import BoxError, box_from_document
from engine.data import box

_HEADER: Final = re.compile(r"""\s*\[\s*([\w.\s"'-]+?)\s*\]\s*(?:#.*)?$""")
_KEY: Final = re.compile(r"""\s*([\w.\s"'-]+?)\s*=""")
_PLACE: Final = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")


class BoxFileError(ValueError):
    """A file is no box; `lines` has one clear line for each fault."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


def read_box(text: str) -> box.Box:
    """Read and check a box file.

    Raises BoxFileError with one line for every fault: what is wrong, at which line or key.
    """
    # Some editors begin a file with an invisible byte order mark.
    text = text.removeprefix("\ufeff")
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BoxFileError((_syntax(error),)) from error
    try:
        return box_from_document(document)
    except BoxError as error:
        places = _lines_of_keys(text)
        lines = tuple(_placed(fault.path, str(fault), places) for fault in error.faults)
        raise BoxFileError(lines) from error


def _syntax(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "not readable as TOML: nested too deeply"
    problem, place = str(error), _PLACE.search(str(error))
    if place is None:
        return f"not readable as TOML: {problem}"
    where = f"line {place[1]}" if place[1] else "end of the file"
    return f"{where}: not readable as TOML: {problem[: place.start()]}"


def _lines_of_keys(text: str) -> dict[str, int]:
    """The line of every table and key that begins a line, by its key path."""
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = _path(header[1])
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines.setdefault(f"{table}.{_path(key[1])}".lstrip("."), number)
    return lines


def _path(keys: str) -> str:
    return ".".join(key.strip().strip("\"'") for key in keys.split("."))


def _placed(path: str, fault: str, places: Mapping[str, int]) -> str:
    """The fault with the line of its key, or of the nearest table around it that has one."""
    while path and path not in places:
        path = path.rpartition(".")[0]
    return f"line {places[path]}: {fault}" if path else fault
