"""Looking back on a phone, which shows one part of a picture at a time."""

import pytest

from bot.features.replay.pages import ReplayPost, Sight
from bot.model import preferences, settings
from bot.standin import Message
from renderer import PHONE_BOARD, PicturePart
from tests.kit.blank import Easel
from tests.kit.hall import Hall, solo
from tests.kit.pages import choose, looked
from tests.kit.players.button_player import Control
from tests.kit.whole import Player, controls


@pytest.fixture
def easel() -> Easel:
    return Easel()


@pytest.fixture
def paint(easel: Easel) -> object:
    return easel.paint


async def pressed(hall: Hall, player: Player, page: Message, control: Control) -> Message:
    shown = await (await player.press(page, control)).response()
    await hall.calm()
    return shown


async def test_looking_back_leads_to_each_part_of_the_board(hall: Hall, easel: Easel) -> None:
    player, post = await solo(hall)
    await choose(hall.ada, hall.table, settings.Setting.SIZE, preferences.PictureSize.PHONE)
    await player.take_turn(post)
    page = await looked(hall.ada, hall.table, ReplayPost())
    board = next(one for one in controls(page) if one.answer.endswith(f"here:{Sight.BOARD}"))
    page = await pressed(hall, player, page, board)
    parts, every = list[PicturePart](), {PicturePart.SCORES, *PHONE_BOARD}
    for _ in every:
        parts += easel.parts
        on = next(one for one in controls(page) if f":{Sight.BOARD}:" in one.answer)
        page = await pressed(hall, player, page, on)
    assert set(parts) == every
