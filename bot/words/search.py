"""The fit of a rule look-up's entry to a typed text: its code, its title, its words.

Neither case, marks of letters nor the number of blanks count, and a word may have another ending,
as in the plural: the languages bend their words at the end.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import takewhile
from typing import Final

from bot.words.text import folded

_LOOSE_CODE: Final = re.compile(r"^([a-z]+) ?0*(?=\d)")
_WORD: Final = re.compile(r"\w+")
_LEAST_STEM: Final = 4
"""Letters that two forms of a word have in common at least, unless one is all of the other."""
_LONGEST_ENDING: Final = 3
"""Letters by which two forms of a word may differ at the end."""
_LEAST_WORD: Final = 3
"""Letters of a word that is looked for among others; shorter ones mean too little."""


class Fit(IntEnum):
    """The fit of an entry, the best first."""

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


_Match = tuple[Fit, int]
"""The fit of an entry, and the number of typed letters in longer words that it lacks."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A typed text, made ready to be compared with many entries."""

    code: str
    text: str
    words: tuple[str, ...]

    def match(self, token: str, title: str, others: str) -> _Match | None:
        """Return how an entry fits by its token, its title and other words; None for no way.

        Commas stand between the other words.
        """
        names = (plain(title), *filter(None, map(plain, others.split(","))))
        known = {word for name in names for word in _WORD.findall(name)}
        missed = tuple(
            word for word in self.words if not any(is_form(word, other) for other in known)
        )
        fit = self._fit(token, names, known, missed)
        return None if fit is None else (fit, sum(len(word) for word in missed if is_long(word)))

    def _fit(
        self, token: str, names: Sequence[str], known: Iterable[str], missed: Sequence[str]
    ) -> Fit | None:
        """Return the fit alone; the title is the first of the names."""
        if self.code == code(token):
            return Fit.CODE
        if self.text in names:
            return Fit.NAME
        if any(is_form(self.text, name) for name in names):
            return Fit.NAME_BENT
        if names[0].startswith(self.text):
            return Fit.BEGINNING
        if any(word.startswith(self.text) for word in known):
            return Fit.WORD
        if self.words and not missed:
            return Fit.FORMS
        if self.text in names[0]:
            return Fit.PART
        found = set(self.words).difference(missed)
        return Fit.ONE_FORM if any(map(is_long, found)) else None


def wanted(typed: str) -> Wanted:
    """Make what somebody types ready."""
    text = plain(typed)
    words = tuple(word for word in _WORD.findall(text) if len(word) >= _LEAST_WORD)
    return Wanted(code(typed), text, words)


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Return the part of a text that is compared."""
    return " ".join(folded(text).split())


def code(text: str) -> str:
    """The number of a tile or card as people write it: `r7` and `R 07` are R07."""
    return _LOOSE_CODE.sub(r"\1", plain(text))


def is_long(word: str) -> bool:
    """Say whether a word is long enough to mean something by itself."""
    return len(word) >= _LEAST_STEM


def is_form(word: str, other: str) -> bool:
    """Say whether two words may be forms of one, both in plain letters.

    >>> is_form("novices", "novice"), is_form("zadania", "zadanie"), is_form("goal", "gold")
    (True, True, False)
    """
    if word[:_LEAST_WORD] != other[:_LEAST_WORD]:
        return False  # as nearly all do, and the count below takes longer
    longest = max(len(word), len(other))
    alike = (one == two for one, two in zip(word, other, strict=False))
    shared = sum(takewhile(bool, alike))
    if shared == min(len(word), len(other)) >= _LEAST_WORD:
        return longest - shared <= _LONGEST_ENDING
    ending = _LONGEST_ENDING if longest > _LEAST_STEM + 1 else 1
    return shared >= _LEAST_STEM and longest - shared <= ending
