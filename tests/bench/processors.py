"""The time of processors: what processes have used, and what the host of a machine took."""

import os
import time
from collections import defaultdict
from itertools import count
from pathlib import Path
from typing import NamedTuple, Self

from bot.runtime import health
from bot.services.games.thinker import NICENESS, NICENESS_FOR_PEOPLE
from tests.bench.load_figures import Work
from tests.kit.games import random_game


def processor_time(process: int | str) -> float:
    """The seconds of processors that a process has taken with those that it has begun and run.

    0 where the system does not tell.
    """
    folder = Path("/proc", str(process))
    try:
        taken = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()[11:13]
        begun = health._begun_by(folder)
    except OSError:
        return 0.0
    own = sum(map(int, taken)) / os.sysconf("SC_CLK_TCK")
    return own + sum(map(processor_time, begun))


def work_of(bot: int) -> Work:
    """Return the seconds of processors that a bot, its processes and this one have used so far.

    The niceness of a process says what it does. The seconds are 0 where the system hides them.
    """
    used = defaultdict[int, float](float)
    for process in health._begun_by(Path("/proc", str(bot))):
        try:
            stat = Path("/proc", process, "stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        used[int(stat[16])] += processor_time(process)
    whole = processor_time(bot)
    return Work(
        bot=whole - sum(used.values()),
        painters=used[0],
        advisers=used[NICENESS_FOR_PEOPLE],
        thinkers=used[NICENESS],
        players=time.process_time(),
    )


def random_games_a_second() -> float:
    """The random games of two people that one processor of this machine plays in a second."""
    began = time.process_time()
    for seed in count(1):
        random_game(2, seed)
        if (seconds := time.process_time() - began) >= 1:
            return seed / seconds
    raise AssertionError("seeds do not end")


class Ticks(NamedTuple):
    """The time of all processors since the machine started: all, what its host took, what is left.

    The host of a virtual machine gives the processors to others now and then.
    """

    passed: int
    stolen: int
    idle: int

    @classmethod
    def now(cls) -> Self:
        """As Linux counts it; 0 where the system does not tell."""
        try:
            first = Path("/proc/stat").read_text("utf-8").splitlines()[0]
        except OSError:
            return cls(0, 0, 0)
        # user, nice, system, idle, waiting, two kinds of interrupts, stolen; guests count as user.
        counts = [int(count) for count in first.split()[1:9]]
        return cls(sum(counts), counts[-1], sum(counts[3:5]))

    def stolen_since(self, before: "Ticks") -> float:
        """The share of the time since `before` that the host gave to other machines."""
        passed = self.passed - before.passed
        return (self.stolen - before.stolen) / passed if passed else 0.0

    def busy_since(self, before: "Ticks") -> float:
        """The share of the time since `before` in which processors were at work for anybody."""
        passed = self.passed - before.passed
        return 1.0 - (self.idle - before.idle) / passed if passed else 0.0
