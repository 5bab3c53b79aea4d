"""Bots that sit at a table as players do: seated, marked as what they are, and played against."""

import random

from bot.standin.layout import text
from tests.whole.conftest import Hall
from tests.whole.kit import Player
from tests.whole.test_games import play_to_the_end, posts_tell_everything


async def test_a_game_of_one_person_and_one_bot_to_its_end(hall: Hall) -> None:
    ada = Player(hall.people[0], hall.table, random.Random(1))
    await (await ada.person.slash(hall.table, "bonfire", "solo", level="easy")).response()
    final = await play_to_the_end([ada])
    assert "Bot 1 (easy)" in text(final)
    posts_tell_everything(hall.server, [ada])
    listed = await (await ada.person.slash(hall.table, "bonfire", "results")).response()
    assert "Bot 1 (easy)" in text(listed)
