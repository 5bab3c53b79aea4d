"""A sheet shows pictures whole and side by side, and draws again only what has changed."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.words import catalog, languages
from engine import Game, GameOptions
from engine.ids import Seat
from engine.view import View
from renderer import (
    ALT_LIMIT,
    Options,
    PngPicture,
    draw_board,
    draw_city,
    draw_sheet,
)
from renderer.layout import PICTURE_HEIGHT, WIDTH
from renderer.text import sheet_alt
from tests.kit.games import play
from tests.renderer import samples
from tests.renderer.scenes import changed, noted_paintings
from tests.renderer.telling import POSITIONS

OPTIONS = Options(catalog().translate, ("Ada", "Bo", "Cyprian", "Wanda Dee"), scale=0.25)
SHOWN = 550
"""Pixels of the width in which Discord shows a picture of a post."""
HIGHEST = 560


def image_of(picture: PngPicture) -> Image.Image:
    return Image.open(BytesIO(picture.png)).convert("RGB")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    return noted_paintings(monkeypatch)


@pytest.mark.parametrize("shown", [(None, 1, 2, 3), (0, 1, 2, 3), (None, 0, 1, 2, 3), (None, 2)])
def test_each_picture_stands_on_it_whole(shown: tuple[Seat | None, ...]) -> None:
    view = samples.middle()
    sheet = image_of(draw_sheet(view, shown, OPTIONS))
    width, height = round(WIDTH * OPTIONS.scale), round(PICTURE_HEIGHT * OPTIONS.scale)
    assert sheet.height == height
    step = (sheet.width - width) // (len(shown) - 1)
    assert step > width
    for place, seat in enumerate(shown):
        alone = draw_board(view, OPTIONS) if seat is None else draw_city(view, seat, OPTIONS)
        there = sheet.crop((place * step, 0, place * step + width, height))
        assert there.tobytes() == image_of(alone).tobytes()


@pytest.mark.parametrize("places", range(1, 6))
def test_below_a_large_picture_it_is_low_enough(places: int) -> None:
    sheet = draw_sheet(samples.middle(), (None, 0, 1, 2, 3)[:places], OPTIONS)
    large = SHOWN * PICTURE_HEIGHT / WIDTH
    assert large + SHOWN * sheet.height / sheet.width <= HIGHEST


def test_a_city_that_did_not_change_is_not_drawn_again(drawn: list[str]) -> None:
    game = Game.new(GameOptions(4), 7)
    play(game, 7, moves=40)
    before = game.view()
    draw_sheet(before, (None, 1, 2, 3), OPTIONS)
    assert len(drawn) == 4
    turn, mover = before.turn, before.seat
    while game.view().turn == turn:
        play(game, game.move_count, moves=1)
    after = game.view()
    same = {
        seat.seat
        for seat, then in zip(after.seats, before.seats, strict=True)
        if seat == then and seat.seat not in (mover, after.seat)
    }
    assert same
    drawn.clear()
    draw_sheet(after, (None, 1, 2, 3), OPTIONS)
    colors = {f"city of {after.seats[seat].color}" for seat in same}
    assert drawn
    assert not colors & set(drawn)


def test_the_cities_of_a_sheet_drawn_twice_are_painted_once(drawn: list[str]) -> None:
    view = samples.middle()
    first = draw_sheet(view, (None, 0, 1), OPTIONS)
    assert len(drawn) == 3
    assert draw_sheet(view, (None, 0, 1), changed(OPTIONS)).png != first.png
    assert len(drawn) == 4, "the main board alone marks what has changed"
    assert drawn.count("board") == 2
    assert draw_sheet(view, (None, 0, 1), OPTIONS) == first
    assert len(drawn) == 5
    draw_sheet(view, (None, 0, 1), replace(OPTIONS, scale=0.3))
    assert len(drawn) == 8


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("view", [made() for made in POSITIONS.values()], ids=list(POSITIONS))
def test_its_alt_text_names_every_city_and_fits(language: str, view: View) -> None:
    words = catalog(language)
    options = replace(OPTIONS, translate=words.translate)
    seats = tuple(range(len(view.seats)))
    for shown in ((None, *seats[1:]), seats, (None, *seats)):
        alt = sheet_alt(view, shown, options)
        assert 0 < len(alt) <= ALT_LIMIT
        assert alt.startswith(words.say("alt.others"))
        assert (words.say("alt.board", turn=view.turn) in alt) == (None in shown)
        for seat in shown:
            assert seat is None or f"{options.names[seat]} (" in alt
