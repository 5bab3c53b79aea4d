"""What `bonfire bench load` asks of the bot, and what it measured."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class LoadFigures:
    """What was measured over all games; times in milliseconds where not told otherwise.

    `moves` are presses, each answered with what follows from it; an ordinary turn takes three or
    four, and `turns` counts those that ended in a post with its pictures. `ack_*` is from a press
    to its first answer, `post_*` from the press that ends a turn to its post; `loop_max_ms` is
    how late the bot's event loop was at worst, `start_seconds` from the start of the process to
    its first answer. Memory is the bot's: at most, and at most in each half of the time.
    `stolen_percent` of the processors' time was given to other machines by the host of this one;
    where that is much, the other figures tell of the host.
    """

    games: int
    finished: int
    waiting: int
    seconds: float
    moves: int
    turns: int
    unanswered: int
    repeated: int
    ack_p50_ms: float
    ack_p999_ms: float
    post_p50_ms: float
    post_p99_ms: float
    loop_max_ms: float
    memory_mb: float
    memory_first_half_mb: float
    memory_second_half_mb: float
    start_seconds: float
    stolen_percent: float


class Scale(NamedTuple):
    """How much is asked of the bot."""

    games: int
    seconds: int
    finished: int
    waiting: int
