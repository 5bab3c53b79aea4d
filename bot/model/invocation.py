"""The person and the place of a press or command, as the services need to know them."""

from dataclasses import dataclass, replace
from typing import Final

from bot.model.rows import NOBODY, PersonRow, Via

_REVISION_BITS: Final = 24
"""Room for the revision of a game in the numbers of what the bot does by itself, all negative."""


@dataclass(frozen=True, slots=True)
class ChannelRef:
    """A channel, thread or DM: `guild` is None outside servers, `locale` its language.

    `via` tells how a public message can reach it. Into an `empty` one, a thread that was opened for
    a game, its people have yet to be brought.
    """

    id: int
    guild: int | None
    locale: str
    via: Via
    empty: bool = False


@dataclass(frozen=True, slots=True)
class Invocation:
    """One interaction: its unique id, the person, and the place.

    `manages` says whether the person may manage the server.
    """

    id: int
    person: PersonRow
    channel: ChannelRef
    manages: bool = False


def system_invocation(game: int, revision: int, channel: ChannelRef) -> Invocation:
    """Return the invocation of the bot itself in a game: once at each revision, in no channel."""
    nowhere = replace(channel, id=0)
    return Invocation(-(game << _REVISION_BITS) - revision, PersonRow(NOBODY, ""), nowhere)
