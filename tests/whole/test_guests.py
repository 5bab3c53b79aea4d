"""Games with bots where the bot is a guest and may only answer: nothing is lost there."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.chat.client import BonfireClient
from bot.chat.delivery.permissions import FOLLOWUPS_LIVE
from bot.model import rows
from bot.model.stored_post import StoredPost
from bot.runtime.housekeeping import DAY_SECONDS
from bot.services.games.thinker import Thinker
from bot.standin import Channel, Message, Permission, Reset, StandIn
from bot.standin.layout import text
from tests.kit.clock import TurnedClock
from tests.kit.hall import Hall, hall_on
from tests.kit.quick_bots import BY_CHANCE
from tests.kit.sources import OPENAPI
from tests.kit.stage import bot_on
from tests.kit.whole import Player, called, eventually, has_turn_button

TURNS = 8


def guest_server(hall: Hall) -> Channel:
    """A channel of a server that knows only the user app."""
    guild = hall.server.guild("Elsewhere", hall.ada, hall.bo, bot=None)
    return hall.server.text_channel(guild, "general")


def group(hall: Hall) -> Channel:
    return hall.server.conversation(*hall.people)


def direct(hall: Hall) -> Channel:
    """The direct messages of two people."""
    return hall.server.conversation(hall.ada, hall.bo)


def closed(hall: Hall) -> Channel:
    """A channel of a server that has the bot, which may not post there."""
    room = hall.server.text_channel(hall.guild, "closed")
    hall.server.deny(room, Permission.SEND_MESSAGES)
    return room


ROOMS = [guest_server, group, direct, closed]


async def began(hall: Hall, room: Channel) -> Message:
    """Start a game of Ada and two bots; returns the post that calls her."""
    hall.client.services.games.thinker = Thinker(players=BY_CHANCE)
    for one in hall.people:
        one.user.has_installed_app = True
    await (await hall.ada.slash(room, "bonfire", "solo", bots=2)).response()
    return await hall.ada.waits_for(room, has_turn_button)


def attempts(hall: Hall, room: Channel) -> list[str]:
    """The requests that would post in a room without a press."""
    path = f"/channels/{room.id}/messages"
    return [one.path for one in hall.server.requests if one.path.endswith(path)]


@pytest.mark.long
@pytest.mark.parametrize("where", ROOMS)
async def test_eight_turns_with_bots(hall: Hall, where: Callable[[Hall], Channel]) -> None:
    room = where(hall)
    post = await began(hall, room)
    player = Player(hall.ada, room, random.Random(3))
    for _ in range(TURNS):
        await player.take_turn(post)
        post = await player.my_post(post.id)
    store = hall.client.services.store
    assert attempts(hall, room) == []
    assert hall.server.app_messages(hall.ada.dm()) == ()
    (line,) = await store.read(lambda tx: tx.clocks.games_of(hall.ada.id))
    assert line.lost is None


async def held(client: BonfireClient) -> None:
    """Wait until nothing is under way, and the outbox can send nothing more."""
    store = client.services.store

    async def settled() -> bool:
        return not await store.read(lambda tx: tx.posts.count_waiting())

    await eventually(settled)


@pytest.mark.parametrize("where", ROOMS)
async def test_what_the_bot_does_while_nobody_presses_waits_for_the_next_press(
    tmp_path: Path, where: Callable[[Hall], Channel]
) -> None:
    clock = TurnedClock()
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        async with hall_on(server, clock, tmp_path) as hall:
            room = where(hall)
            await began(hall, room)
            clock.advance(FOLLOWUPS_LIVE + 1)
            store, body = hall.client.services.store, StoredPost(1, 0, "news", (), (), (), 0).dump()
            await store.write(lambda tx: tx.posts.add(1, room.id, rows.Via.CHANNEL, body))
            hall.client.services.outbox.kick()
            await held(hall.client)
        async with bot_on(server, tmp_path, clock):
            await (await hall.bo.slash(room, "bonfire", "mygames")).response()
            await hall.bo.waits_for(room, lambda m: text(m) == "news")
        assert attempts(hall, room) == []
        assert server.app_messages(hall.ada.dm()) == ()


async def test_a_call_waits_for_the_next_press_and_the_newest_goes_out(hall: Hall) -> None:
    room = group(hall)
    for one in hall.people:
        one.user.has_installed_app = True
    lobby = await (await hall.ada.slash(room, "bonfire", "new")).response()
    await (await hall.bo.press(lobby, "Join")).response()
    await (await hall.ada.press(lobby, "Start")).response()
    first = await hall.ada.waits_for(room, has_turn_button)
    waited = next(one for one in hall.people if one.id == called(first))
    other = hall.bo if waited is hall.ada else hall.ada
    store = hall.client.services.store

    async def calls(times: int) -> None:
        hall.clock.advance(DAY_SECONDS * 6)
        hall.client.services.reminders.kick()

        async def lost() -> bool:
            now = await store.read(lambda tx: tx.clocks.get(1))
            return now is not None and now.clock.sent == times

        await eventually(lost)
        await held(hall.client)

    for times in (1, 2):
        await calls(times)
    assert attempts(hall, room) == []
    await (await other.slash(room, "bonfire", "mygames")).response()
    told = await other.waits_for(room, lambda m: m.id > first.id and waited.id in m.pings)
    await held(hall.client)
    later = [m for m in hall.server.app_messages(room) if m.id > first.id and waited.id in m.pings]
    assert later == [told]


async def test_a_place_that_the_bot_may_post_in_by_now_is_no_guest_room_any_more(
    hall: Hall,
) -> None:
    room = closed(hall)
    await began(hall, room)
    store = hall.client.services.store
    assert await store.read(lambda tx: tx.channels.is_dead(room.id))
    hall.server.allow(room, Permission.SEND_MESSAGES)

    async def open_again() -> bool:
        return not await store.read(lambda tx: tx.channels.is_dead(room.id))

    await eventually(open_again)
    assert hall.server.app_messages(hall.ada.dm()) == ()


async def test_the_board_of_a_guest_keeps_it_one(hall: Hall) -> None:
    room = guest_server(hall)
    post = await began(hall, room)
    hall.server.fault_injector.plan("POST", r"/webhooks/\d+/[^/]+$", Reset())
    await Player(hall.ada, room, random.Random(3)).take_turn(post)
    store = hall.client.services.store
    await eventually(lambda: store.read(lambda tx: tx.posts.lost(1)))
    await (await hall.ada.slash(room, "bonfire", "board")).response()
    await hall.ada.waits_for(room, lambda m: m.id > post.id and has_turn_button(m))
    assert await store.read(lambda tx: tx.channels.is_dead(room.id))
