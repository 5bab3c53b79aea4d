"""Places that tests lose: what every test of them needs."""

import random
from dataclasses import replace

from bot.model import preferences, rows
from bot.model.invocation import ChannelRef, Invocation
from bot.services.calls.channels import ChannelService
from bot.services.calls.notices import places_lost, post_lost
from tests.kit.presses import submit
from tests.kit.stack import PEOPLE, Stack

ADA, BO = PEOPLE[:2]
FORBIDDEN = 50013


def places(stack: Stack) -> ChannelService:
    return ChannelService(stack.store, stack.games, stack.limits)


def at(press: Invocation, guild: int | None, via: rows.Via = rows.Via.CHANNEL) -> Invocation:
    return replace(press, channel=ChannelRef(press.channel.id, guild, "de", via))


async def lose(stack: Stack, code: int, *channels: int) -> None:
    await stack.store.write(lambda tx: places_lost(tx, channels, code))


async def wants_messages(stack: Stack, *people: rows.PersonRow) -> None:
    for person in people:
        await stack.preferences.change(
            stack.press(person), lambda wishes: replace(wishes, notice=preferences.Notice.MESSAGE)
        )


async def lose_posts(stack: Stack) -> None:
    """Let waiting posts never reach their channel."""
    while heads := await stack.store.read(lambda tx: tx.posts.heads()):
        for post in heads:
            await stack.store.write(lambda tx, post=post: post_lost(tx, post))  # type: ignore[misc]


async def turn_from_elsewhere(stack: Stack, game: int, dice: random.Random) -> None:
    """A turn by presses in a direct message: they say nothing about the lost place."""
    mover = await stack.mover(game)
    while await stack.mover(game) == mover:
        _, _, options = await stack.options(game)
        press = at(stack.press(mover, channel=mover.id), None)
        await submit(stack.games, press, game, (dice.choice(options),))
