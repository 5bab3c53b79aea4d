"""The tags of the posts that games have in a forum: how far each game is, told by and by.

No game waits for them. What each post should say follows from the database alone, so that a press
that is missed, or a stop of the bot, costs nothing but time.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import discord

from bot.chat.delivery.failures import FAILED, FailureKind, failure_of
from bot.model import rows
from bot.model.clock import Clock
from bot.runtime.jobs import Wakeup
from bot.services.calls.delivery import RESTS_AT_MOST, SLOWEST_POST_RETRY
from bot.store.store import Store
from bot.words import Catalog, catalog, languages

_LOGGER = logging.getLogger(__name__)

_MOST_TAGS: Final = 20
"""Tags that a forum can have (Discord, resources/channel)."""
_MOST_APPLIED: Final = 5
"""Tags that a post can bear."""
LOOK_AGAIN: Final = 60.0
"""Seconds after which the posts of games that are not over are looked at without a press there."""
_FIRST_PAUSE: Final = 5.0
"""Seconds that a post waits after a failure; each time twice as long, to `SLOWEST_POST_RETRY`."""
_LONGEST: Final = 30.0
"""Seconds after which an attempt fails: all others wait for it."""
_ATTEMPTS: Final = 8
"""After so many failures, some six minutes, a post is tried each hour."""
_LAST_ATTEMPT: Final = _ATTEMPTS + 24
"""After these, a day in all, the tag stays as it is."""
_FINAL: Final = (FailureKind.DELETED, FailureKind.MISTAKE)


@dataclass(frozen=True, slots=True)
class _Failed:
    """The failures in a row of the tag of a post, and the end of its wait (`Clock.elapsed`)."""

    times: int
    until: float


@cache
def _stages_by_name() -> Mapping[str, rows.GameStage]:
    """The meaning of a tag's name, in any language."""
    return {
        tag_name(stage, catalog(language)).casefold(): stage
        for language in languages()
        for stage in rows.GameStage
    }


def tag_name(stage: rows.GameStage, words: Catalog) -> str:
    """The name of the tag of a stage."""
    return words.say(f"forum.tag.{stage}")


def usable_tags(forum: discord.ForumChannel) -> dict[rows.GameStage, discord.ForumTag]:
    """The tags of a forum, by name, that the bot may use: some are for moderators only."""
    moderates = forum.permissions_for(forum.guild.me).manage_threads
    usable: dict[rows.GameStage, discord.ForumTag] = {}
    for tag in forum.available_tags:
        stage = _stages_by_name().get(tag.name.casefold())
        if stage is not None and (moderates or not tag.moderated):
            usable.setdefault(stage, tag)
    return usable


def tags_to_apply(
    forum: discord.ForumChannel, stage: rows.GameStage, applied: Iterable[discord.ForumTag] = ()
) -> list[discord.ForumTag]:
    """The tag of a stage, if the forum has it, and the `applied` ones that tell of no stage."""
    tag = usable_tags(forum).get(stage)
    others = [other for other in applied if other.name.casefold() not in _stages_by_name()]
    return others if tag is None else [tag, *others][:_MOST_APPLIED]


async def make_tags(forum: discord.ForumChannel, words: Catalog) -> tuple[str, ...]:
    """Give a forum the tags that it lacks, if the bot may; returns what is missing.

    That takes Manage Channels there (Discord, resources/channel: Modify Channel).
    """
    usable = usable_tags(forum)
    lacked = [stage for stage in rows.GameStage if stage not in usable]
    names = [tag_name(stage, words) for stage in lacked]
    taken = {tag.name.casefold() for tag in forum.available_tags}
    room = len(forum.available_tags) + len(names) <= _MOST_TAGS
    may = forum.permissions_for(forum.guild.me).manage_channels
    if names and room and may and taken.isdisjoint(name.casefold() for name in names):
        new = [discord.ForumTag(name=name) for name in names]
        try:
            await forum.edit(available_tags=[*forum.available_tags, *new])
        except FAILED as error:
            _LOGGER.warning("creating tags in forum %d failed: %r", forum.id, error)
        else:
            return ()
    return tuple(names)


