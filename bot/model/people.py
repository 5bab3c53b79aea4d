"""People as sentences name them."""

import re
from dataclasses import dataclass, replace
from typing import Final

from bot.model.rows import NOBODY, PersonRow
from bot.model.seated_bots import bot_id
from bot.words import Catalog, Phrase, phrase
from engine.agents.levels import Level

SPECIAL: Final = re.compile(r"([\\*_~`|>#\[\]()<@:-])")


TURNING: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Signs without width that turn the direction of whatever stands behind them."""
DOT: Final = re.compile(r"(?<=\w)\.(?=\w)")
UNLINKED: Final = ".\u2060"
"""A dot with a sign without width, by which Discord sees no address: `discord.gg/...`, `www.`."""
MARKS: Final = re.compile("[\ue000-\ue002]")
"""Signs of private use, which delimit slots: before the id of a person, the name, the end."""
SLOT: Final = re.compile("\ue000([0-9]+)\ue001([^\ue000-\ue002]*)\ue002?")
"""A name in a text that is kept, with the id of its person."""


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
    """What somebody typed, without any formatting of its own and without links.

    >>> escape_markdown("discord.gg/x") == "discord.\u2060gg/x"
    True
    """
    plain = MARKS.sub("", TURNING.sub("", text))
    return SPECIAL.sub(r"\\\1", DOT.sub(UNLINKED, plain))


def slotted(person: PersonRow) -> Person:
    """How sentences of a post name somebody, until they are forgotten (`renamed`)."""
    known = to_person(person)
    return replace(known, name=in_slot(person.id, known.name)) if person.id > NOBODY else known


def in_slot(person: int, name: str) -> str:
    """A name as a text keeps it that can forget it."""
    return f"\ue000{person}\ue001{name}\ue002"


def spelled(text: str) -> str:
    """A text as people read it: names without their slots.

    >>> spelled(f"{in_slot(7, 'Ada')} has resigned.")
    'Ada has resigned.'
    """
    return MARKS.sub("", SLOT.sub(r"\2", text))


def renamed(text: str, person: int, name: str) -> str:
    """A text in which the slots and mentions of a person have another name.

    >>> spelled(renamed(f"{in_slot(7, 'e')} and <@7> met {in_slot(8, 'e')}.", 7, "Former player"))
    'Former player and Former player met e.'
    """

    def filled(slot: re.Match[str]) -> str:
        return name if int(slot[1]) == person else slot[0]

    return SLOT.sub(filled, text).replace(f"<@{person}>", name)


@dataclass(frozen=True, slots=True)
class Known:
    """In how many games the bot knows a person, and in how many of them it waits for them."""

    games: int
    running: int
