"""Private pages: the words come at once, and the pictures when they are drawn."""

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator

import pytest

from bot.chat.pictures.painting import Painter, PictureRequest
from bot.model import settings
from bot.model.controls import Sign
from bot.standin import Ack, Message, Refused
from bot.standin.layout import buttons, pictures, text
from bot.words import catalog
from engine import Game, ids
from renderer import PngPicture
from tests.kit.blank import blank
from tests.kit.hall import Hall, solo
from tests.kit.pages import choose
from tests.kit.whole import Player, controls

WORDS = catalog()
FOLLOWS = WORDS.say("shell.picture_follows")


class Gate:
    """Lets pictures be painted, or has them wait."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.open.set()
        self.fails = False

    def paint(self, request: PictureRequest) -> PngPicture:
        assert self.open.wait(60)
        if self.fails:
            raise RuntimeError("the painter has no colours")
        return blank(request)


@pytest.fixture
def gate() -> Iterator[Gate]:
    made = Gate()
    yield made
    made.open.set()


@pytest.fixture
def paint(gate: Gate) -> Painter:
    return gate.paint


async def turn(hall: Hall) -> tuple[Player, Message]:
    """The first page of a solo game, with its picture, in which nothing is explained."""
    player, post = await solo(hall)
    await choose(hall.ada, hall.table, settings.Setting.COACH, "off")
    page = await player.open_turn(post)
    await hall.calm()
    assert pictures(page)
    return player, page


async def card(hall: Hall) -> Message:
    """The page of a Gnome, whose picture was never drawn before."""
    return await (await hall.ada.slash(hall.table, "bonfire", "rules", term="S14")).response()


async def pressed(player: Player, page: Message, start: str) -> Message:
    step = next(one for one in controls(page) if one.answer.startswith(start))
    return await (await player.press(page, step)).response()


async def test_a_press_is_answered_while_the_painter_stands_still(hall: Hall, gate: Gate) -> None:
    player, page = await turn(hall)
    (before,), said = page.attachments, text(page)
    gate.open.clear()
    page = await pressed(player, page, "@fate:top")
    assert text(page) != said
    shown = list(controls(page))
    (old,) = page.attachments
    assert old.id == before.id
    gate.open.set()
    await hall.calm()
    (new,) = page.attachments
    assert new.id != before.id
    assert list(controls(page)) == shown


async def test_a_page_that_was_taken_over_gets_only_its_own_picture(hall: Hall, gate: Gate) -> None:
    player, page = await turn(hall)
    (before,) = page.attachments
    gate.open.clear()
    page = await pressed(player, page, "@fate:top")
    edits = page.edits
    page = await pressed(player, page, "<")
    gate.open.set()
    await hall.calm()
    (after,) = page.attachments
    assert after.id == before.id
    assert page.edits == edits + 1


async def test_where_the_picture_is_the_answer_it_says_that_one_comes(
    hall: Hall, gate: Gate
) -> None:
    gate.open.clear()
    page = await card(hall)
    assert FOLLOWS in text(page)
    assert not page.attachments
    gate.open.set()
    await hall.calm()
    assert FOLLOWS not in text(page)
    assert len(page.attachments) == 1


async def test_a_picture_that_fails_is_told_in_words(
    hall: Hall, gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    gate.fails = True
    page = await card(hall)
    await hall.calm()
    assert WORDS.say("shell.picture_failed") in text(page)
    assert FOLLOWS not in text(page)
    assert [one for one in caplog.records if one.levelno == logging.ERROR]
    caplog.clear()


async def test_a_refused_picture_leaves_the_words(hall: Hall, gate: Gate) -> None:
    original = r"/webhooks/\d+/.+/messages/@original$"
    hall.server.fault_injector.plan("PATCH", original, Refused(400, 50035))
    page = await card(hall)
    await hall.calm()
    assert not page.attachments
    assert FOLLOWS not in text(page)
    assert buttons(page)


async def test_a_thought_is_announced_before_anybody_wonders(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, page = await turn(hall)
    thinker, go = hall.client.services.games.thinker, asyncio.Event()
    advise = thinker.advise

    async def thoughtful(
        find: Callable[[Game, ids.Seat, int], object], game: Game, seat: ids.Seat, key: int
    ) -> object:
        await go.wait()
        return await advise(find, game, seat, key)

    monkeypatch.setattr(thinker, "advise", thoughtful)
    wanted = next(one for one in controls(page) if one.answer == Sign.SUGGEST)
    pressed_at = hall.clock.now()
    asked = await player.press(page, wanted)
    assert await hall.clock.turned(asked.acknowledged()) is Ack.UPDATE
    assert hall.clock.now() - pressed_at < 0.1
    assert all(button.disabled for button in buttons(page))
    go.set()
    answer = await asked.response()
    assert not all(button.disabled for button in buttons(answer))
