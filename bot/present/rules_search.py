"""How well an entry of the rule look-up fits what somebody types: its code, its title, its words.

Neither case, marks of letters nor the number of blanks count, and a word may have another ending,
as in the plural: the languages bend their words at the end.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from itertools import takewhile
from typing import Final

from bot.words.text import folded

LOOSE_CODE: Final = re.compile(r"^([a-z]+) ?0*(?=\d)")
WORD: Final = re.compile(r"\w+")
LEAST_STEM: Final = 4
"""Letters that two forms of a word have in common at least, unless one is all of the other."""
LONGEST_ENDING: Final = 3
"""Letters by which two forms of a word may differ at the end."""
LEAST_WORD: Final = 3
"""Letters of a word that is looked for among others; shorter ones mean too little."""


class Fit(IntEnum):
    """How well an entry fits, the best first."""

    CODE = 0
    NAME = 1
    """One of its names is what was typed."""
    NAME_BENT = 2
    """One of its names is a form of it."""
    BEGINNING = 3
    """The title begins so."""
    WORD = 4
    """A word of one of its names begins so."""
    FORMS = 5
    """Every word that was typed is one of its words, in any form."""
    PART = 6
    """The title has it somewhere."""
    ONE_FORM = 7
    """One of the longer words that were typed is one of its words, in any form."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody types, made ready to be compared with many entries."""

    code: str
    text: str
    words: tuple[str, ...]

    def fit(self, token: str, title: str, others: Iterable[str]) -> Fit | None:
        """How an entry fits by its token, its title and the other words for it; None for no way."""
        if self.code == code(token):
            return Fit.CODE
        low = plain(title)
        names = (low, *map(plain, others))
        if self.text in names:
            return Fit.NAME
        if any(is_form(self.text, name) for name in names):
            return Fit.NAME_BENT
        if low.startswith(self.text):
            return Fit.BEGINNING
        known = {word for name in names for word in WORD.findall(name)}
        if any(word.startswith(self.text) for word in known):
            return Fit.WORD
        found = {word for word in self.words if any(is_form(word, other) for other in known)}
        if found and found == set(self.words):
            return Fit.FORMS
        if self.text in low:
            return Fit.PART
        return Fit.ONE_FORM if any(len(word) >= LEAST_STEM for word in found) else None


def wanted(typed: str) -> Wanted:
    """Make what somebody types ready."""
    text = plain(typed)
    words = tuple(word for word in WORD.findall(text) if len(word) >= LEAST_WORD)
    return Wanted(code(typed), text, words)


def plain(text: str) -> str:
    """What is compared of a text."""
    return " ".join(folded(text).split())


def code(text: str) -> str:
    """The number of a tile or card as people write it: `r7` and `R 07` are R07."""
    return LOOSE_CODE.sub(r"\1", plain(text))


def is_form(word: str, other: str) -> bool:
    """Whether two words may be forms of one, both in plain letters.

    >>> is_form("novices", "novice"), is_form("zadania", "zadanie"), is_form("goal", "gold")
    (True, True, False)
    """
    longest = max(len(word), len(other))
    alike = (one == two for one, two in zip(word, other, strict=False))
    shared = sum(takewhile(bool, alike))
    if shared == min(len(word), len(other)) >= LEAST_WORD:
        return longest - shared <= LONGEST_ENDING
    ending = LONGEST_ENDING if longest > LEAST_STEM + 1 else 1
    return shared >= LEAST_STEM and longest - shared <= ending
