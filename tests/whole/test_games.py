"""Whole games through interactions alone: from the lobby to the final score."""

import random

import pytest

from bot.standin import Message, StandIn
from bot.standin.layout import pictures, text
from bot.words import catalog
from tests.whole.conftest import Hall
from tests.whole.kit import Player, called, has_turn_button

FINAL = catalog().say("score.final").strip("*")
MOST_TURNS = 400


async def next_post(player: Player, after: int) -> Message:
    """The first post of the bot after a message that calls somebody or ends the game."""

    def wanted(message: Message) -> bool:
        return message.id > after and (has_turn_button(message) or FINAL in text(message))

    return await player.person.waits_for(player.table, wanted)


async def play_to_the_end(players: list[Player]) -> Message:
    """Let whoever is called take the turn, until the final score is posted."""
    post = await next_post(players[0], 0)
    for _ in range(MOST_TURNS):
        if FINAL in text(post):
            return post
        player = next(one for one in players if one.person.id == called(post))
        await player.take_turn(post)
        post = await next_post(player, post.id)
    raise AssertionError("the game does not end")


def posts_tell_everything(server: StandIn, players: list[Player]) -> None:
    """Every post has pictures with alt texts."""
    for message in server.app_messages(players[0].table):
        for picture in pictures(message):
            assert picture.data.startswith(b"\x89PNG")
            assert 0 < len(picture.alt) <= 1024


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
