"""Where a game starts, here or in a thread of its own, and where it goes on later."""

import contextlib
import logging
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord.app_commands import Range

from bot.chat.delivery.failures import NETWORK
from bot.chat.interaction.context import Context, invocation_of
from bot.chat.interaction.permissions import NEEDED_IN_THREADS, lacking, missing, needs_mention
from bot.model.buttons import number
from bot.model.errors import Problem, UserError
from bot.model.invocation import ChannelRef, Invocation
from bot.model.messages import Completion
from bot.model.rows import PersonRow, Via
from bot.present.posts.channel_posts import placed_label, thread_name
from bot.services.calls.channels import ChannelService
from bot.services.calls.reminders import ReminderService
from bot.services.games.saving import Saved
from bot.services.games.service import GameService
from bot.services.people.preferences import PreferenceService
from bot.services.play.lobbies import LobbyService
from bot.store import Store
from bot.words import Catalog, catalog
from engine import GameOptions

LOG = logging.getLogger(__name__)

NEEDED_FOR_THREADS: Final = ("create_public_threads", *NEEDED_IN_THREADS)
NEEDED_TO_ASK: Final = ("create_public_threads", "send_messages_in_threads")
"""What people need for a thread of their own; the bot opens none for those who may not."""
SLEEPS_AFTER: Final = 10080
"""Minutes of silence after which Discord archives a thread; the next post wakes it."""
REFUSED: Final = (discord.HTTPException, *NETWORK)


@dataclass(frozen=True, slots=True)
class Room:
    """Where a game starts: in its new `thread`, or where there is none, perhaps with `sorry`."""

    channel: ChannelRef
    thread: discord.Thread | None = None
    sorry: UserError | None = None


@dataclass(frozen=True, slots=True)
class StartHandlers:
    """Starts games, where they were asked for or in new threads."""

    store: Store
    games: GameService
    lobbies: LobbyService
    preferences: PreferenceService

    async def start_lobby(self, ctx: Context) -> None:
        """Start the game of a lobby; raises UserError."""
        async with self.lobbies.starting(ctx.channel):
            lobby = await self.lobbies.ready(ctx.invocation)
            players = lobby.players if lobby.shown.thread else ()
            async with self._room(ctx, players) as room:
                done = await self.lobbies.start(ctx.invocation, room.channel)
        await self._say_begun(ctx, room, catalog(lobby.row.locale), done)
        await self._bring_in(room, players)

    async def start_solo(
        self, ctx: Context, invocation: Invocation, options: GameOptions, *, thread: bool
    ) -> None:
        """Start a game against Tom for who asked for it; raises UserError."""
        players = (invocation.person,)
        async with self._room(ctx, players if thread else ()) as room:
            invocation = replace(
                invocation, channel=replace(room.channel, locale=invocation.channel.locale)
            )
            done = await self.games.start(invocation, options, players)
        await self._say_begun(ctx, room, ctx.words, done)
        if room.thread is None:
            await warn_of_permissions(ctx)
        await self._bring_in(room, players)

    async def _say_begun(self, ctx: Context, room: Room, words: Catalog, done: Saved) -> None:
        if room.thread is None:
            begun = words.say("shell.started")
        else:
            begun = words.say("place.began", thread=room.thread.mention)
        await ctx.show_text(begun)
        if room.sorry is not None:
            await ctx.tell(room.sorry.problem, **room.sorry.slots)
        ctx.deliver(done)

    @asynccontextmanager
    async def _room(self, ctx: Context, players: tuple[PersonRow, ...]) -> AsyncIterator[Room]:
        """Where a game starts: in a thread for `players`, if any and if the bot may open one."""
        room = Room(ctx.invocation.channel)
        if players:
            try:
                room = await self._open_thread(ctx, players)
            except UserError as sorry:
                room = replace(room, sorry=sorry)
        try:
            yield room
        except BaseException:
            if room.thread is not None:  # nothing was started in it
                with contextlib.suppress(*REFUSED):
                    await room.thread.edit(archived=True)
            raise
        finally:
            if room.thread is not None:
                await self.store.write(lambda tx: tx.meta.drop_opening(ctx.invocation.id))

    async def _open_thread(self, ctx: Context, players: tuple[PersonRow, ...]) -> Room:
        """A new thread under the channel; raises UserError where there can be none."""
        interaction, words = ctx.interaction, ctx.words
        channel = interaction.channel
        if not isinstance(channel, discord.TextChannel) or not interaction.is_guild_integration():
            raise UserError(Problem.THREAD_NOWHERE)
        if lacked := missing(NEEDED_FOR_THREADS, interaction.app_permissions):
            raise UserError(Problem.THREAD_LACKING, permissions=_listed(lacked, words))
        if lacked := missing(NEEDED_TO_ASK, interaction.permissions):
            raise UserError(Problem.THREAD_NOT_YOURS, permissions=_listed(lacked, words))
        kinds, press = discord.ChannelType, ctx.invocation.id
        await self.store.write(lambda tx: tx.meta.put_opening(press, channel.id))
        try:
            thread = await channel.create_thread(
                name=thread_name(tuple(player.name for player in players), words),
                type=kinds.news_thread if channel.is_news() else kinds.public_thread,
                auto_archive_duration=SLEEPS_AFTER,
            )
        except REFUSED as error:
            LOG.warning("no thread in %d: %r", channel.id, error)
            raise UserError(Problem.THREAD_FAILED) from error
        place = replace(ctx.invocation.channel, id=thread.id, via=Via.CHANNEL, empty=True)
        return Room(place, thread)

    async def _bring_in(self, room: Room, players: tuple[PersonRow, ...]) -> None:
        """Add those players to the thread whom the first post there does not mention.

        Discord writes a line there for each of them.
        """
        if room.thread is None:
            return
        for player in await self.preferences.undisturbed(players):
            try:
                await room.thread.add_user(discord.Object(player.id))
            except REFUSED as error:
                LOG.warning("%d is not in the thread of the game: %r", player.id, error)


