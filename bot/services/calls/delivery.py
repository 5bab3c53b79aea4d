"""The fate of posts on their way to Discord, which itself is not known here."""

import logging
from dataclasses import dataclass
from typing import Final

from bot.model.clock import Clock
from bot.model.rows import DoorRow, PostRow, Via
from bot.runtime.housekeeping import KEPT
from bot.services.calls.channels import ChannelService
from bot.services.calls.notices import direct_refused, post_lost, post_taken
from bot.store.store import Store, Transaction

_LOGGER = logging.getLogger(__name__)

SLOWEST_POST_RETRY: Final = 120.0
_FIRST_RETRY: Final = 0.5
"""Seconds until a post that failed is tried again; each time twice as long as before."""
NONCES_LIVE: Final = 4 * 60.0
"""Seconds for which Discord surely knows a nonce: the past few minutes (resources/message)."""
RESTS_AT_MOST: Final = 3600.0
"""Seconds after which a lost place is tried again, unless Discord tells when it is open."""
RICH_ATTEMPTS: Final = 180
"""After so many failures of its own, some six hours of them, a post is tried in the plain layout
once: Discord may fail at what the rich one shows. Then it is lost, and `/bonfire board` has it."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Decides what becomes of posts in `store`, by the time of a clock.

    What Discord has answered is noted again and again until the database takes it.
    """

    store: Store
    clock: Clock
    channels: ChannelService

    async def begin(self) -> str:
        """Catch up with the last run, and return the name of this database for nonces.

        Discord may have taken what waits. Follow-ups of presses that are gone go by themselves
        where the bot may post, and are lost elsewhere.
        """
        now = self.clock.now()

        async def work(tx: Transaction) -> str:
            await tx.doors.forget(now)
            await tx.posts.doubt_waiting(NONCES_LIVE)
            lost = await tx.posts.lose_followups()
            if lost:
                _LOGGER.warning("%d follow-ups were lost when the bot stopped", lost)
            return await tx.meta.instance()

        return await self.store.write(work)

    async def doors(self) -> tuple[DoorRow, ...]:
        """The presses of the last run that can still carry follow-ups."""
        return await self.store.read(lambda tx: tx.doors.all())

    async def take_up(self, door: DoorRow, *, is_stored: bool) -> bool:
        """Queue what a channel has lost of late for its newest door; returns whether that is kept.

        Nothing is written where nothing was lost and a door that is as good `is_stored` already.
        """
        since = self.clock.now() - KEPT
        if is_stored and not await self.store.read(
            lambda tx: tx.posts.has_lost(door.channel, since)
        ):
            return False

        async def work(tx: Transaction) -> None:
            await tx.doors.put(door)
            await tx.posts.take_up(door.channel, since)

        await self.store.write(work)
        return True

    async def close_door(self, door: DoorRow) -> None:
        """Forget a press that can carry nothing any more."""
        await self.store.write(lambda tx: tx.doors.drop(door))

    async def repost(self, game: int, via: Via) -> tuple[int, ...]:
        """Queue the lost posts of a game once more, to go this way; returns which.

        Only the newest one counts: it shows the present table.
        """

        async def work(tx: Transaction) -> tuple[int, ...]:
            lost = await tx.posts.lost(game)
            for post in lost[:-1]:
                await tx.posts.mark_sent(post, None)
            for post in lost[-1:]:
                if via is Via.CHANNEL:
                    await tx.channels.revive(post.channel)
                await tx.posts.requeue(post.id, via)
            return tuple(post.id for post in lost[-1:])

        return await self.store.write(work)

    async def place(self, channel: int) -> tuple[int | None, bool]:
        """The server of a channel, None for none, and whether it counts as lost."""

        async def look(tx: Transaction) -> tuple[int | None, bool]:
            return await tx.channels.guild_of(channel), await tx.channels.is_dead(channel)

        return await self.store.read(look)

    async def note_refused(self, post: PostRow, due: float) -> None:
        """Note that a person or channel refuses a post, and ask again then (Unix time)."""
        now = self.clock.now()
        _LOGGER.info("post %d failed: its place is asked again in %.0f s", post.id, due - now)
        await self.store.note(self.clock, lambda tx: tx.posts.refuse(post.id, now, due))

    async def note_closed(self, post: PostRow) -> None:
        """Note that a person takes no direct messages."""
        await self.store.note(self.clock, lambda tx: direct_refused(tx, post))

    async def go_another_way(
        self, post: PostRow, *, by_press: bool, again: float | None = None
    ) -> None:
        """Queue a post that its channel does not take for a press; without one it is lost.

        It rests where the channel is tried `again` (Unix time).
        """
        if by_press:
            await self.store.note(self.clock, lambda tx: tx.posts.requeue(post.id, Via.FOLLOWUP))
        else:
            await self.store.note(self.clock, lambda tx: post_lost(tx, post, again))

    async def note_doubt(self, post: PostRow, since: float) -> None:
        """Note that Discord may have taken a post since a time, though it did not say so.

        A follow-up has no nonce, so it is as if that had died by now.
        """
        known = NONCES_LIVE if post.via is Via.FOLLOWUP else 0.0
        await self.store.note(self.clock, lambda tx: tx.posts.doubt(post.id, since - known))

    async def note_not_carried(self, post: PostRow) -> None:
        """Note that a press could not carry a post: it goes by itself where the bot may post.

        It rests where the place is tried again.
        """
        now = self.clock.now()

        async def work(tx: Transaction) -> None:
            if await tx.channels.is_closed(post.channel):
                await post_lost(tx, post)
                return
            await tx.posts.requeue(post.id, Via.CHANNEL)
            if await tx.channels.is_tried(post.channel):
                await tx.posts.refuse(post.id, now, now + RESTS_AT_MOST)

        await self.store.note(self.clock, work)

    async def note_taken(self, post: PostRow, message: int | None) -> None:
        """Note that Discord has taken a post, as this message if that is known.

        Where its channel had counted as lost, its game goes on there.
        """

        async def work(tx: Transaction) -> bool:
            await post_taken(tx, post, message)
            return post.via is Via.CHANNEL and await tx.channels.is_tried(post.channel)

        if await self.store.note(self.clock, work):
            await self.channels.regained(post.channel)

    async def note_revised(self, post: PostRow) -> None:
        """Note that a message says what it should, or cannot be changed any more."""
        await self.store.note(self.clock, lambda tx: tx.posts.mark_revised(post))

    async def retry_later(self, post: PostRow, error: Exception, *, shared: bool) -> None:
        """Try a post again after a while, each time a longer one, but not for ever.

        What other posts do not come through either is `shared`, and no fault of this one.
        """
        if post.attempts >= RICH_ATTEMPTS and not shared:
            _LOGGER.error(
                "post %d failed %d times and is lost: %r", post.id, post.attempts + 1, error
            )
            await self.go_another_way(post, by_press=False)
            return
        pause = min(SLOWEST_POST_RETRY, _FIRST_RETRY * 2.0**post.attempts)
        _LOGGER.warning("post %d failed, retrying in %.1f s: %r", post.id, pause, error)
        due = self.clock.now() + pause
        await self.store.note(
            self.clock, lambda tx: tx.posts.retry(post.id, due, counted=not shared)
        )
