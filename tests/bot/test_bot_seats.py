"""Turns of the bot: drawn as each ended; those that fail tried again, and told to the operator."""

import itertools
import random

import pytest

from bot.chat.pictures.attach import PostPictures
from bot.chat.pictures.pool import RenderPool
from bot.chat.pictures.queue import PictureQueue
from bot.chat.pictures.request import PictureRequest
from bot.services.calls.bot_seats import FIRST_RETRY, SLOWEST_RETRY
from bot.services.games.saving import Saved
from renderer import PngPicture
from tests.bot.blank import blank
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


async def test_two_turns_in_a_row_are_each_drawn_as_it_ended(salon: Salon) -> None:
    game = await salon.start(3)
    stays = await salon.mover(game)
    for person in await salon.others(game):
        await salon.leaving.let_bot_play(salon.press(person), game)
    await salon.take_turn(game, random.Random(3))
    await salon.bodies()
    await salon.bots.catch_up()
    assert await salon.mover(game) == stays
    first, second = await salon.bodies()
    painted: list[int] = []

    def paint(request: PictureRequest) -> PngPicture:
        painted.append(request.picture.view.move)
        return blank(request)

    pictures = PictureQueue(RenderPool(0, paint))
    drawing = PostPictures(salon.games, salon.preferences, pictures)
    for body, queued in zip((first, second), salon.delivered, strict=True):
        assert body.pictures
        await drawing.draw(body, queued.state)
    await pictures.close()
    async with salon.games.table(game) as table:
        assert set(painted) == {second.since, table.game.move_count}
    assert painted == sorted(painted)
