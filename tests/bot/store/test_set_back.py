"""A damaged log of the database: SQLite takes it for a shorter one, and messages know better."""

import asyncio
import random
import shutil
from pathlib import Path

import pytest

from bot.model.buttons import ShowBoard
from bot.model.custom_ids import Binding, read_press
from bot.model.errors import UserError
from bot.standin.layout import buttons, text
from bot.words import catalog
from engine import GameOptions
from tests.kit.hall import Hall, hall, paint
from tests.kit.stack import PEOPLE, stack_in
from tests.kit.whole import eventually

__all__ = ["hall", "paint"]

pytestmark = pytest.mark.in_a_file


async def test_moves_that_a_damaged_log_has_lost_are_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    async with stack_in(before) as stack:
        press = stack.press(PEOPLE[0])
        game = (await stack.games.start(press, GameOptions(2), PEOPLE[:2])).game
        length = (before / "bonfire.db-wal").stat().st_size
        await stack.answer(game, random.Random(1))
        async with stack.games.hold(game) as table:
            shown = table.revision
        shutil.copytree(before, after)
    with (after / "bonfire.db-wal").open("r+b") as log:
        log.truncate(length)
    async with stack_in(after) as stack:
        for _ in range(2):
            with pytest.raises(UserError) as told:
                await stack.games.place(game, shown)
            assert told.value.problem == "error.set_back"
        await stack.games.place(game, 0)
    (line,) = [one for one in caplog.messages if "the database was set back" in one]
    assert line.startswith(f"error: game {game} is at revision 0, and a message shows {shown}: ")


async def test_a_message_that_knows_more_than_the_database_is_answered(hall: Hall) -> None:
    ada = hall.ada
    await (await ada.slash(hall.table, "bonfire", "solo", thread=False)).response()
    await eventually(lambda: asyncio.sleep(0, hall.posts()))
    message = hall.posts()[-1]
    told = catalog().say("error.set_back").partition("`")[0]
    button = next(one for one in buttons(message) if read_press(one.custom_id or "").game)
    forged = Binding(1, 999).custom_id(ShowBoard())
    for custom_id, lost in ((forged, 0), (button.custom_id or "", 1)):
        hall.client.services.games._tables[1].revision -= lost
        answer = await (await ada.press_late(message, custom_id)).response()
        assert (told in text(answer)) is bool(lost)
