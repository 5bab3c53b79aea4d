"""Many people who play at once on the stand-in Discord, at one pace, each answer timed."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.model import controls, rows
from bot.model.invocation import ChannelRef
from bot.standin import Channel, Interaction, Message, NotAnswered, NotPossible, StandIn, UserClient
from tests.bench.load_figures import Measured
from tests.bench.stored_games import Seating
from tests.kit.players.button_player import (
    Control,
    Player,
    StuckError,
    called,
    has_turn_button,
)

PATIENCE: Final = 30.0
"""Seconds until a player gives an answer or a post up, and takes the turn once more."""


@dataclass(slots=True)
class Metronome:
    """A rate limit of presses: one every so many seconds, whoever has waited for longest.

    Missed beats are not made up for.
    """

    every: float
    _next: float = 0.0
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def beat(self) -> None:
        """Wait for a beat of one's own."""
        async with self._lock:
            now = time.perf_counter()
            self._next = max(self._next + self.every, now)
            await asyncio.sleep(self._next - now)


@dataclass(slots=True)
class TimedPlayer(Player):
    """A Player who presses at the beats of a Metronome and measures each answer.

    `pressed` is when the last press was made, by the clock of the stand-in.
    """

    metronome: Metronome = field(kw_only=True)
    measured: Measured = field(kw_only=True)
    pages: "PageWatcher" = field(kw_only=True)
    pressed: float = 0.0
    _last: "_Press | None" = None

    async def press(self, message: Message, control: Control) -> Interaction:
        """Press a control when it is time, and wait for the first answer."""
        await self.metronome.beat()
        self._look_back()
        return await self._timed(await Player.press(self, message, control), _kind_of(control))

    async def begin(self) -> None:
        """Begin a solo game."""
        await self.metronome.beat()
        await self._timed(await self.person.slash(self.table, "bonfire", "solo"), "begin")

    async def _timed(self, interaction: Interaction, kind: str) -> Interaction:
        self.pressed = interaction.created
        began = time.perf_counter()
        self._last = _Press(interaction, kind, began)
        try:
            await interaction.acknowledged()
        except NotAnswered:
            self.measured.unanswered += 1
            raise
        finally:
            seconds = time.perf_counter() - began
            self.measured.acks.append(seconds)
            self.measured.kinds[kind].append(seconds)
        return interaction

    def _look_back(self) -> None:
        """Note when the page of the last press was whole, and when its picture came."""
        if self._last is None:
            return
        press, self._last = self._last, None
        shown = press.interaction.original or press.interaction.source
        page = None if shown is None else self.pages.seen.get(shown.id)
        if page is None:
            return
        if page.said > press.began:
            self.measured.pages[press.kind].append(page.said - press.began)
        if page.drawn > press.began:
            self.measured.shown.append(page.drawn - press.began)


class _Press(NamedTuple):
    """A press, what it was for, and when it was made (`time.perf_counter`)."""

    interaction: Interaction
    kind: str
    began: float


@dataclass(frozen=True, slots=True)
class LoadTable:
    """A channel in which its players, by their ids, play one game after the other."""

    server: StandIn
    channel: Channel
    players: Mapping[int, TimedPlayer]
    measured: Measured

    @property
    def somebody(self) -> UserClient:
        """The first user who can play here."""
        return next(iter(self.players.values())).person

    @property
    def seating(self) -> Seating:
        """The channel and its players, as a game is stored."""
        channel = ChannelRef(self.channel.id, self.channel.guild_id, "en-US", rows.Via.CHANNEL)
        users = (player.person.user for player in self.players.values())
        return Seating(channel, tuple(rows.PersonRow(user.id, user.display_name) for user in users))

    async def play(self) -> None:
        """Turn after turn, and game after game, until cancelled; a first post is there."""
        post = await self.next_post(0)
        messages = self.server.world.messages[self.channel.id]
        while True:
            try:
                following = await self._play_from(post)
            except (NotAnswered, NotPossible, StuckError, TimeoutError):
                self.measured.repeated += 1
                following = await self.next_post(0)  # somebody may have gone on since
            if following.id > post.id:
                for old in [number for number in messages if number < post.id]:
                    del messages[old]
            post = following

    async def _play_from(self, post: Message) -> Message:
        """Take the turn that a post tells of, or begin a game after the last; the next post."""
        player = self.players.get(called(post) or 0, self.players[self.somebody.id])
        if has_turn_button(post):
            await player.take_turn(post)
        else:
            await player.begin()
        try:
            following = await self.next_post(post.id)
        except TimeoutError:
            self.measured.posts.append(PATIENCE)  # as late as was waited for
            raise
        self.measured.posts.append(following.created - player.pressed)
        return following

    async def next_post(self, after: int, patience: float = PATIENCE) -> Message:
        """The newest public message here, once there is one after this number."""
        return await self.somebody.waits_for(
            self.channel, lambda m: m.id > after and not m.is_ephemeral, patience
        )


def _kind_of(control: Control) -> str:
    """Return what a control is for: the name of its sign, or the word of its button."""
    answer = control.answer
    for sign in controls.Sign:
        if answer == sign or (answer.startswith(sign) and not sign.isalpha()):
            return sign.name.lower()
    return answer.partition(":")[0]


@dataclass(slots=True)
class _Page:
    """The words and files of a private message, and when each changed (`time.perf_counter`)."""

    words: object = None
    files: object = None
    said: float = 0.0
    drawn: float = 0.0


@dataclass(frozen=True, slots=True)
class PageWatcher:
    """A watcher of the stand-in's world that times pages, and counts pictures and drops them."""

    measured: Measured
    seen: dict[int, _Page] = field(default_factory=dict)
    files: set[int] = field(default_factory=set)
    """The hashes of the pictures so far, as one that is at hand goes out several times."""

    def message_changed(self, message: Message) -> None:
        """Keep the message without the bytes of its files."""
        if message.is_ephemeral:
            page, now = self.seen.setdefault(message.id, _Page()), time.perf_counter()
            words = message.content, message.components
            files = [attachment.id for attachment in message.attachments]
            if words != page.words:
                page.words, page.said = words, now
            if files != page.files:
                page.files, page.drawn = files, now
        for attachment in message.attachments:
            if not attachment.data:
                continue
            known = len(self.files)
            self.files.add(hash(attachment.data))
            self.measured.fresh += len(self.files) - known
            self.measured.pictures += 1
            self.measured.picture_bytes += len(attachment.data)
            attachment.data = b""

    def world_changed(self) -> None:
        """Keep everything else."""
