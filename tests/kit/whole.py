"""The common parts of tests with the whole program, beside the players who press buttons."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from bot.chat.client import BonfireClient
from bot.model.buttons import AskToAbandon
from bot.standin import Channel, Message, StandIn, UserClient, model
from bot.standin.interaction import ANSWER_SECONDS
from bot.standin.layout import ComponentKind, buttons, text
from bot.store.queries import SqlConnection
from bot.store.store import Store
from bot.words import catalog
from tests.kit.clock import TurnedClock
from tests.kit.pages import by_page
from tests.kit.players.button_player import Control, Player, called, controls, has_turn_button

__all__ = [
    "Control",
    "Player",
    "addresses",
    "called",
    "controls",
    "end_alone",
    "eventually",
    "has_turn_button",
    "labels",
    "opened",
    "pass_by",
    "post_rows",
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


async def post_rows(store: Store) -> list[dict[str, Any]]:
    """The rows of the posts in a database."""

    async def look(connection: SqlConnection) -> list[dict[str, Any]]:
        return [dict(row) for row in await connection.rows("SELECT * FROM posts", ())]

    return await store.engine.read(look)


async def pass_by(clock: TurnedClock, seconds: float) -> None:
    """Let time pass, at most an hour at once, and everything happen that waits for it."""
    await clock.turned(clock.sleep(seconds), within=3600.0, pause=0.0)
    await clock.still.come()


def addresses(message: Message) -> list[str]:
    """Return the targets of a message's link buttons."""
    return [button.url for button in buttons(message) if button.url]


def labels(message: Message) -> list[str]:
    """Return the words on a message's buttons."""
    return [button.label for button in buttons(message) if button.label]


def shows_table(message: Message) -> bool:
    """Say whether a message is a post of a game's table, be it the newest or not."""
    return any(control.answer == "board" for control in controls(message))


async def quiet(client: BonfireClient) -> None:
    """Wait until nothing is being posted, and no older post is to lose its button."""
    outbox = client.services.outbox

    async def still() -> bool:
        return not (outbox._sending or outbox._newest.waits or outbox._newest.tasks)

    await eventually(still)


async def start_game(table: Channel, host: UserClient, *guests: UserClient) -> Message:
    """Open a lobby, have the guests join, and start; returns the first post that calls somebody."""
    lobby = await (await host.slash(table, "bonfire", "new", thread=False)).response()
    for guest in guests:
        await (await guest.press(lobby, "Join")).response()
    await (await host.press(lobby, "Start")).response()
    return await host.waits_for(table, has_turn_button)


async def end_alone(person: UserClient, channel: Channel) -> Message:
    """End the game that somebody plays alone, and confirm it."""
    asked = await (await by_page(person, channel, "table", AskToAbandon())).response()
    end, *_ = controls(asked)
    return await (await person.press(asked, end.custom_id)).response()


def without_limits(command: model.Json) -> None:
    """Take the limits out of a command's definition: a person's client then sends any value."""
    for limit in LIMITS:
        command.pop(limit, None)
    for option in command.get("options") or ():
        without_limits(option)


async def opened(
    person: UserClient, post: Message, label: str, within: float = ANSWER_SECONDS
) -> Message:
    """What a button answers that stands on the page behind *Keep this game…*."""
    page = await (await person.press(post, catalog().say("keep.button"))).response()
    return await (await person.press(page, label)).response(within)


def mark_of(message: Message) -> int:
    """The mark of a post, 0 for none."""
    frames = (one for one in message.components if one["type"] == ComponentKind.CONTAINER)
    return next((int(frame["id"]) for frame in frames), 0)


def owner_of(server: StandIn) -> UserClient:
    """The owner of the application, who has it among their apps."""
    user = server.world.users[server.world.application.owner_id]
    user.has_installed_app = True
    return server.person_of(user)


def told_to_owner(server: StandIn) -> list[str]:
    """What the owner has been told."""
    owner = owner_of(server)
    return [text(message) for message in server.app_messages(owner.dm())]


def button_id(message: Message, button: str) -> str:
    """The custom id of the button whose token begins so."""
    return next(step.custom_id for step in controls(message) if step.answer.startswith(button))
