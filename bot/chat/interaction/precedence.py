"""Two processes with one token and two databases: the younger one gives way.

Both hear each press, and Discord takes one answer to it. A process that has answered some presses
in a row alone is not the younger one. Another that loses a press leaves the next ones to the other
for a moment, the longer the younger it is, and does nothing where it then comes second. It gives
way only after losing all of them for longer than two processes overlap at a restart.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from bot.model.clock import SYSTEM_CLOCK, Clock

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
    """Tells whether this process is the younger of two, and ends it by `give_way`.

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
