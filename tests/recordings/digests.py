"""Recordings in short: a line for each deed, with a hash of it and of each request it led to."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Final

from tests.recordings.stage import DEED

FOLDER: Final = Path(__file__).parent / "golden"
DIGITS: Final = 8


def golden(name: str) -> Path:
    """Where the digest of a game is kept."""
    return FOLDER / f"{name}.txt"


def digest(told: Iterable[str]) -> str:
    """The digest of a recording."""
    return "".join(" ".join(map(_hash, deed)) + "\n" for deed in _deeds(told))


def difference(kept: str, told: Iterable[str]) -> str | None:
    """Where a recording first differs from the digest that was kept; None where it does not."""
    for number, (line, deed) in enumerate(zip_longest(kept.splitlines(), _deeds(told)), 1):
        if deed is None:
            return f"deed {number} and those behind it are missing"
        place = f"deed {number} ({deed[0]})"
        if line is None:
            return f"{place} is new"
        for at, (before, block) in enumerate(zip_longest(line.split(), deed)):
            if block is None:
                return f"{place}: request {at} and those behind it are missing"
            if before != _hash(block):
                return f"{place}: {'new ' if before is None else ''}request {at}\n{block}"
    return None


def _deeds(told: Iterable[str]) -> Iterator[list[str]]:
    """Each deed, with the requests that it led to."""
    deed: list[str] = []
    for block in told:
        if block.startswith(DEED) and deed:
            yield deed
            deed = []
        deed.append(block)
    yield deed


def _hash(block: str) -> str:
    return sha256(block.encode()).hexdigest()[:DIGITS]
