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

        Follow-ups of presses that are gone are lost.
        """
        now = self.clock.now()

        async def work(tx: Transaction) -> str:
            await tx.doors.forget(now)
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
        Places where the bot only answers are known from then on: events may open them.
        """
        since = self.clock.now() - KEPT
        await self.channels.prepare()
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

    async def note_refused(self, post: PostRow, code: int, above: int | None = None) -> bool:
        """Note that a person or channel takes no posts, with Discord's error code.

        `above` is the channel of a lost thread, if it takes posts. Returns whether the post may go
        another way.
        """
        if post.via is Via.DIRECT:
            await self.store.note(self.clock, lambda tx: direct_refused(tx, post))
            return False
        await self.channels.lost((post.channel,), code, above)
        return True

    async def go_another_way(self, post: PostRow, *, by_press: bool) -> None:
        """Queue a post that its channel does not take for a press; without one it is lost."""
        if by_press:
            await self.store.note(self.clock, lambda tx: tx.posts.requeue(post.id, Via.FOLLOWUP))
        else:
            await self.note_lost(post)

    async def note_lost(self, post: PostRow) -> None:
        """Note that a post did not reach its channel."""
        await self.store.note(self.clock, lambda tx: post_lost(tx, post))

    async def note_taken(self, post: PostRow, message: int | None) -> None:
        """Note that Discord has taken a post, as this message if that is known."""
        await self.store.note(self.clock, lambda tx: post_taken(tx, post, message))

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
            await self.note_lost(post)
            return
        pause = min(SLOWEST_POST_RETRY, _FIRST_RETRY * 2.0**post.attempts)
        _LOGGER.warning("post %d failed, retrying in %.1f s: %r", post.id, pause, error)
        due = self.clock.now() + pause
        await self.store.note(
            self.clock, lambda tx: tx.posts.retry(post.id, due, counted=not shared)
        )
