"""The bench under load plays with the real bot and prints every figure, whatever it comes to."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.model.results import Ending, ResultRow
from bot.model.rows import NOBODY, Status
from bot.runtime.shell.errors import UsageError
from bot.store.store import Store
from tests.bench import bot_process, load_measurement, stored_games
from tests.bench.load_figures import Measured, Scale
from tests.bench.load_players import Metronome
from tests.bench.stored_games import SEATINGS, store_waiting
from tests.kit.shell import Bonfire
from tests.kit.sums import added_up, kept_sums

FIGURES = {
    *("games", "finished", "waiting", "seconds", "moves", "turns", "unanswered", "repeated"),
    *("ack_p50_ms", "ack_p999_ms", "post_p50_ms", "post_p99_ms", "loop_max_ms"),
    *("page_p50_ms", "page_p99_ms", "picture_p50_ms", "picture_p99_ms"),
    *("search_max_ms", "stalls", "drawn", "drawn_for_nothing", "speed", "warm"),
    *("instant", "rate_limited", "most_invalid", "queue_most", "queue_end"),
    *("memory_mb", "memory_first_half_mb", "memory_second_half_mb"),
    *("bot_cpu_ms", "painters_cpu_ms", "advisers_cpu_ms", "thinkers_cpu_ms", "players_cpu_ms"),
    *("pictures_per_press", "kib_per_press", "pictures_per_turn", "kib_per_turn"),
    *("saturate", "busy_percent", "kinds"),
    *("start_seconds", "stolen_percent", "bots", "bot_turns", "films"),
}
PATIENCE = 600
"""Seconds after which two turns must have ended, however slow the machine is."""


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Measured:
    """What is measured, which goes on for as many seconds as it takes to end two turns."""
    measured = Measured()

    def seconds(_asked: range, _unit: str) -> Iterator[int]:
        for second in range(PATIENCE):
            if len(measured.posts) >= 2:
                return
            yield second

    monkeypatch.setattr(load_measurement, "progress", seconds)
    monkeypatch.setattr(load_measurement, "Measured", lambda: measured)
    return measured


@pytest.mark.long
def test_a_few_games_are_played_and_every_figure_is_printed(
    bench: Bonfire, measured: Measured
) -> None:
    scale = (
        "--games",
        "3",
        "--seconds",
        "4",
        "--finished",
        "5",
        "--start-with",
        "2",
        "--bots",
        "1",
        "--warm",
        "9",
    )
    answer = bench("load", *scale, "--json")
    assert answer.status == 0, answer.err
    figures = json.loads(answer.out)
    assert set(figures) == FIGURES
    assert (figures["games"], figures["finished"], figures["waiting"]) == (3, 5, 2)
    assert (figures["bots"], figures["bot_turns"]) == (1, measured.bot_turns)
    assert figures["moves"] == len(measured.acks)
    assert figures["turns"] == len(measured.posts)
    assert figures["moves"] > figures["turns"] > 0
    assert figures["queue_most"] == max(measured.waiting) >= figures["queue_end"]
    assert figures["drawn"] == figures["drawn_for_nothing"] + measured.fresh > 0
    for figure in (
        *("ack_p999_ms", "page_p50_ms", "post_p99_ms", "loop_max_ms", "memory_mb", "speed"),
        "start_seconds",
    ):
        assert figures[figure] > 0
    assert 0 <= figures["stolen_percent"] <= 100


@pytest.mark.parametrize("words", [(), ("--instant",)])
def test_readers_are_told_the_figures_in_words(
    bench: Bonfire, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    async def measure(_folder: Path, scale: Scale) -> Measured:
        assert scale == Scale(
            games=1, seconds=2, finished=0, waiting=0, instant="--instant" in words, warm=300
        )
        return Measured(acks=[0.1], posts=[0.2], megabytes=[1.0])

    monkeypatch.setattr(load_measurement, "measure", measure)
    answer = bench("load", "--games", "1", "--seconds", "2", *words)
    assert answer.status == 0, answer.err
    for figure in (
        "1 games played",
        "first answer",
        "public post",
        "event loop",
        "outbox",
        "rate limit",
        "tables of the bot",
    ):
        assert figure in answer.out


async def test_a_bot_that_ends_at_once_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_process, "START_WITHIN", None)
    async with bot_process.bot_process(tmp_path, "no-such-command") as bot:
        with pytest.raises(UsageError, match="no-such-command"):
            await bot.started(asyncio.Event().wait())


async def test_finished_games_are_whole_and_have_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_games, "GAMES_A_TRANSACTION", 4)
    path = tmp_path / "bonfire.db"
    store, known = await Store.open(path), ResultRow(0, 9, 0.0, Ending.PLAYED, 2, None, None)
    await stored_games.store_finished(store, SEATINGS, 10, 1000.0)
    for game in range(1, 11):
        row = await store.read(lambda tx: tx.games.get(game))  # noqa: B023 - awaited here
        log = await store.read(lambda tx: tx.games.log(game))  # noqa: B023 - the same
        assert row is not None
        assert (row.status, row.revision) == (Status.FINISHED, len(log))
        again = replace(known, game=game)
        assert not await store.write(lambda tx: tx.results.add(again, ()))  # noqa: B023
    assert await store.read(lambda tx: tx.games.get(11)) is None
    assert await store.engine.read(kept_sums) == await store.engine.read(added_up) != {}
    await store.close()


async def test_waiting_games_are_due_for_a_reminder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_games, "TOGETHER", (2,))
    store, now = await Store.open(tmp_path / "bonfire.db"), 1_000_000.0
    await store_waiting(store, SEATINGS, now)
    due = await store.read(lambda tx: tx.clocks.due(now, 10))
    assert {row.game for row in due} == {1, 2, 3}
    await store.close()


async def test_every_seat_of_a_bot_s_table_waits_for_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_games, "TOGETHER", (2,))
    store = await Store.open(tmp_path / "bonfire.db")
    await stored_games.store_bots(store, SEATINGS, 1_000_000.0)
    waiting = await store.read(lambda tx: tx.clocks.waiting_for(NOBODY))
    assert {row.game for row in waiting} == {1, 2, 3}
    row = await store.read(lambda tx: tx.games.get(1))
    assert row is not None
    assert row.bots == frozenset({0, 1})
    await store.close()


async def test_presses_keep_the_beat_and_nobody_is_passed_over() -> None:
    metronome, order = Metronome(0.01), list[int]()

    async def press(number: int) -> None:
        await metronome.beat()
        order.append(number)

    began = asyncio.get_running_loop().time()
    await asyncio.gather(*map(press, range(5)))
    assert order == [0, 1, 2, 3, 4]
    assert asyncio.get_running_loop().time() - began >= 0.035
