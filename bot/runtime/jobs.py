"""The jobs of the process: each begins here, rests, and begins again after it has failed."""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import partial
from typing import Final

from bot.model import telemetry
from bot.model.clock import Clock

Job = Callable[[], Awaitable[None]]

_LOGGER = logging.getLogger(__name__)

_FIRST_PAUSE: Final = 1.0
"""Seconds until a job begins again; each time twice as long as before, and less by chance."""
_LONGEST_PAUSE: Final = 60.0
_LONGEST_REST: Final = 3600.0
"""Seconds of the longest pause after a bug in a job that people can do without."""
HEALTHY: Final = 300.0
"""Seconds of running after which a job that reports no progress counts as well again."""
MOST_FAILURES: Final = 8
"""Failures in a row after which another start of the process is the better try: two minutes."""
_MOST_WAITS: Final = 60
"""Failures in a row when the machine or the database fails: an hour of kind answers."""

_progress: ContextVar[Callable[[], None]] = ContextVar("_progress", default=lambda: None)


def progress() -> None:
    """Report that the job which calls this has done its work once more, and no longer fails."""
    _progress.get()()


class EndedError(Exception):
    """A job has returned that should go on until it is stopped."""


class Jobs:
    """Starts every job of the process, and starts one again that fails or returns too early.

    Too many failures in a row without progress of a vital job end the process, which a service then
    starts again. One that people can do without takes nothing from them: it is tried less often.
    """

    def __init__(self, clock: Clock) -> None:
        """Pause by a `clock` before a job begins again."""
        self._clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._failures = Counter[str]()
        """The number of failures in a row of each job."""
        self.restarts = Counter[str]()
        """The number of times that each job has begun again."""
        self.give_up: Callable[[], None] = lambda: None
        """Ends the process, once a job has failed too often."""
        self.given_up: str | None = None
        """The job for whose sake the process ends."""

    @property
    def names(self) -> tuple[str, ...]:
        """The jobs that run, by the time of their start."""
        return tuple(self._tasks)

    @property
    def failing(self) -> tuple[str, ...]:
        """The jobs that have failed and made no progress since."""
        return tuple(self._failures)

    def start(self, name: str, job: Job, *, ends: bool = False, vital: bool = False) -> None:
        """Run a `job` in the background until it is stopped, or until it returns if it `ends`.

        A `job` that does not end and returns all the same has failed. Without one that is `vital`
        no game goes on.
        """
        assert name not in self._tasks, f"the job {name} runs already"
        self.restarts[name] += 0  # an alert sees it grow from there
        work = self._supervise(name, job, ends=ends, vital=vital)
        self._tasks[name] = asyncio.create_task(work, name=name)

    async def stop(self, *names: str) -> None:
        """Stop these jobs, the last one first, and wait until each has."""
        for name in reversed(names):
            if (task := self._tasks.pop(name, None)) is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
            self._well(name)

    async def close(self) -> None:
        """Stop all jobs."""
        await self.stop(*self._tasks)

    def _well(self, name: str) -> None:
        self._failures.pop(name, None)

    async def _supervise(self, name: str, job: Job, *, ends: bool, vital: bool) -> None:
        telemetry.begin_work(job=name)
        _progress.set(partial(self._well, name))
        while (failure := await self._failure_of(job, ends=ends)) is not None:
            self._failures[name] += 1
            times = self._failures[name]
            passes = telemetry.ENVIRONMENT.explains(failure)
            if vital and times >= (_MOST_WAITS if passes else MOST_FAILURES):
                _LOGGER.error(
                    "job %s failed %d times in a row, so the process ends with status 75: %r",
                    name,
                    times,
                    failure,
                )
                self.given_up = name
                self.give_up()
                return
            longest = _LONGEST_PAUSE if vital or passes else _LONGEST_REST
            pause = min(longest, _FIRST_PAUSE * 2.0 ** min(times - 1, 12))
            pause *= random.uniform(0.5, 1.0)  # noqa: S311 - no secret
            message = "job %s failed (%d in a row), retrying in %.1f s: %r"
            # Later ones are mostly the same.
            trace = None if passes or times > 1 else failure
            if times == 1 or not passes:
                _LOGGER.error(message, name, times, pause, failure, exc_info=trace)
            await self._clock.sleep(pause)
            self.restarts[name] += 1
        self._well(name)
        del self._tasks[name]

    async def _failure_of(self, job: Job, *, ends: bool) -> BaseException | None:
        """Run a job; why it failed, or None where it has ended and was to."""
        task = asyncio.current_task()
        assert task is not None
        well = asyncio.get_running_loop().call_later(HEALTHY, progress)
        try:
            await job()
        except asyncio.CancelledError as error:
            if task.cancelling():
                raise
            return error  # something within was given up: that ends no job
        except Exception as error:  # noqa: BLE001 - the one place where jobs fail
            return error
        else:
            return None if ends else EndedError("it returned")
        finally:
            well.cancel()


async def done_before(stop: asyncio.Event, work: asyncio.Task[None]) -> bool:
    """Wait for some work or for the stop; whether the work is done, be it with an error."""
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({work, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    return work.done()


class Wakeup:
    """Wakes a loop that rests, when it is kicked or when its time has come."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kicked = asyncio.Event()

    def kick(self) -> None:
        """Wake the loop now; while it works, let its next rest be none."""
        self._kicked.set()

    async def rest(self, seconds: float | None) -> None:
        """Rest for so many seconds, or until a kick; None means until a kick.

        A job that rests has done its round: that is progress.
        """
        progress()
        await self._clock.wait(self._kicked, seconds)
        self._kicked.clear()
