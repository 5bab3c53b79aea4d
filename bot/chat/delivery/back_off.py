"""The pace of the outbox: few posts at once, and rests after those that Discord did not take.

Several places that fail in a row suggest an outage: then all rest together. A place that
failed while others came through is odd: it rests alone, and says nothing about others.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from bot.chat.delivery.failures import Failure, FailureKind
from bot.model import rows
from bot.model.clock import Clock
from bot.services.calls.delivery import SLOWEST_POST_RETRY

FIRST_REST: Final = 5.0
"""Seconds that everything rests at first; each time twice as long, up to `SLOWEST_POST_RETRY`."""
_SEVERAL: Final = 3
"""So many places that fail, and none between them that does not: it is not their fault."""
LONGEST_OUTAGE: Final = 6 * 3600.0
"""Seconds after which it is their fault all the same."""
SENDING_AT_ONCE: Final = 8
"""Requests at once: more would be more in a second than Discord takes."""
_IN_DOUBT_AT_ONCE: Final = 4
"""Requests at once for channels whose last post failed, so that these hold up no others."""
LONGEST_HOLD: Final = 5.0
"""Seconds that a request keeps one of these places: after them it waits for Discord, as a rule."""

Scope = int | rows.Via | None
"""The reach of a rest: a place, one way to all places, or everything."""


@dataclass(frozen=True, slots=True)
class _Rest:
    since: float
    until: float
    is_certain: bool = True
    """True where Discord itself named this reach; else several failures suggest it."""

    def left(self, now: float) -> float:
        """The seconds that are left at a time; none once the machine's clock was put back."""
        return max(0.0, self.until - now) if now >= self.since else 0.0


class BackOff:
    """Knows the rests and their ends. A post that comes through ends the rests on its way."""

    def __init__(self, clock: Clock) -> None:
        """Let nothing rest so far."""
        self._clock = clock
        self._rests: dict[Scope, _Rest] = {}
        self._failing: dict[int, float] = {}
        """The places that have failed since anything came through, and when they first did."""
        self._odd: set[int] = set()
        """Those that failed while others came through, until they take something."""

    def is_probe(self, post: rows.PostRow) -> bool:
        """Say whether a post tests if Discord takes posts again; only one does so at a time."""
        rest = self._rests.get(None)
        return rest is not None and (rest.is_certain or post.channel in self._failing)

    def is_doubtful(self, place: int) -> bool:
        """Say whether the last post to a place failed."""
        return place in self._failing or place in self._odd

    def wait(self, post: rows.PostRow) -> float:
        """The seconds until Discord may be asked to take a post."""
        everything = self.rest_of(None) if self.is_probe(post) else 0.0
        return max(everything, self.rest_of(post.via), self.rest_of(post.channel))

    def rest_of(self, scope: Scope) -> float:
        """The seconds for which this rests, None for everything, whatever else does."""
        rest = self._rests.get(scope)
        return 0.0 if rest is None else rest.left(self._clock.elapsed())

    def note_answer(self, post: rows.PostRow) -> None:
        """Note that Discord has decided about a post, whatever it decided."""
        self._odd |= self._failing.keys()
        self._odd.discard(post.channel)
        self._failing.clear()
        for scope in (None, post.via, post.channel):
            self._rests.pop(scope, None)

    def note_failure(self, post: rows.PostRow, failure: Failure) -> bool:
        """Let rest what a failure reaches; returns whether that is more than the post's place."""
        scope = self._reach(post, failure)
        if scope != post.channel:
            self._rest_longer(scope, failure)
        elif failure.pause:
            self._rest_for(scope, failure.pause)
        return scope != post.channel

    def _reach(self, post: rows.PostRow, failure: Failure) -> Scope:
        match failure.kind:
            case FailureKind.EVERYTHING:
                return None
            case FailureKind.WAY:
                return rows.Via.DIRECT if post.via is rows.Via.DIRECT else None
            case _ if post.channel in self._odd:
                return post.channel
            case _:
                return self._reach_of_place(post.channel)

    def _reach_of_place(self, place: int) -> Scope:
        now = self._clock.elapsed()
        self._failing.setdefault(place, now)
        if now - min(self._failing.values()) > LONGEST_OUTAGE:
            self._odd |= self._failing.keys()
            self._failing.clear()
        return None if len(self._failing) >= _SEVERAL else place

    def _rest_longer(self, scope: Scope, failure: Failure) -> None:
        """Rest twice as long as before; what was on its way when the rest began adds nothing."""
        now, before, pause = self._clock.elapsed(), self._rests.get(scope), failure.pause
        left = 0.0 if before is None else before.left(now)
        if left <= 0:
            longer = FIRST_REST if before is None else 2 * (before.until - before.since)
            pause = max(pause, min(SLOWEST_POST_RETRY, longer))
        if pause > left:
            self._rest_for(scope, pause, is_certain=failure.kind is not FailureKind.POST)

    def _rest_for(self, scope: Scope, seconds: float, *, is_certain: bool = True) -> None:
        now = self._clock.elapsed()
        self._rests[scope] = _Rest(now, now + seconds, is_certain)


class SendingPlaces:
    """The places for requests on their way, some of them for channels that fail."""

    def __init__(self, clock: Clock, back_off: BackOff) -> None:
        """Let `back_off` tell which channels fail."""
        self._clock = clock
        self._back_off = back_off
        self._sound = asyncio.Semaphore(SENDING_AT_ONCE)
        self._in_doubt = asyncio.Semaphore(_IN_DOUBT_AT_ONCE)

    @asynccontextmanager
    async def one(self, post: rows.PostRow) -> AsyncIterator[bool]:
        """Wait for a place, given back early where the request takes long; False if all rests now.

        Nothing else is done meanwhile: pictures are drawn before, and notes are made after.
        """
        in_doubt = self._back_off.is_doubtful(post.channel)
        gate = self._in_doubt if in_doubt else self._sound
        await gate.acquire()
        done = asyncio.Event()
        holding = asyncio.create_task(self._hold(gate, done))
        try:
            yield self._back_off.wait(post) <= 0
        finally:
            done.set()
            await holding

    async def _hold(self, gate: asyncio.Semaphore, done: asyncio.Event) -> None:
        try:
            await self._clock.wait(done, LONGEST_HOLD)
        finally:
            gate.release()
