"""The typed notation in a person's own words: read into the engine's, and written in theirs.

A language gives its words in the table `typed_word`, by the engine's; codes such as R07 and c4 are
the same everywhere, and the engine's own words are always understood. Marks of letters may be left
out: `sciezka` is read as `ścieżka`.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from bot.words import Catalog
from bot.words.text import folded

TYPED_WORDS: Final = "typed_word."


def to_engine(text: str, words: Catalog) -> str:
    """Return a typed text in the words that the engine reads."""
    meant = _meant(words)
    return " ".join(meant.get(folded(word), word) for word in text.casefold().split())


def to_person(text: str, words: Catalog) -> str:
    """Return answers as the engine writes them, in the words of a language."""
    return "; ".join(" ".join(_words_of(answer, words)) for answer in text.split(";"))


def _words_of(answer: str, words: Catalog) -> Iterator[str]:
    for word in answer.split():
        key = f"{TYPED_WORDS}{word}"
        yield words.say(key) if key in words else word


@cache
def _meant(words: Catalog) -> Mapping[str, str]:
    return {
        folded(words.say(key)): key.removeprefix(TYPED_WORDS)
        for key in words.entries
        if key.startswith(TYPED_WORDS)
    }
