"""What Discord tells of channels, threads and roles: nothing is asked of the database in vain."""

import asyncio
from collections.abc import Callable

import discord
import pytest

from bot.model import settings
from bot.model.channel_loss import UNKNOWN_CHANNEL
from bot.standin import Channel, Permission
from bot.standin.gateway import Intent
from bot.store.store import Store
from tests.kit.hall import Hall, lost, regained, solo_in
from tests.kit.lost import FORBIDDEN
from tests.kit.pages import by_page
from tests.kit.whole import eventually

UPDATES = 100
"""Of each kind."""


@pytest.fixture
def uses(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The events of Discord for which the database was used; each use counts when it begins."""
    noted: list[str] = []

    def counted(use: Callable[..., object]) -> Callable[..., object]:
        def count(store: Store, work: object) -> object:
            task = asyncio.current_task()
            if task is not None and task.get_name().startswith("discord.py: on_"):
                noted.append(task.get_name())
            return use(store, work)

        return count

    for name in ("read", "write"):
        monkeypatch.setattr(Store, name, counted(getattr(Store, name)))
    return noted


async def lose(hall: Hall, channel: Channel, code: int = FORBIDDEN) -> None:
    """Let the bot find out that a channel takes no posts."""
    await hall.client.services.channels.lost((channel.id,), code)


async def everything_is_told_anew(hall: Hall) -> None:
    """Many updates of channels, roles, threads and the bot itself, until all were heard."""
    server, guild = hall.server, hall.guild
    role = server.staff.new_role(guild, Permission.VIEW_CHANNEL)
    thread = hall.people[0].open_thread(hall.table, "talk")
    me = guild.members[server.world.application.id]
    shapes = {
        "GUILD_ROLE_UPDATE": {"role": server.core.objects.role(role, guild.roles[role])},
        "CHANNEL_UPDATE": server.core.objects.channel(hall.table),
        "THREAD_UPDATE": server.core.objects.channel(thread),
        "GUILD_MEMBER_UPDATE": server.core.objects.member(me),
    }
    for _ in range(UPDATES):
        for event, shape in shapes.items():
            data = {**shape, "guild_id": str(guild.id)}
            server.gateway.dispatch(event, data, guild_id=guild.id, intent=Intent.GUILDS)
    last = server.text_channel(guild, "last")
    await eventually(lambda: asyncio.sleep(0, hall.client.get_channel(last.id)))
    for _ in range(10):
        await asyncio.sleep(0)  # each handler begins


async def test_updates_of_channels_roles_and_threads_cost_no_use_of_the_database(
    hall: Hall, uses: list[str]
) -> None:
    await solo_in(hall.people[0], hall.table)
    uses.clear()
    await everything_is_told_anew(hall)
    assert uses == []


async def test_a_place_that_stays_lost_costs_none_either(hall: Hall, uses: list[str]) -> None:
    ada = hall.people[0]
    gone = hall.server.text_channel(hall.guild, "gone")
    closed = hall.server.text_channel(hall.guild, "closed")
    for room in (gone, closed):
        await solo_in(ada, room)
    hall.server.remove_channel(gone)
    await lost(hall, gone)
    hall.server.deny(closed, Permission.SEND_MESSAGES)
    await lose(hall, closed)
    uses.clear()
    await everything_is_told_anew(hall)
    assert uses == []
    hall.server.allow(closed, Permission.SEND_MESSAGES)
    await regained(hall, closed)
    assert await hall.client.services.store.read(lambda tx: tx.channels.is_dead(gone.id))


def _channel_opens(hall: Hall) -> None:
    hall.server.allow(hall.table, Permission.SEND_MESSAGES)


def _role_is_given(hall: Hall) -> None:
    role = hall.server.staff.new_role(hall.guild, Permission.ADMINISTRATOR)
    hall.server.staff.give_role(hall.guild, hall.server.world.application.id, role)


def _role_changes(hall: Hall) -> None:
    guild, core = hall.guild, hall.server.core
    guild.everyone |= int(Permission.SEND_MESSAGES)
    data = {"guild_id": str(guild.id), "role": core.objects.role(guild.id, guild.everyone)}
    core.gateway.dispatch("GUILD_ROLE_UPDATE", data, guild_id=guild.id, intent=Intent.GUILDS)


@pytest.mark.parametrize("happens", [_channel_opens, _role_is_given, _role_changes])
async def test_a_place_comes_back_with_what_opens_it(
    hall: Hall, happens: Callable[[Hall], None]
) -> None:
    await solo_in(hall.people[0], hall.table)
    hall.server.deny(hall.table, Permission.SEND_MESSAGES)
    if happens is _role_changes:
        hall.guild.everyone &= ~int(Permission.SEND_MESSAGES)
        hall.server.world.channels[hall.table.id].overwrites.clear()
        hall.server.allow(hall.table, Permission.SEND_MESSAGES)
    await lose(hall, hall.table)
    happens(hall)
    await regained(hall, hall.table)


async def test_a_channel_that_a_game_has_left_is_looked_at_once(
    hall: Hall, uses: list[str]
) -> None:
    ada, other = hall.people[0], hall.server.text_channel(hall.guild, "other")
    await solo_in(ada, hall.table)
    await lose(hall, hall.table)
    await (await by_page(ada, other, "table", settings.MoveHere(1))).response()
    hall.server.allow(hall.table, Permission.SEND_MESSAGES)
    await regained(hall, hall.table)
    await eventually(
        lambda: asyncio.sleep(0, not hall.client.services.channels.lost_in(hall.guild.id))
    )
    uses.clear()
    await everything_is_told_anew(hall)
    assert uses == []


async def test_what_was_lost_before_a_start_is_known_after_it(hall: Hall) -> None:
    await solo_in(hall.people[0], hall.table)
    store, channels = hall.client.services.store, hall.client.services.channels
    await store.write(lambda tx: tx.channels.bury(hall.table.id, UNKNOWN_CHANNEL))
    assert channels.lost_in(hall.guild.id) == ()
    await channels.prepare()
    assert channels.lost_in(hall.guild.id) == (hall.table.id,)


async def test_a_private_thread_is_lost_without_the_bot_and_comes_back_with_it(
    hall: Hall, uses: list[str]
) -> None:
    ada, server = hall.people[0], hall.server
    thread = ada.open_thread(hall.table, "secret", private=True)
    app = server.world.users[server.world.application.id]
    ada.add_to_thread(thread, app)
    await solo_in(ada, thread)
    known = hall.client.get_channel(thread.id)
    assert isinstance(known, discord.Thread)
    await known.leave()
    await lose(hall, thread, 50001)
    uses.clear()
    await everything_is_told_anew(hall)
    assert uses == []
    ada.add_to_thread(thread, app)
    await regained(hall, thread)
