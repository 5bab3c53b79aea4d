"""Games that are played from the first post to the last."""

from bot.standin import Message, StandIn
from bot.standin.layout import pictures, text
from bot.words import catalog
from tests.kit.whole import Player, called, has_turn_button

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
