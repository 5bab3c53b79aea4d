"""The start of a game: where it was asked for, or in a thread of its own."""

import contextlib
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.chat.delivery.outbox import NETWORK
from bot.chat.interaction.desk import Context, Desk, warn
from bot.chat.interaction.permissions import NEEDED_IN_THREADS, missing
from bot.chat.messages.components import ClassicMessage
from bot.model.errors import Problem, UserError
from bot.model.invocation import ChannelRef, Invocation
from bot.model.rows import PersonRow, Via
from bot.present.posts.channel_posts import thread_name
from bot.services.games.service import Saved
from bot.words import Catalog
from engine import GameOptions

LOG = logging.getLogger(__name__)

NEEDED_FOR_THREADS: Final = ("create_public_threads", *NEEDED_IN_THREADS)
SLEEPS_AFTER: Final = 10080
"""Minutes of silence after which Discord archives a thread; the next post wakes it."""
OPENING: Final = "opening a thread "
"""A note under this and a press, as long as its thread may have no game: the channel above it."""
REFUSED: Final = (discord.HTTPException, *NETWORK)


@dataclass(frozen=True, slots=True)
class Room:
    """Where a game starts: in its new `thread`, or where there is none, perhaps with `sorry`."""

    channel: ChannelRef
    thread: discord.Thread | None = None
    sorry: UserError | None = None


async def start_lobby(desk: Desk, ctx: Context) -> None:
    """Start the game of a lobby; raises UserError."""
    async with desk.lobbies.starting(ctx.invocation.channel.id):
        lobby = await desk.lobbies.ready(ctx.invocation)
        wanted = lobby.players if lobby.shown.thread else ()
        async with _room(desk, ctx, wanted) as room:
            done = await desk.lobbies.start(ctx.invocation, room.channel)
    async with desk.games.table(done.game) as table:
        words = table.words
    await _tell(desk, ctx, room, words, done)
    await _invite(room, wanted)


async def start_solo(
    desk: Desk, ctx: Context, invocation: Invocation, options: GameOptions, *, thread: bool
) -> None:
    """Start a game against Tom for the press of a visit; raises UserError."""
    players = (invocation.person,)
    async with _room(desk, ctx, players if thread else ()) as room:
        invocation = replace(
            invocation, channel=replace(room.channel, locale=invocation.channel.locale)
        )
        done = await desk.games.start(invocation, options, players)
    await _tell(desk, ctx, room, ctx.words, done)
    if room.thread is None:
        await warn(ctx)
    await _invite(room, players)


async def _tell(desk: Desk, ctx: Context, room: Room, words: Catalog, done: Saved) -> None:
    if room.thread is None:
        began = words.say("shell.started")
    else:
        began = words.say("place.began", thread=room.thread.mention)
    await ctx.reply.show(ClassicMessage(began))
    if room.sorry is not None:
        await ctx.reply.tell(ctx.words.say(room.sorry.problem, **room.sorry.slots))
    desk.outbox.attach(done.posts, ctx.interaction)


async def put_away(desk: Desk, client: discord.Client, opened: Mapping[str, str]) -> None:
    """Archive threads without a game, which the bot was opening when it was killed.

    `opened` are the notes of that time. Threads are younger than the presses that open them.
    """
    for key, channel in opened.items():
        parent = client.get_channel(int(channel))
        for thread in parent.threads if isinstance(parent, discord.TextChannel) else ():
            mine = client.user is not None and thread.owner_id == client.user.id
            if mine and thread.id > int(key.removeprefix(OPENING)):
                await _archive_empty(desk, thread)
        await desk.store.write(lambda tx, key=key: tx.meta.drop(key))  # type: ignore[misc]


async def _archive_empty(desk: Desk, thread: discord.Thread) -> None:
    if await desk.store.read(lambda tx: tx.games.last_in(thread.id)) is None:
        LOG.info("thread %d has no game and is archived", thread.id)
        with contextlib.suppress(*REFUSED):
            await thread.edit(archived=True)


@asynccontextmanager
async def _room(desk: Desk, ctx: Context, players: tuple[PersonRow, ...]) -> AsyncIterator[Room]:
    """Where a game starts: in a thread for `players`, if any and if the bot may open one."""
    room = Room(ctx.invocation.channel)
    if players:
        try:
            room = await _opened(desk, ctx, players)
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
            await desk.store.write(lambda tx: tx.meta.drop(_note(ctx)))


def _note(ctx: Context) -> str:
    return f"{OPENING}{ctx.invocation.id}"


async def _opened(desk: Desk, ctx: Context, players: tuple[PersonRow, ...]) -> Room:
    """A new thread under the channel of a visit; raises UserError where there can be none."""
    interaction, words = ctx.interaction, ctx.words
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or not interaction.is_guild_integration():
        raise UserError(Problem.THREAD_NOWHERE)
    if lacking := missing(NEEDED_FOR_THREADS, interaction.app_permissions):
        names = words.listed(words.say(f"shell.permission.{name}") for name in lacking)
        raise UserError(Problem.THREAD_LACKING, permissions=names)
    kinds = discord.ChannelType
    await desk.store.write(lambda tx: tx.meta.put(_note(ctx), str(channel.id)))
    try:
        thread = await channel.create_thread(
            name=thread_name(tuple(one.name for one in players), words),
            type=kinds.news_thread if channel.is_news() else kinds.public_thread,
            auto_archive_duration=SLEEPS_AFTER,
        )
    except REFUSED as error:
        LOG.warning("no thread in %d: %r", channel.id, error)
        raise UserError(Problem.THREAD_FAILED) from error
    room = replace(ctx.invocation.channel, id=thread.id, via=Via.CHANNEL)
    return Room(room, thread)


async def _invite(room: Room, players: tuple[PersonRow, ...]) -> None:
    """Put the thread into the channel list of everybody who plays there."""
    if room.thread is None:
        return
    for one in players:
        try:
            await room.thread.add_user(discord.Object(one.id))
        except REFUSED as error:
            LOG.warning("%d is not in the thread of the game: %r", one.id, error)
