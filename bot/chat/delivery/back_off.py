"""The one back-off of the outbox: when Discord is asked again, after it did not take something."""

from dataclasses import dataclass
from typing import Final

from bot.chat.delivery.failures import Failure, FailureKind
from bot.model.clock import Clock
from bot.model.rows import PostRow, Via
from bot.services.calls.delivery import SLOWEST_RETRY

FIRST_REST: Final = 5.0
"""Seconds that everything rests at first; each time twice as long, up to `SLOWEST_RETRY`."""
SEVERAL: Final = 3
"""So many places that fail, and none between them that does not: it is not their fault."""

Scope = int | Via | None
"""What rests: a place, one way to all places, or everything."""


@dataclass(frozen=True, slots=True)
class _Rest:
    since: float
    until: float

    def left(self, now: float) -> float:
        """The seconds that are left at a time; none once the machine's clock was put back."""
        return max(0.0, self.until - now) if now >= self.since else 0.0


class BackOff:
    """What rests, and for how long. A post that comes through ends the rests on its way."""

    def __init__(self, clock: Clock) -> None:
        """Let nothing rest so far."""
        self._clock = clock
        self._rests: dict[Scope, _Rest] = {}
        self._failing: set[int] = set()
        """The places that have failed since anything came through."""

    @property
    def is_probing(self) -> bool:
        """Whether nothing came through of late: then one post at a time tries whether it does."""
        return None in self._rests

    def rest(self) -> float:
        """The seconds for which everything rests."""
        rest = self._rests.get(None)
        return 0.0 if rest is None else rest.left(self._clock.elapsed())

    def wait(self, post: PostRow) -> float:
        """The seconds until Discord may be asked to take a post."""
        return max(map(self.rest_of, _scopes(post)))

    def rest_of(self, scope: Scope) -> float:
        """The seconds for which this rests, whatever else does."""
        rest = self._rests.get(scope)
        return 0.0 if rest is None else rest.left(self._clock.elapsed())

    def note_answer(self, post: PostRow) -> None:
        """Note that Discord has decided about a post, whatever it decided."""
        self._failing.clear()
        for scope in _scopes(post):
            self._rests.pop(scope, None)

    def note_failure(self, post: PostRow, failure: Failure) -> bool:
        """Let rest what a failure reaches; returns whether that is more than the post's place."""
        scope = self._reach(post, failure)
        if scope != post.channel:
            self._rest_longer(scope, failure.pause)
        elif failure.pause:
            self._rests[scope] = self._rest_for(failure.pause)
        return scope != post.channel

    def _reach(self, post: PostRow, failure: Failure) -> Scope:
        match failure.kind:
            case FailureKind.EVERYTHING:
                return None
            case FailureKind.WAY:
                return Via.DIRECT if post.via is Via.DIRECT else None
            case _:
                self._failing.add(post.channel)
                return None if len(self._failing) >= SEVERAL else post.channel

    def _rest_longer(self, scope: Scope, pause: float) -> None:
        """Rest twice as long as before; what was on its way when the rest began adds nothing."""
        now, before = self._clock.elapsed(), self._rests.get(scope)
        left = 0.0 if before is None else before.left(now)
        if left <= 0:
            longer = FIRST_REST if before is None else 2 * (before.until - before.since)
            pause = max(pause, min(SLOWEST_RETRY, longer))
        if pause > left:
            self._rests[scope] = self._rest_for(pause)

    def _rest_for(self, seconds: float) -> _Rest:
        now = self._clock.elapsed()
        return _Rest(now, now + seconds)


def _scopes(post: PostRow) -> tuple[Scope, ...]:
    return None, post.via, post.channel
