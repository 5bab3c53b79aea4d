"""The presses that are being answered: how late they came, how many, how long they took, the stop.

Discord waits three seconds for the first answer. After a drop of the connection it sends what was
missed once more, and a busy machine may take its time: the person has then been told that the bot
did not respond, and may long have done something else.
"""

import asyncio
import logging
import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

import discord

from bot.model.clock import SYSTEM_CLOCK, Clock
from bot.model.errors import UserError

ALONE_AFTER: Final = 10
"""Presses in a row that a process has answered, after which no other one was there before."""
LOST: Final = 3
"""Presses left to another process that it answered, after which it is certain that there is one."""
OVERLAP: Final = 600.0
"""Seconds for which an old process may answer beside the new one that takes its place."""
_LONGEST_COURTESY: Final = 1.8
"""Seconds for which a process that has just begun leaves a press to another; Discord waits 3."""
_SOONER: Final = 0.2
"""By so many seconds one that is twice as old is quicker."""
_YOUNG: Final = 10.0


class SharedTokenError(Exception):
    """Another process answers presses with the same token, and was there before this one."""


@dataclass(eq=False, slots=True)
class Precedence:
    """Tells whether this process is the younger of two with one token, and ends it by `give_way`.

    Both hear each press, and Discord takes one answer to it. A process that has answered some
    presses in a row alone is not the younger one. Another that loses a press leaves the next ones
    to the other for a moment, the longer the younger it is, and does nothing where it then comes
    second. It gives way only after losing all of them for longer than two processes overlap at a
    restart.

    Without `give_way` it never is: several workers share one database, and over HTTP each press
    comes to one process.
    """

    clock: Clock = SYSTEM_CLOCK
    give_way: Callable[[], None] | None = None
    is_younger: bool = field(default=False, init=False)
    _began: float = field(init=False)
    _in_a_row: int = field(default=0, init=False)
    _lost: int = field(default=0, init=False)
    _suspects_since: float | None = field(default=None, init=False)
    """When another process answered a press first; None while none has."""

    def __post_init__(self) -> None:
        self._began = self.clock.elapsed()

    @property
    def _is_settled(self) -> bool:
        """Say whether it is certain that this process is not the younger of two."""
        return self.give_way is None or self._in_a_row >= ALONE_AFTER

    def courtesy(self) -> float:
        """The seconds for which a press is left to another process; 0 while there is none."""
        if self._is_settled or self._suspects_since is None:
            return 0.0
        age = self.clock.elapsed() - self._began
        return max(0.0, _LONGEST_COURTESY - _SOONER * math.log2(1 + age / _YOUNG))

    def note_answered(self, *, courteous: bool = False) -> None:
        """Note a press that nobody else had answered; a `courteous` answer settles it."""
        self._in_a_row = ALONE_AFTER if courteous else self._in_a_row + 1

    def note_lost(self, *, courteous: bool = False) -> None:
        """Note a press that another process had answered; `courteous` where it was left to that."""
        if self.give_way is None or self._is_settled:
            return
        now = self.clock.elapsed()
        if self._suspects_since is None:
            self._suspects_since = now
        self._in_a_row = 0
        self._lost += courteous
        if self._lost >= LOST and now - self._suspects_since >= OVERLAP:
            self.is_younger = True
            self.give_way()

    def must_be_older(self) -> None:
        """Raise SharedTokenError where another process with the same token was there first."""
        if self.is_younger:
            raise SharedTokenError(
                "Another process with the same token was there first and answers presses. Stop one "
                "of them, or let both share one database (BONFIRE_WORKERS=several)."
            )


_LOGGER = logging.getLogger(__name__)

LATE_ANSWER_SECONDS: Final = 2.5
"""Seconds after which an answer that has yet to be worked out hardly arrives in time."""
_SAMPLES: Final = 50
"""The number of interactions that show how far the machine's clock and Discord's differ."""
RIVALED: Final = 3
"""Presses that another process answered, after which it is certain that there is one."""
NEWEST_PRESSES: Final = 10
"""The newest presses among which these are."""
_BAN_TOLD: Final = 3600.0
"""Seconds until the log says once more that Discord turns answers away."""


