"""Many people who play at once on the stand-in Discord, at one pace, each answer timed."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.cli.bench.drivers.button_player import Player, StuckError, called, has_turn_button
from bot.cli.bench.drivers.controls import Control
from bot.standin import Channel, Interaction, Message, NotAnswered, NotPossible, StandIn, UserClient

A_MOVE_EVERY: Final = 0.1
"""Seconds between two presses, whoever makes them."""
PATIENCE: Final = 30.0
"""Seconds until a player gives an answer or a post up, and takes the turn once more."""
CATCHES_UP_WITHIN: Final = 300.0
"""Seconds for the first posts of all games."""


@dataclass(slots=True)
class Measured:
    """Seconds from each press to its first answer, and from those that end turns to the post.

    `unanswered` counts presses that were not answered in time, `repeated` turns that were begun
    anew, as something on the way failed or their post did not come.
    """

    acks: list[float] = field(default_factory=list)
    posts: list[float] = field(default_factory=list)
    unanswered: int = 0
    repeated: int = 0


class Metronome:
    """A rate limit of presses: one at each beat, whoever has waited for longest."""

    def __init__(self, every: float) -> None:
        """Beat every so many seconds; missed beats are not made up for."""
        self._every = every
        self._next = 0.0
        self._lock = asyncio.Lock()

    async def beat(self) -> None:
        """Wait for a beat of one's own."""
        async with self._lock:
            now = time.perf_counter()
            self._next = max(self._next + self._every, now)
            await asyncio.sleep(self._next - now)


@dataclass(slots=True)
class TimedPlayer(Player):
    """A Player who presses at the beats of a Metronome and measures each answer.

    `pressed` is when the last press was made, by the clock of the stand-in.
    """

    metronome: Metronome = field(kw_only=True)
    measured: Measured = field(kw_only=True)
    pressed: float = 0.0

    async def press(self, message: Message, control: Control) -> Interaction:
        """Press a control when it is time, and wait for the first answer."""
        await self.metronome.beat()
        return await self._timed(await Player.press(self, message, control))

    async def begin(self) -> None:
        """Begin a solo game."""
        await self.metronome.beat()
        await self._timed(await self.person.slash(self.table, "bonfire", "solo"))

    async def _timed(self, interaction: Interaction) -> Interaction:
        self.pressed = interaction.created
        began = time.perf_counter()
        try:
            await interaction.acknowledged()
        except NotAnswered:
            self.measured.unanswered += 1
            raise
        finally:
            self.measured.acks.append(time.perf_counter() - began)
        return interaction


class LoadTable:
    """A channel in which one game is played after the other."""

    def __init__(
        self,
        server: StandIn,
        channel: Channel,
        people: Sequence[UserClient],
        metronome: Metronome,
        measured: Measured,
    ) -> None:
        """Play in `channel`, whose first game is there already."""
        dice = random.Random(channel.position)  # noqa: S311 - a bench plays the same game again
        self._server = server
        self._channel = channel
        self._measured = measured
        self._players = {
            person.id: TimedPlayer(
                server,
                person,
                channel,
                dice,
                patience=PATIENCE,
                metronome=metronome,
                measured=measured,
            )
            for person in people
        }

    async def play(self) -> None:
        """Turn after turn, and game after game, until cancelled."""
        post = await self.first_post()
        while True:
            player = self._mover(post)
            try:
                if has_turn_button(post):
                    await player.take_turn(post)
                else:
                    await player.begin()
                following = await self._following(post, player)
            except (NotAnswered, NotPossible, StuckError, TimeoutError):
                self._measured.repeated += 1
                following = await self._post(0)  # somebody may have gone on since
            if following.id > post.id:
                self._forget_before(post)
            post = following

    async def _following(self, post: Message, player: TimedPlayer) -> Message:
        """The post that tells of a turn; one that does not come was as late as was waited for."""
        try:
            following = await self._post(post.id)
        except TimeoutError:
            self._measured.posts.append(PATIENCE)
            raise
        self._measured.posts.append(following.created - player.pressed)
        return following

    def _mover(self, post: Message) -> TimedPlayer:
        """Whom a post calls; after the end of a game whoever comes first."""
        first, *_ = self._players
        return self._players.get(called(post) or first, self._players[first])

    async def first_post(self) -> Message:
        """The first public message here, however long the bot takes to catch up."""
        return await self._post(0, CATCHES_UP_WITHIN)

    async def _post(self, after: int, patience: float = PATIENCE) -> Message:
        """The next public message."""
        somebody, *_ = self._players.values()
        return await somebody.person.waits_for(
            self._channel, lambda m: m.id > after and not m.is_ephemeral, patience
        )

    def _forget_before(self, post: Message) -> None:
        """Let go of what is older than a message."""
        messages = self._server.world.messages[self._channel.id]
        for old in [number for number in messages if number < post.id]:
            del messages[old]


class PictureDiscarder:
    """A watcher of the stand-in's world that drops the bytes of pictures as they arrive."""

    def message_changed(self, message: Message) -> None:
        """Keep the message without the bytes of its files."""
        for attachment in message.attachments:
            attachment.data = b""

    def world_changed(self) -> None:
        """Keep everything else."""
