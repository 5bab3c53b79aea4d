"""Invitations as people meet them: in the menu of a person, and in the menu of a lobby."""

import asyncio
from dataclasses import replace

import pytest

from bot.services.people import Rate, RecentDeeds
from bot.standin import Channel, Message, NotPossible, UserClient, model, permissions
from bot.standin.layout import ComponentKind, selects
from bot.words import catalog, languages
from tests.kit.hall import Hall
from tests.kit.pages import in_words
from tests.kit.whole import eventually, has_turn_button, labels

WORDS = catalog()
INVITE = WORDS.say("menu.invite")
MENU = WORDS.say("invite.menu")


async def invited(host: UserClient, room: Channel, guest: UserClient) -> Message:
    """The answer to the command in the menu of a person."""
    return await (await host.use_on_person(room, guest.user, INVITE)).response()


async def chosen(host: UserClient, lobby: Message, *guests: UserClient) -> Message:
    """The answer to a choice in the menu of a lobby."""
    return await (await host.select(lobby, MENU, [guest.user for guest in guests])).response()


async def test_a_person_is_invited_from_their_menu_and_accepts(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    lobby = await invited(ada, hall.table, bo)
    assert not lobby.is_ephemeral
    assert lobby.pings == [bo.id]
    assert in_words(lobby).startswith(
        WORDS.say("invite.called", n=1, names=(bo.mention,), host="Ada")
    )
    assert WORDS.say("invite.guests", names=("Bo",)) in in_words(lobby)
    await (await bo.press(lobby, "Join")).response()
    assert WORDS.say("invite.guests", names=("Bo",)) not in in_words(lobby)
    assert bo.mention not in in_words(lobby)
    began = await (await ada.press(lobby, "Start")).response()
    assert in_words(began) != WORDS.say("shell.started")
    (thread,) = [one for one in hall.server.world.channels.values() if one.is_thread]
    await bo.waits_for(thread, has_turn_button)
    assert [message.id for message in bo.pings()].count(lobby.id) == 1


async def test_a_guest_declines_and_the_host_hears_it(hall: Hall) -> None:
    ada, bo, cy = hall.people[:3]
    lobby = await invited(ada, hall.table, bo)
    sorry = await (await cy.press(lobby, "Decline")).response()
    assert in_words(sorry) == WORDS.say("invite.sorry.not_invited")
    await (await bo.press(lobby, "Decline")).response()
    assert WORDS.say("invite.declined", names=("Bo",)) in in_words(lobby)
    assert "Decline" not in labels(lobby)
    again = await invited(ada, hall.table, bo)
    assert again.is_ephemeral
    assert in_words(again) == WORDS.say("invite.sorry.declined", who="Bo")


async def test_the_host_invites_more_people_to_the_same_table(hall: Hall) -> None:
    ada, bo, cy, di = hall.people
    first = await (await ada.slash(hall.table, "bonfire", "new")).response()
    menu, _ = selects(first)
    assert (menu.kind, menu.min_values, menu.max_values) == (ComponentKind.USER_SELECT, 1, 3)
    second = await chosen(ada, first, ada, bo, cy)
    assert second.pings == [bo.id, cy.id]
    assert selects(second)[0].max_values == 1
    third = await invited(ada, hall.table, di)
    assert third.pings == [di.id]
    assert selects(third) == ()
    name = WORDS.say("invite.guests", names=("Bo", "Cy\\_d", "Di"))
    assert name in in_words(third)
    assert not ({bo.id, cy.id} & set(third.pings))


async def test_nobody_but_the_host_invites(hall: Hall) -> None:
    ada, bo, cy = hall.people[:3]
    lobby = await (await ada.slash(hall.table, "bonfire", "new")).response()
    told = WORDS.say("error.lobby_host_only", host="Ada")
    assert in_words(await chosen(bo, lobby, cy)) == told
    assert in_words(await invited(bo, hall.table, cy)) == told


async def test_who_cannot_be_invited_is_said_kindly(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    app = hall.server.world.users[hall.server.world.application.id]
    asked = await ada.use_on_person(hall.table, app, INVITE)
    assert in_words(await asked.response()) == WORDS.say("invite.sorry.bot")
    assert in_words(await invited(ada, hall.table, ada)) == WORDS.say("invite.sorry.self")
    hidden = int(permissions.Permission.VIEW_CHANNEL)
    hall.table.overwrites[bo.id] = model.Overwrite(bo.id, is_member=True, deny=hidden)
    told = WORDS.say("invite.sorry.absent", who="Bo")
    assert in_words(await invited(ada, hall.table, bo)) == told
    assert await hall.client.services.lobbies.look(hall.table.id) is None
    lobby = await (await ada.slash(hall.table, "bonfire", "new")).response()
    assert in_words(await chosen(ada, lobby, bo)) == told


async def test_who_sits_there_or_finds_no_seat_is_not_invited(hall: Hall) -> None:
    ada, bo, cy, di = hall.people
    lobby = await invited(ada, hall.table, bo)
    await (await bo.press(lobby, "Join")).response()
    told = WORDS.say("invite.sorry.seated", who="Bo")
    assert in_words(await invited(ada, hall.table, bo)) == told
    lobby = await chosen(ada, lobby, cy, di)
    eve = hall.server.person("Eve")
    hall.server.join(hall.guild, eve)
    kept = WORDS.say("invite.sorry.kept", names=("Cy\\_d", "Di"))
    assert in_words(await invited(ada, hall.table, eve)) == kept
    assert in_words(await (await eve.press(lobby, "Join")).response()) == kept


async def test_no_invitation_beside_a_running_game_without_room_for_a_thread(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    await (await ada.slash(hall.table, "bonfire", "solo")).response()
    hall.table.overwrites[hall.guild.id] = model.Overwrite(
        hall.guild.id, is_member=False, deny=int(permissions.Permission.CREATE_PUBLIC_THREADS)
    )
    told = await invited(ada, hall.table, bo)
    assert in_words(told) == WORDS.say("error.game_running")


async def test_no_invitation_where_nobody_else_sees_it(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    ada.user.has_installed_app = True
    everyone = permissions.EVERYONE_DEFAULT & ~permissions.Permission.USE_EXTERNAL_APPS
    guild = hall.server.guild("Elsewhere", bo, ada, bot=None, everyone=everyone)
    room = hall.server.text_channel(guild, "general")
    assert in_words(await invited(ada, room, bo)) == WORDS.say("shell.unseen")
    assert await hall.client.services.lobbies.look(room.id) is None


async def test_where_the_bot_only_answers_the_guest_is_called_too(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    ada.user.has_installed_app = True
    guild = hall.server.guild("Elsewhere", ada, bo, bot=None)
    lobby = await invited(ada, hall.server.text_channel(guild, "general"), bo)
    assert lobby.webhook
    assert lobby.pings == [bo.id]


async def test_a_guest_is_brought_into_a_private_thread(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    thread = ada.open_thread(hall.table, "secret", private=True)
    ada.add_to_thread(thread, hall.server.world.users[hall.server.world.application.id])
    await eventually(lambda: asyncio.sleep(0, hall.client.get_channel(thread.id)))
    assert not bo.may_view(thread)
    lobby = await invited(ada, thread, bo)
    assert bo.may_view(thread)
    await (await bo.press(lobby, "Join")).response()
    assert "Bo" in in_words(lobby)


async def test_in_a_conversation_with_the_bot_nobody_can_be_invited(hall: Hall) -> None:
    ada = hall.people[0]
    app = hall.server.world.users[hall.server.world.application.id]
    asked = await ada.use_on_person(ada.dm(), app, INVITE)
    assert in_words(await asked.response()) == WORDS.say("invite.sorry.bot")
    with pytest.raises(NotPossible):
        await ada.use_on_person(ada.dm(), hall.people[1].user, INVITE)


async def test_too_many_invitations_in_a_while_are_refused_kindly(hall: Hall) -> None:
    ada, bo, cy, di = hall.people
    hall.client.services.limits._invited = RecentDeeds(Rate(2, 600), hall.clock)
    lobby = await invited(ada, hall.table, bo)
    told = await chosen(ada, lobby, cy, di)
    assert in_words(told) == WORDS.say("limit.invited")
    newest = await invited(ada, hall.table, cy)
    assert newest.pings == [cy.id]
    assert in_words(await invited(ada, hall.table, di)) == WORDS.say("limit.invited")
    hall.clock.advance(601)
    assert (await chosen(ada, newest, di)).pings == [di.id]


async def test_a_choice_of_nobody_is_outdated(hall: Hall) -> None:
    ada = hall.people[0]
    lobby = await (await ada.slash(hall.table, "bonfire", "new")).response()
    pressed = await ada.press_late(lobby, selects(lobby)[0].custom_id)
    assert in_words(await pressed.response()) == WORDS.say("error.outdated_button")


async def test_a_table_that_is_gone_takes_no_guests(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    lobby = await (await ada.slash(hall.table, "bonfire", "new")).response()
    on_screen = replace(lobby)
    await (await ada.press(lobby, "Leave")).response()
    assert in_words(await chosen(ada, on_screen, bo)) == WORDS.say("error.lobby_gone")


async def test_a_lobby_that_hangs_since_before_there_were_invitations_still_works(
    hall: Hall,
) -> None:
    ada, bo = hall.people[:2]
    lobby = await (await ada.slash(hall.table, "bonfire", "new")).response()
    lobby.components = [row for row in lobby.components if row["components"][0]["type"] == 2]
    await (await bo.press(lobby, "Join")).response()
    assert "Bo" in in_words(lobby)
    assert selects(lobby)


@pytest.mark.parametrize("locale", languages())
async def test_the_menu_is_offered_in_every_language(hall: Hall, locale: str) -> None:
    (command,) = (c.definition for c in hall.server.world.commands.values() if c.name == INVITE)
    said = catalog(locale).say("menu.invite")
    names = {**command["name_localizations"], "en": command["name"]}
    assert names[locale] == said
