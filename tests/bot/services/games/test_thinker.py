"""The bot thinks in processes of its own: they give way, may be lost, know nothing, and end."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from multiprocessing.reduction import ForkingPickler
from pathlib import Path

import pytest

from bot.runtime import health
from bot.runtime.workers import Workers
from bot.services.games import thinker as thinker_module
from bot.services.games.moves import HeldPosition
from bot.services.games.thinker import NICENESS, NICENESS_FOR_PEOPLE, Thinker
from engine import Game, ids
from engine.advice import ADVICE_SEED as SEED_OF_ADVICE
from engine.agents.levels import Level
from engine.agents.players import PLAYERS, Agent, Turn, medium
from tests.bot.services.games.gated_players import GATE, OPEN, gated, lost
from tests.kit.games import asked, random_game
from tests.kit.sources import imported_with
from tests.kit.whole import eventually

SEED = 12345678901234567890
"""A secret that would be recognized anywhere."""
BOT = """
import asyncio, signal
from bot.services.games.thinker import Thinker
from engine.agents.levels import Level
from tests.bot.services.games.gated_players import gated
from tests.kit.games import random_game

async def main():
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    thinker, game = Thinker(1, {Level.EXPERT: gated}), random_game(2, 3, 40)
    turn = asyncio.create_task(thinker.turn(game, game.waiting.seat, Level.EXPERT, 1))
    await stop.wait()
    turn.cancel()
    thinker.close()

if __name__ == "__main__":
    asyncio.run(main())
