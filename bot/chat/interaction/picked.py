"""Whom somebody picks on Discord: in a menu of people, or by the menu of a person."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.messages.components import data_of
from bot.model.rows import PersonRow


@dataclass(frozen=True, slots=True)
class PickedPerson:
    """A person as Discord describes them beside the press; `is_here` where they can read along."""

    row: PersonRow
    is_bot: bool
    is_here: bool


def picked_people(interaction: discord.Interaction) -> tuple[PickedPerson, ...]:
    """Those who were picked, in their order.

    Discord sends the user of each, and in a server the member with the permissions in this channel
    (Discord, interactions/receiving-and-responding: Resolved Data).
    """
    data = data_of(interaction)
    resolved, in_server = data.get("resolved", {}), interaction.guild_id is not None
    members: Mapping[str, Any] = resolved.get("members", {})
    return tuple(
        _picked(resolved["users"][number], members.get(number), in_server=in_server)
        for number in data.get("values") or (data["target_id"],)
    )


def _picked(
    user: Mapping[str, Any], member: Mapping[str, Any] | None, *, in_server: bool
) -> PickedPerson:
    names = ((member or {}).get("nick"), user.get("global_name"), user["username"])
    name = next(name for name in names if name)
    is_here = not in_server
    if member is not None:
        is_here = discord.Permissions(int(member["permissions"])).view_channel
    return PickedPerson(PersonRow(int(user["id"]), name), bool(user.get("bot")), is_here)
