"""People as sentences name them."""

import re
from dataclasses import dataclass
from typing import Final

from bot.model.rows import NOBODY, PersonRow

SPECIAL: Final = re.compile(r"([\\*_~`|>#\[\]()<@:-])")


TURNING: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Signs without width that turn the direction of whatever stands behind them."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who plays a seat: the name to show, escaped, and the mention that may ping.

    `bot` says that the substitute plays for this person.
    """

    name: str
    mention: str
    bot: bool = False


def to_person(person: PersonRow) -> Person:
    """How sentences name a person: without any formatting of their own, and as a mention.

    Somebody unknown, whom the bot has forgotten, cannot be mentioned.
    """
    name = escape_markdown(person.name)
    return Person(name, f"<@{person.id}>" if person.id > NOBODY else name)


def escape_markdown(text: str) -> str:
    """What somebody typed, without any formatting of its own."""
    return SPECIAL.sub(r"\\\1", TURNING.sub("", text))


@dataclass(frozen=True, slots=True)
class Known:
    """In how many games the bot knows a person, and in how many of them it waits for them."""

    games: int
    running: int