"""


@asynccontextmanager
async def thinking(players: Mapping[str, Agent], processes: int = 1) -> AsyncIterator[Thinker]:
    thinker = Thinker(processes, players)
    try:
        yield thinker
    finally:
        thinker.close()


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(GATE, str(tmp_path))
    return tmp_path


async def at(gate: Path, *known: int) -> int:
    """The process that thinks there, other than those that did."""

    async def others() -> set[int]:
        return _processes_at(gate) - set(known)

    await eventually(others)
    return min(await others())


def _processes_at(gate: Path) -> set[int]:
    return {int(file.name) for file in gate.iterdir() if file.name.isdecimal()}


async def gone(process: int) -> None:
    """Wait until a process has ended."""

    async def has_ended() -> bool:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        return False

    await eventually(has_ended)


def position(players: int = 2, moves: int = 40) -> Game:
    game = random_game(players, 3, moves)
    assert game.waiting is not None
    return game


async def test_another_process_finds_the_same_turn_and_gives_way_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinker_module, "secret_seed", lambda: SEED)
    games = [position(1), position(2), position(4)]
    async with thinking(PLAYERS) as thinker:
        assert thinker._workers._executor._processes == {}  # type: ignore[attr-defined]
        for number, game in enumerate(games):
            turn = await thinker.turn(game, asked(game), Level.MEDIUM, number)
            assert turn == medium(game, asked(game), SEED).answers
        assert await thinker._workers.run(os.nice, 0) == min(19, os.nice(0) + NICENESS)
        child = await thinker._workers.run(os.getpid)
        alone = health.memory(child).now
        assert health.memory().now > alone > 0


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("players", [1, 3])
def test_a_turn_is_the_same_after_what_is_hidden_was_dealt_anew(level: Level, players: int) -> None:
    game = position(players)
    sent = ForkingPickler.loads(ForkingPickler.dumps(game.fork(SEED_OF_ADVICE)))
    assert PLAYERS[level](sent, asked(game), SEED) == PLAYERS[level](game, asked(game), SEED)


async def test_nothing_hidden_and_nothing_past_goes_to_a_process() -> None:
    given: list[Game] = []

    def spy(game: Game, seat: ids.Seat, seed: int) -> Turn:
        given.append(game)
        return medium(game, seat, seed)

    game = position(4, 80)
    async with thinking({Level.MEDIUM: spy}, 0) as thinker:
        for twin in (game, game.fork(7), game.fork(8)):
            await thinker.turn(twin, asked(twin), Level.MEDIUM, 1)
    assert len({one.state_hash() for one in given}) == 1
    assert game.state_hash() not in {one.state_hash() for one in given}
    assert {one.moves for one in given} == {()}
    assert len(bytes(ForkingPickler.dumps(given[0]))) < 6000


async def test_a_process_that_is_killed_is_replaced_and_the_turn_thought_about_again(
    gate: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinker_module, "secret_seed", lambda: SEED)
    game = position()
    async with thinking({Level.EXPERT: gated}) as thinker:
        turn = asyncio.create_task(thinker.turn(game, asked(game), Level.EXPERT, 17))
        first = await at(gate)
        os.kill(first, signal.SIGKILL)
        second = await at(gate, first)
        assert not turn.done()
        (gate / OPEN).touch()
        assert await turn == medium(game, asked(game), SEED).answers
        assert await thinker._workers.run(os.getpid) == second
    assert "a process of think failed" in caplog.text
    assert str(SEED) not in caplog.text


async def test_where_every_process_is_lost_medium_plays_in_this_one(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinker_module, "secret_seed", lambda: SEED)
    game = position()
    async with thinking({Level.EXPERT: lost, Level.MEDIUM: medium}) as thinker:
        turn = await thinker.turn(game, asked(game), Level.EXPERT, 17)
        assert turn == medium(game, asked(game), SEED).answers
        assert await thinker.turn(game, asked(game), Level.MEDIUM, 17) == turn, "one is there again"
    assert "game 17: thinking of expert failed; medium plays" in caplog.text
    assert str(SEED) not in caplog.text


async def test_a_thought_that_takes_too_long_is_given_up_and_holds_up_no_other_game(
    gate: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinker_module, "_LONGEST_THOUGHT", 0.01)
    game = position()
    async with thinking({Level.EXPERT: gated, Level.MEDIUM: medium}) as thinker:
        assert await thinker.turn(game, asked(game), Level.EXPERT, 17)
        assert not thinker._workers._executor._pending_work_items  # type: ignore[attr-defined]
    assert "game 17: thinking of expert failed; medium plays" in caplog.text


async def test_advice_that_takes_too_long_is_given_up(
    gate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinker_module, "_LONGEST_THOUGHT", 0.01)
    game = position()
    async with thinking({Level.EXPERT: gated}) as thinker:
        with pytest.raises(TimeoutError):
            await thinker.advise(gated, game, asked(game), 17)
        assert not thinker._advisers._executor._pending_work_items  # type: ignore[attr-defined]


async def test_a_bug_is_raised_here_and_tells_no_secret(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinker_module, "secret_seed", lambda: SEED)
    game = position()
    other = 1 - asked(game)
    async with thinking(PLAYERS) as thinker:
        with pytest.raises(Exception, match="not_your_decision") as caught:
            await thinker.turn(game, other, Level.MEDIUM, 17)
    logging.getLogger("bot").error("a bug", exc_info=caught.value)
    assert str(SEED) not in caplog.text


async def test_who_asks_for_advice_does_not_wait_for_the_bot(gate: Path) -> None:
    game = position(2, 41)
    async with thinking({Level.EXPERT: gated}) as thinker:
        playing = asyncio.create_task(thinker.turn(game, asked(game), Level.EXPERT, 1))
        process = await at(gate)
        found = await thinker.advise(medium, game, asked(game), 17)
        assert found == medium(game, asked(game), SEED_OF_ADVICE)
        assert not playing.done()
        assert await thinker._advisers.run(os.getpid) != process
        wanted = min(19, os.nice(0) + NICENESS_FOR_PEOPLE)
        assert await thinker._advisers.run(os.nice, 0) == wanted
        playing.cancel()


async def test_games_take_turns_whatever_one_of_them_asks_for() -> None:
    thought: list[int] = []
    games = {number: random_game(2, number, 40) for number in (1, 2, 3)}
    all_wait = threading.Event()

    def notes(game: Game, seat: ids.Seat, seed: int) -> Turn:
        all_wait.wait()
        thought.append(
            next(key for key, one in games.items() if one.view().seats == game.view().seats)
        )
        return medium(game, seat, seed)

    async with thinking({Level.MEDIUM: notes}, 0) as thinker:
        wanted = (1, 1, 1, 2, 2, 3)
        turns = [thinker.turn(games[key], asked(games[key]), Level.MEDIUM, key) for key in wanted]
        everybody = asyncio.gather(*turns)
        await asyncio.sleep(0)
        all_wait.set()
        await everybody
    assert thought == [1, 2, 3, 1, 2, 1]


async def test_a_whole_turn_goes_on_where_a_part_of_it_ends() -> None:
    game = position(3, 41)
    before, seat, turn = game.state_hash(), asked(game), game.view().turn
    async with thinking({Level.EASY: PLAYERS["random"]}, 0) as thinker:
        thought = await thinker.whole_turn(HeldPosition(1, 41, game, Level.EASY))
    assert game.state_hash() == before
    assert len(thought.parts) > 1
    for (action,) in thought.parts:
        assert (asked(game), game.view().turn) == (seat, turn)
        game.submit(seat, action)
    assert (asked(game), game.view().turn) != (seat, turn)


async def test_what_is_thought_about_at_the_end_is_given_up(gate: Path) -> None:
    game = position()
    thinker = Thinker(1, {Level.EXPERT: gated, Level.MEDIUM: medium})
    turn = asyncio.create_task(thinker.turn(game, asked(game), Level.EXPERT, 1))
    process = await at(gate)
    thinker.close()
    with pytest.raises(Exception, match="process pool"):
        await turn
    await gone(process)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are seen in /proc")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
async def test_nobody_thinks_for_a_bot_that_has_ended(gate: Path, end: signal.Signals) -> None:
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-c", BOT, stderr=subprocess.PIPE, env={**os.environ, GATE: str(gate)}
    )
    process = await at(gate)
    bot.send_signal(end)
    _, said = await bot.communicate()
    assert b"Traceback" not in said
    assert bot.returncode == (0 if end is signal.SIGTERM else -end)
    await gone(process)


async def test_a_process_begins_with_the_first_work_and_in_a_thread_nothing_is_niced() -> None:
    workers = Workers("test", 0, niceness=NICENESS)
    mine = os.getpriority(os.PRIO_PROCESS, 0)
    assert await workers.run(os.getpid) == os.getpid()
    assert os.getpriority(os.PRIO_PROCESS, 0) == mine
    workers.close()


def test_a_process_that_thinks_imports_the_engine_and_no_event_loop() -> None:
    imported = imported_with(
        "concurrent.futures.process",
        "bot.runtime.worker_process",
        "bot.runtime.sent_box",
        "engine.advice",
        "engine.agents",
    )
    assert "engine" in imported
    assert imported & {"asyncio", "babel", "bot.words", "bot.model", "bot.services"} == set()
