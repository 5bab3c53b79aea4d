"""Jobs that fail begin again, tell that they fail, and end the process when nothing helps."""

import asyncio
import logging
from collections.abc import Iterator

import pytest

from bot.runtime import jobs as module
from bot.runtime.jobs import MOST_FAILURES, Job, Jobs, Wakeup
from tests.kit.clock import TurnedClock


class Scripted:
    """A job that fails a given number of times, and then rests."""

    def __init__(self, clock: TurnedClock, *faults: BaseException) -> None:
        self.runs = 0
        self.rested = asyncio.Event()
        self._wakeup = Wakeup(clock)
        self._faults: Iterator[BaseException] = iter(faults)

    async def __call__(self) -> None:
        self.runs += 1
        if (fault := next(self._faults, None)) is not None:
            raise fault
        self.rested.set()
        await self._wakeup.rest(None)


@pytest.fixture
def clock() -> TurnedClock:
    return TurnedClock()


@pytest.mark.parametrize("fault", [RuntimeError("a bug"), asyncio.CancelledError(), OSError()])
async def test_a_job_that_fails_begins_again(
    clock: TurnedClock, caplog: pytest.LogCaptureFixture, fault: BaseException
) -> None:
    jobs, job = Jobs(clock), Scripted(clock, fault)
    jobs.start("work", job)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert jobs.failing == ("work",)
    await clock.turned(job.rested.wait())
    assert (job.runs, jobs.restarts["work"]) == (2, 1)
    assert list(jobs.failing) == []
    *environment, line = caplog.records
    assert line.levelno == logging.ERROR
    assert line.getMessage().startswith("job work failed (1 in a row), retrying in ")
    assert bool(environment) is isinstance(fault, OSError) is not bool(line.exc_info)
    await jobs.stop("work")
    assert jobs.names == ()


async def test_a_vital_job_that_fails_for_ever_ends_the_process(
    clock: TurnedClock, caplog: pytest.LogCaptureFixture
) -> None:
    jobs, given_up = Jobs(clock), asyncio.Event()
    jobs.give_up = given_up.set
    job = Scripted(clock, *(RuntimeError("a bug") for _ in range(99)))
    other = Scripted(clock)
    jobs.start("other", other)
    jobs.start("work", job, vital=True)
    await clock.turned(jobs._tasks["work"], within=120.0)
    assert given_up.is_set()
    assert (job.runs, jobs.given_up, jobs.failing) == (MOST_FAILURES, "work", ("work",))
    assert other.runs == 1
    assert "job work failed 8 times in a row, so the process ends" in caplog.messages[-1]
    await jobs.stop(*jobs.names)


async def test_a_job_that_people_can_do_without_ends_nothing_and_rests_longer_and_longer(
    clock: TurnedClock, caplog: pytest.LogCaptureFixture
) -> None:
    jobs, faults = Jobs(clock), 2 * MOST_FAILURES
    jobs.give_up = lambda: pytest.fail("the process ended")
    job = Scripted(clock, *(RuntimeError("a bug") for _ in range(faults)))
    began = clock.now()
    jobs.start("work", job)
    await clock.turned(job.rested.wait(), within=3600.0)
    assert (job.runs, jobs.given_up, jobs.failing) == (faults + 1, None, ())
    assert clock.now() - began > 3 * 3600.0 / 2
    assert len(caplog.records) == faults
    await jobs.stop("work")


async def test_progress_in_between_begins_the_count_again(clock: TurnedClock) -> None:
    jobs = Jobs(clock)
    runs, done = 0, asyncio.Event()

    async def job() -> None:
        nonlocal runs
        runs += 1
        if runs > 3 * MOST_FAILURES:
            done.set()
            await asyncio.Event().wait()
        if runs % 2:
            module.progress()
        raise RuntimeError("a bug")

    jobs.start("work", job, vital=True)
    await clock.turned(done.wait(), within=120.0)
    assert jobs.given_up is None
    await jobs.stop("work")


async def test_a_time_without_a_failure_is_progress(
    clock: TurnedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "HEALTHY", 0.0)
    jobs, runs, told = Jobs(clock), 0, asyncio.Event()

    async def job() -> None:
        nonlocal runs
        runs += 1
        if runs == 1:
            raise RuntimeError("a bug")
        await asyncio.sleep(0.01)
        told.set()
        await asyncio.Event().wait()

    jobs.start("work", job)
    await clock.turned(told.wait())
    assert jobs.failing == ()
    await jobs.stop("work")


@pytest.mark.parametrize("ends", [False, True])
async def test_who_returns_has_failed_unless_it_ends(clock: TurnedClock, *, ends: bool) -> None:
    jobs, runs, again = Jobs(clock), 0, asyncio.Event()

    async def job() -> None:
        nonlocal runs
        runs += 1
        if runs == 2:
            again.set()

    jobs.start("work", job, ends=ends)
    if ends:
        for _ in range(4):
            await asyncio.sleep(0)
        assert (jobs.names, jobs.failing, runs) == ((), (), 1)
    else:
        await clock.turned(again.wait())
        assert jobs.names == ("work",)
    await jobs.stop("work")


async def test_a_stop_waits_for_what_a_job_tidies_up(clock: TurnedClock) -> None:
    jobs, tidied = Jobs(clock), list[str]()

    def tidying(name: str) -> Job:
        async def job() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0)
                tidied.append(name)

        return job

    for name in ("first", "second"):
        jobs.start(name, tidying(name))
    await asyncio.sleep(0)
    await jobs.stop("first", "second")
    assert tidied == ["second", "first"]
