"""Games under announcement channels, whose threads are of a kind of their own."""

import pytest

from bot.standin import Channel, ChannelKind
from bot.standin.layout import text
from bot.words import catalog
from tests.kit.hall import Hall, threads
from tests.kit.players.button_player import has_turn_button

WORDS = catalog()


@pytest.fixture
def news(hall: Hall) -> Channel:
    return hall.server.channel(hall.guild, "news", ChannelKind.ANNOUNCEMENT)


async def test_a_table_under_an_announcement_channel_has_its_thread(
    hall: Hall, news: Channel
) -> None:
    ada, bo = hall.people[:2]
    lobby = await (await ada.slash(news, "bonfire", "new", thread=True)).response()
    await (await bo.press(lobby, "Join")).response()
    await (await ada.press(lobby, "Start")).response()
    (thread,) = threads(hall)
    assert thread.kind is ChannelKind.ANNOUNCEMENT_THREAD
    assert text(lobby) == WORDS.say("place.began", thread=f"<#{thread.id}>")
    post = await bo.waits_for(thread, has_turn_button)
    assert not post.webhook


async def test_a_game_alone_under_an_announcement_channel_has_its_thread(
    hall: Hall, news: Channel
) -> None:
    ada = hall.people[0]
    answer = await (await ada.slash(news, "bonfire", "solo", thread=True)).response()
    (thread,) = threads(hall)
    assert thread.kind is ChannelKind.ANNOUNCEMENT_THREAD
    assert text(answer) == WORDS.say("place.began", thread=f"<#{thread.id}>")
    assert not (await ada.waits_for(thread, has_turn_button)).webhook
