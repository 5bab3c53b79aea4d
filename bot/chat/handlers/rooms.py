"""Rooms: where a game or a lobby begins, here, in a new thread, or in a post of a forum."""

import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple

import discord

from bot.chat.components import ClassicMessage
from bot.chat.delivery.failures import NETWORK
from bot.chat.delivery.forum_tags import ForumTags, tags_to_apply
from bot.chat.delivery.permissions import NEEDED_IN_THREADS, missing
from bot.chat.interaction.context import Context
from bot.model import messages, rows
from bot.model.errors import UserError
from bot.model.invocation import ChannelRef
from bot.services.people import PreferenceService
from bot.store.store import Store, Transaction
from bot.words import Catalog
from bot.words.text import clip

_LOGGER = logging.getLogger(__name__)

_NEEDED_IN_FORUMS: Final = ("send_messages", *NEEDED_IN_THREADS)
"""Without Create Public Threads: a post needs Send Messages alone (Discord, topics/threads)."""
_NEEDED_TO_POST: Final = ("view_channel", "send_messages")
"""The permissions that people need for a post of their own."""
_SLEEPS_AFTER: Final = 10080
"""Minutes of silence after which Discord archives a thread; the next post wakes it."""
_OPENS_WITHIN: Final = 60.0
"""Seconds after which nobody opens a thread any more for a press."""
_TOLD_WITHIN: Final = 1.0
"""Seconds after which the gateway has told of a thread that is there."""
REFUSED: Final = (discord.HTTPException, *NETWORK)
_IN_DOUBT: Final = (discord.DiscordServerError, *NETWORK)
"""Failures after which a thread may be there all the same."""


@dataclass(frozen=True, slots=True)
class Room:
    """The place of a new game, with `sorry` where it was to be a new thread and could not.

    Into the `thread`, which the bot has opened for it, now (`is_new`) or for its lobby, its people
    have yet to be brought.
    """

    channel: ChannelRef
    thread: discord.Thread | None = None
    sorry: UserError | None = None
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class NewPost:
    """A post to be opened in a `forum`: its title, first message, and how far its game is."""

    forum: int
    title: str
    first: ClassicMessage
    stage: rows.GameStage


ThreadOpener = Callable[[Context], Awaitable[discord.Thread]]
"""Opens a thread; raises UserError where there can be none."""


class _ThreadKind(NamedTuple):
    """A kind of thread: the permission to open one, and the reasons why it cannot be opened."""

    create: str
    nowhere: str
    lacking: str
    not_yours: str
    failed: str


_PUBLIC: Final = _ThreadKind(
    "create_public_threads",
    "place.thread_nowhere",
    "place.thread_lacking",
    "place.thread_not_yours",
    "place.thread_failed",
)
_PRIVATE: Final = _ThreadKind(
    "create_private_threads",
    "private.sorry.nowhere",
    "private.sorry.lacking",
    "private.sorry.not_yours",
    "private.sorry.failed",
)


