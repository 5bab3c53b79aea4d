"""Stopping between presses, and the health line."""

import asyncio
import gc
import logging
import re
import time
from types import SimpleNamespace

import pytest

from bot.chat.interaction.traffic import Traffic
from bot.model import telemetry
from bot.model.errors import UserError
from bot.runtime import health, memory
from bot.runtime.health import Gauges
from bot.standin.layout import text
from tests.kit.hall import Hall
from tests.kit.whole import eventually


async def test_a_stop_waits_for_presses_at_work_and_turns_others_away() -> None:
    traffic = Traffic()
    with traffic.one():
        traffic.check()
        stopping = asyncio.create_task(traffic.stop(5))
        await asyncio.sleep(0)
        assert not stopping.done()
        with pytest.raises(UserError) as sorry:
            traffic.check()
        assert sorry.value.problem == "error.shutting_down"
    await stopping
    assert traffic.count == 0


async def test_a_stop_ends_presses_that_take_too_long(caplog: pytest.LogCaptureFixture) -> None:
    traffic = Traffic()

    async def press() -> None:
        with traffic.one():
            await asyncio.Event().wait()

    pressing = asyncio.create_task(press())
    await asyncio.sleep(0)
    await traffic.stop(0.01)
    assert pressing.cancelled()
    assert traffic.count == 0
    assert caplog.messages == ["presses not answered when the bot stopped: 1"]


async def test_what_nobody_presses_for_waits_for_a_moment_between_presses() -> None:
    traffic = Traffic()
    await traffic.calm()
    with traffic.one():
        with traffic.one():
            waiting = asyncio.create_task(traffic.calm())
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not waiting.done()
    await waiting


async def test_answered_presses_are_counted_and_the_slowest_is_timed() -> None:
    traffic = Traffic()
    with traffic.one():
        await asyncio.sleep(0.02)
    with traffic.one():
        pass
    answered = traffic.take()
    assert len(answered) == 2
    assert max(answered) >= 0.02
    assert traffic.take() == []


def test_the_health_line_tells_memory_delays_and_queues() -> None:
    gauges = Gauges(
        latency=12, servers=3, games=4, answered=7, slowest=8, late=2, posts=5, pictures=6, drawn=9
    )
    stall = health.Stall(0.0312, health.Cause.PAGE, "engine.game.Game.fork")
    told = health.line(gauges, 0.0091, [stall])
    assert re.match(r"health: memory \d+ MB \(most \d+\), latency 12 ms, ", told)
    for part in (
        "loop late by 9.1 ms at most (31 ms page in engine.game.Game.fork), longest search for",
        "presses 7 (slowest 8 ms, too late 2)",
        "posts waiting 5",
        "pictures waiting 6, pictures drawn 9",
        "games in memory 4",
        "servers 3",
    ):
        assert part in told


def test_memory_is_that_of_a_process_now_and_at_most() -> None:
    now, most = health.memory()
    assert 1 < now <= most
    assert health.memory(0) == (0, 0)


async def test_a_blocked_event_loop_is_noticed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 50.0
    monkeypatch.setattr(health, "time", SimpleNamespace(perf_counter=lambda: moment))
    async with health.LoopWatch(tick=0.001) as watch:
        await asyncio.sleep(0)
        moment += 0.1  # while the watch sleeps
        await eventually(lambda: asyncio.sleep(0, watch.worst > 0))
        assert watch.take() == pytest.approx(0.099)
        await asyncio.sleep(0.01)
        assert watch.take() == 0


@pytest.mark.parametrize("works", [True, False])
async def test_a_stall_names_what_held_up_the_loop(
    monkeypatch: pytest.MonkeyPatch, *, works: bool
) -> None:
    """A machine that gives the loop no time is a cause of its own."""

    def busy(until: float) -> None:
        while time.perf_counter() < until:
            pass

    spent = time.perf_counter if works else lambda: 0.0
    clocks = SimpleNamespace(perf_counter=time.perf_counter, thread_time=spent)
    monkeypatch.setattr(health, "time", clocks)
    cause = health.Cause.PAGE if works else health.Cause.MACHINE
    page: dict[str, object] = {"__name__": "bot.present.page", "busy": busy}
    exec("def built(until): busy(until)", page)
    async with health.StallWatch(tick=0.001) as watch:
        await asyncio.sleep(0.05)
        before = telemetry.TALLY[health.STALLS, cause]
        page["built"](time.perf_counter() + 0.2)  # type: ignore[operator]
        await asyncio.sleep(0.01)
        (first, *_) = watch.stalls()
        assert (first.cause, first.place) == (cause, "bot.present.page.built" if works else "")
        assert first.seconds > health._LONG
        assert telemetry.TALLY[health.STALLS, cause] == before + 1


async def test_a_search_for_garbage_that_holds_up_the_loop_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searches = memory.Searches()
    monkeypatch.setattr(memory, "SEARCHES", searches)
    async with health.StallWatch(tick=0.001) as watch:
        await asyncio.sleep(0.05)
        watch.stalls()
        searches._hear("start", {})
        time.sleep(0.1)  # noqa: ASYNC251 - holds up the loop
        searches._hear("stop", {})
        await asyncio.sleep(0.01)
        (first, *_) = watch.stalls()
        assert first.cause is health.Cause.GARBAGE
        assert searches.take() >= 0.1
        assert searches.take() == 0


async def test_all_is_searched_for_garbage_only_while_no_press_is_at_work(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    searched: list[int] = []
    traffic = hall.client.services.traffic
    monkeypatch.setattr(memory.SEARCHES, "search", lambda: searched.append(traffic.count))
    caplog.set_level(logging.INFO, health.__name__)
    with traffic.one():
        hall.client.health.ask()
        await eventually(lambda: asyncio.sleep(0, bool(caplog.messages)))
        assert not searched
    hall.client.health.ask()
    await eventually(lambda: asyncio.sleep(0, bool(searched)))
    assert searched == [0]


def test_everything_is_searched_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    moment, searched = 1000.0, 0

    def collect() -> None:
        nonlocal searched
        searched += 1

    monkeypatch.setattr(memory, "time", SimpleNamespace(monotonic=lambda: moment))
    monkeypatch.setattr(gc, "collect", collect)
    searches = memory.Searches()
    for seconds, times in ((0, 0), (299, 0), (2, 1), (10, 1), (300, 2)):
        moment += seconds
        searches.search()
        assert searched == times


async def test_the_health_line_is_told_on_demand(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    asked = await hall.ada.slash(hall.table, "bonfire", "help")
    await asked.response()
    await hall.calm()
    caplog.set_level(logging.INFO, "bot.runtime.health")
    hall.client.health.ask()
    await eventually(lambda: asyncio.sleep(0, bool(caplog.messages)))
    assert "presses 1 " in caplog.messages[-1]


async def test_a_bot_that_is_stopping_says_so(hall: Hall) -> None:
    await hall.client.services.traffic.stop(1)
    asked = await hall.ada.slash(hall.table, "bonfire", "help")
    assert "restart" in text(await asked.response())