class Lateness:
    """Compares each interaction with the quickest of late, so that no clock has to be right."""

    def __init__(self, clock: Clock) -> None:
        """Nothing has been heard yet."""
        self._clock = clock
        self._delays: deque[float] = deque(maxlen=_SAMPLES)

    def of(self, interaction: discord.Interaction) -> float:
        """By how many seconds it came later than others do; to be asked once for each."""
        delay = self._clock.elapsed() - interaction.created_at.timestamp()
        self._delays.append(delay)
        return delay - min(self._delays)


def _unheard(_seconds: float) -> None:
    """Ignore the time that an answer takes."""


@dataclass(eq=False, slots=True)
class Traffic:
    """Counts the presses, `all` and those at work, and turns new ones away once the bot stops.

    `late` are those that were dropped, as Discord no longer waited for an answer. `on_first_answer`
    and `on_last_answer` get the seconds until each press had its first and its last answer.
    `rivaled` are those that another process had answered before; where there is one, `precedence`
    tells which of the two gives way.
    """

    count: int = 0
    all: int = 0
    late: int = 0
    rivaled: int = 0
    precedence: Precedence = field(default_factory=Precedence)
    on_first_answer: Callable[[float], None] = _unheard
    on_last_answer: Callable[[float], None] = _unheard
    _banned_until: float = field(default=0.0, init=False)
    _ban_told: float = field(default=-_BAN_TOLD, init=False)
    _seconds: list[float] = field(default_factory=list)
    _rivaled: deque[int] = field(default_factory=lambda: deque(maxlen=RIVALED))
    _closing: bool = False
    _idle: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: set[asyncio.Task[object]] = field(default_factory=set)

    @contextmanager
    def one(self) -> Iterator[None]:
        """One press at work, in the task that answers it."""
        task = asyncio.current_task()
        assert task is not None
        began = time.perf_counter()
        self._tasks.add(task)
        self.count += 1
        self.all += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._tasks.discard(task)
            self.count -= 1
            seconds = time.perf_counter() - began
            self._seconds.append(seconds)
            self.on_last_answer(seconds)
            if not self.count:
                self._idle.set()

    def check(self) -> None:
        """Raise UserError when the bot is stopping."""
        if self._closing:
            raise UserError("error.shutting_down")

    async def calm(self) -> None:
        """Wait for a moment in which no press is at work."""
        if self.count:
            await self._idle.wait()

    def drop(self) -> None:
        """Count one whose answer Discord no longer waited for."""
        self.late += 1

    def note_rival(self, *, courteous: bool = False) -> None:
        """Count one that another process had answered; where that goes on, say so in the log.

        A `courteous` answer was left to that process.
        """
        self.precedence.note_lost(courteous=courteous)
        had_rival = self.has_rival
        self.rivaled += 1
        self._rivaled.append(self.all)
        if self.has_rival and not had_rival:
            _LOGGER.error(
                "another process answers presses with the same token, which makes errors of half "
                "of them: stop it, or let both share one database (BONFIRE_WORKERS=several)"
            )

    def is_banned(self, now: float) -> bool:
        """Say whether Discord turns answers away, which more requests would prolong."""
        return now < self._banned_until

    def note_ban(self, now: float, seconds: float, error: Exception) -> None:
        """Note that Discord turns away whatever the bot sends, for so long as it says."""
        self._banned_until = max(self._banned_until, now + seconds)
        if now - self._ban_told >= _BAN_TOLD:
            self._ban_told = now
            _LOGGER.error(
                "answering failed, trying each once: Discord turns them away: %s",
                error,
            )

    @property
    def has_rival(self) -> bool:
        """Say whether another process has answered some of the newest presses."""
        return len(self._rivaled) == RIVALED and self._rivaled[0] > self.all - NEWEST_PRESSES

    def take(self) -> list[float]:
        """The seconds to its last word for each press answered since this was asked last."""
        seconds, self._seconds = self._seconds, []
        return seconds

    async def stop(self, grace: float) -> None:
        """Turn new presses away and give those at work `grace` seconds, before these end."""
        self._closing = True
        if self.count:
            await SYSTEM_CLOCK.wait(self._idle, grace)
        if tasks := tuple(self._tasks):
            _LOGGER.warning("presses not answered when the bot stopped: %d", len(tasks))
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=grace)
