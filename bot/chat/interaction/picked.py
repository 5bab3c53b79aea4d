"""Whom or what somebody picks on Discord: in a menu of people, or by the menu of one of them.

What Discord tells of them stands beside the press (interactions/receiving-and-responding: Resolved
Data). It is read as it comes: what of it concerns the bot is little.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.messages.components import data_of
from bot.model.button_forms import ButtonValue
from bot.model.custom_ids import ButtonPress, read_press
from bot.model.rows import PersonRow

_Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PickedPerson:
    """A person; `is_here` where they can read along."""

    row: PersonRow
    is_bot: bool
    is_here: bool


@dataclass(frozen=True, slots=True)
class PickedMessage:
    """A message with what its buttons would say; `is_own` where the bot has sent it.

    Discord shows the components of any message that somebody points at, without an intent
    (Discord, events/gateway: Message Content Intent).
    """

    is_own: bool
    is_private: bool
    presses: tuple[ButtonPress[ButtonValue], ...]


def picked_people(interaction: discord.Interaction) -> tuple[PickedPerson, ...]:
    """Those who were picked, in their order; in a server with their rights in this channel.

    Nobody is picked twice, however their number is written.
    """
    data = data_of(interaction)
    resolved, in_server = data.get("resolved", {}), interaction.guild_id is not None
    members: Mapping[str, _Json] = resolved.get("members", {})
    picked = (
        _person(resolved["users"][number], members.get(number), in_server=in_server)
        for number in data.get("values") or filter(None, (data.get("target_id"),))
    )
    return tuple({person.row.id: person for person in picked}.values())


def _person(user: _Json, member: _Json | None, *, in_server: bool) -> PickedPerson:
    names = ((member or {}).get("nick"), user.get("global_name"), user["username"])
    name = next(name for name in names if name)
    is_here = not in_server
    if member is not None:
        is_here = discord.Permissions(int(member["permissions"])).view_channel
    return PickedPerson(PersonRow(int(user["id"]), name), bool(user.get("bot")), is_here)


def picked_message(interaction: discord.Interaction) -> PickedMessage:
    """The message in whose menu a command was chosen."""
    data, me = data_of(interaction), interaction.client.user
    message: _Json = data["resolved"]["messages"][data["target_id"]]
    is_own = me is not None and message["author"]["id"] == str(me.id)
    is_private = bool(message.get("flags", 0) & discord.MessageFlags.ephemeral.flag)
    presses = map(read_press, _custom_ids(message.get("components", ())))
    return PickedMessage(is_own, is_private, tuple(presses))


def _custom_ids(components: Iterable[_Json]) -> Iterator[str]:
    """Those of a tree of components, in reading order."""
    for component in components:
        if "custom_id" in component:
            yield component["custom_id"]
        beside = (component["accessory"],) if "accessory" in component else ()
        yield from _custom_ids((*component.get("components", ()), *beside))
