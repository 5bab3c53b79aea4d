"""The outbox: what must be posted stays in the database until Discord has taken it.

A channel post carries a nonce made of its row, so that a retry after a lost answer, or after a
crash between Discord's answer and our note of it, posts nothing twice. A follow-up has no nonce:
it is tried once. Where the bot may only answer, it goes with the last press there, or else waits
for the next one.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import aiohttp
import discord
from discord.ui import LayoutView

from bot.chat.messages.components import ClassicMessage, layout
from bot.chat.pictures.attach import RenderedPictures
from bot.model.clock import Clock
from bot.model.custom_ids import Binding
from bot.model.rows import PostRow, Via
from bot.model.stored_post import StoredPost
from bot.runtime.wakeup import Wakeup
from bot.services.calls.delivery import SLOWEST_RETRY, Delivery
from bot.services.calls.notices import post_taken
from bot.services.games.saving import QueuedPosts
from bot.services.games.table import PublicState
from bot.store import Store

LOG = logging.getLogger(__name__)

NONCE_LIMIT: Final = 25
SENDING_AT_ONCE: Final = 8
LONGEST: Final = 90.0
LONGEST_EDIT: Final = 20.0
EDIT_ATTEMPTS: Final = 5
GONE: Final = frozenset({10003, 10004, 50001, 50013, 50007, 50278, 50083, 160005})
"""Unknown channel or guild, no access, no permission, closed DM, no mutual guild, archived."""
DELETED: Final = 10008
"""Unknown message: Discord had taken the post, and somebody has deleted it since."""
FOLLOWUPS_LIVE: Final = 14 * 60.0
"""Seconds that a press can carry follow-ups: Discord's 15 minutes, less some room."""
UNCLAIMED: Final = 60.0
"""Seconds that a follow-up waits for its press to be answered."""
NETWORK: Final = (aiohttp.ClientError, OSError, TimeoutError, discord.RateLimited)

Draw = Callable[[StoredPost, PublicState | None], Awaitable[RenderedPictures]]


@dataclass(frozen=True, slots=True)
class _Live:
    """What is known of a post: the press that can still carry it, None for what the bot does alone.

    `state` is what its pictures show: how the game stood when it was made.
    """

    interaction: discord.Interaction | None
    since: float
    state: PublicState | None = None


