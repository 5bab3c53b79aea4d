"""Turns that the bot cannot play: tried again, in growing distances, and told to the operator."""

import itertools

import pytest

from bot.services.calls.bot_seats import FIRST_RETRY, SLOWEST_RETRY
from bot.services.games.saving import Saved
from tests.bot.salon import DAY, Salon
from tests.bot.test_leaving import moves_by_bot


async def test_a_turn_that_failed_is_tried_again_in_growing_distances(
    salon: Salon, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = await salon.start(2)
    await salon.leaving.let_bot_play(salon.press(await salon.mover(game)), game)
    tried: list[float] = []

    async def fails(*_: object) -> Saved:
        tried.append(salon.clock.at)
        raise RuntimeError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr(salon.games, "substitute", fails)
        for _ in range(4 * 60):
            await salon.bots.catch_up()
            await salon.bots.catch_up()
            salon.clock.at += FIRST_RETRY
    pauses = [later - before for before, later in itertools.pairwise(tried)]
    assert pauses[:6] == [FIRST_RETRY * 2**number for number in range(6)]
    assert set(pauses[6:]) == {SLOWEST_RETRY}
    assert f"game {game} (attempt {len(tried)})" in caplog.text
    salon.clock.at += SLOWEST_RETRY
    await salon.bots.catch_up()
    assert await moves_by_bot(salon, game)


async def test_a_clock_put_back_does_not_put_a_failed_turn_off(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await salon.start(2)
    await salon.leaving.let_bot_play(salon.press(await salon.mover(game)), game)
    with monkeypatch.context() as patch:
        patch.setattr(salon.games, "substitute", None)
        await salon.bots.catch_up()
    assert not await moves_by_bot(salon, game)
    salon.clock.at -= 365 * DAY
    await salon.bots.catch_up()
    assert await moves_by_bot(salon, game)
