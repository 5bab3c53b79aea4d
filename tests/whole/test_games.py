"""Whole games through interactions alone: from the lobby to the final score."""

import random

import pytest

from bot.standin.layout import text
from tests.kit.evening import play_to_the_end, posts_tell_everything
from tests.kit.hall import Hall
from tests.kit.whole import Player


async def test_a_solo_game_against_tom(hall: Hall) -> None:
    player = Player(hall.people[0], hall.table, random.Random(1))
    await (await player.person.slash(hall.table, "bonfire", "solo")).response()
    final = await play_to_the_end([player])
    assert "Tom" in text(final)
    posts_tell_everything(hall.server, [player])


@pytest.mark.long
async def test_a_game_of_four(hall: Hall) -> None:
    players = [
        Player(person, hall.table, random.Random(seat)) for seat, person in enumerate(hall.people)
    ]
    opened = await players[0].person.slash(hall.table, "bonfire", "new", thread=False)
    lobby = await opened.response()
    for player in players[1:]:
        await (await player.person.press(lobby, "Join")).response()
    await (await players[0].person.press(lobby, "Start")).response()
    final = await play_to_the_end(players)
    for name in ("Ada", "Bo", "Di"):
        assert name in text(final)
    posts_tell_everything(hall.server, players)
