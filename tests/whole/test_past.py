"""The menu of a message: its turn explained, and the table as it stood, for one person alone."""

import asyncio
import copy
import random
import re
from dataclasses import replace
from unittest.mock import Mock

import discord
import pytest
import pytest_asyncio

from bot.chat.interaction.context import picked_message
from bot.model import buttons
from bot.standin import Channel, Message, NotPossible, UserClient, model, permissions
from bot.standin.layout import ComponentKind, pictures, text, walk
from bot.words import Catalog, catalog, languages
from tests.kit.hall import Hall
from tests.kit.pages import made_up
from tests.kit.past import EXPLAIN, THEN, Played, asked, play
from tests.kit.whole import Player, eventually, has_turn_button

WORDS = catalog()
BOARD = WORDS.say("table_button.board")


@pytest_asyncio.fixture
async def played(hall: Hall) -> Played:
    return await play(hall, hall.table)


@pytest_asyncio.fixture
async def begun(hall: Hall) -> Played:
    """The game after its first turn."""
    return await play(hall, hall.table, turns=1)


def story(post: Message) -> list[str]:
    """What a post tells, before whose turn it is."""
    first = next(one for one in walk(post.components) if one["type"] == ComponentKind.TEXT)
    told, *_ = first["content"].split("\n\n")
    return str(told).splitlines()


PARTS = re.compile(r"\*\* ?|^-# ")
"""What parts a headline from what came of it, and marks what is small."""


def mover(post: Message) -> str:
    """Whose turn a post tells."""
    return next(name for name in ("Ada", "Bo") if story(post)[0].startswith(f"**{name}"))


async def test_anybody_there_has_a_turn_explained(hall: Hall, played: Played) -> None:
    cy = hall.people[2]
    for number, post in enumerate(played.turns, 1):
        told = text(await asked(cy, post))
        who = mover(post)
        heading, *lines = told.splitlines()
        assert heading == WORDS.say("explain.heading", turn=number, who=who)
        done = " ".join(lines)
        for line in story(post):
            assert all(part in done for part in PARTS.split(line) if part)
        assert any(line.startswith("> **") for line in lines)
    assert not any(one.is_ephemeral for one in hall.people[3].sees(played.room))


async def test_it_is_explained_in_the_language_of_who_asks(hall: Hall, begun: Played) -> None:
    for person, language in zip(hall.people, languages(), strict=False):
        person.user.locale = language
        heading = text(await asked(person, begun.turns[0])).splitlines()[0]
        names = (catalog(language).say("explain.heading", turn=1, who=who) for who in ("Ada", "Bo"))
        assert heading in names


async def test_the_table_is_shown_as_it_stood(hall: Hall, played: Played) -> None:
    cy = hall.people[2]
    alts = []
    for post in (played.begins, *played.turns):
        answer = await asked(cy, post, THEN)
        await hall.calm()
        if BOARD in str(answer.components):  # It shows a city.
            await (await cy.press(answer, BOARD)).response()
            await hall.calm()
        (board,) = pictures(answer)
        alts.append(board.alt)
    start, *_, last = alts
    assert start != last
    now = await (await cy.press(played.begins, BOARD)).response()
    await hall.calm()
    assert pictures(now)[0].alt == last
    assert pictures(played.begins)[0].alt == start
    who = mover(played.turns[1])
    answer = await asked(cy, played.turns[1], THEN)
    assert text(answer) == WORDS.say("then.after", turn=2, who=who)
    other = "Bo" if who == "Ada" else "Ada"
    await (await cy.press(answer, WORDS.say("table_button.city", who=other))).response()
    await hall.calm()
    (other_city,) = pictures(answer)
    assert other_city.alt.startswith(other)
    await (await cy.press(answer, WORDS.say("table_button.city", who=who))).response()
    await hall.calm()
    (city,) = pictures(answer)
    assert city.alt.startswith(who)


async def test_a_later_take_back_changes_nothing_of_it(hall: Hall, played: Played) -> None:
    ada, bo = hall.people[:2]
    before = [text(await asked(ada, post)) for post in played.turns]
    await made_up(ada, played.room, buttons.AskToGoBack(2))
    question = await bo.waits_for(played.room, lambda m: "Agree" in str(m.components))
    asker_is_bo = bo.mention not in text(question)
    await (await (ada if asker_is_bo else bo).press(question, "Agree")).response()
    back = await bo.waits_for(played.room, lambda m: m.id > question.id and has_turn_button(m))
    assert [text(await asked(ada, post)) for post in played.turns] == before
    assert text(await asked(ada, back)) == before[0]


async def test_the_message_that_began_a_game_has_nothing_to_explain(
    hall: Hall, begun: Played
) -> None:
    assert text(await asked(hall.people[3], begun.begins)) == WORDS.say("explain.nothing")


async def refused(person: UserClient, message: Message, key: str) -> None:
    for name in (EXPLAIN, THEN):
        assert text(await asked(person, message, name)) == WORDS.say(key)


def forged(post: Message, author: model.User) -> Message:
    """A message of somebody else with the components of a post."""
    message = copy.copy(post)
    message.id, message.author_id = post.id + 1, author.id
    return message


