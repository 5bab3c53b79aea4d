"""Fault injection: the faults that a test plans between the bot and Discord."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum


class Moment(StrEnum):
    """The moment of a fault: before or after a request takes effect."""

    BEFORE = "before"
    """The request has no effect."""
    AFTER = "after"
    """The request took effect; only its answer is lost."""


class RateLimitScope(StrEnum):
    """The owner of the rate limit that was reached (Discord, topics/rate-limits)."""

    USER = "user"
    SHARED = "shared"
    GLOBAL = "global"


@dataclass(frozen=True, slots=True)
class RateLimited:
    """A 429 that asks to wait `retry_after` seconds; `via` False is a ban by Cloudflare.

    `code` is one of Discord's error codes, which some limits have; 0 for the others.
    """

    retry_after: float = 0.05
    scope: RateLimitScope = RateLimitScope.USER
    via: bool = True
    code: int = 0


@dataclass(frozen=True, slots=True)
class ServerError:
    """A 5xx answer."""

    status: int = 503
    moment: Moment = Moment.BEFORE


@dataclass(frozen=True, slots=True)
class Refused:
    """A 4xx answer with one of Discord's error codes, for no reason that the world gives.

    The code 0 stands for a page without JSON, as proxies in front of Discord send it.
    """

    status: int = 403
    code: int = 50001


@dataclass(frozen=True, slots=True)
class Reset:
    """A connection cut in the middle."""

    moment: Moment = Moment.BEFORE


@dataclass(frozen=True, slots=True)
class Delayed:
    """An answer that takes `seconds` of real time longer."""

    seconds: float = 0.1
    moment: Moment = Moment.BEFORE


@dataclass(frozen=True, slots=True)
class Odd:
    """An answer that Discord would never give, to a request that took effect.

    A `body` that is text is sent as a page, any other as JSON.
    """

    body: object
    status: int = 200


InjectedFault = RateLimited | ServerError | Refused | Reset | Delayed | Odd


@dataclass(slots=True)
class _PlannedFault:
    method: str
    path: re.Pattern[str]
    fault: InjectedFault
    skip: int
    times: int


@dataclass(slots=True)
class FaultInjector:
    """The faults that a test has planned, and those that were injected."""

    injected: list[tuple[str, str, InjectedFault]] = field(default_factory=list)
    interactions_to_lose: int = 0
    _planned: list[_PlannedFault] = field(default_factory=list)

    def plan(
        self, method: str, path: str, fault: InjectedFault, *, times: int = 1, skip: int = 0
    ) -> None:
        r"""Inject a fault into `times` matching requests, after `skip` that go well.

        `path` is a regular expression searched in the path behind the API base, for example
        `r"/channels/\d+/messages$"`; `method` is a verb or `*`.
        """
        self._planned.append(_PlannedFault(method, re.compile(path), fault, skip, times))

    def clear(self) -> None:
        """Forget every plan."""
        self._planned.clear()
        self.interactions_to_lose = 0

    def lose_interactions(self, count: int = 1) -> None:
        """Let the next interactions never reach the bot."""
        self.interactions_to_lose += count

    def loses_interaction(self) -> bool:
        """Say whether to lose this interaction (asked once for each)."""
        if self.interactions_to_lose == 0:
            return False
        self.interactions_to_lose -= 1
        return True

    def fault_for(self, method: str, path: str) -> InjectedFault | None:
        """The fault to inject into this request, if any (asked once for each)."""
        for planned in self._planned:
            if planned.method not in ("*", method) or not planned.path.search(path):
                continue
            if planned.skip > 0:
                planned.skip -= 1
                continue
            return self._use(planned, method, path)
        return None

    def _use(self, planned: _PlannedFault, method: str, path: str) -> InjectedFault:
        planned.times -= 1
        if planned.times == 0:
            self._planned.remove(planned)
        self.injected.append((method, path, planned.fault))
        return planned.fault