@dataclass(frozen=True, slots=True)
class Rooms:
    """Opens threads for games, and puts away those in which nothing begins."""

    store: Store
    preferences: PreferenceService
    tags: ForumTags

    @asynccontextmanager
    async def room(self, ctx: Context, opening: ThreadOpener | None) -> AsyncIterator[Room]:
        """The place of a beginning: a new thread if one is wanted and the bot may open it."""
        room = await self._here(ctx)
        if opening is not None:
            try:
                thread = await opening(ctx)
                place = replace(room.channel, id=thread.id, via=rows.Via.CHANNEL, empty=True)
                room = Room(place, thread, is_new=True)
            except UserError as sorry:
                room = replace(room, sorry=sorry)
        try:
            yield room
        except BaseException:
            if room.is_new and room.thread is not None:  # nothing was started in it
                with contextlib.suppress(*REFUSED):
                    await room.thread.edit(archived=True)
            raise
        finally:
            if room.is_new:
                await self._note_opened(ctx)

    async def _note_opened(self, ctx: Context) -> None:
        """Note that a thread is open; another one of the same press, unheard of, is put away.

        Where that fails, or somebody else is just opening one there, the next start does it.
        """
        press, store = ctx.invocation.id, self.store
        try:
            parents = await store.read(lambda tx: tx.meta.openings())
            if list(parents.values()).count(parents.get(press, 0)) == 1:
                await archive_unused(store, ctx.interaction.client, {press: parents[press]})
            else:
                await store.write(lambda tx: tx.meta.drop_opening(press))
        except Exception:
            _LOGGER.exception("noting what press %d opened failed", press)

    async def _here(self, ctx: Context) -> Room:
        """The room of a press; empty is a thread of the bot in which no game was played yet."""
        place, here = ctx.invocation.channel, ctx.interaction.channel
        if not isinstance(here, discord.Thread) or place.via is not rows.Via.CHANNEL:
            return Room(place)
        me = ctx.interaction.client.user
        if me is None or here.owner_id != me.id:
            return Room(place)
        if await self.store.read(lambda tx: tx.games.last_in(place.id)) is not None:
            return Room(place)
        return Room(replace(place, empty=True), here)

    async def forum(self, ctx: Context) -> int | None:
        """The forum in which a game that is opened here has its post.

        None where the server has chosen none, and in threads, which are places of their own.
        """
        guild, here = ctx.invocation.channel.guild, ctx.interaction.channel
        is_guest = not ctx.interaction.is_guild_integration()
        if guild is None or is_guest or isinstance(here, discord.Thread):
            return None
        return (await self.preferences.of_server(guild)).forum

    async def direct(self, ctx: Context, locale: str, greeting: str) -> ChannelRef:
        """The direct messages with a person, which begin with a greeting where they are elsewhere.

        Raises UserError if the bot cannot write there.
        """
        if ctx.interaction.context.dm_channel:
            return replace(ctx.invocation.channel, locale=locale)
        try:
            channel = await ctx.interaction.client.create_dm(ctx.interaction.user)
            # A refusal shows only when something is sent (Discord, JSON error codes: 50007).
            await channel.send(greeting)
        except REFUSED as error:
            raise UserError("place.sorry.no_direct") from error
        return ChannelRef(channel.id, None, locale, rows.Via.CHANNEL)

    async def public_thread(self, ctx: Context, name: str) -> discord.Thread:
        """A new thread under the channel."""
        return await self._thread(ctx, name, _PUBLIC)

    async def private_thread(self, ctx: Context, name: str) -> discord.Thread:
        """A new thread under the channel that only its members see; any of them lets others in."""
        return await self._thread(ctx, name, _PRIVATE)

    async def _thread(self, ctx: Context, name: str, kind: _ThreadKind) -> discord.Thread:
        channel, types = _parent(ctx, kind), discord.ChannelType
        # Announcement channels have a type of their own, without a message too (OpenAPI).
        public = types.news_thread if channel.is_news() else types.public_thread
        wanted = types.private_thread if kind is _PRIVATE else public
        await self._note_opening(ctx, channel.id)
        create = partial(
            channel.create_thread, name=name, type=wanted, auto_archive_duration=_SLEEPS_AFTER
        )
        try:
            return await _opened_once(ctx, channel, create)
        except REFUSED as error:
            _LOGGER.warning("opening a thread in %d failed: %r", channel.id, error)
            raise UserError(kind.failed) from error

    def has_public_threads(self, ctx: Context) -> bool:
        """Say whether bot and person may open a thread under the channel."""
        return _can_open(ctx, _PUBLIC)

    def must_have_private_threads(self, ctx: Context) -> None:
        """Raise UserError where bot and person may open none that only its members see."""
        _parent(ctx, _PRIVATE)

    def has_private_threads(self, ctx: Context) -> bool:
        """Say whether they may open a private thread there, which only its members see."""
        return _can_open(ctx, _PRIVATE)

    async def post(self, ctx: Context, wanted: NewPost) -> discord.Thread:
        """A new post of a forum, with the tag of its stage."""
        forum, user = ctx.interaction.client.get_channel(wanted.forum), ctx.interaction.user
        if not isinstance(forum, discord.ForumChannel) or not isinstance(user, discord.Member):
            raise UserError("forum.sorry.gone")
        if lacked := lacking_in(forum):
            needed = listed(lacked, ctx.words)
            raise UserError("forum.sorry.lacking", forum=forum.mention, permissions=needed)
        if lacked := missing(_NEEDED_TO_POST, forum.permissions_for(user)):
            needed = listed(lacked, ctx.words)
            raise UserError("forum.sorry.not_yours", forum=forum.mention, permissions=needed)
        tags = tags_to_apply(forum, wanted.stage)
        if forum.flags.require_tag and not tags:
            raise UserError("forum.sorry.tag", forum=forum.mention)
        await self._note_opening(ctx, forum.id)

        async def create() -> discord.Thread:
            thread, _ = await forum.create_thread(
                name=clip(wanted.title, messages.CHOICE_LIMIT),
                auto_archive_duration=_SLEEPS_AFTER,
                content=wanted.first.content(),
                view=wanted.first.view() or discord.utils.MISSING,
                applied_tags=tags,
                suppress_embeds=True,
            )
            return thread

        try:
            thread = await _opened_once(ctx, forum, create)
        except REFUSED as error:
            _LOGGER.warning("opening a post in %d failed: %r", forum.id, error)
            raise UserError("forum.sorry.failed", forum=forum.mention) from error
        await self.tags.opened(thread, wanted.stage)
        return thread

    async def _note_opening(self, ctx: Context, parent: int) -> None:
        await self.store.write(lambda tx: tx.meta.put_opening(ctx.invocation.id, parent))