class Outbox:
    """Delivers the waiting posts of every channel in order."""

    def __init__(self, store: Store, client: discord.Client, clock: Clock) -> None:
        """Take rows from `store`, post with `client`, and try again by `clock`."""
        self._store = store
        self._delivery = Delivery(store, clock.now)
        self._client = client
        self._instance = ""
        self._live: dict[int, _Live] = {}
        self._doors: dict[int, _Live] = {}
        self._wakeup = Wakeup(clock)
        self._busy: set[int] = set()
        self._gate = asyncio.Semaphore(SENDING_AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting = 0

    @property
    def queue_size(self) -> int:
        """How many posts waited when the outbox last looked."""
        return self._waiting

    async def prepare(self) -> None:
        """Catch up with the last run: follow-ups of presses that are gone are lost."""
        self._instance = await self._delivery.begin()

    def attach(self, posts: QueuedPosts, interaction: discord.Interaction | None = None) -> None:
        """Deliver these posts, with the game in their pictures as it stood when they were made.

        A press, answered by now, carries them where the bot may not post itself.
        """
        for post in posts.ids:
            self._live[post] = _Live(interaction, time.monotonic(), posts.state)
        self.kick()

    async def open_door(self, channel: int, interaction: discord.Interaction) -> None:
        """Let a press, answered by now, carry what a channel did not take from the bot.

        What was lost there goes out now; what the bot tells by itself follows as long as it can.
        """
        self._doors[channel] = _Live(interaction, time.monotonic())
        await self._delivery.take_up(channel)
        self.kick()

    def kick(self) -> None:
        """Look at the waiting posts now."""
        self._wakeup.kick()

    async def repost(self, game: int, via: Via, interaction: discord.Interaction) -> int:
        """Send the lost posts of a game once more, by the way of this press; returns how many.

        Only the newest one counts: it shows the present table.
        """
        posts = await self._delivery.repost(game, via)
        self.attach(QueuedPosts(posts), interaction)
        return len(posts)

    async def run(self, draw: Draw) -> None:
        """Deliver posts, their pictures made by `draw`, until cancelled."""
        while True:
            await self._wakeup.rest(await self._round(draw))

    async def drain(self, grace: float) -> None:
        """Give the posts that are being sent `grace` seconds; others wait for the next start."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=grace)
        for task in self._tasks:
            task.cancel()

    async def _round(self, draw: Draw) -> float | None:
        """Start every post that is due; returns the seconds until the next one is."""
        self._forget_old_presses()
        busy = frozenset(self._busy)  # now: what is read next may be sent by the time it is here
        heads = await self._store.read(lambda tx: tx.posts.heads())
        self._waiting = await self._store.read(lambda tx: tx.posts.count_waiting())
        now = self._delivery.now()
        later: list[float] = []
        for post in heads:
            if post.channel in busy:
                continue
            wait = self._wait(post, now)
            if wait > 0:
                later.append(wait)
                continue
            self._busy.add(post.channel)
            task = asyncio.create_task(self._deliver(post, draw))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return min(later, default=None)

    def _wait(self, post: PostRow, now: float) -> float:
        """The seconds until a post can be tried, or given up.

        One that is due later than any retry is due now: the machine's clock was put back.
        """
        unclaimed = post.via is Via.FOLLOWUP and self._press_for(post) is None
        wait = post.due - now
        return (wait if wait <= SLOWEST_RETRY else 0.0) + (UNCLAIMED if unclaimed else 0)

    def _forget_old_presses(self) -> None:
        oldest = time.monotonic() - FOLLOWUPS_LIVE
        self._live = {post: live for post, live in self._live.items() if live.since > oldest}
        self._doors = {place: live for place, live in self._doors.items() if live.since > oldest}

    def _press_for(self, post: PostRow) -> discord.Interaction | None:
        """The press that can carry a post: its own, or the last one in its channel."""
        ways = (self._live.get(post.id), self._doors.get(post.channel))
        return next((way.interaction for way in ways if way and way.interaction), None)

    def _state_for(self, post: PostRow) -> PublicState | None:
        live = self._live.get(post.id)
        return None if live is None else live.state

    async def _deliver(self, post: PostRow, draw: Draw) -> None:
        try:
            async with self._gate:
                await self._try(post, draw)
        except Exception:
            if self._client.is_closed():
                return  # the next start sends it
            LOG.exception("post %d could not be handled", post.id)
            await self._store.write(lambda tx: tx.posts.lose(post.id))
        finally:
            self._busy.discard(post.channel)
            self.kick()

    async def _try(self, post: PostRow, draw: Draw) -> None:
        match post.via:
            case Via.CHANNEL if post.message is not None:
                await self._edit(post, post.message)
            case Via.CHANNEL:
                await self._try_channel(post, draw)
            case Via.DIRECT:
                await self._try_message(post, draw)
            case Via.FOLLOWUP:
                await self._try_followup(post, draw)

    async def _try_channel(self, post: PostRow, draw: Draw) -> None:
        if await self._store.read(lambda tx: tx.channels.is_dead(post.channel)):
            await self._go_another_way(post)
        else:
            await self._try_message(post, draw)

    async def _try_message(self, post: PostRow, draw: Draw) -> None:
        try:
            async with asyncio.timeout(LONGEST):
                message = await self._send(post, draw)
        except discord.HTTPException as error:
            if error.code == DELETED:
                await self._take_note(post, None)
            elif error.code in GONE or error.status in {403, 404}:
                LOG.warning("%s %d takes no posts: %s", post.via, post.channel, error)
                if await self._delivery.note_refused(post, error.code):
                    await self._go_another_way(post)
            elif error.status >= 500 or error.status == 429:
                await self._delivery.retry_later(post, error)
            else:
                raise
        except NETWORK as error:
            await self._delivery.retry_later(post, error)
        else:
            await self._take_note(post, message)

    async def _edit(self, post: PostRow, message: int) -> None:
        """Bring a message up to date; one that Discord does not let us change stays as it is.

        That it is deleted, in a sleeping thread, or old and edited too often: nobody can help it.
        """
        body = StoredPost.load(post.body)
        sent = self._client.get_partial_messageable(post.channel).get_partial_message(message)
        try:
            async with asyncio.timeout(LONGEST_EDIT):
                await sent.edit(view=_layout(body, RenderedPictures(())))
        except (discord.HTTPException, *NETWORK) as error:
            refused = isinstance(error, discord.HTTPException) and error.status < 500
            limited = isinstance(error, discord.RateLimited)
            if not (refused or limited or post.attempts >= EDIT_ATTEMPTS):
                await self._delivery.retry_later(post, error)
                return
            LOG.warning("message %d stays as it was: %r", message, error)
        await self._store.write(lambda tx: tx.posts.mark_revised(post))

    async def _try_followup(self, post: PostRow, draw: Draw) -> None:
        press = self._press_for(post)
        body = StoredPost.load(post.body)
        try:
            if press is not None:
                shown = await draw(body, self._state_for(post))
                async with asyncio.timeout(LONGEST):
                    message = await press.followup.send(
                        view=_layout(body, shown),
                        files=[picture.file() for picture in shown.pictures],
                        allowed_mentions=_mentions(body),
                        wait=True,
                    )
                await self._take_note(post, message.id)
                return
        except (discord.HTTPException, *NETWORK) as error:
            LOG.warning("follow-up %d is lost: %r", post.id, error)
        await self._delivery.note_lost(post)

    async def _room(self, post: PostRow) -> discord.PartialMessageable | discord.DMChannel:
        """Where a post goes; the conversation with a person is opened for it."""
        if post.via is Via.DIRECT:
            return await self._client.create_dm(discord.Object(post.channel))
        return self._client.get_partial_messageable(post.channel)

    async def _send(self, post: PostRow, draw: Draw) -> int:
        """Post to the channel; in the plain layout when Discord refuses the rich one."""
        body = StoredPost.load(post.body)
        shown = await draw(body, self._state_for(post))
        channel = await self._room(post)
        try:
            message = await channel.send(
                view=_layout(body, shown),
                files=[picture.file() for picture in shown.pictures],
                nonce=self.nonce(post.id),
                allowed_mentions=_mentions(body),
            )
        except discord.HTTPException as error:
            if error.status != 400:
                raise
            LOG.error("Discord refused the layout of post %d: %s", post.id, error)  # noqa: TRY400
            sheet = ClassicMessage(shown.beside(body.told), body.rows, _bound(body), shown.pictures)
            message = await channel.send(
                sheet.content(),
                view=sheet.view() or discord.utils.MISSING,
                files=sheet.files(),
                nonce=self.nonce(post.id),
                allowed_mentions=_mentions(body),
            )
        return message.id

    def nonce(self, post: int) -> str:
        """The nonce of a post's row: the same on every attempt, of this database alone."""
        nonce = f"{self._instance}-{post}"
        assert len(nonce) <= NONCE_LIMIT, "a nonce has at most 25 characters"
        return nonce

    async def _go_another_way(self, post: PostRow) -> None:
        by_press = self._press_for(post) is not None
        await self._delivery.go_another_way(post, by_press=by_press)

    async def _take_note(self, post: PostRow, message: int | None) -> None:
        """Note that Discord has taken a post; its press has carried it."""
        await self._store.write(lambda tx: post_taken(tx, post, message))
        self._live.pop(post.id, None)


def _layout(body: StoredPost, shown: RenderedPictures) -> LayoutView:
    return layout(shown.beside(body.told), body.rows, _bound(body), shown.pictures)


def _bound(body: StoredPost) -> Binding:
    return Binding(body.game, body.revision)


def _mentions(body: StoredPost) -> discord.AllowedMentions:
    users = [discord.Object(person) for person in body.ping]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)
