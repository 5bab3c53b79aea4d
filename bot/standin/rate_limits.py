"""Rate limits: buckets of routes, the requests of a second, and the ban.

Discord (topics/rate-limits) documents the headers, the global 50 requests a second and the limit
of invalid requests. Only the headers give the sizes of buckets, which change: those here are
as bots report them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from bot.standin.fault_injection import RateLimited, RateLimitScope

_COUNTED_FOR: Final = 600.0
"""Seconds for which an invalid request is held against the bot."""
_INVALID: Final = frozenset({401, 403, 429})
"""The statuses of invalid requests."""
_ANSWERS: Final = ("/interactions/", "/webhooks/")
"""Paths of interactions, to which the global limit does not apply."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """A number of requests in a number of seconds, counted from the first of them."""

    requests: int
    seconds: float


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The limits on the requests of the bot.

    `posts` and `edits` are for each channel (reported), `webhook` for each token of an
    interaction, its follow-ups and edits together (reported of webhooks), `follow_ups` for all
    further messages of interactions in a channel, of which no header tells (reported:
    discord-api-docs issues 3763 and 7243), `everything` for the bot (documented; answers to
    interactions do not count). After `invalid` invalid requests within ten minutes (documented)
    nothing is taken for `banned_for` seconds (guessed).
    """

    posts: Allowance = Allowance(5, 5.0)
    edits: Allowance = Allowance(5, 5.0)
    webhook: Allowance = Allowance(5, 2.0)
    follow_ups: Allowance = Allowance(30, 60.0)
    everything: Allowance = Allowance(50, 1.0)
    invalid: int = 10_000
    banned_for: float = 3600.0

    def of_route(self, method: str, template: str) -> tuple[str, Allowance] | None:
        """The name and size of a route's bucket; None where no header names one."""
        match method, template:
            case "POST", "/channels/{channel_id}/messages":
                return "posts", self.posts
            case "PATCH", "/channels/{channel_id}/messages/{message_id}":
                return "edits", self.edits
            case _ if template.startswith("/webhooks/"):
                return "webhook", self.webhook
        return None


@dataclass(slots=True)
class _Window:
    """The requests of one allowance since the first of them, until it is full again."""

    allowance: Allowance
    until: float
    used: int = 0

    def take(self) -> bool:
        """Use one request; False where none is left."""
        if self.used >= self.allowance.requests:
            return False
        self.used += 1
        return True


@dataclass(frozen=True, slots=True)
class Admission:
    """The verdict on a request, and the headers of its answer about its bucket."""

    refusal: RateLimited | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


class RateLimiter:
    """Counts the requests of the bot by the clock of the stand-in."""

    def __init__(self) -> None:
        self.most_invalid = 0
        """The most invalid requests that were ever counted within ten minutes."""
        self.refused = 0
        """Requests that were refused for a rate limit or during a ban."""
        self._windows: dict[tuple[str, ...], _Window] = {}
        self._invalid: deque[float] = deque()
        self._banned_until = 0.0

    def admit(
        self, limits: RateLimits, method: str, path: str, template: str, now: float
    ) -> Admission:
        """Let a request in, or refuse it: banned (no Via), global, or its bucket is empty."""
        return self._counted(self._judge(limits, method, path, template, now))

    def admit_follow_up(
        self, limits: RateLimits, channel_id: int, admitted: Admission, now: float
    ) -> Admission:
        """Let a further message of an interaction into a channel, or refuse it as shared."""
        window = self._window(("follow-ups", str(channel_id)), limits.follow_ups, now)
        if window.take():
            return admitted
        return self._counted(Admission(RateLimited(window.until - now, RateLimitScope.SHARED)))

    def _counted(self, admission: Admission) -> Admission:
        self.refused += admission.refusal is not None
        return admission

    def _judge(
        self, limits: RateLimits, method: str, path: str, template: str, now: float
    ) -> Admission:
        if now < self._banned_until:
            return Admission(RateLimited(self._banned_until - now, via=False))
        if not path.startswith(_ANSWERS):
            everything = self._window(("everything",), limits.everything, now)
            if not everything.take():
                return Admission(RateLimited(everything.until - now, RateLimitScope.GLOBAL))
        bucket = limits.of_route(method, template)
        if bucket is None:
            return Admission()
        name, allowance = bucket
        window = self._window((name, *_resource(path)), allowance, now)
        taken = window.take()
        refusal = None if taken else RateLimited(window.until - now)
        return Admission(refusal, _told(name, window, now))

    def _window(self, key: tuple[str, ...], allowance: Allowance, now: float) -> _Window:
        window = self._windows.get(key)
        if window is None or now >= window.until:
            self._windows = {k: w for k, w in self._windows.items() if now < w.until}
            window = self._windows[key] = _Window(allowance, now + allowance.seconds)
        return window

    def invalid_requests(self, now: float) -> int:
        """Return the number of invalid requests that count against the bot at this moment."""
        while self._invalid and now - self._invalid[0] >= _COUNTED_FOR:
            self._invalid.popleft()
        return len(self._invalid)

    def count(
        self, limits: RateLimits | None, status: int, scope: RateLimitScope | None, now: float
    ) -> None:
        """Hold an answer against the bot if it is an invalid request, and ban it for too many.

        A 429 of the scope `shared` is not the bot's fault and does not count. Without limits
        requests are counted all the same.
        """
        if status not in _INVALID or scope is RateLimitScope.SHARED:
            return
        self._invalid.append(now)
        counted = self.invalid_requests(now)
        self.most_invalid = max(self.most_invalid, counted)
        if limits is not None and counted >= limits.invalid and now >= self._banned_until:
            self._banned_until = now + limits.banned_for


def _resource(path: str) -> list[str]:
    """The resource of a bucket: `channels` and an id, or `webhooks`, an id and a token."""
    kind, *rest = path.removeprefix("/").split("/")
    return [kind, *rest[: 2 if kind == "webhooks" else 1]]


def _told(name: str, window: _Window, now: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(window.allowance.requests),
        "X-RateLimit-Remaining": str(window.allowance.requests - window.used),
        "X-RateLimit-Reset": f"{window.until:.3f}",
        "X-RateLimit-Reset-After": f"{window.until - now:.3f}",
        "X-RateLimit-Bucket": f"stand-in-{name}",
    }


def refusal_headers(refusal: RateLimited) -> dict[str, str]:
    """The headers of a 429 beside those of its bucket; a ban has no `Via`."""
    headers = {"Retry-After": str(ceil(refusal.retry_after))}
    if not refusal.via:
        return headers
    headers |= {
        "Via": "1.1 stand-in",
        "X-RateLimit-Scope": refusal.scope.value,
        "X-RateLimit-Reset-After": f"{refusal.retry_after:.3f}",
    }
    if refusal.scope is RateLimitScope.GLOBAL:
        headers["X-RateLimit-Global"] = "true"
    return headers
