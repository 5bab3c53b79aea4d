"""The bench of growth presses with real workers, and prints every figure, whatever it comes to."""

import json
from pathlib import Path

import pytest

from bot.model import rows
from tests.bench.processors import Ticks
from tests.bench.stored_games import SEATINGS, store_finished, store_idle
from tests.kit.database import quick_store
from tests.kit.shell import Bonfire

QUICK = ("--seconds", "1", "--games", "1")


@pytest.mark.long
def test_presses_are_counted_and_timed(bench: Bonfire) -> None:
    parts = ("workers", "stored", "running")
    sizes = ("--stored", "3", "--running", "2")
    answer = bench("scale", "--json", *QUICK, *sizes, "--only", *parts)
    assert answer.status == 0, answer.err
    figures = json.loads(answer.out)
    assert set(figures) == {
        *("sqlite_1_presses", "sqlite_1_posts", "sqlite_1_ms"),
        *("sqlite_1_players_percent", "sqlite_1_workers_percent", "sqlite_1_busy_percent"),
        *("sqlite_stored_3_ms", "sqlite_running_2_ms"),
    }
    assert figures["sqlite_1_ms"] > 0


def test_servers_are_heard_of(bench: Bonfire) -> None:
    answer = bench("scale", "--only", "servers", "--servers", "50")
    assert answer.status == 0, answer.err
    assert "50 servers: memory" in answer.out


@pytest.mark.parametrize("address", ["postgresql://127.0.0.1:1/x", "no address"])
def test_a_server_that_cannot_be_used_is_told_in_one_line(bench: Bonfire, address: str) -> None:
    sizes = ("--workers", "1")
    answer = bench("scale", *QUICK, *sizes, "--only", "running", "--postgres", address)
    assert answer.status == 2
    assert len(answer.err.splitlines()) == 1
    assert "the PostgreSQL server cannot be used" in answer.err


async def test_a_log_may_be_cut(tmp_path: Path) -> None:
    store = await quick_store(tmp_path / "bonfire.db")
    await store_finished(store, SEATINGS, 9, 1000.0, answers=5)
    for game in range(1, 10):
        assert len(await store.read(lambda tx: tx.games.log(game))) == 5  # noqa: B023
    await store.close()


async def test_idle_games_run_and_nobody_is_told(tmp_path: Path) -> None:
    store = await quick_store(tmp_path / "bonfire.db")
    await store_idle(store, SEATINGS, 1000.0)
    for game in range(1, len(SEATINGS) + 1):
        row = await store.read(lambda tx: tx.games.get(game))  # noqa: B023
        assert row is not None
        assert row.status is rows.Status.RUNNING
    due = await store.read(lambda tx: tx.clocks.next_due())
    assert due is not None
    assert due > 1000.0 + 24 * 3600
    assert await store.read(lambda tx: tx.posts.overdue(1e12, 10)) == ()
    await store.close()


def test_the_time_that_the_host_took_is_a_share_of_what_has_passed() -> None:
    before = Ticks(1000, 100, 400)
    after = Ticks(1200, 150, 450)
    assert after.stolen_since(before) == 0.25
    assert after.busy_since(before) == 0.75
    assert before.stolen_since(before) == 0
    now = Ticks.now()
    assert 0 <= now.stolen <= now.passed
