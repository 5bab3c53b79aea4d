"""Commands that are named in a text are mentions, which a press puts into the line to type in."""

from typing import Final

import pytest

from bot.chat.client import BonfireClient
from bot.chat.command_names import CommandMentions
from bot.model import button_choices, messages, rows
from bot.model.stored_post import StoredPost
from bot.present.posts.help_pages import help_prompt
from bot.standin import StandIn
from bot.standin.layout import text
from bot.words import catalog, languages
from tests.kit.hall import Hall
from tests.kit.outbox import settled
from tests.kit.pages import MENTION
from tests.kit.stack import OFFERS
from tests.kit.texts import COMMAND
from tests.kit.tree import spoken

LONG_ID: Final = 9_999_999_999_999_999_999
"""No identifier is longer (Discord, reference, snowflakes)."""


def mentioned(said: str, server: StandIn) -> set[str]:
    """The commands that a text mentions; Discord must know each under its id."""
    known = server.world.commands
    found = {(path, int(command)) for path, command in MENTION.findall(said)}
    assert all(known[command].name == path.split()[0] for path, command in found)
    return {path for path, _ in found}


@pytest.mark.parametrize("language", languages())
async def test_a_refusal_mentions_what_to_do(hall: Hall, language: str) -> None:
    """In every language by its own name, as Discord finds it by no other."""
    hall.ada.user.locale = language
    asked = await hall.ada.slash(hall.table, "bonfire", "board")
    told = text(await asked.response())
    assert mentioned(told, hall.server) == {"bonfire new", "bonfire solo"}
    assert "`" not in told


@pytest.mark.parametrize("language", languages())
async def test_help_mentions_all_that_it_names(hall: Hall, language: str) -> None:
    hall.ada.user.locale = language
    asked = await hall.ada.slash(hall.table, "bonfire", "help")
    page = await asked.response()
    words = catalog(language)
    path = {one.spelled(words): " ".join(one.path) for one in spoken()}
    _, playing, *others = button_choices.HelpPage
    presses = ["help.more", *(f"help.button.{topic}" for topic in others)]
    for press, topic in zip(presses, (playing, *others), strict=True):
        pressed = await hall.ada.press(page, words.say(press))
        told = text(await pressed.response())
        named = COMMAND.findall(help_prompt(words, OFFERS, topic).text)
        assert mentioned(told, hall.server) == {path[name] for name in named}
        assert COMMAND.findall(told) == []
        assert (await pressed.response()).id == page.id


@pytest.mark.parametrize("via", [rows.Via.CHANNEL, rows.Via.DIRECT])
async def test_posts_and_direct_messages_mention_commands(hall: Hall, via: rows.Via) -> None:
    to, store = hall.table if via is rows.Via.CHANNEL else hall.bo.user, hall.client.services.store
    said = catalog("de").say("place.lost", n=1, reason="Grund")
    body = StoredPost(1, 0, said, (), (), (), 0).dump()
    post = await store.write(lambda tx: tx.posts.add(None, to.id, via, body))
    hall.client.services.outbox.kick()
    assert await settled(hall, [post]) == [rows.PostState.SENT]
    room = hall.table if via is rows.Via.CHANNEL else hall.bo.dm()
    (message,) = hall.server.app_messages(room)
    commands = {"bonfire mygames", "bonfire table"}
    assert mentioned(text(message), hall.server) == commands


async def test_commands_are_words_while_their_ids_are_unknown(hall: Hall) -> None:
    hall.client.services.mentions.learn(hall.client.tree, {})
    asked = await hall.ada.slash(hall.table, "bonfire", "board")
    assert text(await asked.response()) == catalog().say("error.no_game_here")


def known(client: BonfireClient) -> CommandMentions:
    mentions = CommandMentions()
    mentions.learn(client.tree, {"bonfire": LONG_ID, "turn": LONG_ID})
    return mentions


async def test_what_cannot_be_mentioned_stays_as_it_is(hall: Hall) -> None:
    mentions = known(hall.client)
    for said in (
        "`/bonfire` is a group",
        "`/bonfire new pace:slow` has options",
        "`/play move` was called so once",
        r"\`/bonfire new\` is what somebody calls themselves",
        "`path 2; end` is typed",
    ):
        assert mentions.in_text(said, messages.TEXT_LIMIT) == said
    assert mentions.in_text("`/tura wpisz`", messages.TEXT_LIMIT) == f"</turn move:{LONG_ID}>"


async def test_where_there_is_no_room_for_mentions_words_stay(hall: Hall) -> None:
    mentions, named = known(hall.client), "`/bonfire new` and `/bonfire solo`"
    whole = mentions.in_text(named, messages.TEXT_LIMIT)
    assert mentions.in_text(named, len(whole)) == whole
    first = f"</bonfire new:{LONG_ID}> and `/bonfire solo`"
    assert mentions.in_text(named, len(whole) - 1) == first
    assert mentions.in_text(named, len(first) - 1) == named


@pytest.mark.parametrize("language", languages())
async def test_every_sentence_has_room_for_its_mentions(hall: Hall, language: str) -> None:
    mentions = known(hall.client)
    for key, entry in catalog(language).entries.items():
        for said in (entry,) if isinstance(entry, str) else entry.values():
            if COMMAND.search(said):
                assert COMMAND.findall(mentions.in_text(said, messages.TEXT_LIMIT)) == [], key
