"""Turns of the bot: drawn as each ended; those that fail tried again, and told to the operator."""

import itertools
import random

import pytest

from bot.chat.pictures.attach import PostPictures
from bot.chat.pictures.pool import RenderPool
from bot.chat.pictures.queue import PictureQueue
from bot.chat.pictures.request import PictureRequest
from bot.model.messages import Picture
from bot.services.calls.bot_seats import FIRST_RETRY, SLOWEST_RETRY
from bot.services.games.saving import Saved
from renderer import PngPicture
from tests.bot.blank import blank
from tests.bot.stack import DAY, Stack
from tests.bot.test_leaving import moves_by_bot


async def test_a_turn_that_failed_is_tried_again_in_growing_distances(
    stack: Stack, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = await stack.start(2)
    await stack.leaving.let_bot_play(stack.press(await stack.mover(game)), game)
    tried: list[float] = []

    async def fails(*_: object) -> Saved:
        tried.append(stack.clock.at)
        raise RuntimeError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr(stack.games, "substitute", fails)
        for _ in range(4 * 60):
            await stack.bots.catch_up()
            await stack.bots.catch_up()
            stack.clock.at += FIRST_RETRY
    pauses = [later - before for before, later in itertools.pairwise(tried)]
    assert pauses[:6] == [FIRST_RETRY * 2**number for number in range(6)]
    assert set(pauses[6:]) == {SLOWEST_RETRY}
    assert f"game {game} (attempt {len(tried)})" in caplog.text
    stack.clock.at += SLOWEST_RETRY
    await stack.bots.catch_up()
    assert await moves_by_bot(stack, game)


async def test_a_clock_put_back_does_not_put_a_failed_turn_off(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await stack.start(2)
    await stack.leaving.let_bot_play(stack.press(await stack.mover(game)), game)
    with monkeypatch.context() as patch:
        patch.setattr(stack.games, "substitute", None)
        await stack.bots.catch_up()
    assert not await moves_by_bot(stack, game)
    stack.clock.at -= 365 * DAY
    await stack.bots.catch_up()
    assert await moves_by_bot(stack, game)


async def test_two_turns_in_a_row_are_each_drawn_as_it_ended(stack: Stack) -> None:
    game = await stack.start(3)
    stays = await stack.mover(game)
    for person in await stack.others(game):
        await stack.leaving.let_bot_play(stack.press(person), game)
    await stack.take_turn(game, random.Random(3))
    await stack.bodies()
    await stack.bots.catch_up()
    assert await stack.mover(game) == stays
    first, second = await stack.bodies()
    painted: list[int] = []

    def paint(request: PictureRequest) -> PngPicture:
        assert isinstance(request.picture, Picture)
        painted.append(request.picture.view.move)
        return blank(request)

    pictures = PictureQueue(RenderPool(0, paint))
    drawing = PostPictures(stack.games, stack.preferences, pictures)
    for body, queued in zip((first, second), stack.delivered, strict=True):
        assert body.pictures
        await drawing.draw(body, queued.state)
    await pictures.close()
    async with stack.games.table(game) as table:
        assert set(painted) == {second.since, table.game.move_count}
    assert painted == sorted(painted)