@dataclass(frozen=True, slots=True)
class MovingHandlers:
    """Brings games from one channel to another."""

    channels: ChannelService
    reminders: ReminderService

    async def move(self, ctx: Context, game: Range[str, 1, 100]) -> None:
        """Bring a game, by its typed number, to where this is said."""
        try:
            wanted = number(game)
        except ValueError:
            raise UserError(Problem.UNKNOWN_GAME) from None
        done = await self.channels.move(ctx.invocation, wanted)
        await ctx.say("place.moved")
        self.reminders.kick()
        ctx.deliver(done)

    async def complete_games(
        self, interaction: discord.Interaction, words: Catalog, typed: str
    ) -> list[Completion]:
        """The games that a person may bring here, by their players."""
        games = await self.channels.offered(invocation_of(interaction))
        offers = ((placed_label(game.names, game.lost, words), game.game) for game in games)
        wanted = typed.casefold().strip()
        return [
            Completion(label, str(game)) for label, game in offers if wanted in label.casefold()
        ]


async def put_away(store: Store, client: discord.Client, opened: Mapping[int, int]) -> None:
    """Archive threads without a game, which the bot was opening when it was killed.

    `opened` are the presses of that time and their channels. Threads are younger than the presses
    that open them.
    """
    for press, channel in opened.items():
        parent = client.get_channel(channel)
        for thread in parent.threads if isinstance(parent, discord.TextChannel) else ():
            mine = client.user is not None and thread.owner_id == client.user.id
            if mine and thread.id > press:
                await _archive_empty(store, thread)
        await store.write(lambda tx, press=press: tx.meta.drop_opening(press))  # type: ignore[misc]


async def _archive_empty(store: Store, thread: discord.Thread) -> None:
    if await store.read(lambda tx: tx.games.last_in(thread.id)) is None:
        LOG.info("thread %d has no game and is archived", thread.id)
        with contextlib.suppress(*REFUSED):
            await thread.edit(archived=True)


async def warn_of_permissions(ctx: Context) -> None:
    """Say why the bot does not post by itself in this channel, if it does not."""
    if lacked := lacking(ctx.interaction):
        await ctx.tell("shell.posts_as_answers", permissions=_listed(lacked, ctx.words))
    elif needs_mention(ctx.interaction):
        await ctx.tell("shell.mention_me", mention=f"<@{ctx.interaction.application_id}>")
    elif ctx.invocation.channel.via is Via.FOLLOWUP:
        await ctx.tell("shell.answers_only")


def _listed(permissions: Iterable[str], words: Catalog) -> str:
    return words.listed(words.say(f"shell.permission.{name}") for name in permissions)
