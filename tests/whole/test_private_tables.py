"""Tables among invited people: a private thread, which only its members see."""

import pytest

from bot.model import settings
from bot.standin import Channel, ChannelKind, Message, NotPossible, Permission, Refused, permissions
from bot.standin.layout import selects, text
from bot.standin.options import OptionValue
from bot.words import catalog
from tests.kit.hall import Hall, threads
from tests.kit.pages import choose, in_words
from tests.kit.players.button_player import has_turn_button
from tests.kit.refusals import BotRoute, plan

WORDS = catalog()


async def private_table(hall: Hall, *guests: int) -> tuple[Channel, Message]:
    """The private thread of a table that Ada opens for guests, and its lobby."""
    names = ("guest", "guest2", "guest3")
    options: dict[str, OptionValue] = {"private": True}
    options |= {name: hall.people[guest].user for name, guest in zip(names, guests, strict=False)}
    asked = await hall.people[0].slash(hall.table, "bonfire", "new", options=options)
    answer = await asked.response()
    (thread,) = threads(hall)
    assert answer.ephemeral_for == hall.people[0].id
    assert text(answer) == WORDS.say("private.opened", thread=f"<#{thread.id}>")
    return thread, hall.server.app_messages(thread)[-1]


async def test_only_who_is_invited_sees_a_private_table_and_plays_there(hall: Hall) -> None:
    ada, bo, cy, di = hall.people
    thread, lobby = await private_table(hall, 1, 2)
    assert thread.kind is ChannelKind.PRIVATE_THREAD
    assert [len(one.pings()) for one in hall.people] == [1, 1, 1, 0]
    invitation = hall.server.app_messages(thread)[0]
    assert set(invitation.pings) == {ada.id, bo.id, cy.id}
    assert di.sees(thread) == ()
    assert [one for one in hall.server.app_messages(hall.table) if not one.is_ephemeral] == []
    with pytest.raises(NotPossible):
        await di.press(lobby, "Join")
    for one in (bo, cy):
        await (await one.press(lobby, "Join")).response()
    await (await ada.press(lobby, "Start")).response()
    post = await bo.waits_for(thread, has_turn_button)
    assert not post.webhook
    assert di.sees(thread) == ()


async def test_an_invitation_notifies_nobody_who_wants_no_notice(hall: Hall) -> None:
    ada, bo, cy = hall.people[:3]
    await choose(bo, hall.table, settings.Setting.NOTICE, "none")
    thread, lobby = await private_table(hall, 3)
    (menu,) = (one for one in selects(lobby) if "nvite" in (one.placeholder or ""))
    await (await ada.select(lobby, menu.custom_id, [bo.user, cy.user])).response()
    invitation = hall.server.app_messages(thread)[-1]
    assert {bo.id, cy.id} & set(invitation.pings) == {cy.id}


async def test_a_mention_lets_somebody_into_a_private_table(hall: Hall) -> None:
    ada, di = hall.people[0], hall.people[3]
    thread, lobby = await private_table(hall)
    assert ada.mention in text(hall.server.app_messages(thread)[0])
    ada.say(thread, f"{di.mention} come in")
    await (await di.press(lobby, "Join")).response()
    assert "Di" in text(lobby)


async def test_guests_make_a_table_private(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    await (await ada.slash(hall.table, "bonfire", "new", guest=bo.user)).response()
    (thread,) = threads(hall)
    assert thread.kind is ChannelKind.PRIVATE_THREAD


async def test_a_private_table_is_no_post_of_the_forum(hall: Hall) -> None:
    ada = hall.people[0]
    forum = hall.server.channel(hall.guild, "games", ChannelKind.FORUM)
    await choose(ada, hall.table, settings.Setting.FORUM, str(forum.id), settings.Whose.SERVER)
    thread, _ = await private_table(hall, 1)
    assert thread.parent_id == hall.table.id


async def test_the_bot_itself_is_no_guest(hall: Hall) -> None:
    app = hall.server.world.users[hall.server.world.application.id]
    asked = await hall.people[0].slash(hall.table, "bonfire", "new", guest=app)
    assert in_words(await asked.response()) == WORDS.say("leaving.sorry.bot_account")
    assert threads(hall) == []


@pytest.mark.parametrize(
    ("denied", "name"),
    [
        (Permission.CREATE_PRIVATE_THREADS, "create_private_threads"),
        (Permission.SEND_MESSAGES_IN_THREADS, "send_messages_in_threads"),
    ],
)
async def test_without_the_permission_no_private_table_opens(
    hall: Hall, denied: Permission, name: str
) -> None:
    hall.server.deny(hall.table, denied)
    asked = await hall.people[0].slash(hall.table, "bonfire", "new", private=True)
    needed = (WORDS.say(f"shell.permission.{name}"),)
    answer = await asked.response()
    assert answer.is_ephemeral
    assert text(answer) == WORDS.say("private.sorry.lacking", permissions=needed)
    assert await hall.client.services.lobbies.look(hall.table.id) is None


async def test_who_may_not_open_private_threads_gets_none_from_the_bot(hall: Hall) -> None:
    owner, bo = hall.people[:2]
    everyone = permissions.EVERYONE_DEFAULT & ~Permission.CREATE_PRIVATE_THREADS
    rights = Permission.CREATE_PRIVATE_THREADS
    guild = hall.server.guild("Elsewhere", owner, bo, bot=rights, everyone=everyone)
    room = hall.server.text_channel(guild, "general")
    needed = (WORDS.say("shell.permission.create_private_threads"),)
    asked = await bo.slash(room, "bonfire", "new", private=True)
    sorry = WORDS.say("private.sorry.not_yours", permissions=needed)
    assert text(await asked.response()) == sorry


async def test_private_tables_are_under_text_channels_only(hall: Hall) -> None:
    news = hall.server.channel(hall.guild, "news", ChannelKind.ANNOUNCEMENT)
    asked = await hall.people[0].slash(news, "bonfire", "new", private=True)
    assert text(await asked.response()) == WORDS.say("private.sorry.nowhere")


@pytest.mark.parametrize("route", [BotRoute.OPEN_THREAD, BotRoute.POST])
async def test_a_private_table_that_discord_refuses_is_not_opened(
    hall: Hall, route: BotRoute
) -> None:
    plan(hall.server, route, Refused(403, 50013))
    asked = await hall.people[0].slash(hall.table, "bonfire", "new", private=True)
    assert text(await asked.response()) == WORDS.say("private.sorry.failed")
    for thread in threads(hall):
        assert thread.thread is not None
        assert thread.thread.archived
        assert await hall.client.services.lobbies.look(thread.id) is None
