"""A game of two with some turns behind it, and what the menus of its messages answer."""

import random
from dataclasses import dataclass
from typing import Final

from bot.standin import Channel, Message, UserClient
from bot.words import catalog
from tests.kit.hall import Hall
from tests.kit.whole import Player, called, has_turn_button, start_game

EXPLAIN: Final = catalog().say("menu.explain")
THEN: Final = catalog().say("menu.then")


@dataclass(frozen=True, slots=True)
class Played:
    """A game of Ada and Bo: the post that began it, and those of its first turns."""

    room: Channel
    begins: Message
    turns: tuple[Message, ...]


async def play(hall: Hall, room: Channel, turns: int = 3) -> Played:
    ada, bo = hall.people[:2]
    begins = post = await start_game(room, ada, bo)
    told = []
    for number in range(turns):
        mover = next(one for one in (ada, bo) if one.id == called(post))
        await Player(mover, room, random.Random(number)).take_turn(post)
        last = post.id
        post = await ada.waits_for(room, lambda m, last=last: m.id > last and has_turn_button(m))  # type: ignore[misc]
        told.append(post)
    return Played(room, begins, tuple(told))


async def asked(person: UserClient, message: Message, name: str = EXPLAIN) -> Message:
    answer = await (await person.use_on_message(message, name)).response()
    assert answer.is_ephemeral
    return answer
