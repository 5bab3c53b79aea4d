"""The first message on a new server: help's first page, once, where everybody can read it."""

import logging

import pytest

from bot.standin import Channel, Guild, Message, Permission, Refused, model
from bot.standin.gateway import Intent
from bot.standin.greeting import WorldGreeting
from bot.standin.layout import pictures, text
from bot.words import catalog, languages
from tests.kit.hall import Hall
from tests.kit.whole import eventually, has_turn_button

SENDING = r"/channels/\d+/messages$"


def new_server(
    hall: Hall, locale: str = "en-US", everyone: Permission | None = None
) -> tuple[Guild, Channel]:
    """A server that the bot is not in, and its channel."""
    rights = {} if everyone is None else {"everyone": everyone}
    guild = hall.server.guild("Gnomes", *hall.people, bot=None, locale=locale, **rights)
    return guild, hall.server.text_channel(guild, "general")


async def greeting(hall: Hall, channel: Channel) -> Message:
    return await hall.people[0].waits_for(channel, lambda message: bool(message.components), 20)


async def joined(hall: Hall, guild: Guild) -> None:
    """Until the bot knows that it is in a server."""

    async def look() -> object:
        return await hall.client.services.store.read(
            lambda tx: tx.servers._all(int, "SELECT guild FROM servers WHERE guild = ?", guild.id)
        )

    await eventually(look)


async def is_silent(hall: Hall, guild: Guild, channel: Channel) -> bool:
    """Say whether nothing was said by when the bot has joined and answered somebody."""
    await joined(hall, guild)
    page = await (await hall.people[0].slash(channel, "bonfire", "help")).response()
    return hall.people[0].sees(channel) == (page,)


@pytest.mark.parametrize("language", languages())
async def test_a_new_server_reads_the_first_page_of_the_help(hall: Hall, language: str) -> None:
    guild, general = new_server(hall, language)
    hall.server.invite_app(guild)
    said = await greeting(hall, general)
    assert text(said).strip() == catalog(language).say("help.start").strip()
    assert len(pictures(said)) == 1


async def test_its_buttons_leave_it_as_it_is(hall: Hall) -> None:
    guild, general = new_server(hall)
    hall.server.invite_app(guild)
    said = await greeting(hall, general)
    before, ada = text(said), hall.people[0]
    more = await (await ada.press(said, "Commands by topic")).response()
    assert more.is_ephemeral
    await (await ada.press(said, "Play alone")).response()
    await ada.waits_for(general, has_turn_button)
    assert text(said) == before
    assert said in ada.sees(general)


async def test_a_server_that_is_available_again_is_not_greeted(hall: Hall) -> None:
    guild, general = new_server(hall)
    app = hall.server.world.application.id
    guild.bot_role = 0
    guild.members[app] = model.Member(app, hall.clock.now())
    core = hall.server.core
    data = WorldGreeting(hall.server.world, core.objects, core.rights).guild_create(guild.id)
    assert data["unavailable"] is False
    hall.server.gateway.dispatch("GUILD_CREATE", data, guild_id=guild.id, intent=Intent.GUILDS)
    assert await is_silent(hall, guild, general)


async def test_who_comes_back_is_not_greeted_again(hall: Hall) -> None:
    guild, general = new_server(hall)
    hall.server.invite_app(guild)
    said = await greeting(hall, general)
    hall.server.remove_app(guild)

    async def gone() -> bool:
        return hall.client.get_guild(guild.id) is None

    await eventually(gone)
    hall.server.invite_app(guild)
    page = await (await hall.people[0].slash(general, "bonfire", "help")).response()
    assert len(hall.people[0].sees(general)) == len((said, page))


async def test_where_the_bot_may_not_write_it_says_nothing(hall: Hall) -> None:
    guild, general = new_server(hall, everyone=Permission.VIEW_CHANNEL)
    hall.server.invite_app(guild)
    assert await is_silent(hall, guild, general)


async def test_a_refused_greeting_is_no_trouble(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    guild, general = new_server(hall)
    hall.server.fault_injector.plan("POST", SENDING, Refused(403, 50013))
    hall.server.invite_app(guild)
    assert await is_silent(hall, guild, general)
    assert "greeting the new server" in caplog.text
    ada = hall.people[0]
    await (await ada.slash(general, "bonfire", "solo")).response()
    await ada.waits_for(general, has_turn_button)
