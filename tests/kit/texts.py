"""What people read in a language: its words, its commands, and how long its texts are."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from bot.model.messages import Menu, Page, Post, Prompt
from bot.words import DEFAULT, read_language
from renderer import ALT_LIMIT
from renderer.emojis import EMOJI_DRAWINGS
from tests.kit.shown_games import MARK, Shown, components_of, controls_of

Entry = str | Mapping[str, str]
COMMAND = re.compile(r"`/([^`]+)`")
MARGIN: Final = 0.9
"""What may be used of a limit."""
LIMITS: Final = {
    "command": 8000,
    "name of a command": 32,
    "description of a command": 100,
    "choice of a command": 100,
    "label": 80,
    "option": 100,
    "hint of an option": 100,
    "placeholder": 150,
    "title of a form": 45,
    "label of a form": 45,
    "alt text": ALT_LIMIT,
    "private text": 2000,
    "rule": 2000,
    "post": 4000,
    "tag of a forum": 20,
}
CUT_ON_PURPOSE: Final = {
    "hint of an option": "as many hints as there is room for, the last ones first",
    "alt text": "as many sentences as there is room for, and where to read the rest",
}
"""What fills its room, and leaves out what has no place in it."""
WORD = re.compile(r"[^\W\d_]{3,}")
NOT_WORDS = re.compile(r"\{[^}]*\}|`[^`]*`|https?://[^\s)]*|<[^>]*>")
NO_BREAK = "\N{NO-BREAK SPACE}"


def forms(entry: Entry) -> Iterable[str]:
    return (entry,) if isinstance(entry, str) else entry.values()


class Measured(NamedTuple):
    """A text with what it is measured as."""

    kind: str
    text: str

    @property
    def used(self) -> float:
        """The share of its limit."""
        return len(self.text) / LIMITS[self.kind]


def too_near(measured: Iterator[Measured]) -> list[tuple[str, int, str]]:
    """What uses more than it may, the kinds that are cut on purpose only beyond their limit."""
    return sorted(
        {
            (one.kind, len(one.text), one.text)
            for one in measured
            if one.used > (1 if one.kind in CUT_ON_PURPOSE else MARGIN)
        }
    )


def controls(message: Page | Prompt | Post) -> Iterator[Measured]:
    for one in components_of(message.rows):
        yield Measured("label", one.get("label") or "")
        yield Measured("placeholder", one.get("placeholder") or "")
        for option in one.get("options", ()):
            yield Measured("option", option["label"])
            yield Measured("hint of an option", option.get("description") or "")


def words_in(texts: Iterable[str]) -> set[str]:
    return {word.lower() for text in texts for word in WORD.findall(NOT_WORDS.sub(" ", text))}


def texts_of(language: str) -> Iterator[str]:
    for entry in read_language(language).values():
        yield from [entry] if isinstance(entry, str) else entry.values()


def only_english(language: str) -> set[str]:
    """Words that the English catalog says and this one never does."""
    return words_in(texts_of(DEFAULT)) - words_in(texts_of(language)) - {"ada"}


def keys(one: Shown) -> set[str]:
    """The symbols in front of controls, by key."""
    rows = one.message.rows
    options = [choice.symbol for row in rows if isinstance(row, Menu) for choice in row.choices]
    buttons = [button.symbol for row in rows if isinstance(row, tuple) for button in row]
    return {*options, *buttons} - {""}


def marks(one: Shown) -> int:
    """How many symbols a message holds: whole ones, in its text alone."""
    assert "…" not in one.text
    assert "<:" not in MARK.sub("", one.text)
    labels = controls_of(one.message.rows)
    assert [label for label in labels if "<" in label or NO_BREAK in label] == []
    assert keys(one) <= EMOJI_DRAWINGS.keys()
    return len(MARK.findall(one.text))
