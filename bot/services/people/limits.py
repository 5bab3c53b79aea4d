"""The limits on one person: games alone, and openings and presses in a while."""

import sys
from collections import OrderedDict, deque
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from bot.model.clock import Clock
from bot.model.errors import UserError
from bot.model.invocation import Invocation
from bot.services.games.saving import ExtraWrite
from bot.store.store import Store, Transaction


@dataclass(frozen=True, slots=True)
class Rate:
    """At most so many times within so many seconds."""

    most: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Allowances:
    """The allowances of one person; somebody who plays in earnest never meets a limit."""

    alone: int = 3
    """Running games against Tom in one server."""
    openings: Rate = Rate(5, 600.0)
    """Tables and games opened, wherever."""
    invited: Rate = Rate(12, 600.0)
    """People invited to tables, wherever."""
    calls: Rate = Rate(2, 3600.0)
    """Limit on one person's notifications to the same other one; more are silent."""
    presses: Rate = Rate(20, 10.0)
    """Buttons, menus, forms and commands."""
    completions: Rate = Rate(40, 10.0)
    """Lists that are offered while somebody types."""


_ENDLESS: Final = Rate(sys.maxsize, 0.0)
UNLIMITED: Final = Allowances(
    alone=sys.maxsize,
    openings=_ENDLESS,
    invited=_ENDLESS,
    calls=_ENDLESS,
    presses=_ENDLESS,
    completions=_ENDLESS,
)
"""For a table of friends on one machine, and for measurements."""


class RateVerdict(Enum):
    """The verdict on a person's rate of presses: as a person plays, or faster."""

    NONE = auto()
    """The press is to be answered."""
    FIRST = auto()
    """This is the first press too many of late, and gets an answer that says so."""
    MORE = auto()
    """One soon after that, of which nothing needs to be said."""


@dataclass(frozen=True, slots=True)
class RecentDeeds:
    """Times of what each person or pair did lately; refused deeds do not count."""

    rate: Rate
    clock: Clock
    _times: OrderedDict[Hashable, deque[float]] = field(init=False, default_factory=OrderedDict)

    def allows(self, person: Hashable, deeds: int = 1) -> bool:
        """Say whether a person may do that many more."""
        before = self.clock.elapsed() - self.rate.seconds
        self._forget(before)
        times = self._times.get(person, ())
        return sum(time > before for time in times) + deeds <= self.rate.most

    def take(self, person: Hashable, deeds: int = 1) -> bool:
        """Count deeds of a person, unless that is one too many; whether they were counted."""
        if not self.allows(person, deeds):
            return False
        now = self.clock.elapsed()
        times = self._times.get(person, deque())
        while times and times[0] <= now - self.rate.seconds:
            times.popleft()
        times.extend([now] * deeds)
        self._times[person] = times
        self._times.move_to_end(person)
        return True

    def _forget(self, before: float) -> None:
        """Forget people who did nothing since; those who did something last stand last."""
        while self._times:
            person, times = next(iter(self._times.items()))
            if times[-1] > before:
                return
            del self._times[person]


class PersonalLimits:
    """Keeps one person from taking the bot, or the threads of a server, from all others."""

    def __init__(self, store: Store, clock: Clock, limits: Allowances) -> None:
        """Nobody has done anything yet."""
        self._store = store
        self._alone = limits.alone
        self._openings = RecentDeeds(limits.openings, clock)
        self._invited = RecentDeeds(limits.invited, clock)
        self._calls = RecentDeeds(limits.calls, clock)
        self._presses = RecentDeeds(limits.presses, clock)
        self._completions = RecentDeeds(limits.completions, clock)
        self._told = RecentDeeds(Rate(1, limits.presses.seconds), clock)

    def press(self, person: int) -> RateVerdict:
        """Count a press of a person, and tell whether it is one too many."""
        if self._presses.take(person):
            return RateVerdict.NONE
        return RateVerdict.FIRST if self._told.take(person) else RateVerdict.MORE

    def complete(self, person: int) -> bool:
        """Count a completion of a person; returns whether it is to be worked out."""
        return self._completions.take(person)

    def open(self, person: int) -> None:
        """Count that a person opens a table or a game; raises UserError at one too many."""
        if not self._openings.take(person):
            raise UserError("limit.openings")

    def invite(self, person: int, people: int) -> None:
        """Count whom a person invites; raises UserError at one too many."""
        if not self._invited.take(person, people):
            raise UserError("limit.invited")

    def heard(self, asker: int, people: Iterable[int]) -> tuple[int, ...]:
        """Those whom a person may call once more; all others see what asks them in silence."""
        return tuple(one for one in people if self._calls.allows((asker, one)))

    def call(self, asker: int, people: Iterable[int]) -> tuple[int, ...]:
        """Count that a person calls people; returns those whom that may notify."""
        return tuple(one for one in people if self._calls.take((asker, one)))

    async def may_play_alone(self, invocation: Invocation) -> None:
        """Raise UserError where a person plays enough games against Tom in this server."""
        await self._store.read(self.alone(invocation))

    def alone(self, invocation: Invocation) -> ExtraWrite:
        """Check the limit in the transaction that starts a game: of two at once one comes last."""
        person, guild = invocation.person.id, invocation.channel.guild

        async def check(tx: Transaction) -> None:
            running = 0 if guild is None else await tx.games.alone_in(person, guild)
            if running >= self._alone:
                raise UserError("limit.alone", n=running)

        return check
