"""The common parts of tests with the whole program, beside the players who press buttons."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.chat.client import BonfireClient
from bot.standin import Channel, Message, UserClient
from bot.standin.layout import buttons
from bot.standin.model import Json
from tests.players.button_player import (
    Control,
    Player,
    called,
    controls,
    has_turn_button,
)

__all__ = [
    "Control",
    "Player",
    "addresses",
    "answered",
    "called",
    "controls",
    "end_alone",
    "eventually",
    "has_turn_button",
    "without_limits",
]

LIMITS = ("min_length", "max_length", "min_value", "max_value", "choices", "channel_types")
"""The limits that a person's client checks before it sends the value of an option."""


PAUSE = 0.01


async def eventually(look: Callable[[], Awaitable[object]], seconds: float = 60) -> None:
    """Look again and again until something is found; fails after some seconds."""
    for _ in range(int(seconds / PAUSE)):
        if await look():
            return
        await asyncio.sleep(PAUSE)
    raise AssertionError("it did not happen")


def addresses(message: Message) -> list[str]:
    """Return the targets of a message's link buttons."""
    return [button.url for button in buttons(message) if button.url]


def shows_table(message: Message) -> bool:
    """Say whether a message is a post of a game's table, be it the newest or not."""
    return any(control.answer == "board" for control in controls(message))


async def quiet(client: BonfireClient) -> None:
    """Wait until nothing is being posted, and no older post is to lose its button."""
    outbox = client.services.outbox

    async def still() -> bool:
        return not (outbox._sending or outbox._newest.waits or outbox._newest.tasks)

    await eventually(still)


async def answered(client: BonfireClient) -> None:
    """Wait until nothing that follows from a press is under way."""

    async def still() -> bool:
        return client.services.traffic.count == 0

    await eventually(still)


async def end_alone(person: UserClient, channel: Channel) -> Message:
    """End the game that somebody plays alone, and confirm it."""
    asked = await (await person.slash(channel, "bonfire", "table", "abandon")).response()
    (end,) = controls(asked)
    return await (await person.press(asked, end.custom_id)).response()


def without_limits(command: Json) -> None:
    """Take the limits out of a command's definition: a person's client then sends any value."""
    for limit in LIMITS:
        command.pop(limit, None)
    for option in command.get("options") or ():
        without_limits(option)
