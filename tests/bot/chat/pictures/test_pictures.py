"""The render queue: newest state wins, each picture drawn once, failures told in words."""

import asyncio
import random
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial

import pytest
import pytest_asyncio

from bot.chat.pictures import painting
from bot.chat.pictures.painting import PictureRequest, RenderPool, as_wanted, paint
from bot.chat.pictures.queue import Lane, PictureQueue, render_all
from bot.model import preferences
from bot.model.pictures import Picture, PictureKind, part_of
from bot.words import catalog
from engine import Game, GameOptions, View
from renderer import CutOut, Hints, PaletteName, PicturePart, PieceKind, PngPicture, Pointed

NAMES = ("Ada", "Bo")


@pytest_asyncio.fixture
async def pictures(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PictureQueue]:
    monkeypatch.setattr(painting, "THREADS", 1)
    made = PictureQueue(RenderPool(0))
    yield made
    await made.close()


def views(count: int) -> list[View]:
    """The position after each of some answers."""
    game, dice = Game.new(GameOptions(2), 1), random.Random(1)
    found = []
    for _ in range(count):
        assert game.waiting is not None
        game.submit(game.waiting.seat, dice.choice(game.legal_actions()))
        found.append(game.view())
    return found


def board(view: View) -> PictureRequest:
    return PictureRequest(Picture(PictureKind.BOARD, view), catalog(), NAMES)


class Easel:
    """Paints nothing, in its own time, and notes what it was asked for."""

    def __init__(self) -> None:
        self.painted: list[int] = []
        self.go = threading.Event()

    def paint(self, request: PictureRequest) -> PngPicture:
        self.go.wait(10)
        assert isinstance(request.picture, Picture)
        self.painted.append(request.picture.view.move)
        return PngPicture(b"png %d" % request.picture.view.move, 1, 1, "alt")


@pytest.fixture
def easel(pictures: PictureQueue, monkeypatch: pytest.MonkeyPatch) -> Easel:
    made = Easel()
    monkeypatch.setattr(pictures.pool, "_paint", made.paint)
    return made


async def test_a_picture_is_drawn_with_its_alt_text(pictures: PictureQueue) -> None:
    (view,) = views(1)
    drawn = await pictures.get((Lane.POSTS, 1), board(view))
    assert drawn.png.startswith(b"\x89PNG")
    assert 0 < len(drawn.alt) <= 1024
    assert drawn.name == board(view).file_name


async def test_the_same_picture_is_drawn_once(pictures: PictureQueue, easel: Easel) -> None:
    easel.go.set()
    (view,) = views(1)
    for _ in range(3):
        await pictures.get((Lane.POSTS, 1), board(view))
    assert easel.painted == [view.move]


async def test_each_look_has_a_picture_of_its_own(pictures: PictureQueue) -> None:
    (view,) = views(1)
    looks = (
        preferences.Appearance(),
        preferences.Appearance(size=preferences.PictureSize.SMALL),
        preferences.Appearance(colours=PaletteName.CONTRAST),
    )
    drawn = [
        await pictures.get((Lane.POSTS, 1), replace(board(view), appearance=look)) for look in looks
    ]
    assert len({one.png for one in drawn}) == len({one.name for one in drawn}) == len(looks)


async def test_two_who_ask_at_once_share_the_work(pictures: PictureQueue, easel: Easel) -> None:
    (view,) = views(1)
    both = [asyncio.create_task(pictures.get((Lane.POSTS, n), board(view))) for n in range(2)]
    await asyncio.sleep(0.05)
    easel.go.set()
    first, second = await asyncio.gather(*both)
    assert first.png == second.png


async def test_the_newest_state_wins_over_those_that_wait(
    pictures: PictureQueue, easel: Easel
) -> None:
    states = views(5)
    asked = [asyncio.create_task(pictures.get((Lane.POSTS, 1), board(states[0])))]
    await asyncio.sleep(0.05)
    later = (pictures.get((Lane.POSTS, 1), board(view)) for view in states[1:])
    asked += [asyncio.create_task(one) for one in later]
    await asyncio.sleep(0.05)
    easel.go.set()
    drawn = await asyncio.gather(*asked)
    assert easel.painted == [states[0].move, states[-1].move]
    assert [one.name for one in drawn[1:]] == [board(states[-1]).file_name] * 4


