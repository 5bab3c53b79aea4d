"""A game on a Discord that limits rates: the bot keeps within them, and nothing is lost."""

import random
from dataclasses import replace

from bot.standin import Allowance, Limits, RateLimits
from bot.standin.layout import text
from tests.kit.hall import Hall
from tests.kit.whole import Player, shows_table

TURNS = 8
PATIENT = Limits(acknowledge_within=3600.0)
"""Time is turned while presses are answered: a Discord that waits for them."""


async def play(hall: Hall) -> None:
    player = Player(hall.people[0], hall.table, random.Random(4))
    await (await player.person.slash(hall.table, "bonfire", "solo")).response()
    post = await player.my_post(0)
    for _ in range(TURNS):
        await player.take_turn(post)
        post = await player.my_post(post.id)


def told_turns(hall: Hall) -> list[str]:
    told = hall.server.app_messages(hall.table)
    return [text(message) for message in told if shows_table(message)]


async def test_more_turns_than_a_channel_takes_at_once_are_told(hall: Hall) -> None:
    hall.server.core.limits = replace(PATIENT, rate_limits=RateLimits())
    began = hall.clock.now()
    await hall.clock.turned(play(hall))
    turns = told_turns(hall)
    assert len(turns) == len(set(turns)) == TURNS + 1
    assert hall.clock.now() - began >= 5.0


async def test_the_bot_waits_where_discord_takes_less_than_it_told(hall: Hall) -> None:
    """No header tells of the global limit before it is met."""
    hall.server.core.limits = replace(PATIENT, rate_limits=RateLimits(everything=Allowance(1, 5.0)))
    await hall.clock.turned(play(hall))
    turns = told_turns(hall)
    assert len(turns) == len(set(turns)) == TURNS + 1
    assert hall.server.rate_limiter.refused > 0
