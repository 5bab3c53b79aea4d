"""The permissions that posts need at Discord, and the way that is left without them."""

from typing import Final

import discord

from bot.model.rows import Via

_Room = discord.abc.GuildChannel | discord.Thread

_NEEDED: Final = ("view_channel", "send_messages", "attach_files")
_NEEDED_IN_VOICE: Final = (*_NEEDED, "connect")
"""Without Connect a voice channel takes no text either (Discord, topics/permissions)."""
NEEDED_IN_THREADS: Final = ("view_channel", "send_messages_in_threads", "attach_files")
_NEEDED_IN_LOCKED_THREADS: Final = (*NEEDED_IN_THREADS, "manage_threads")


def via_of(interaction: discord.Interaction) -> Via:
    """The way in which a public message can reach the channel of an interaction.

    The bot may post in its own DM, and where it is a member with the permissions it needs. Where
    only the person installed it, it can do no more than answer the press.
    """
    if interaction.guild_id is None:
        return Via.CHANNEL if interaction.context.dm_channel else Via.FOLLOWUP
    if not interaction.is_guild_integration() or lacking(interaction) or needs_mention(interaction):
        return Via.FOLLOWUP
    return Via.CHANNEL


def answers_alone(interaction: discord.Interaction) -> bool:
    """Say whether nobody else can see what the bot answers, even where it answers for everybody.

    Discord hides the answers of an app that only the person installed from all others where that
    person may not use external apps (Discord, topics/permissions).
    """
    if interaction.guild_id is None or interaction.is_guild_integration():
        return False
    return not interaction.permissions.use_external_apps


def needs_mention(interaction: discord.Interaction) -> bool:
    """Say whether the bot is missing in this private thread; a mention there brings it in."""
    room = interaction.channel
    if not interaction.is_guild_integration() or not isinstance(room, discord.Thread):
        return False
    return _is_outside(room, interaction.app_permissions)


def lacking(interaction: discord.Interaction) -> tuple[str, ...]:
    """The permissions that the bot needs to post in this channel of a server and does not have.

    Empty where it is no member: nobody there could grant them.
    """
    if not interaction.is_guild_integration():
        return ()
    return missing(_needed(interaction.channel), interaction.app_permissions)


def may_post(room: _Room | None) -> bool:
    """Say whether the bot may post in a channel or thread of a server; None is a hidden one."""
    if room is None:
        return False
    granted = _granted(room.guild.me, room)
    outside = isinstance(room, discord.Thread) and _is_outside(room, granted)
    return not outside and not missing(_needed(room), granted)


def open_above(parent: object) -> int | None:
    """The channel above a thread, if it has messages and the bot may post there; not a forum."""
    if isinstance(parent, discord.TextChannel) and may_post(parent):
        return parent.id
    return None


def may_see(member: discord.Member, room: _Room) -> bool:
    """Say whether a member may see a room; the bot does not know the members of private threads."""
    rights = _granted(member, room)
    private = isinstance(room, discord.Thread) and room.is_private()
    return rights.view_channel and (rights.manage_threads or not private)


def missing(needed: tuple[str, ...], granted: discord.Permissions) -> tuple[str, ...]:
    """Those of the needed permissions that are not granted."""
    return tuple(name for name in needed if not getattr(granted, name))


def _granted(member: discord.Member, room: _Room) -> discord.Permissions:
    """A member's permissions in a room: none in a thread under a channel that the bot cannot see.

    discord.py has no answer for that one.
    """
    if isinstance(room, discord.Thread) and room.parent is None:
        return discord.Permissions.none()
    return room.permissions_for(member)


def _needed(room: object) -> tuple[str, ...]:
    if isinstance(room, discord.VoiceChannel | discord.StageChannel):
        return _NEEDED_IN_VOICE
    if not isinstance(room, discord.Thread):
        return _NEEDED
    return _NEEDED_IN_LOCKED_THREADS if room.locked else NEEDED_IN_THREADS


def _is_outside(thread: discord.Thread, granted: discord.Permissions) -> bool:
    """Say whether the bot, with these permissions, is kept out of a private thread.

    The permissions that Discord tells are those of the channel above it: in a thread that it has
    not been brought into the bot is answered Missing Access all the same (50001). Of a new thread
    Discord does not tell the bot that it is in it, which it is in those that it has opened
    (Discord, events/gateway-events: Thread Create).
    """
    known = thread.me is not None or thread.owner_id == thread.guild.me.id
    return thread.is_private() and not known and not granted.manage_threads
