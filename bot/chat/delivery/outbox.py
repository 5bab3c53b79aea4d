"""The outbox: what must be posted stays in the database until Discord has taken it.

Each post, direct message and edit is a row of `posts`. It waits, maybe taken since it was `tried`,
or at rest until it is `due`; it was taken; or it is lost until a press or an open place takes it
up.

A post arrives once: it carries a nonce made of its row, and after the life of nonces the bot looks
for it before it posts it again. That cannot be promised where the bot may not read what was posted,
or where hundreds of its own and others' messages came between. A follow-up has no nonce: it is
tried once, and where Discord may have taken it, a later press looks for it, or shows it again and
calls nobody.

`failures.py` tells what follows from a failure, `evidence.py` whether a refusal is to be believed,
and `back_off.py` when the bot asks again.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from bot.chat.delivery.back_off import BackOff, SendingPlaces
from bot.chat.delivery.evidence import Evidence, judged
from bot.chat.delivery.failures import (
    FAILED,
    Failure,
    FailureKind,
    counted_failure,
    is_in_doubt,
)
from bot.chat.delivery.newest import NewestPosts
from bot.chat.delivery.permissions import DEAD, FOLLOWUPS_LIVE, Doors, Live, open_above
from bot.chat.delivery.sending import PostSender
from bot.chat.delivery.writing import DrawnPost, PostWriter
from bot.model.clock import Clock
from bot.model.database_errors import LostLeadError
from bot.model.rows import DoorRow, PostRow, Via
from bot.model.telemetry import ENVIRONMENT, begin_work
from bot.runtime.jobs import Wakeup
from bot.services.calls.delivery import (
    RESTS_AT_MOST,
    RICH_ATTEMPTS,
    SLOWEST_POST_RETRY,
    Delivery,
)
from bot.services.games.saving import QueuedPosts
from bot.store.store import Transaction

_LOGGER = logging.getLogger(__name__)

EDIT_ATTEMPTS: Final = 3
"""The most refusals after which an edit is given up, where these are known to last."""
_LIMITED: Final = 429
"""The HTTP status of a limit; the library waits by itself where that takes seconds alone."""
_MAY_COME_THROUGH: Final = frozenset({FailureKind.POST, FailureKind.WAY, FailureKind.EVERYTHING})
UNCLAIMED: Final = 60.0
"""Seconds that a follow-up waits for its press to be answered."""


class Outbox:
    """Delivers the waiting posts of every channel in order."""

    def __init__(
        self,
        delivery: Delivery,
        client: discord.Client,
        clock: Clock,
        writer: PostWriter,
        newest: NewestPosts,
    ) -> None:
        """Post by `client` what `delivery` decides about, and try again by `clock`.

        What posts look like is up to the `writer`; older ones lose buttons by `newest`.
        """
        self.elsewhere: Callable[[], object] = lambda: None
        """Tells the worker that posts, while this one does not."""
        self.sender = PostSender(client, clock, writer)
        self.symbols = writer.symbols
        self.mentions = writer.mentions
        self._store = delivery.store
        self._delivery = delivery
        self._client = client
        self._live: dict[int, Live] = {}
        self._doors = Doors(self._delivery, clock)
        self._clock = clock
        self._wakeup = Wakeup(clock)
        self._back_off = BackOff(clock)
        self._places = SendingPlaces(clock, self._back_off)
        self._probe = 0
        """The channel of the last post that tried whether anything comes through again."""
        self._newest = newest
        self._sending: dict[int, asyncio.Task[None]] = {}
        """The posts on their way, one to a channel."""
        self.queue_size = 0
        """The number of posts that waited when the outbox last looked."""
        self.sent = 0
        """The number of posts that Discord has taken since the start."""

    async def prepare(self) -> None:
        """Catch up with the last run: follow-ups of presses that are gone are lost."""
        self.sender.instance = await self._delivery.begin()
        await self._doors.load()

    def attach(self, posts: QueuedPosts, interaction: discord.Interaction | None = None) -> None:
        """Deliver these posts, with the game in their pictures as it stood when they were made.

        A press, answered by now, carries them where the bot may not post itself.
        """
        self._forget_old_presses()  # also while another worker posts
        door = None if interaction is None else self._doors.of_press(interaction)
        for post in posts.ids:
            self._live[post] = Live(door, self._clock.elapsed(), posts.state)
        self.kick()

    async def open_door(self, interaction: discord.Interaction) -> None:
        """Let a press, answered by now, carry what its channel did not take from the bot.

        What was lost there goes out now; what the bot tells by itself follows as long as it can.
        """
        await self._doors.open(interaction)
        self.kick()

    def kick(self) -> None:
        """Look at the waiting posts now."""
        self._wakeup.kick()
        self.elsewhere()

    def rest(self) -> float:
        """The seconds for which nothing of the bot is to be sent."""
        return self._back_off.rest_of(None)

    async def repost(self, game: int, via: Via, interaction: discord.Interaction) -> None:
        """Send the newest lost post of a game, which shows its table, by the way of this press."""
        posts = await self._delivery.repost(game, via)
        self.attach(QueuedPosts(posts), interaction)

    async def run(self) -> None:
        """Deliver posts until cancelled."""
        while True:
            await self._wakeup.rest(await self._round())

    async def drain(self, grace: float) -> None:
        """Give the posts that are being sent `grace` seconds; others wait for the next start."""
        tasks = (*self._sending.values(), *self._newest.tasks)
        if tasks:
            await asyncio.wait(tasks, timeout=grace)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _round(self) -> float | None:
        """Start every post that is due; returns the seconds until the next one is."""
        if self._client.application_id is None or self._client.is_closed():
            return None  # who logs in will kick; who has logged out leaves all to the next start
        self._forget_old_presses()
        busy = frozenset(self._sending)  # now: what is read next may be sent by the time it is here
        rest = self._back_off.rest_of(Via.DIRECT)
        # So many direct messages may wait that nothing else would be looked at.
        look = partial(_look, but=Via.DIRECT if rest else None)
        heads, self.queue_size = await self._store.read(look)
        await self._doors.learn(wanted=any(map(self._unclaimed, heads)))
        now = self._clock.now()
        later = [rest] if rest else []
        for post in heads:
            if post.channel in busy:
                continue
            is_probe = self._back_off.is_probe(post)
            if is_probe and self._probe in self._sending:
                continue  # the next round comes when that post is done
            wait = max(self._wait(post, now), self._back_off.wait(post))
            if wait > 0:
                later.append(wait)
                continue
            self._sending[post.channel] = asyncio.create_task(self._deliver(post))
            if is_probe:
                self._probe = post.channel
        if all(map(self._back_off.is_doubtful, self._sending)) and not self.rest():
            self._newest.start(self.kick)
        return min(later, default=None)

    def _wait(self, post: PostRow, now: float) -> float:
        """The seconds until a post can be tried, or given up.

        One that is due later than any retry is due now: the machine's clock was put back.
        """
        wait = post.due - now
        longest = SLOWEST_POST_RETRY if post.refused is None else RESTS_AT_MOST
        return (wait if wait <= longest else 0.0) + self._unclaimed(post)

    def _unclaimed(self, post: PostRow) -> float:
        """The seconds that a post waits for a press that carries it, where none is known."""
        return UNCLAIMED if post.via is Via.FOLLOWUP and self._door_for(post) is None else 0.0

    def _forget_old_presses(self) -> None:
        oldest = self._clock.elapsed() - FOLLOWUPS_LIVE
        self._live = {post: live for post, live in self._live.items() if live.since > oldest}
        self._doors.forget_old()

    def _door_for(self, post: PostRow) -> DoorRow | None:
        """The press that can carry a post: its own, or the last one in its channel."""
        live = self._live.get(post.id)
        if live is not None and live.door is not None and self._doors.is_open(live.door):
            return live.door
        return self._doors.into(post.channel)

    async def _deliver(self, post: PostRow) -> None:
        begin_work(post=post.id, game=post.game, channel=post.channel)
        try:
            await self._try(post)
        except Exception as error:
            if self._client.is_closed() or isinstance(error, LostLeadError):
                return  # the next start sends it, or the process that leads now
            if not ENVIRONMENT.explains(error):
                _LOGGER.exception("post %d failed for a reason of our own, retrying", post.id)
            await self._delivery.retry_later(post, error, shared=False)
        finally:
            del self._sending[post.channel]
            self.kick()

    async def _try(self, post: PostRow) -> None:
        place = post.channel
        match post.via:
            case Via.FOLLOWUP:
                await self._follow_up(post)
            case Via.CHANNEL if post.message is not None:
                await self._edit(post, post.message)
            case Via.CHANNEL if await self._store.read(lambda tx: tx.channels.is_closed(place)):
                await self._go_another_way(post)
            case _:
                await self._post(post)

    async def _post(self, post: PostRow) -> None:
        drawn, since = await self._drawn(post), self._clock.now()
        try:
            async with self._places.one(post) as is_time:
                if not is_time:
                    return
                sent = await self.sender.send(post, drawn)
        except FAILED as error:
            if is_in_doubt(error):
                await self._delivery.note_doubt(post, since)
            await self._not_taken(post, error)
        else:
            self._back_off.note_answer(post)
            await self._take_note(post, sent.id)
            if sent.message is not None and sent.shows is not None and post.via is Via.CHANNEL:
                self._newest.note(post, sent.message, sent.shows)

    async def _drawn(self, post: PostRow) -> DrawnPost:
        """A post with its pictures, of the game as it stood when it was made if that is known."""
        live = self._live.get(post.id)
        return await self.sender.writer.drawn(post, None if live is None else live.state)

    async def _not_taken(self, post: PostRow, error: Exception) -> None:
        """Decide about a post by its failure, one of `FAILED`."""
        failure = counted_failure(error, post.via)
        match failure.kind:
            case FailureKind.DELETED if post.tried is not None:
                self._back_off.note_answer(post)
                await self._take_note(post, None)
            case FailureKind.CLOSED:
                self._back_off.note_answer(post)
                _LOGGER.warning("posting to %s %d failed: %s", post.via, post.channel, error)
                await self._refused(post, getattr(error, "code", 0))
            case _:
                await self._try_later(post, failure, error)

    async def _refused(self, post: PostRow, code: int) -> None:
        """Believe a place that refuses a post, and tell its people, or ask again after a while.

        A press carries what a place refuses that the bot does not know: it may be no member there.
        """
        found = await self._judge(post)
        if not found.is_believed:
            if self._client.get_channel(post.channel) is None and self._door_for(post) is not None:
                await self._go_another_way(post)
            return
        if post.via is Via.DIRECT:
            await self._delivery.note_closed(post)
            return
        room = self._client.get_channel(post.channel)
        above = open_above(room.parent) if isinstance(room, discord.Thread) else None
        await self._delivery.channels.lost((post.channel,), code, above, found.again)
        await self._go_another_way(post, found.again)

    async def _judge(self, post: PostRow) -> Evidence:
        """Judge the refusal of a post; its place is asked again when that is due."""
        guild, is_lost = await self._delivery.place(post.channel)
        found = judged(self._client, post, guild, self._clock.now(), is_lost=is_lost)
        if found.again is not None:
            await self._delivery.note_refused(post, found.again)
        return found

    async def _try_later(self, post: PostRow, failure: Failure, error: Exception) -> None:
        shared = self._back_off.note_failure(post, failure)
        await self._delivery.retry_later(post, error, shared=shared)

    async def _edit(self, post: PostRow, message: int) -> None:
        """Bring a message up to date; one that Discord does not let us change stays as it is."""
        try:
            async with self._places.one(post) as is_time:
                if not is_time:
                    return
                await self.sender.edit(post, message)
        except FAILED as error:
            if not await self._is_final(post, error):
                return
            _LOGGER.warning("edit of message %d failed: %r", message, error)
        else:
            self._back_off.note_answer(post)
        await self._delivery.note_revised(post)

    async def _is_final(self, post: PostRow, error: Exception) -> bool:
        """Say whether an edit has failed for good; else it is tried later.

        That its message is deleted, in a sleeping thread, or old and edited too often, nobody can
        help.
        """
        failure = counted_failure(error, post.via)
        if failure.kind is FailureKind.CLOSED:
            return (await self._judge(post)).is_believed
        limited = isinstance(error, discord.RateLimited) or getattr(error, "status", 0) == _LIMITED
        lasts = limited or failure.kind not in _MAY_COME_THROUGH
        if post.attempts >= (EDIT_ATTEMPTS if lasts else RICH_ATTEMPTS):
            return True
        await self._try_later(post, failure, error)
        return False

    async def _follow_up(self, post: PostRow) -> None:
        """Let a press carry a post, once, and again only if Discord surely does not have it.

        A press that Discord has forgotten carries nothing.
        """
        door = self._door_for(post)
        if door is None:
            await self._delivery.note_not_carried(post)
            return
        drawn = await self._drawn(post)
        try:
            async with self._places.one(post) as is_time:
                if not is_time:
                    return
                sent = await self.sender.carry(post, drawn, door)
        except Exception as error:  # noqa: BLE001 - whatever it is, Discord may have taken it
            await self._not_carried(post, door, error)
        else:
            self._back_off.note_answer(post)
            await self._take_note(post, sent)

    async def _not_carried(self, post: PostRow, door: DoorRow, error: Exception) -> None:
        if self._client.is_closed():
            return  # the next start sends it
        if isinstance(error, discord.HTTPException) and error.code in DEAD:
            await self._close(post, door)
            if self._door_for(post) is not None:
                return  # the next round sends it by that one
        else:
            failure = counted_failure(error, post.via)
            if is_in_doubt(error):
                await self._delivery.note_doubt(post, self._clock.now())
            elif failure.kind in _MAY_COME_THROUGH:
                await self._try_later(post, failure, error)
                return
        # Other errors may show the address of the request, and the token in it.
        reason = error if isinstance(error, discord.HTTPException) else type(error).__name__
        _LOGGER.warning("follow-up %d failed: %s", post.id, reason)
        await self._delivery.note_not_carried(post)

    async def _close(self, post: PostRow, door: DoorRow) -> None:
        """Forget a door that is closed, as the post's own and as its channel's."""
        live = self._live.get(post.id)
        if live is not None and live.door == door:
            self._live[post.id] = replace(live, door=None)
        await self._doors.close(door)

    async def _go_another_way(self, post: PostRow, again: float | None = None) -> None:
        by_press = self._door_for(post) is not None
        await self._delivery.go_another_way(post, by_press=by_press, again=again)

    async def _take_note(self, post: PostRow, message: int | None) -> None:
        """Note that Discord has taken a post; its press has carried it."""
        await self._delivery.note_taken(post, message)
        _LOGGER.debug("Discord has taken the post as message %s", message)
        self._live.pop(post.id, None)
        self.sent += 1


async def _look(tx: Transaction, but: Via | None) -> tuple[tuple[PostRow, ...], int]:
    """The next post of each channel, `but` not those of that way; and how many wait in all."""
    waiting = await tx.posts.count_waiting()  # after most presses there is none
    return (await tx.posts.heads(but=but) if waiting else ()), waiting
