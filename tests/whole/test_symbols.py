"""Symbols through Discord: in posts, pages and controls, and never where only words are read."""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.chat import emojis
from bot.model.buttons import ReadOn, ShowStatus
from bot.runtime.settings import Switch
from bot.standin import StandIn
from bot.standin.layout import buttons, pictures, selects, text
from renderer.emojis import EMOJI_DRAWINGS, EmojiPicture
from tests.kit.clock import TurnedClock
from tests.kit.hall import Hall, hall_on, solo
from tests.kit.pages import looked
from tests.kit.sources import OPENAPI

MARK = re.compile(r"<:(\w+):(\d+)>")
PNG = b"\x89PNG\r\n\x1a\n"


@pytest_asyncio.fixture
async def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hall]:
    """A hall whose bot has symbols."""
    monkeypatch.setattr(emojis, "draw_emoji", lambda key: EmojiPicture(PNG, "0" * 8))
    clock = TurnedClock()
    async with (
        StandIn(spec=OPENAPI, clock=clock) as server,
        hall_on(server, clock, tmp_path, emojis=Switch.ON) as opened,
    ):
        opened.ada.user.locale, opened.guild.preferred_locale = "de", "pl"
        symbols = opened.client.services.games.symbols
        uploaded = server.core.changes.wait_for(lambda: symbols.emoji("novice.neutral"), 60)
        await clock.turned(uploaded)
        yield opened


async def test_posts_and_pages_show_symbols_in_the_language_of_each(hall: Hall) -> None:
    player, post = await solo(hall)
    assert buttons(post)[0].emoji == "bonfire"
    offered = set[str]()
    for _ in range(4):
        prompt = await player.open_turn(post)
        offered |= {option.emoji for menu in selects(prompt) for option in menu.options}
        await player.take_turn(post)
        post = await player.my_post(post.id)
    assert any(offered)
    posts = [text(message) for message in hall.posts()]
    private = [text(message) for message in hall.ada.sees(hall.table) if message.is_ephemeral]
    told = {name for each in posts for name, _ in MARK.findall(each)}
    known = {str(number) for number in hall.server.world.emojis}
    assert told & {"zeton_sciezki", "zeton_statku", "zeton_zadania", "zeton_gnoma", "zolty_zeton"}
    assert not told & {"sciezka", "statek", "zadanie", "gnom", "zolty", "strazniczka"}
    assert {number for each in (*posts, *private) for _, number in MARK.findall(each)} <= known
    assert hall.server.invalid_requests == []


async def test_labels_alt_texts_files_and_completions_are_words(hall: Hall) -> None:
    player, post = await solo(hall)
    for _ in range(3):
        await player.take_turn(post)
        post = await player.my_post(post.id)
    described = await looked(hall.ada, hall.table, ShowStatus(), ReadOn(0))
    exported = await (await hall.ada.slash(hall.table, "bonfire", "export")).response()
    for message in (*hall.posts(), described, exported):
        for picture in pictures(message):
            assert "<:" not in picture.alt
            assert b"<:" not in picture.data
        controls = [button.label for button in buttons(message)]
        for menu in selects(message):
            controls += [menu.placeholder]
            controls += [part for o in menu.options for part in (o.label, o.description)]
        assert not [label for label in controls if "<" in label]
    offered = await hall.ada.autocomplete(
        hall.table, "bonfire", "rules", focused="term", typed="fr"
    )
    assert offered
    assert "<:" not in json.dumps([choice.name for choice in offered])
    rules = await hall.ada.slash(hall.table, "bonfire", "rules", term="resource:fruit")
    assert "<:frucht:" in text(await rules.response())


async def test_where_somebody_deletes_the_emojis_all_goes_on_in_words(hall: Hall) -> None:
    player, post = await solo(hall)
    hall.server.world.emojis.clear()
    prompt = await player.open_turn(post)
    assert [
        option.emoji for menu in selects(prompt) for option in menu.options if option.emoji
    ] == []
    assert len(hall.server.invalid_requests) > 0
    assert {fault.problem.code for fault in hall.server.invalid_requests} == {
        "BUTTON_COMPONENT_INVALID_EMOJI"
    }
    refused = len(hall.server.invalid_requests)
    await player.take_turn(post)
    post = await player.my_post(post.id)
    assert buttons(post)[0].emoji == ""
    assert not MARK.search(text(post))
    assert len(hall.server.invalid_requests) == refused


async def test_every_symbol_of_a_page_is_one_that_is_drawn(hall: Hall) -> None:
    names = {emoji.name.removesuffix("_00000000") for emoji in hall.server.world.emojis.values()}
    assert len(names) == len(EMOJI_DRAWINGS)
