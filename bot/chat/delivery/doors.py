"""The doors of channels where the bot may only answer: presses that can carry follow-ups."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.chat.components import notifying
from bot.chat.delivery.permissions import via_of
from bot.model.clock import Clock
from bot.model.rows import DoorRow, Via
from bot.services.calls.delivery import Delivery
from bot.services.games.table import PublicState

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

    door: DoorRow | None
    since: float
    state: PublicState | None


async def carry(
    client: discord.Client,
    door: DoorRow,
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
        self._open: dict[int, DoorRow] = {}
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

    def of_press(self, interaction: discord.Interaction) -> DoorRow:
        """The door that a press opens, answered or about to be."""
        until = self._clock.now() + FOLLOWUPS_LIVE
        return DoorRow(interaction.channel_id or 0, interaction.token, until)

    def into(self, channel: int) -> DoorRow | None:
        """The door of a channel, while it is open."""
        door = self._open.get(channel)
        return door if door is not None and self.is_open(door) else None

    def is_open(self, door: DoorRow) -> bool:
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
        if via_of(interaction) is Via.FOLLOWUP:
            await self._delivery.channels.prepare()
        age = door.until - self._stored.get(door.channel, 0.0)
        is_fresh = age < RENEWED and not self.are_shared
        if await self._delivery.take_up(door, is_stored=is_fresh):
            self._stored[door.channel] = door.until

    async def close(self, door: DoorRow) -> None:
        """Forget a door that Discord has closed."""
        if self._open.get(door.channel) == door:
            del self._open[door.channel]
            self._stored.pop(door.channel, None)
        await self._delivery.close_door(door)

    def forget_old(self) -> None:
        """Forget the doors that nobody opened again in time."""
        self._open = {place: door for place, door in self._open.items() if self.is_open(door)}
        self._stored = {place: self._stored[place] for place in self._open if place in self._stored}
