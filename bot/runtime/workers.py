"""Work off the event loop, which must answer Discord in time: in other processes, or in threads.

Tasks take turns at it: of the lines that wait, the one served longest ago is next.
"""

import asyncio
import logging
import multiprocessing
import os
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache, partial
from multiprocessing.reduction import ForkingPickler
from typing import ParamSpec, TypeVar

from bot.model import telemetry
from bot.runtime import memory, worker_process
from bot.runtime.sent_box import reduced_box
from bot.runtime.worker_process import UnreadyError
from bot.words import Catalog, catalog
from engine.data import box

_LOGGER = logging.getLogger(__name__)

# Python passes this on to a process that removes what a killed bot leaves, and would complain.
sys.warnoptions.append("ignore:resource_tracker:UserWarning")

_Params = ParamSpec("_Params")
_Result = TypeVar("_Result")


class Workers:
    """Processes of the bot's own; each begins when there is something to do, and ends with the bot.

    What needs the interpreter lock holds the event loop up in a thread, and not in a process. One
    that is lost, as when memory runs out, or could not begin is replaced.
    """

    def __init__(  # noqa: PLR0913 - plain values, most with a default
        self,
        name: str,
        processes: int,
        *,
        threads: int = 1,
        niceness: int = 0,
        longest: float | None = None,
        get_ready: Callable[[], None] = memory.settle,
    ) -> None:
        """Work in so many processes, or with 0 in `threads` of this one; `name` is for the log.

        Each process gives way to others by `niceness` (0 to 19) and begins with `get_ready`. One
        that takes `longest` seconds, its start among them, is given up; a thread cannot be.
        """
        self._name = name
        self._processes = processes
        self._threads = threads
        self._niceness = niceness
        self._longest = longest if processes else None
        self._get_ready = get_ready
        self.closed = False
        telemetry.count(telemetry.PROCESSES_LOST, name, by=0)
        self._executor = self._open()

    def _open(self) -> Executor:
        if not self._processes:
            return ThreadPoolExecutor(self._threads, thread_name_prefix=self._name)
        if self._niceness:
            _probe_niceness()
        context = multiprocessing.get_context("spawn")  # a fork would copy held locks
        bot, self._line = context.Pipe(duplex=False)
        start = (bot, self._niceness, self._get_ready)
        return ProcessPoolExecutor(self._processes, context, worker_process.begin, start)

    def begin(self) -> None:
        """Begin all processes now, so that the first work does not wait for them."""
        for _ in range(self._processes):
            self._executor.submit(os.getpid)
        if not self._processes:
            self._executor.submit(self._get_ready)

    async def run(
        self, work: Callable[_Params, _Result], *args: _Params.args, **kwargs: _Params.kwargs
    ) -> _Result:
        """Return the outcome of `work`, which runs once more where a process was lost over it.

        It goes to a process by its name, its arguments and what it returns are pickled. Raises
        BrokenExecutor when a process is lost over it again, or when this is closed, TimeoutError
        when a process takes too long, and UnreadyError when two in a row cannot begin: a bug.
        """
        todo = partial(work, *args, **kwargs)
        try:
            return await self._try(todo)
        except (BrokenExecutor, UnreadyError) as error:
            if self.closed:
                raise
            _LOGGER.warning("a process of %s failed; starting another one: %s", self._name, error)
            return await self._try(todo)

    async def _try(self, todo: Callable[[], _Result]) -> _Result:
        executor = self._executor
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._longest):
                return await loop.run_in_executor(executor, worker_process.work, todo)
        except (BrokenExecutor, TimeoutError, UnreadyError):
            if self._executor is executor and not self.closed:
                self.replace()
            raise

    def replace(self) -> None:
        """End the processes at once and let others begin; their unfinished work starts again."""
        telemetry.count(telemetry.PROCESSES_LOST, self._name)
        self._end()
        self._executor = self._open()

    def close(self) -> None:
        """End the processes at once; threads end with what they do."""
        self.closed = True
        self._end()

    def _end(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
        if self._processes:
            self._line.close()


@cache
def _probe_niceness() -> None:
    """Say once where the system lets no process give way: all go on with the same priority."""
    try:
        os.nice(0)
    except OSError as error:
        _LOGGER.warning("the system refused a lower priority for processes that think: %s", error)


def pool_of(processes: int) -> ProcessPoolExecutor:
    """Return a pool for a command: fresh processes, which end when this one does, however it ends.

    A fork would copy held locks.
    """
    fresh = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, fresh, worker_process.watch_the_parent)


# What goes to another process gets small by this: catalogs and the standard box are there already,
# and other boxes that are equal become one.
ForkingPickler.register(Catalog, lambda words: (catalog, (words.locale, words.numbers)))
ForkingPickler.register(box.Box, reduced_box)


class FairSemaphore:
    """Lets a number of tasks through at a time, those of a line in their order."""

    def __init__(self, places: int, urgent: Hashable = None) -> None:
        """Let `places` tasks through at a time; the line `urgent` comes before all others."""
        self._free = places
        self._urgent = urgent
        self._lines: dict[Hashable, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, line: Hashable) -> AsyncIterator[None]:
        """Wait in a line for a place, and hold it."""
        called = asyncio.get_running_loop().create_future()
        if self._free:
            self._free -= 1
            called.set_result(None)
        else:
            self._lines.setdefault(line, deque()).append(called)
        try:
            await called
            yield
        finally:
            if not called.cancelled():  # else the turn has never come
                self._leave(line)

    def _leave(self, served: Hashable) -> None:
        if served in self._lines:
            self._lines[served] = self._lines.pop(served)  # the others come first
        order = sorted(self._lines, key=lambda line: line != self._urgent)
        if not any(map(self._call_next, order)):
            self._free += 1

    def _call_next(self, line: Hashable) -> bool:
        """Call the first one of a line who still waits; False where there is none."""
        waiting = self._lines.pop(line)
        while waiting:
            called = waiting.popleft()
            if not called.done():
                called.set_result(None)
                if waiting:
                    self._lines[line] = waiting
                return True
        return False
