"""Commands that are named in a text are mentions, which a press puts into the line to type in."""

from typing import Final

import pytest

from bot.chat.client import BonfireClient
from bot.chat.messages.mentions import CommandMentions
from bot.model.messages import TEXT_LIMIT
from bot.model.rows import PostState, Via
from bot.model.stored_post import StoredPost
from bot.standin import StandIn
from bot.standin.layout import text
from bot.words import catalog, languages
from tests.bot.conftest import Stage
from tests.bot.mentioned import MENTION
from tests.bot.test_outbox import settled
from tests.words.test_catalogs import COMMAND
from tests.words.tree import spoken

LONG_ID: Final = 9_999_999_999_999_999_999
"""No identifier is longer (Discord, reference, snowflakes)."""


def mentioned(said: str, server: StandIn) -> set[str]:
    """The commands that a text mentions; Discord must know each under its id."""
    known = server.world.commands
    found = {(path, int(command)) for path, command in MENTION.findall(said)}
    assert all(known[command].name == path.split()[0] for path, command in found)
    return {path for path, _ in found}


@pytest.mark.parametrize("language", languages())
async def test_a_refusal_mentions_what_to_do(stage: Stage, language: str) -> None:
    """In every language by its own name, as Discord finds it by no other."""
    stage.ada.user.locale = language
    asked = await stage.ada.slash(stage.table, "bonfire", "status")
    told = text(await asked.response())
    assert mentioned(told, stage.server) == {"bonfire new", "bonfire solo"}
    assert "`" not in told


@pytest.mark.parametrize("language", languages())
async def test_help_mentions_all_that_it_names(stage: Stage, language: str) -> None:
    stage.ada.user.locale = language
    asked = await stage.ada.slash(stage.table, "bonfire", "help")
    page = await asked.response()
    words = catalog(language)
    path = {one.spelled(words): " ".join(one.path) for one in spoken()}
    presses = [
        "help.more",
        *(f"help.button.{topic}" for topic in ("looking", "between", "commands")),
    ]
    topics = ["help.playing", "help.looking", "help.between", "help.commands"]
    for press, topic in zip(presses, topics, strict=True):
        pressed = await stage.ada.press(page, words.say(press))
        told = text(await pressed.response())
        named = COMMAND.findall(words.say(topic))
        assert mentioned(told, stage.server) == {path[name] for name in named}
        assert COMMAND.findall(told) == []
        assert (await pressed.response()).id == page.id


@pytest.mark.parametrize("via", [Via.CHANNEL, Via.DIRECT])
async def test_posts_and_direct_messages_mention_commands(stage: Stage, via: Via) -> None:
    to, store = stage.table if via is Via.CHANNEL else stage.bo.user, stage.client.services.store
    said = catalog("de").say("place.lost", n=1, reason="Grund")
    body = StoredPost(1, 0, said, (), (), (), 0).dump()
    post = await store.write(lambda tx: tx.posts.add(None, to.id, via, body))
    stage.client.services.outbox.kick()
    assert await settled(stage, [post]) == [PostState.SENT]
    room = stage.table if via is Via.CHANNEL else stage.bo.dm()
    (message,) = stage.server.app_messages(room)
    commands = {"bonfire mygames", "bonfire table move-to"}
    assert mentioned(text(message), stage.server) == commands


async def test_commands_are_words_while_their_ids_are_unknown(stage: Stage) -> None:
    stage.client.services.mentions.learn(stage.client.tree, {})
    asked = await stage.ada.slash(stage.table, "bonfire", "status")
    assert text(await asked.response()) == catalog().say("error.no_game_here")


def known(client: BonfireClient) -> CommandMentions:
    mentions = CommandMentions()
    mentions.learn(client.tree, {"bonfire": LONG_ID, "turn": LONG_ID})
    return mentions


async def test_what_cannot_be_mentioned_stays_as_it_is(stage: Stage) -> None:
    mentions = known(stage.client)
    for said in (
        "`/bonfire me` is a group",
        "`/bonfire new pace:slow` has options",
        "`/play move` was called so once",
        r"\`/bonfire new\` is what somebody calls themselves",
        "`path 2; end` is typed",
    ):
        assert mentions.in_text(said, TEXT_LIMIT) == said
    assert mentions.in_text("`/tura wpisz`", TEXT_LIMIT) == f"</turn move:{LONG_ID}>"


async def test_where_there_is_no_room_for_mentions_words_stay(stage: Stage) -> None:
    mentions, named = known(stage.client), "`/bonfire new` and `/bonfire solo`"
    whole = mentions.in_text(named, TEXT_LIMIT)
    assert mentions.in_text(named, len(whole)) == whole
    first = f"</bonfire new:{LONG_ID}> and `/bonfire solo`"
    assert mentions.in_text(named, len(whole) - 1) == first
    assert mentions.in_text(named, len(first) - 1) == named


@pytest.mark.parametrize("language", languages())
async def test_every_sentence_has_room_for_its_mentions(stage: Stage, language: str) -> None:
    mentions = known(stage.client)
    for key, entry in catalog(language).entries.items():
        for said in (entry,) if isinstance(entry, str) else entry.values():
            if COMMAND.search(said):
                assert COMMAND.findall(mentions.in_text(said, TEXT_LIMIT)) == [], key
