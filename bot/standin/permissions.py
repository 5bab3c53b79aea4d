"""Permission bits and how they combine (Discord, topics/permissions)."""

from __future__ import annotations

from enum import IntFlag

from bot.standin.model import VOICE_KINDS, Channel, Guild


class Permission(IntFlag):
    """The permissions that the stand-in looks at, by Discord's names."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    SEND_POLLS = 1 << 49
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51


NO_PERMISSION = Permission(0)
ALL = Permission((1 << 53) - 1)
EVERYONE_DEFAULT = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CONNECT
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.SEND_POLLS
    | Permission.USE_EXTERNAL_APPS
)
WHILE_TIMED_OUT = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY
"""The permissions of a timed out member (Discord, topics/permissions: timed out members)."""
_WITHOUT_CONNECT = Permission.VIEW_CHANNEL
"""The permissions left in a voice or stage channel (topics/permissions; partly guessed)."""
PRIVATE_APP = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE
"""The permissions of an app in a conversation that it has not joined."""
DM_APP = PRIVATE_APP | Permission.USE_EXTERNAL_EMOJIS
"""The permissions that Discord reports to an app for its DM with a user."""
IN_RESPONSES = DM_APP
"""Those of @everyone reported to an app without the `bot` scope (change log 2022-06-29)."""
USER_INSTALLED_APP = PRIVATE_APP | Permission.SEND_POLLS
"""The permissions reported to an app in a guild that it has not joined."""


def _overwritten(base: int, channel: Channel, ids: tuple[tuple[int, bool], ...]) -> Permission:
    for target, is_member in ids:
        overwrite = channel.overwrites.get(target)
        if overwrite is not None and overwrite.is_member is is_member:
            base = (base & ~overwrite.deny) | overwrite.allow
    if not base & Permission.VIEW_CHANNEL:
        return NO_PERMISSION
    if channel.kind in VOICE_KINDS and not base & Permission.CONNECT:
        return Permission(base) & _WITHOUT_CONNECT
    return Permission(base)


def _by_roles(guild: Guild, user_id: int) -> int:
    granted = 0
    for role_id in guild.members[user_id].role_ids:
        granted |= guild.roles[role_id]
    return granted


def of_bot(guild: Guild, place: Channel, app_id: int) -> Permission:
    """Return the permissions of the app in a guild channel (for a thread, give its parent)."""
    if guild.bot_role is None:
        return NO_PERMISSION
    base = guild.everyone | guild.bot_role | _by_roles(guild, app_id)
    if base & Permission.ADMINISTRATOR:
        return ALL
    targets = ((guild.id, False), (guild.bot_role_id, False), (app_id, True))
    return _overwritten(base, place, targets)


def of_everyone(guild: Guild, place: Channel) -> Permission:
    """Return the permissions of @everyone in a guild channel (for a thread, give its parent)."""
    return _overwritten(guild.everyone, place, ((guild.id, False),))


def writing_in(channel: Channel) -> Permission:
    """Return the permissions that writing in a channel or thread takes."""
    return Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES


def of_member(guild: Guild, place: Channel, user_id: int) -> Permission:
    """Return the permissions of a person in a guild channel (for a thread, give its parent)."""
    member = guild.members.get(user_id)
    if member is None:
        return NO_PERMISSION
    base = guild.everyone | member.permissions | _by_roles(guild, user_id)
    if guild.owner_id == user_id or base & Permission.ADMINISTRATOR:
        return ALL
    return _overwritten(base, place, ((guild.id, False), (user_id, True)))
