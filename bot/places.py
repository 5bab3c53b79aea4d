"""Who did something where: what the services need to know of a press or command."""

import re
from dataclasses import dataclass, replace
from typing import Final

from bot.prompt import Person
from bot.store import NOBODY, PersonRow, Via

SPECIAL: Final = re.compile(r"([\\*_~`|>#\[\]()<@:-])")
TURNING: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Signs without width that turn the direction of whatever stands behind them."""

REVISION_BITS: Final = 24
"""Room for the revision of a game in the numbers of what the bot does by itself, all negative."""


@dataclass(frozen=True, slots=True)
class Place:
    """A channel, thread or DM: `guild` is None outside servers, `locale` its language.

    `via` tells how a public message can reach it.
    """

    channel: int
    guild: int | None
    locale: str
    via: Via


@dataclass(frozen=True, slots=True)
class Press:
    """One interaction: its unique id, the person, and the place.

    `manages` says whether the person may manage the server.
    """

    id: int
    person: PersonRow
    place: Place
    manages: bool = False


def by_itself(game: int, revision: int, place: Place) -> Press:
    """What the bot does by itself in a game: once at each revision, in no channel in particular."""
    nowhere = replace(place, channel=0)
    return Press(-(game << REVISION_BITS) - revision, PersonRow(NOBODY, ""), nowhere)


def shown(person: PersonRow) -> Person:
    """How sentences name a person: without any formatting of their own, and as a mention.

    Somebody unknown, whom the bot has forgotten, cannot be mentioned.
    """
    name = unformatted(person.name)
    return Person(name, f"<@{person.id}>" if person.id > NOBODY else name)


def unformatted(text: str) -> str:
    """What somebody typed, without any formatting of its own."""
    return SPECIAL.sub(r"\\\1", TURNING.sub("", text))
