"""The numbered rulings, the components and the sections of the texts in engine/RULINGS.md."""

import re
from dataclasses import dataclass
from functools import cache

from tests.kit.sources import ROOT

PENDING = "**Not yet followed by the code**"
"""Marks a ruling that is decided but not built."""
PAGE = ROOT / "engine" / "RULINGS.md"


@dataclass(frozen=True, slots=True)
class Ruling:
    """One numbered paragraph."""

    number: int
    text: str

    @property
    def is_followed(self) -> bool:
        """Say whether the code does what it says."""
        return PENDING not in self.text

    @property
    def source(self) -> str:
        """The source of a ruling, empty when it does not say."""
        return self.text.partition("Source: ")[2]


@cache
def rulings() -> tuple[Ruling, ...]:
    """The rulings in the order of the page."""
    found = re.findall(r"^### (\d+)\. (.+?)(?=^##)", _part("Rulings"), re.MULTILINE | re.DOTALL)
    return tuple(Ruling(int(number), " ".join(text.split())) for number, text in found)


@cache
def components() -> frozenset[str]:
    """The names of the sections on components, in lower case."""
    names = re.findall(r"^### (.+)$", _part("Components"), re.MULTILINE)
    return frozenset(name.lower() for name in names)


@cache
def sections() -> frozenset[tuple[str, str]]:
    """Every rule text with the name of each of its sections: ("S1", "Build a Path")."""
    table = _part("The rule texts")
    rows = re.findall(r"^\| ([\w, ]+) \| (.+) \| (yes|no) \|$", table, re.MULTILINE)
    return frozenset(
        (text, section)
        for page, names, in_s0 in rows
        for section in names.split(", ")
        for text in (*("S1", "S2", "S3") * (page != "none"), *("S0",) * (in_s0 == "yes"))
    )


def _part(name: str) -> str:
    """The part of the page under `## name`, with a last heading to end its last section."""
    return PAGE.read_text("utf-8").partition(f"\n## {name}\n")[2].split("\n## ")[0] + "\n## "
