"""Parts cut out of a picture lie in the picture, and stand whole on its sheet."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.words import catalog
from engine import Game, GameOptions, events, ids
from engine.view import View
from renderer import (
    PHONE_BOARD,
    PHONE_CITY,
    CutOut,
    Options,
    PicturePart,
    draw_board,
    draw_city,
    draw_part,
    most_changed,
)
from renderer.layout import HEADER, PICTURE_HEIGHT, WIDTH
from renderer.scene import Rect
from renderer.strips import strip_of
from tests.renderer import samples
from tests.renderer.contents import dump
from tests.renderer.lint import all_texts
from tests.renderer.scenes import scenes_of

VIEW = Game.new(GameOptions(players=2), seed=5).view()
ISLANDS = [island.code for island in VIEW.box.islands]
PHONE = (*PHONE_BOARD, *PHONE_CITY)
IN_SPOKES = (PicturePart.SPACES, PicturePart.TASKS)
OPTIONS = Options(catalog().translate, ("Ada", "Bo"), scale=0.25)


def at_island(code: str) -> View:
    seats = tuple(replace(seat, ship=code) for seat in VIEW.seats)
    return replace(VIEW, seats=seats)


def every_cut() -> Iterator[tuple[View, CutOut]]:
    for part in PicturePart:
        if part not in {*IN_SPOKES, PicturePart.ISLANDS, PicturePart.SCORES, *PHONE}:
            yield VIEW, CutOut(part, 0)
    for part in IN_SPOKES:
        for position in range(1, 8):
            yield VIEW, CutOut(part, 0, (position,))
    for code in ISLANDS:
        yield VIEW, CutOut(PicturePart.ISLANDS, 0, islands=(code,))
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
        strip = strip_of((cut,), view)
        for cutting in strip.cuttings:
            assert holds(Rect(0, 0, WIDTH, PICTURE_HEIGHT), cutting.source), cut
            assert holds(Rect(0, 0, strip.width, strip.height).inset(4), cutting.target), cut
            shapes = (cutting.source.w / cutting.source.h, cutting.target.w / cutting.target.h)
            assert shapes[0] == pytest.approx(shapes[1])


def test_a_part_is_drawn_alone_and_named() -> None:
    for view, cut in every_cut():
        strip = strip_of((cut,), view)
        made = draw_part(view, (cut,), OPTIONS)
        image = Image.open(BytesIO(made.png))
        assert image.size == (made.width, made.height)
        assert image.width == round(strip.width * OPTIONS.scale)
        assert image.height == round(strip.height * OPTIONS.scale)
        assert len(set(image.get_flattened_data())) > 20
        named, whole = OPTIONS.translate(f"alt.cut_out.{cut.part}", {}), "Ada"
        assert made.alt.startswith(named)
        assert whole in made.alt


def test_a_part_is_at_least_twice_as_large_as_in_its_picture() -> None:
    """Both are shown equally wide."""
    for view, cut in every_cut():
        strip = strip_of((cut,), view)
        for cutting in strip.cuttings:
            larger = cutting.target.w / strip.width * WIDTH / cutting.source.w
            assert larger >= 1.9, cut


def test_the_parts_for_a_phone_hold_all_of_a_picture_and_tell_it_once() -> None:
    for parts, scene in ((PHONE_BOARD, "board"), (PHONE_CITY, "city 0")):
        sources = [
            cutting.source
            for part in parts
            for cutting in strip_of((CutOut(part, 0),), VIEW).cuttings
        ]
        (drawn,) = (each for name, each in scenes_of(VIEW, OPTIONS) if name == scene)
        for text, room in all_texts(drawn):
            below = room.y > HEADER or scene != "board"  # The header stands above the first part.
            assert not below or any(holds(source, room) for source in sources), text.text
        made = [draw_part(VIEW, (CutOut(part, 0),), OPTIONS) for part in parts]
        whole = draw_board(VIEW, OPTIONS) if scene == "board" else draw_city(VIEW, 0, OPTIONS)
        assert made[0].alt == whole.alt
        for part, other in zip(parts[1:], made[1:], strict=True):
            assert other.alt == OPTIONS.translate(f"alt.cut_out.{part}", {})


@pytest.mark.parametrize("players", range(1, 5))
def test_the_scores_stand_above_a_part_of_a_main_board_or_alone(players: int) -> None:
    view = Game.new(GameOptions(players), seed=5).view()
    (bar,) = (scene for name, scene in scenes_of(view, OPTIONS) if name == "scores")
    seats = {name for name in dump(bar).split() if name in set(ids.SeatColor)}
    assert seats == {seat.color for seat in view.seats}
    scores, west = CutOut(PicturePart.SCORES, 0), CutOut(PHONE_BOARD[0], 0)
    below = strip_of((west,), view)
    for cuts, height in (
        ((scores, west), round(bar.height * OPTIONS.scale) + round(below.height * OPTIONS.scale)),
        ((scores,), round(bar.height * OPTIONS.scale)),
        ((west,), round(below.height * OPTIONS.scale)),
    ):
        drawn = draw_part(view, cuts, OPTIONS)
        assert (drawn.width, drawn.height) == (round(bar.width * OPTIONS.scale), height)


def test_a_phone_sees_first_the_part_in_which_most_has_changed() -> None:
    view = samples.middle()
    for parts, event, expected in (
        (PHONE_CITY, events.BonfireLit(0, 1, "B01"), PicturePart.CITY_LEFT),
        (PHONE_CITY, events.BonfireLit(0, 7, "B01"), PicturePart.CITY_RIGHT),
        (PHONE_CITY, None, PHONE_CITY[0]),
        (PHONE_BOARD, events.GreatBonfireTurned(0, 0, 3), PicturePart.FIRE),
        (PHONE_BOARD, None, PHONE_BOARD[0]),
    ):
        options = replace(OPTIONS, changes=() if event is None else (event,))
        cuts = [CutOut(part, 0) for part in parts]
        assert cuts[most_changed(view, cuts, options)].part is expected
