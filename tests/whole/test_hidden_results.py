"""Results are for the whole server; links lead only where the person who asks may go."""

import aiosqlite
import discord

from bot.model.rows import PersonRow
from bot.standin import Channel, Permission, UserClient
from bot.standin.layout import text
from bot.standin.model import Overwrite
from tests.bot.archive import Archive, played
from tests.whole.conftest import Hall
from tests.whole.kit import addresses

SITE = "https://discord.com/channels"


async def results(hall: Hall, person: UserClient) -> str:
    """What a person reads, and where it leads to."""
    answer = await (await person.slash(hall.table, "bonfire", "results")).response()
    return "\n".join((text(answer), *addresses(answer)))


async def game_in(hall: Hall, room: int, *people: UserClient) -> None:
    """A game that these people have finished in a channel or thread."""
    store = hall.client.services.store
    seats = played(*((PersonRow(one.id, one.user.display_name), 60) for one in people))
    await Archive(store).add(*seats, guild=hall.guild.id)

    async def move(connection: aiosqlite.Connection) -> None:
        await connection.execute(
            "UPDATE games SET channel = ? WHERE id = (SELECT max(id) FROM games)", (room,)
        )

    await store._database.transaction(move)


async def hidden_from(hall: Hall, room: Channel, person: UserClient) -> None:
    """Close a channel to a person, as the bot is told."""
    room.overwrites[person.id] = Overwrite(
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
