"""People as sentences name them, Tom beside them, and who is ahead."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.model.rows import NOBODY, PersonRow
from bot.model.seated_bots import bot_id
from bot.words import Catalog, Phrase, phrase
from bot.words.text import folded
from engine.agents.levels import Level
from engine.ids import Seat
from engine.view import View

_SPECIAL: Final = re.compile(r"([\\*_~`|>#\[\]()<@:-])")

_IN_ADDRESS: Final = re.compile(r"(?<=\w)\.(?=\w)")
"""A dot that makes Discord take what stands around it for an address."""
_TURNING: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Signs without width that turn the direction of whatever stands behind them."""
_MARKS: Final = re.compile("[\ue000-\ue002]")
"""Signs of private use, which delimit slots: before the id of a person, the name, the end."""
_SLOT: Final = re.compile("\ue000([0-9]+)\ue001([^\ue000-\ue002]*)\ue002?")
"""A name in a text that is kept, with the id of its person."""
_JOINER: Final = "\u200d"
"""A sign without width that emojis of several parts and some scripts are written with."""
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\u17b4\u17b5")
"""Signs that count as letters or symbols and show nothing."""
_MOST_MARKS: Final = 2
"""So many marks in a row a letter keeps; more of them grow over the lines around."""
_LIKE_A_BOT: Final = re.compile(r"bot\s*\d")


@dataclass(frozen=True, slots=True)
class Person:
    """The person of a seat: the name to show, escaped, and the mention that may ping.

    `bot` says that the bot plays there: for this person, or at its own `level`.
    """

    name: str
    mention: str
    bot: bool = False
    level: Level | None = None

    @property
    def competes(self) -> bool:
        """Say whether the seat's points are its own person's, and can win the game."""
        return not self.bot or self.level is not None


def to_person(person: PersonRow) -> Person:
    """Return a person as sentences name them: without formatting of their own, and as a mention.

    Somebody unknown, whom the bot has forgotten, cannot be mentioned.
    """
    name = escape_markdown(visible(person))
    return Person(name, f"<@{person.id}>" if person.id > NOBODY else name)


def seat_name(person: PersonRow, words: Catalog) -> str:
    """Return the name of a member of a table, with their own formatting; bots with their level.

    >>> from bot.words import catalog
    >>> seat_name(seated_bot(Level.HARD, 2), catalog("en"))
    'Bot 2 (hard)'
    """
    return (
        visible(person)
        if person.level is None
        else words.spell(bot_phrase(person.name, person.level))
    )


def visible(person: PersonRow) -> str:
    r"""The name of a person as it can be read; the end of their number where it shows nothing.

    >>> visible(PersonRow(1234567, "\u3164")), visible(PersonRow(7, " A\u202eda"))
    ('#4567', 'Ada')
    """
    return tidied(person.name) or f"#{person.id % 10_000:04}"


def tidied(name: str) -> str:
    """A name without signs that show nothing, turn the line, or grow over others; maybe empty."""
    kept: list[str] = []
    marks = 0
    for sign in name:
        kind = unicodedata.category(sign)
        if sign in _BLANK or (kind[0] == "C" and sign != _JOINER and kind not in {"Co", "Cn"}):
            continue
        marks = marks + 1 if kind[0] == "M" else 0
        if marks <= _MOST_MARKS:
            kept.append(" " if kind[0] == "Z" else sign)
    seen = any(unicodedata.category(sign)[0] not in "CMZ" for sign in kept)
    return " ".join("".join(kept).split()) if seen else ""


def told_apart(
    players: Sequence[PersonRow], colors: Sequence[str], words: Catalog
) -> tuple[PersonRow, ...]:
    """People at a table, under unique names: the colour of the seat follows where needed.

    So it does behind a name that could be taken for that of Tom or a bot, and in place of a name
    that shows nothing. Bots keep theirs.
    """
    taken = {_likeness(words.say("term.tom"))}
    shown = []
    for player, color in zip(players, colors, strict=True):
        name = player.name
        if player.level is None:
            own = tidied(name)
            name = own or color.capitalize()
            while _likeness(name) in taken or (name == own and _LIKE_A_BOT.match(_likeness(own))):
                name = f"{name} ({color})"
            taken |= {_likeness(name), _likeness(words.say("seat.bot", name=name))}
        shown.append(PersonRow(player.id, name))
    return tuple(shown)


def _likeness(name: str) -> str:
    """Return a form that is equal for names that look alike to a reader."""
    return folded(name.replace(_JOINER, ""))


def bot_phrase(name: str, level: Level) -> Phrase:
    """A bot that sits at a table, for a sentence whose reader's words are not known yet."""
    return phrase("seat.player", name=name, level=phrase(f"level.{level}"))


def seated(person: PersonRow, words: Catalog) -> Person:
    """Return a member of a table as sentences name them: a person as `to_person` does, or a bot."""
    if person.level is None:
        return to_person(person)
    name = seat_name(person, words)
    return Person(name, name, bot=True, level=person.level)


def seated_bot(level: Level, number: int) -> PersonRow:
    """The bot `number` (1 to 3) of a table, which plays at a level."""
    return PersonRow(bot_id(level, number), f"Bot {number}")


def escape_markdown(text: str) -> str:
    """Escape what somebody typed: it has no formatting or links of its own.

    >>> escape_markdown("discord.gg/a").isascii()
    False
    """
    return _SPECIAL.sub(r"\\\1", _IN_ADDRESS.sub(".\u200b", _MARKS.sub("", _TURNING.sub("", text))))


def slotted(person: PersonRow) -> Person:
    """Return how a post names someone until they are forgotten (`renamed`)."""
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
    return _MARKS.sub("", _SLOT.sub(r"\2", text))


def renamed(text: str, person: int, name: str) -> str:
    """A text in which the slots and mentions of a person have another name.

    >>> spelled(renamed(f"{in_slot(7, 'e')} and <@7> met {in_slot(8, 'e')}.", 7, "Former player"))
    'Former player and Former player met e.'
    """

    def filled(slot: re.Match[str]) -> str:
        return name if int(slot[1]) == person else slot[0]

    return _SLOT.sub(filled, text).replace(f"<@{person}>", name)


@dataclass(frozen=True, slots=True)
class Known:
    """In how many games the bot knows a person, and in how many of them it waits for them."""

    games: int
    running: int


Names = Mapping[Seat, str]


def names_of(people: tuple[Person, ...], seats: int, words: Catalog) -> Names:
    """The name of every seat; the one without a person is Tom's."""
    tom = words.say("term.tom")
    return {seat: people[seat].name if seat < len(people) else tom for seat in range(seats)}


def leaders(view: View, seats: Sequence[Seat]) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return the seats ahead, and those that are behind them by bonfires alone (ruling 4).

    In a solo game bonfires do not count: seats that are level are ahead together.
    """
    cities = [view.seats[seat] for seat in seats]
    best = max(city.sheet.total for city in cities)
    level = [city for city in cities if city.sheet.total == best]
    most = 0 if view.options.solo else max(city.bonfires for city in level)
    ahead = tuple(city.seat for city in level if city.bonfires >= most)
    return ahead, tuple(city.seat for city in level if city.seat not in ahead)