async def test_a_newer_position_replaces_nothing_but_the_same_picture(
    pictures: PictureQueue, easel: Easel
) -> None:
    """Two parts, the same with other marks, and another size wait in one place."""
    blocking, before, after = views(3)
    wheel, paths = (CutOut(part, 0) for part in (PicturePart.WHEEL, PicturePart.PATHS))
    marked = Hints(pointed=(Pointed(PieceKind.GREAT_BONFIRE),))

    def wanted(view: View) -> list[PictureRequest]:
        shown = (part_of(view, wheel), part_of(view, paths), part_of(view, wheel, hints=marked))
        small = replace(board(view), preview=True)
        return [*(replace(board(view), picture=one) for one in shown), board(view), small]

    first = asyncio.create_task(pictures.get((Lane.PAGES, 9), board(blocking)))
    await asyncio.sleep(0.05)
    asked = [
        asyncio.create_task(pictures.get((Lane.PAGES, 1), one))
        for view in (before, after)
        for one in wanted(view)
    ]
    await asyncio.sleep(0.05)
    easel.go.set()
    await first
    drawn = await asyncio.gather(*asked)
    assert easel.painted == [blocking.move] + [after.move] * len(wanted(after))
    names = [one.file_name for one in wanted(after)]
    assert [one.name for one in drawn] == [*names, *names]


@pytest.mark.parametrize("other_is_wanted", [False, True])
async def test_no_picture_is_drawn_for_pages_that_were_replaced_while_it_waited(
    pictures: PictureQueue, easel: Easel, *, other_is_wanted: bool
) -> None:
    blocking, view = views(2)
    wishes, slot = [True, True], (Lane.PAGES, 1)
    first = asyncio.create_task(pictures.get((Lane.PAGES, 9), board(blocking)))
    await asyncio.sleep(0.05)
    asked = [
        asyncio.create_task(
            render_all(pictures, slot, [board(view)], partial(wishes.__getitem__, n))
        )
        for n in range(2)
    ]
    await asyncio.sleep(0.05)
    wishes[:] = False, other_is_wanted
    easel.go.set()
    await first
    shown = await asyncio.gather(*asked)
    assert [len(one.pictures) for one in shown] == [other_is_wanted] * 2
    assert all(not one.words for one in shown)
    assert easel.painted == [blocking.move] + [view.move] * other_is_wanted


async def test_different_slots_do_not_replace_each_other(
    pictures: PictureQueue, easel: Easel
) -> None:
    states = views(3)
    asked = [
        asyncio.create_task(pictures.get((Lane.POSTS, n), board(view)))
        for n, view in enumerate(states)
    ]
    await asyncio.sleep(0.05)
    easel.go.set()
    await asyncio.gather(*asked)
    assert easel.painted == [view.move for view in states]


async def test_a_phone_gets_all_parts_of_a_board_while_pictures_wait(
    pictures: PictureQueue,
) -> None:
    look = preferences.Appearance(size=preferences.PictureSize.PHONE)
    (view,) = views(1)
    parts = [
        replace(board(view), picture=part, appearance=look)
        for part in as_wanted([Picture(PictureKind.BOARD, view)], look)
    ]
    drawn = (await render_all(pictures, (Lane.POSTS, 1), parts)).pictures
    assert [one.name for one in drawn] == [part.file_name for part in parts]
    assert len({one.png for one in drawn}) == len({one.alt for one in drawn}) == len(parts) == 3


async def test_it_is_told_when_all_that_was_asked_for_is_drawn(
    pictures: PictureQueue, easel: Easel
) -> None:
    await pictures.settled()
    asked = [
        asyncio.create_task(pictures.get((Lane.POSTS, n), board(view)))
        for n, view in enumerate(views(2))
    ]
    await asyncio.sleep(0)
    settled = asyncio.create_task(pictures.settled())
    await asyncio.sleep(0.05)
    assert not settled.done()
    easel.go.set()
    await settled
    assert pictures.queue_size == 0
    await asyncio.gather(*asked)


async def test_a_cancelled_wait_does_not_stop_the_picture(
    pictures: PictureQueue, easel: Easel
) -> None:
    (view,) = views(1)
    asked = asyncio.create_task(pictures.get((Lane.POSTS, 1), board(view)))
    await asyncio.sleep(0.05)
    asked.cancel()
    easel.go.set()
    assert (await pictures.get((Lane.POSTS, 1), board(view))).png
    assert easel.painted == [view.move]


async def test_what_cannot_be_drawn_is_told_in_words(
    pictures: PictureQueue, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(request: PictureRequest) -> PngPicture:
        raise ZeroDivisionError

    monkeypatch.setattr(pictures.pool, "_paint", broken)
    (view,) = views(1)
    shown = await render_all(pictures, (Lane.POSTS, 1), (board(view),))
    assert shown.pictures == ()
    assert "Ada" in shown.beside("text")
    assert any(record.exc_info for record in caplog.records)
    monkeypatch.setattr(pictures.pool, "_paint", paint)
    again = await render_all(pictures, (Lane.POSTS, 1), (board(view),))
    assert len(again.pictures) == 1