def _can_open(ctx: Context, kind: _ThreadKind) -> bool:
    try:
        _parent(ctx, kind)
    except UserError:
        return False
    return True


def _parent(ctx: Context, kind: _ThreadKind) -> discord.TextChannel:
    """The channel of a press, for a thread under it; raises UserError where there can be none."""
    interaction, words = ctx.interaction, ctx.words
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or not interaction.is_guild_integration():
        raise UserError(kind.nowhere)
    if kind is _PRIVATE and channel.is_news():  # has none (Discord, topics/threads)
        raise UserError(kind.nowhere)
    if lacked := missing((kind.create, *NEEDED_IN_THREADS), interaction.app_permissions):
        raise UserError(kind.lacking, permissions=listed(lacked, words))
    if lacked := missing((kind.create, "send_messages_in_threads"), interaction.permissions):
        raise UserError(kind.not_yours, permissions=listed(lacked, words))
    return channel


async def _opened_once(
    ctx: Context,
    parent: discord.TextChannel | discord.ForumChannel,
    create: Callable[[], Awaitable[discord.Thread]],
) -> discord.Thread:
    """The thread that `create` opens under a channel; raises as that does.

    Where the answer leaves open whether Discord has opened it, the gateway reports the thread
    within a moment. The bot asks again only if it does not.
    """
    try:
        return await create()
    except _IN_DOUBT as error:
        _LOGGER.warning("opening a thread in %d failed, retrying: %r", parent.id, error)
    await ctx.reply.clock.sleep(_TOLD_WITHIN)
    found = _threads_of(parent, ctx.interaction.client, ctx.invocation.id)
    return found[-1] if found else await create()


def _threads_of(parent: object, client: discord.Client, press: int) -> list[discord.Thread]:
    """The bot's own threads under a channel that are younger than a press, the newest last."""
    if client.user is None or not isinstance(parent, discord.TextChannel | discord.ForumChannel):
        return []
    me = client.user.id
    mine = (one for one in parent.threads if one.owner_id == me and one.id > press)
    return sorted(mine, key=attrgetter("id"))


async def add_people(thread: discord.Thread, people: Iterable[rows.PersonRow]) -> None:
    """Make people members of a thread, each of whom Discord names there, and calls."""
    for person in people:
        try:
            await thread.add_user(discord.Object(person.id))
        except REFUSED as error:
            _LOGGER.warning("adding %d to the game's thread failed: %r", person.id, error)


def stale_openings(opened: Mapping[int, int], now: float) -> dict[int, int]:
    """Those of the presses that opened threads at which no other worker can still be."""
    return {
        press: channel
        for press, channel in opened.items()
        if discord.utils.snowflake_time(press).timestamp() < now - _OPENS_WITHIN
    }


async def archive_unused(store: Store, client: discord.Client, opened: Mapping[int, int]) -> None:
    """Archive threads without a game or lobby, which the bot was opening when it was killed.

    `opened` are the presses of that time and their channels. Threads are younger than the presses
    that open them.
    """
    for press, channel in opened.items():
        for thread in _threads_of(client.get_channel(channel), client, press):
            await _archive_empty(store, thread)
        await store.write(lambda tx, press=press: tx.meta.drop_opening(press))  # type: ignore[misc]


async def _archive_empty(store: Store, thread: discord.Thread) -> None:
    async def is_empty(tx: Transaction) -> bool:
        game, lobby = await tx.games.last_in(thread.id), await tx.lobbies.get(thread.id)
        return game is None and lobby is None

    if await store.read(is_empty):
        _LOGGER.info("thread %d has no game and is archived", thread.id)
        with contextlib.suppress(*REFUSED):
            await thread.edit(archived=True)


def lacking_in(forum: discord.ForumChannel) -> tuple[str, ...]:
    """The permissions that the bot needs for a post in a forum and does not have."""
    lacked = missing(_NEEDED_IN_FORUMS, forum.permissions_for(forum.guild.me))
    # Who may not send messages attaches no files either, by discord.py: that is not lacking then.
    return tuple(name for name in lacked if name != "attach_files") or lacked


def listed(permissions: Iterable[str], words: Catalog) -> str:
    """The names of permissions, as Discord's client has them."""
    return words.listed(words.say(f"shell.permission.{name}") for name in permissions)
