"""Turns of the bot: those that fail are tried again, and told to the operator."""

import asyncio
import itertools
import random

import pytest

from bot.services.calls.bot_seats import FIRST_RETRY, SLOWEST_SEAT_RETRY
from bot.services.games import saving
from tests.kit.bots import thoughtful
from tests.kit.stack import DAY, PEOPLE, Stack, moves_by_bot


async def test_a_turn_that_failed_is_tried_again_in_growing_distances(
    stack: Stack, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = await stack.start(2)
    await stack.leaving.let_bot_play(stack.press(await stack.mover(game)), game)
    tried: list[float] = []

    async def fails(*_: object) -> saving.Saved:
        tried.append(stack.clock.at)
        raise RuntimeError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr(stack.games, "substitute", fails)
        for _ in range(4 * 60):
            await stack.let_bots_play()
            await stack.let_bots_play()
            stack.clock.at += FIRST_RETRY
    pauses = [later - before for before, later in itertools.pairwise(tried)]
    assert pauses[:6] == [FIRST_RETRY * 2**number for number in range(6)]
    assert set(pauses[6:]) == {SLOWEST_SEAT_RETRY}
    assert f"game {game} (attempt {len(tried)})" in caplog.text
    stack.clock.at += SLOWEST_SEAT_RETRY
    await stack.let_bots_play()
    assert await moves_by_bot(stack, game)


async def test_a_clock_put_back_does_not_put_a_failed_turn_off(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await stack.start(2)
    await stack.leaving.let_bot_play(stack.press(await stack.mover(game)), game)
    with monkeypatch.context() as patch:
        patch.setattr(stack.games, "substitute", None)
        await stack.let_bots_play()
    assert not await moves_by_bot(stack, game)
    stack.clock.at -= 365 * DAY
    await stack.let_bots_play()
    assert await moves_by_bot(stack, game)


async def test_turns_are_played_one_after_the_other_and_each_waits_for_calm_anew(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    for channel in (7, 8):
        game = await stack.start(2, channel)
        await stack.leaving.let_bot_play(stack.press(await stack.mover(game)), game)
    calm, waits, told = asyncio.Event(), asyncio.Event(), list[str]()

    async def becomes_calm() -> None:
        told.append("waits")
        waits.set()
        await calm.wait()
        calm.clear()

    async def plays(*_: object) -> saving.Saved:
        told.append("plays")
        await asyncio.sleep(0.05)  # the other one would wait for calm by then
        told.append("played")
        raise RuntimeError("seen enough")

    stack.bots.calm = becomes_calm
    turn = ["waits", "plays", "played"]
    with monkeypatch.context() as patch:
        patch.setattr(stack.games, "substitute", plays)
        patch.setattr("bot.services.calls.bot_seats.COURTESY", 60.0)
        playing = asyncio.create_task(stack.let_bots_play())
        for before in ([], turn):
            await waits.wait()
            waits.clear()
            await asyncio.sleep(0.05)
            assert told == [*before, "waits"]
            calm.set()
        await playing
    assert told == turn + turn


async def test_people_who_never_stop_pressing_are_not_waited_for_long(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await stack.start(2)
    await stack.leaving.let_bot_play(stack.press(await stack.mover(game)), game)
    stack.bots.calm = asyncio.Event().wait
    monkeypatch.setattr("bot.services.calls.bot_seats.COURTESY", 0.01)
    await stack.let_bots_play()
    assert await moves_by_bot(stack, game)


async def test_while_the_bot_thinks_people_press_and_what_it_thought_for_nothing_is_dropped(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await stack.start(3)
    leaver = await stack.mover(game)
    await stack.leaving.let_bot_play(stack.press(leaver), game)
    with monkeypatch.context() as patch, thoughtful(stack, patch) as thoughts:
        playing = asyncio.create_task(stack.let_bots_play())
        await thoughts.begun.wait()
        await stack.leaving.come_back(stack.press(leaver), game)
        await stack.answer(game, random.Random(1))
        answered = (await stack.row(game)).turn, await stack.mover(game)
        thoughts.go.set()
        await playing
    assert await moves_by_bot(stack, game) == set()
    assert ((await stack.row(game)).turn, await stack.mover(game)) == answered
    assert answered[1] == leaver


async def test_who_leaves_once_more_while_the_bot_thinks_has_it_think_anew(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await stack.start(3)
    leaver = await stack.mover(game)
    await stack.leaving.let_bot_play(stack.press(leaver), game)
    with monkeypatch.context() as patch, thoughtful(stack, patch) as thoughts:
        playing = asyncio.create_task(stack.let_bots_play())
        await thoughts.begun.wait()
        await stack.leaving.come_back(stack.press(leaver), game)
        await stack.answer(game, random.Random(1))
        await stack.leaving.let_bot_play(stack.press(leaver), game)
        thoughts.go.set()
        await playing
    assert thoughts.games == [game, game]
    assert await stack.mover(game) != leaver
    assert await moves_by_bot(stack, game) == {PEOPLE.index(leaver)}


@pytest.mark.in_a_file
async def test_all_games_that_wait_are_thought_about_at_once_and_each_only_once(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [await stack.start(2, channel=channel) for channel in (7, 8, 9)]
    for number, game in enumerate(games):
        press = stack.press(await stack.mover(game), channel=7 + number)
        await stack.leaving.let_bot_play(press, game)
    with monkeypatch.context() as patch, thoughtful(stack, patch) as thoughts:
        runner = asyncio.create_task(stack.bots.run())
        for _ in range(3):
            stack.bots.kick()
            await stack.clock.still.come()
        assert sorted(thoughts.games) == games
        runner.cancel()
        await asyncio.gather(runner, return_exceptions=True)
        thoughts.go.set()
    assert not any([await moves_by_bot(stack, game) for game in games])
    await stack.let_bots_play()
    assert all([await moves_by_bot(stack, game) for game in games])
