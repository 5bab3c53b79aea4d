"""Symbols through Discord: in posts, pages and controls, and never where only words are read."""

import json
import random
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.chat import emojis
from bot.chat.client import BonfireClient
from bot.model.buttons import ReadOn, ShowStatus
from bot.runtime.settings import Switch
from bot.standin import Channel, Message, StandIn, UserClient
from bot.standin.layout import buttons, pictures, selects, text
from renderer.emojis import EMOJI_DRAWINGS, EmojiPicture
from tests.kit.clock import TurnedClock
from tests.kit.pages import looked
from tests.kit.sources import OPENAPI
from tests.kit.stage import bot_on
from tests.kit.whole import Player, has_turn_button

pytestmark = pytest.mark.asyncio

MARK = re.compile(r"<:(\w+):(\d+)>")
PNG = b"\x89PNG\r\n\x1a\n"


class Table:
    """A bot with symbols, and Ada at a table of her own."""

    def __init__(self, server: StandIn, client: BonfireClient) -> None:
        self.server, self.client = server, client
        self.ada: UserClient = server.person("Ada", locale="de")
        self.guild = server.guild("Club", self.ada, locale="pl")
        self.room: Channel = server.text_channel(self.guild, "room")

    async def solo(self) -> tuple[Player, Message]:
        await (await self.ada.slash(self.room, "bonfire", "solo")).response()
        post = await self.ada.waits_for(self.room, has_turn_button)
        return Player(self.ada, self.room, random.Random(3)), post


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    monkeypatch.setattr(emojis, "draw_emoji", lambda key: EmojiPicture(PNG, "0" * 8))
    clock = TurnedClock()
    async with (
        StandIn(spec=OPENAPI, clock=clock) as server,
        bot_on(server, tmp_path, clock, emojis=Switch.ON) as client,
    ):
        uploaded = server.core.changes.wait_for(
            lambda: client.services.games.symbols.emoji("novice.neutral"), 60
        )
        await clock.turned(uploaded)
        yield Table(server, client)


async def test_posts_and_pages_show_symbols_in_the_language_of_each(table: Table) -> None:
    player, post = await table.solo()
    assert buttons(post)[0].emoji == "bonfire"
    offered = set[str]()
    for _ in range(4):
        prompt = await player.open_turn(post)
        offered |= {option.emoji for menu in selects(prompt) for option in menu.options}
        await player.take_turn(post)
        post = await player.my_post(post.id)
    assert any(offered)
    posts = [text(message) for message in table.server.app_messages(table.room)]
    private = [text(message) for message in table.ada.sees(table.room) if message.is_ephemeral]
    told = {name for each in posts for name, _ in MARK.findall(each)}
    known = {str(number) for number in table.server.world.emojis}
    assert told & {"zeton_sciezki", "zeton_statku", "zeton_zadania", "zeton_gnoma", "zolty_zeton"}
    assert not told & {"sciezka", "statek", "zadanie", "gnom", "zolty", "strazniczka"}
    assert {number for each in (*posts, *private) for _, number in MARK.findall(each)} <= known
    assert table.server.invalid_requests == []


async def test_labels_alt_texts_files_and_completions_are_words(table: Table) -> None:
    player, post = await table.solo()
    for _ in range(3):
        await player.take_turn(post)
        post = await player.my_post(post.id)
    described = await looked(table.ada, table.room, ShowStatus(), ReadOn(0))
    exported = await (await table.ada.slash(table.room, "bonfire", "export")).response()
    for message in (*table.server.app_messages(table.room), described, exported):
        for picture in pictures(message):
            assert "<:" not in picture.alt
            assert b"<:" not in picture.data
        controls = [button.label for button in buttons(message)]
        for menu in selects(message):
            controls += [menu.placeholder]
            controls += [part for o in menu.options for part in (o.label, o.description)]
        assert not [label for label in controls if "<" in label]
    offered = await table.ada.autocomplete(
        table.room, "bonfire", "rules", focused="term", typed="fr"
    )
    assert offered
    assert "<:" not in json.dumps([choice.name for choice in offered])
    rules = await table.ada.slash(table.room, "bonfire", "rules", term="resource:fruit")
    assert "<:frucht:" in text(await rules.response())


async def test_where_somebody_deletes_the_emojis_all_goes_on_in_words(table: Table) -> None:
    player, post = await table.solo()
    table.server.world.emojis.clear()
    prompt = await player.open_turn(post)
    assert [
        option.emoji for menu in selects(prompt) for option in menu.options if option.emoji
    ] == []
    assert len(table.server.invalid_requests) > 0
    assert {fault.problem.code for fault in table.server.invalid_requests} == {
        "BUTTON_COMPONENT_INVALID_EMOJI"
    }
    refused = len(table.server.invalid_requests)
    await player.take_turn(post)
    post = await player.my_post(post.id)
    assert buttons(post)[0].emoji == ""
    assert not MARK.search(text(post))
    assert len(table.server.invalid_requests) == refused


async def test_every_symbol_of_a_page_is_one_that_is_drawn(table: Table) -> None:
    names = {emoji.name.removesuffix("_00000000") for emoji in table.server.world.emojis.values()}
    assert len(names) == len(EMOJI_DRAWINGS)