async def test_messages_of_others_are_no_posts(hall: Hall, begun: Played) -> None:
    ada, cy = hall.people[0], hall.people[2]
    await refused(cy, ada.say(hall.table, "1|t|1|0||board"), "explain.sorry.no_post")
    other = model.User(hall.server.core.ids.next(), "other", "Other app", bot=True)
    hall.server.world.users[other.id] = other
    room = hall.server.world.messages[hall.table.id]
    for webhook in (False, True):
        message = forged(begun.turns[0], other)
        message.webhook = webhook
        room[message.id] = message
        await refused(cy, message, "explain.sorry.no_post")


async def test_other_messages_of_the_bot_are_no_posts(hall: Hall) -> None:
    ada = hall.people[0]
    lobby = await (await ada.slash(hall.table, "bonfire", "new", thread=False)).response()
    await refused(ada, lobby, "explain.sorry.no_post")


async def test_a_message_that_is_gone_has_no_menu_and_one_that_goes_meanwhile_is_answered(
    hall: Hall, begun: Played
) -> None:
    cy, post = hall.people[2], begun.turns[0]
    before = text(await asked(cy, post))
    pressed = await cy.use_on_message(post, EXPLAIN)
    hall.server.remove_message(post)
    assert text(await pressed.response()) == before
    with pytest.raises(NotPossible):
        await cy.use_on_message(post, EXPLAIN)


def pressable(post: Message) -> list[model.Json]:
    return [one for one in walk(post.components) if "custom_id" in one]


async def test_a_game_that_the_bot_does_not_know_is_not_told(hall: Hall, begun: Played) -> None:
    post = begun.turns[0]
    for number in ("99", "9" * 18):
        for button in pressable(post):
            _, family, _, *rest = button["custom_id"].split("|")
            button["custom_id"] = "|".join(("1", family, number, *rest))
        await refused(hall.people[2], post, "explain.sorry.unknown")


async def test_a_revision_that_never_was_is_not_told(hall: Hall, begun: Played) -> None:
    post = begun.turns[0]
    for button in pressable(post):
        head, family, game, _, *rest = button["custom_id"].split("|")
        button["custom_id"] = "|".join((head, family, game, "9999", *rest))
    await refused(hall.people[2], post, "explain.forgotten")


async def test_a_game_that_moved_is_told_to_who_may_see_its_new_place(
    hall: Hall, begun: Played
) -> None:
    cy, post, games = hall.people[2], begun.turns[0], hall.client.services.games
    before = text(await asked(cy, post))
    elsewhere = hall.server.text_channel(hall.guild, "elsewhere")
    async with games.hold(1) as table:
        table.channel = replace(table.channel, id=elsewhere.id)
    assert text(await asked(cy, post)) == before
    hidden = int(permissions.Permission.VIEW_CHANNEL)
    elsewhere.overwrites[cy.id] = model.Overwrite(cy.id, is_member=True, deny=hidden)
    hall.server.allow(elsewhere, permissions.Permission.SEND_MESSAGES)
    await eventually(lambda: asyncio.sleep(0, overwrites(hall, elsewhere)))
    await refused(cy, post, "explain.sorry.elsewhere")
    async with games.hold(1) as table:
        table.channel = replace(table.channel, guild=99)
    await refused(cy, post, "explain.sorry.elsewhere")


def overwrites(hall: Hall, channel: Channel) -> object:
    """What the bot has heard of who may do what in a channel."""
    known = hall.client.get_channel(channel.id)
    return isinstance(known, discord.TextChannel) and known.overwrites


async def test_where_the_bot_only_answers_its_posts_have_menus_too(hall: Hall) -> None:
    for one in hall.people[:2]:
        one.user.has_installed_app = True
    guild = hall.server.guild("Elsewhere", *hall.people[:2], bot=None)
    played = await play(hall, hall.server.text_channel(guild, "general"), turns=1)
    (post,) = played.turns
    assert post.webhook
    headline = PARTS.split(story(post)[0])[1]
    assert headline in text(await asked(hall.people[0], post))


async def test_alone_the_card_of_tom_is_explained_with_the_turn(hall: Hall) -> None:
    ada, room = hall.people[0], hall.people[0].dm()
    ada.user.has_installed_app = True
    await (await ada.slash(room, "bonfire", "solo")).response()
    post = await ada.waits_for(room, has_turn_button)
    for number in range(2):
        last = post.id
        await Player(ada, room, random.Random(number)).take_turn(post)
        post = await ada.waits_for(room, lambda m, last=last: m.id > last and has_turn_button(m))  # type: ignore[misc]
    told = text(await asked(ada, post))
    assert "Tom turned card" in told
    assert any(line.startswith("> **Tom's card") for line in told.splitlines())


@pytest.mark.parametrize("flags", [0, 64])
def test_a_private_page_is_told_from_a_post(flags: int) -> None:
    button = {"type": 2, "custom_id": "1|t|1|0||board"}
    section = {"type": 9, "components": [{"type": 10, "content": "x"}], "accessory": button}
    message = {"author": {"id": "7"}, "flags": flags, "components": [{"components": [section]}]}
    data = {"target_id": "5", "resolved": {"messages": {"5": message}}}
    press = Mock(spec=discord.Interaction, data=data)
    press.client.user.id = 7
    picked = picked_message(press)
    assert picked.is_own
    assert picked.is_private is bool(flags)
    assert [one.game for one in picked.presses] == [1]


def test_every_language_names_the_menus() -> None:
    def named(words: Catalog) -> set[str]:
        return {words.say(f"menu.{name}") for name in ("invite", "explain", "then")}

    assert len(set.union(*(named(catalog(language)) for language in languages()))) == 9
