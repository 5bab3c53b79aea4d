"""Trouble on demand: what a test lets go wrong between the bot and Discord."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum


class Moment(StrEnum):
    """When a request meets its trouble."""

    BEFORE = "before"
    """The request has no effect."""
    AFTER = "after"
    """The request took effect; only its answer is lost."""


class Scope(StrEnum):
    """Whose rate limit was reached (Discord, topics/rate-limits)."""

    USER = "user"
    SHARED = "shared"
    GLOBAL = "global"


@dataclass(frozen=True, slots=True)
class RateLimited:
    """A 429 that asks to wait `retry_after` seconds; `via` False is a ban by Cloudflare."""

    retry_after: float = 0.05
    scope: Scope = Scope.USER
    via: bool = True


@dataclass(frozen=True, slots=True)
class ServerError:
    """A 5xx answer."""

    status: int = 503
    moment: Moment = Moment.BEFORE


@dataclass(frozen=True, slots=True)
class Reset:
    """A connection cut in the middle."""

    moment: Moment = Moment.BEFORE


@dataclass(frozen=True, slots=True)
class Delayed:
    """An answer that takes `seconds` of real time longer."""

    seconds: float = 0.1
    moment: Moment = Moment.BEFORE


Mishap = RateLimited | ServerError | Reset | Delayed


@dataclass(slots=True)
class _Rule:
    method: str
    path: re.Pattern[str]
    mishap: Mishap
    skip: int
    times: int


@dataclass(slots=True)
class Trouble:
    """The plan of mishaps, and the ones that happened."""

    met: list[tuple[str, str, Mishap]] = field(default_factory=list)
    interactions_to_lose: int = 0
    _rules: list[_Rule] = field(default_factory=list)

    def plan(
        self, method: str, path: str, mishap: Mishap, *, times: int = 1, skip: int = 0
    ) -> None:
        r"""Let `times` matching requests meet the mishap, after `skip` that go well.

        `path` is a regular expression searched in the path behind the API base, for example
        `r"/channels/\d+/messages$"`; `method` is a verb or `*`.
        """
        self._rules.append(_Rule(method, re.compile(path), mishap, skip, times))

    def clear(self) -> None:
        """Forget every plan."""
        self._rules.clear()
        self.interactions_to_lose = 0

    def lose_interactions(self, count: int = 1) -> None:
        """Let the next interactions never reach the bot."""
        self.interactions_to_lose += count

    def loses_interaction(self) -> bool:
        """Whether this interaction is one of those to lose (asked once for each)."""
        if self.interactions_to_lose == 0:
            return False
        self.interactions_to_lose -= 1
        return True

    def meet(self, method: str, path: str) -> Mishap | None:
        """The mishap that this request meets, if any (asked once for each)."""
        for rule in self._rules:
            if rule.method not in ("*", method) or not rule.path.search(path):
                continue
            if rule.skip > 0:
                rule.skip -= 1
                continue
            return self._use(rule, method, path)
        return None

    def _use(self, rule: _Rule, method: str, path: str) -> Mishap:
        rule.times -= 1
        if rule.times == 0:
            self._rules.remove(rule)
        self.met.append((method, path, rule.mishap))
        return rule.mishap
