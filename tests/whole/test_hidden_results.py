"""Results are for the whole server; links lead only where the person who asks may go."""

import asyncio

import discord
import pytest

from bot.chat.interaction.visibility import ASKED_AT_ONCE, REMEMBERED
from bot.model import rows
from bot.standin import Channel, Permission, UserClient, model
from bot.standin.layout import text
from bot.store.queries import SqlConnection
from tests.kit.archive import Archive, played
from tests.kit.hall import Hall
from tests.kit.whole import addresses

SITE = "https://discord.com/channels"


async def results(hall: Hall, person: UserClient) -> str:
    """What a person reads, and where it leads to."""
    answer = await (await person.slash(hall.table, "bonfire", "results")).response()
    return "\n".join((text(answer), *addresses(answer)))


async def game_in(hall: Hall, room: int, *people: UserClient) -> None:
    """A game that these people have finished in a channel or thread."""
    store = hall.client.services.store
    seats = played(*((rows.PersonRow(one.id, one.user.display_name), 60) for one in people))
    await Archive(store).add(*seats, guild=hall.guild.id)

    async def move(connection: SqlConnection) -> None:
        sql = "UPDATE games SET channel = ? WHERE id = (SELECT max(id) FROM games)"
        await connection.run(sql, (room,))

    await store._database.transaction(move)


async def hidden_from(hall: Hall, room: Channel, person: UserClient) -> None:
    """Close a channel to a person, as the bot is told."""
    room.overwrites[person.id] = model.Overwrite(
        person.id, is_member=True, deny=int(Permission.VIEW_CHANNEL)
    )
    hall.server.allow(room, Permission.SEND_MESSAGES)


async def test_a_private_channel_is_named_only_to_those_who_see_it(hall: Hall) -> None:
    ada, bo, cy, di = hall.people
    room = hall.server.text_channel(hall.guild, "private")
    await hidden_from(hall, room, cy)
    await hidden_from(hall, room, bo)
    await game_in(hall, room.id, ada, bo)
    for person, linked in ((ada, True), (bo, True), (di, True), (cy, False)):
        told = await results(hall, person)
        assert "Ada 60" in told
        assert (f"{SITE}/{hall.guild.id}/{room.id}" in told) is linked
        assert (str(room.id) in told) is linked


async def test_a_thread_that_is_asleep_is_linked_where_its_channel_is_open(hall: Hall) -> None:
    ada, bo, cy, di = hall.people
    channel = hall.client.get_channel(hall.table.id)
    assert isinstance(channel, discord.TextChannel)
    public = await channel.create_thread(name="one", type=discord.ChannelType.public_thread)
    private = await channel.create_thread(name="two", type=discord.ChannelType.private_thread)
    for thread in (public, private):
        await game_in(hall, thread.id, ada, bo)
        hall.server.archive(hall.server.world.channels[thread.id])
    told = await results(hall, cy)
    assert str(public.id) in told
    assert str(private.id) not in told
    assert str(private.id) in await results(hall, ada)
    room = hall.server.text_channel(hall.guild, "gone")
    await game_in(hall, room.id, ada, bo)
    hall.server.remove_channel(room)
    assert str(room.id) not in await results(hall, di)


async def sleeping_threads(hall: Hall, count: int) -> list[int]:
    """Threads that are asleep, in each of which Ada and Bo have finished a game."""
    channel = hall.client.get_channel(hall.table.id)
    assert isinstance(channel, discord.TextChannel)
    threads = []
    for number in range(count):
        kind = discord.ChannelType.public_thread
        thread = await channel.create_thread(name=str(number), type=kind)
        await game_in(hall, thread.id, *hall.people[:2])
        hall.server.archive(hall.server.world.channels[thread.id])
        threads.append(thread.id)
    return threads


def looked_up(hall: Hall) -> int:
    """How often Discord was asked for a channel or thread."""
    asked = [one for one in hall.server.requests if one.method == "GET"]
    return sum(one.path.rpartition("/channels/")[2].isdigit() for one in asked)


def linked(told: str, threads: list[int]) -> list[int]:
    return [thread for thread in threads if str(thread) in told]


async def test_what_discord_has_said_of_a_place_is_remembered_for_a_while(hall: Hall) -> None:
    cy = hall.people[2]
    threads = await sleeping_threads(hall, 2)
    gone = hall.server.text_channel(hall.guild, "gone")
    await game_in(hall, gone.id, *hall.people[:2])
    hall.server.remove_channel(gone)
    for _ in range(3):
        told = await results(hall, cy)
        assert linked(told, [*threads, gone.id]) == threads
    assert looked_up(hall) == 3
    hall.clock.advance(REMEMBERED + 1)
    await results(hall, cy)
    assert looked_up(hall) == 6


async def test_discord_is_not_asked_for_what_the_bot_keeps_or_cannot_have(hall: Hall) -> None:
    ada, bo, cy = hall.people[:3]
    await game_in(hall, hall.table.id, ada, bo)
    assert str(hall.table.id) in await results(hall, cy)
    elsewhere = hall.server.guild("Elsewhere", ada, bo, cy, bot=None)
    cy.user.has_installed_app = True
    room = hall.server.text_channel(elsewhere, "room")
    seats = played(*((rows.PersonRow(one.id, one.user.display_name), 60) for one in (ada, bo)))
    await Archive(hall.client.services.store).add(*seats, guild=elsewhere.id)
    await (await cy.slash(room, "bonfire", "results")).response()
    assert looked_up(hall) == 0


async def test_a_slow_discord_delays_no_list_and_is_asked_a_few_at_a_time(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    cy, threads = hall.people[2], await sleeping_threads(hall, ASKED_AT_ONCE + 1)
    waiting, go_on, fetch = [], asyncio.Event(), hall.client.fetch_channel

    async def slowly(channel: int) -> object:
        waiting.append(channel)
        await go_on.wait()
        return await fetch(channel)

    monkeypatch.setattr(hall.client, "fetch_channel", slowly)
    told = await hall.clock.turned(results(hall, cy), within=0.45)
    assert "Ada 60" in told
    assert linked(told, threads) == []
    assert len(waiting) == ASKED_AT_ONCE
    again = await hall.clock.turned(results(hall, cy), within=0.45)
    assert linked(again, threads) == []
    go_on.set()
    assert linked(await results(hall, cy), threads) == threads
    assert len(waiting) == len(threads)