class ForumTags:
    """Brings the tags of posts up to date, one post after the other."""

    def __init__(
        self, store: Store, client: discord.Client, clock: Clock, rest: Callable[[], float]
    ) -> None:
        """Keep to the posts in `store`, and to the seconds for which the outbox is to `rest`."""
        self._store = store
        self._client = client
        self._clock = clock
        self._rest = rest
        self._wakeup = Wakeup(clock)
        self._posts: set[int] = set()
        self._to_do: set[int] = set()
        self._failed: dict[int, _Failed] = {}
        self._paused = 0.0
        """Until when no tag is tried (`Clock.elapsed`), whatever people press."""

    async def prepare(self) -> None:
        """Learn which threads are posts of the bot."""
        self._posts = set(await self._store.read(lambda tx: tx.forum_posts.threads()))

    async def opened(self, thread: discord.Thread, told: rows.GameStage) -> None:
        """Note a post that was opened with the tag of a stage."""
        ids = thread.id, thread.guild.id, thread.parent_id
        await self._store.note(self._clock, lambda tx: tx.forum_posts.put(*ids, told))
        self._posts.add(thread.id)

    def look(self, channel: int | None) -> None:
        """Look soon whether the tag of a post still tells the truth, if the channel is one."""
        if channel in self._posts:
            self._to_do.add(channel)
            self._wakeup.kick()

    async def run(self) -> None:
        """Bring tags up to date until cancelled."""
        while True:
            await self._wakeup.rest(await self._round())

    def kick(self) -> None:
        """Look at all posts now: the channels are known."""
        self._wakeup.kick()

    async def _round(self) -> float | None:
        """Look at every post that may have changed; returns the seconds until the next round."""
        if not self._client.is_ready():
            return None  # `kick` comes once the channels are known
        left = min(SLOWEST_POST_RETRY, self._paused - self._clock.elapsed())
        if (pause := max(self._rest(), left)) > 0:
            return pause
        if not self._to_do:
            untold = await self._store.read(lambda tx: tx.forum_posts.untold())
            self._to_do.update(post.thread for post in untold)
        now = self._clock.elapsed()
        self._to_do.update(post for post, failed in self._failed.items() if failed.until <= now)
        while self._to_do:
            thread = self._to_do.pop()
            failed = self._failed.get(thread)
            if failed is not None and failed.until > self._clock.elapsed():
                continue
            if pause := await self._settle(thread):
                self._paused = self._clock.elapsed() + pause
                return pause
        waits = (failed.until - self._clock.elapsed() for failed in self._failed.values())
        return max(0.0, min((LOOK_AGAIN, *waits)))

    async def _settle(self, thread: int) -> float:
        """Let the tag of a post tell the truth; returns the seconds for which all are to wait."""
        post = await self._store.read(lambda tx: tx.forum_posts.get(thread))
        if post is None or post.told is post.stage:
            self._failed.pop(thread, None)
            return 0.0
        try:
            async with asyncio.timeout(_LONGEST):
                await self._tag(post)
        except FAILED as error:
            failure = failure_of(error, rows.Via.CHANNEL)
            failed = self._failed.get(thread)
            times = 1 if failed is None else failed.times + 1
            if failure.kind not in _FINAL and times < _LAST_ATTEMPT:
                _LOGGER.warning("tagging post %d failed, retrying: %r", thread, error)
                doubled = min(SLOWEST_POST_RETRY, _FIRST_PAUSE * 2.0 ** (times - 1))
                pause = max(failure.pause, doubled if times < _ATTEMPTS else RESTS_AT_MOST)
                self._failed[thread] = _Failed(times, self._clock.elapsed() + pause)
                concerns_all = failure.kind in {FailureKind.WAY, FailureKind.EVERYTHING}
                return pause if concerns_all else 0.0
            _LOGGER.warning("tagging post %d failed: %s", thread, error)
        except Exception:
            _LOGGER.exception("tagging post %d failed, so its tag stays as it is", thread)
        self._failed.pop(thread, None)
        await self._store.write(lambda tx: tx.forum_posts.tell(thread, post.stage))
        return 0.0

    async def _tag(self, post: rows.ForumPostRow) -> None:
        """Apply the tag of its stage, where the forum has it.

        Who opened a post may change its tags if they may open one (reported: docs issue 5706).
        """
        forum = self._client.get_channel(post.forum)
        if forum is None:  # another process hears of its server
            forum = await self._client.fetch_channel(post.forum)
        if not isinstance(forum, discord.ForumChannel):
            return
        room = forum.guild.get_thread(post.thread) or await self._client.fetch_channel(post.thread)
        if not isinstance(room, discord.Thread):
            return
        tags = tags_to_apply(forum, post.stage, room.applied_tags)
        if tags != room.applied_tags and (tags or not forum.flags.require_tag):
            await room.edit(applied_tags=tags)
