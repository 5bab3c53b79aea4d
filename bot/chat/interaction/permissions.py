"""What Discord lets the bot do where: the permissions that posts need, and the way that is left."""

from typing import Final

import discord

from bot.chat.delivery.failures import NETWORK
from bot.model.rows import Via

Room = discord.abc.GuildChannel | discord.Thread

NEEDED: Final = ("view_channel", "send_messages", "attach_files")
NEEDED_IN_THREADS: Final = ("view_channel", "send_messages_in_threads", "attach_files")
NEEDED_IN_LOCKED_THREADS: Final = (*NEEDED_IN_THREADS, "manage_threads")


def via_of(interaction: discord.Interaction) -> Via:
    """How a public message can reach the channel of an interaction.

    The bot may post in its own DM, and where it is a member with the permissions it needs. Where
    only the person installed it, it can do no more than answer the press.
    """
    if interaction.guild_id is None:
        return Via.CHANNEL if interaction.context.dm_channel else Via.FOLLOWUP
    posts = interaction.is_guild_integration() and not lacking(interaction)
    return Via.CHANNEL if posts else Via.FOLLOWUP


def lacking(interaction: discord.Interaction) -> tuple[str, ...]:
    """The permissions that the bot needs to post in this channel of a server and does not have.

    Empty where it is no member: nobody there could grant them.
    """
    if interaction.guild_id is None or not interaction.is_guild_integration():
        return ()
    return missing(_needed(interaction.channel), interaction.app_permissions)


def may_post(room: Room | None) -> bool:
    """Whether the bot may post in a channel or thread of a server, None being one it cannot see."""
    return room is not None and not missing(_needed(room), room.permissions_for(room.guild.me))


async def may_see(interaction: discord.Interaction, channel: int) -> bool:
    """Whether who pressed may see a channel or thread of this server; False where it is unknown.

    Discord is asked for threads that are asleep, which the bot does not keep.
    """
    client, user = interaction.client, interaction.user
    try:
        room = client.get_channel(channel) or await client.fetch_channel(channel)
        if not isinstance(room, Room) or not isinstance(user, discord.Member):
            return False
        rights = room.permissions_for(user)
    except (discord.DiscordException, *NETWORK):
        return False
    private = isinstance(room, discord.Thread) and room.is_private()
    here = room.guild.id == interaction.guild_id
    return here and rights.view_channel and (rights.manage_threads or not private)


def missing(needed: tuple[str, ...], granted: discord.Permissions) -> tuple[str, ...]:
    """Those of the needed permissions that are not granted."""
    return tuple(name for name in needed if not getattr(granted, name))


def _needed(room: object) -> tuple[str, ...]:
    if not isinstance(room, discord.Thread):
        return NEEDED
    return NEEDED_IN_LOCKED_THREADS if room.locked else NEEDED_IN_THREADS
