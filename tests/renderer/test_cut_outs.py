"""Parts cut out of a picture lie in the picture, and stand whole on its strip."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.words import catalog
from engine import Game, GameOptions
from engine.ids import Seat
from engine.view import View
from renderer import CutOut, Options, PicturePart, draw_board, draw_city, draw_fate
from renderer.layout import PICTURE_HEIGHT, WIDTH
from renderer.scene import Rect
from renderer.strips import strip_of

VIEW = Game.new(GameOptions(players=2), seed=5).view()
ISLANDS = [island.code for island in VIEW.box.islands]
OPTIONS = Options(catalog().translate, ("Ada", "Bo"), scale=0.25)


def at_island(code: str) -> View:
    seats = tuple(replace(seat, ship=code) for seat in VIEW.seats)
    return replace(VIEW, seats=seats)


def every_cut() -> Iterator[tuple[View, CutOut]]:
    for part in PicturePart:
        if part not in {PicturePart.SPACE, PicturePart.ISLAND}:
            yield VIEW, CutOut(part, 0)
    for position in range(1, 8):
        yield VIEW, CutOut(PicturePart.SPACE, 0, position)
    for code in ISLANDS:
        yield VIEW, CutOut(PicturePart.ISLAND, 0, island=code)
        yield at_island(code), CutOut(PicturePart.SHIP, 0)


def holds(outer: Rect, inner: Rect) -> bool:
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


def test_every_part_lies_in_its_picture_and_stands_whole_on_its_strip() -> None:
    for view, cut in every_cut():
        strip = strip_of(cut, view)
        assert strip.height < PICTURE_HEIGHT / 2
        right = 0.0
        for cutting in strip.cuttings:
            assert holds(Rect(0, 0, WIDTH, PICTURE_HEIGHT), cutting.source), cut
            assert holds(Rect(0, 0, WIDTH, strip.height).inset(4), cutting.target), cut
            assert cutting.target.x > right
            right = cutting.target.right
            shapes = (cutting.source.w / cutting.source.h, cutting.target.w / cutting.target.h)
            assert shapes[0] == pytest.approx(shapes[1])


@pytest.mark.parametrize("kind", ["city", "board", "fate"])
def test_below_the_strip_stands_the_usual_picture(kind: str) -> None:
    def drawn(options: Options, seat: Seat = 0) -> Image.Image:
        if kind == "board":
            made = draw_board(VIEW, options)
        elif kind == "city":
            made = draw_city(VIEW, seat, options)
        else:
            made = draw_fate(VIEW, seat, options)
        image = Image.open(BytesIO(made.png))
        assert image.size == (made.width, made.height)
        return image

    usual = drawn(OPTIONS)
    for part in (PicturePart.GNOMES, PicturePart.SUPPLIES):
        image = drawn(replace(OPTIONS, cut_out=CutOut(part, 0)))
        strip = image.height - usual.height
        assert strip == round(strip_of(CutOut(part, 0), VIEW).height * OPTIONS.scale)
        below = image.crop((0, strip, image.width, image.height))
        assert below.tobytes() == usual.tobytes()
        assert len(set(image.crop((0, 0, image.width, strip)).get_flattened_data())) > 20
