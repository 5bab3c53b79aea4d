"""Places that tests lose: what every test of them needs."""

import random
from dataclasses import replace

from bot.model.invocation import ChannelRef, Invocation
from bot.model.preferences import Notice
from bot.model.rows import PersonRow, Via
from bot.services.calls.channels import ChannelService
from bot.services.calls.notices import places_lost, post_lost
from tests.bot.presses import submit
from tests.bot.salon import PEOPLE, Salon

ADA, BO = PEOPLE[:2]
FORBIDDEN = 50013


def places(salon: Salon) -> ChannelService:
    return ChannelService(salon.store, salon.games)


def at(press: Invocation, guild: int | None, via: Via = Via.CHANNEL) -> Invocation:
    return replace(press, channel=ChannelRef(press.channel.id, guild, "de", via))


async def lose(salon: Salon, code: int, *channels: int) -> None:
    await salon.store.write(lambda tx: places_lost(tx, channels, code))


async def wants_messages(salon: Salon, *people: PersonRow) -> None:
    for person in people:
        await salon.preferences.change(
            salon.press(person), lambda wishes: replace(wishes, notice=Notice.MESSAGE)
        )


async def lose_posts(salon: Salon) -> None:
    """What waits does not reach its channel."""
    while heads := await salon.store.read(lambda tx: tx.posts.heads()):
        for post in heads:
            await salon.store.write(lambda tx, post=post: post_lost(tx, post))  # type: ignore[misc]


async def turn_from_elsewhere(salon: Salon, game: int, dice: random.Random) -> None:
    """A turn by presses in a direct message: they say nothing about the lost place."""
    mover = await salon.mover(game)
    while await salon.mover(game) == mover:
        _, _, options = await salon.options(game)
        press = at(salon.press(mover, channel=mover.id), None)
        await submit(salon.games, press, game, (dice.choice(options),))
