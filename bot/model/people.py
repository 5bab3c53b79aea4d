"""People as sentences name them."""

import re
from dataclasses import dataclass
from typing import Final

from bot.model.rows import NOBODY, PersonRow
from bot.model.seated_bots import bot_id
from bot.words import Catalog, Phrase, phrase
from engine.agents.levels import Level

SPECIAL: Final = re.compile(r"([\\*_~`|>#\[\]()<@:-])")

IN_ADDRESS: Final = re.compile(r"(?<=\w)\.(?=\w)")
"""A dot that makes Discord take what stands around it for an address."""
TURNING: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Signs without width that turn the direction of whatever stands behind them."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who plays a seat: the name to show, escaped, and the mention that may ping.

    `bot` says that the bot plays there: for this person, or at its own `level`.
    """

    name: str
    mention: str
    bot: bool = False
    level: Level | None = None

    @property
    def competes(self) -> bool:
        """Whether the points of the seat are those of who sits there, and can win the game."""
        return not self.bot or self.level is not None


def to_person(person: PersonRow) -> Person:
    """How sentences name a person: without any formatting of their own, and as a mention.

    Somebody unknown, whom the bot has forgotten, cannot be mentioned.
    """
    name = escape_markdown(person.name)
    return Person(name, f"<@{person.id}>" if person.id > NOBODY else name)


def seat_name(person: PersonRow, words: Catalog) -> str:
    """What who sits at a table is called, formatting of their own included; bots with their level.

    >>> from bot.words import catalog
    >>> seat_name(seated_bot(Level.HARD, 2), catalog("en"))
    'Bot 2 (hard)'
    """
    return (
        person.name if person.level is None else words.spell(bot_phrase(person.name, person.level))
    )


def bot_phrase(name: str, level: Level) -> Phrase:
    """A bot that sits at a table, for a sentence whose reader's words are not known yet."""
    return phrase("seat.player", name=name, level=phrase(f"level.{level}"))


def seated(person: PersonRow, words: Catalog) -> Person:
    """How sentences name who sits at a table: a person as `to_person` does, or a bot."""
    if person.level is None:
        return to_person(person)
    name = seat_name(person, words)
    return Person(name, name, bot=True, level=person.level)


def seated_bot(level: Level, number: int) -> PersonRow:
    """The bot `number` (1 to 3) of a table, which plays at a level."""
    return PersonRow(bot_id(level, number), f"Bot {number}")


def escape_markdown(text: str) -> str:
    """What somebody typed, without any formatting or links of its own.

    >>> escape_markdown("discord.gg/a").isascii()
    False
    """
    return SPECIAL.sub(r"\\\1", IN_ADDRESS.sub(".\u200b", TURNING.sub("", text)))


@dataclass(frozen=True, slots=True)
class Known:
    """In how many games the bot knows a person, and in how many of them it waits for them."""

    games: int
    running: int
