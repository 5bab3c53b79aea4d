"""The permissions that posts need at Discord, and the doors that are left without them.

A door of a channel where the bot may only answer is a press that can carry follow-ups.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.chat.components import notifying
from bot.model import rows
from bot.model.clock import Clock
from bot.services.calls.delivery import Delivery
from bot.services.games.table import PublicState

_Room = discord.abc.GuildChannel | discord.Thread

_NEEDED: Final = ("view_channel", "send_messages", "attach_files")
_NEEDED_IN_VOICE: Final = (*_NEEDED, "connect")
"""Without Connect a voice channel takes no text either (Discord, topics/permissions)."""
NEEDED_IN_THREADS: Final = ("view_channel", "send_messages_in_threads", "attach_files")
_NEEDED_IN_LOCKED_THREADS: Final = (*NEEDED_IN_THREADS, "manage_threads")


def via_of(interaction: discord.Interaction) -> rows.Via:
    """The way in which a public message can reach the channel of an interaction.

    The bot may post in its own DM, and where it is a member with the permissions it needs. Where
    only the person installed it, it can do no more than answer the press.
    """
    if interaction.guild_id is None:
        return rows.Via.CHANNEL if interaction.context.dm_channel else rows.Via.FOLLOWUP
    if not interaction.is_guild_integration() or lacking(interaction) or needs_mention(interaction):
        return rows.Via.FOLLOWUP
    return rows.Via.CHANNEL


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


FOLLOWUPS_LIVE: Final = 14 * 60.0
"""Seconds that a press can carry follow-ups: Discord's 15 minutes, less some room."""
RENEWED: Final = 5 * 60.0
"""Seconds after which the stored door of a channel is replaced by a new one."""
DEAD: Final = frozenset({10015, 10062, 50027})
"""Discord's error codes for a press that it has forgotten, or that was never answered."""


@dataclass(frozen=True, slots=True)
class Live:
    """A post with the press that can still carry it, None for what the bot does alone.

    `state` is what its pictures show: how the game stood when it was made.
    """

    door: rows.DoorRow | None
    since: float
    state: PublicState | None


async def carry(
    client: discord.Client,
    door: rows.DoorRow,
    ping: Collection[int],
    content: str = discord.utils.MISSING,
    **more: Any,
) -> int:
    """Send a message through a door, once; returns its id.

    Raises what the library does.
    """
    assert client.application_id is not None, "nothing is sent before the login"
    webhook = discord.Webhook.partial(client.application_id, door.token, client=client)
    sent = await webhook.send(
        content,
        allowed_mentions=notifying(ping),
        silent=not ping,  # it calls nobody
        wait=True,
        **more,
    )
    return sent.id


class Doors:
    """The last press of each channel that can carry follow-ups there, stored now and then.

    The one that is stored is a few minutes old at most, so that it serves after a restart, and
    most presses write nothing.
    """

    def __init__(self, delivery: Delivery, clock: Clock) -> None:
        """Store doors by way of `delivery`."""
        self._delivery = delivery
        self._clock = clock
        self.are_shared = delivery.store.sharing is not None
        """True where another worker may post what a press here can carry: each press is stored."""
        self._open: dict[int, rows.DoorRow] = {}
        self._stored: dict[int, float] = {}
        """Until when the stored door of a channel is open."""

    async def load(self) -> None:
        """Take over the doors that the last run has stored."""
        for door in await self._delivery.doors():
            self._open[door.channel], self._stored[door.channel] = door, door.until

    async def learn(self, *, wanted: bool) -> None:
        """Take over the doors of other workers, if some are wanted."""
        if wanted and self.are_shared:
            await self.load()

    def of_press(self, interaction: discord.Interaction) -> rows.DoorRow:
        """The door that a press opens, answered or about to be."""
        until = self._clock.now() + FOLLOWUPS_LIVE
        return rows.DoorRow(interaction.channel_id or 0, interaction.token, until)

    def into(self, channel: int) -> rows.DoorRow | None:
        """The door of a channel, while it is open."""
        door = self._open.get(channel)
        return door if door is not None and self.is_open(door) else None

    def is_open(self, door: rows.DoorRow) -> bool:
        """Say whether a door is still open."""
        return self._clock.now() < door.until

    async def open(self, interaction: discord.Interaction) -> None:
        """Let a press carry what its channel has lost of late, and what comes next.

        One that Discord did not let us answer carries nothing, and closes no other door. A game
        that it has begun where the bot may only answer is known from then on: events may open its
        place.
        """
        door = self.of_press(interaction)
        if self.into(door.channel) is not None and not interaction.response.is_done():
            return
        self._open[door.channel] = door
        if via_of(interaction) is rows.Via.FOLLOWUP:
            await self._delivery.channels.prepare()
        age = door.until - self._stored.get(door.channel, 0.0)
        is_fresh = age < RENEWED and not self.are_shared
        if await self._delivery.take_up(door, is_stored=is_fresh):
            self._stored[door.channel] = door.until

    async def close(self, door: rows.DoorRow) -> None:
        """Forget a door that Discord has closed."""
        if self._open.get(door.channel) == door:
            del self._open[door.channel]
            self._stored.pop(door.channel, None)
        await self._delivery.close_door(door)

    def forget_old(self) -> None:
        """Forget the doors that nobody opened again in time."""
        self._open = {place: door for place, door in self._open.items() if self.is_open(door)}
        self._stored = {place: self._stored[place] for place in self._open if place in self._stored}
