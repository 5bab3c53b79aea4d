"""The curve of what everybody could expect: legible, in one frame, and told in words."""

import pytest

from bot.words import catalog, languages
from engine import ids
from renderer import ALT_LIMIT, Curve, Options, PaletteName, draw_curve, scenes
from renderer.hint_text import curve_alt
from renderer.parts.curve import CurveWords, levels
from renderer.scene import Scene, Use
from tests.renderer.contents import leaves
from tests.renderer.legibility import faint, hidden
from tests.renderer.lint import all_texts, problems

NAMES = ("Ada", "Benedikt der Große und Gute", "Cy", "Dagmar")
CLOSE = tuple(
    Curve(color, tuple(55.0 + step % 3 + seat for step in range(120)))
    for seat, color in enumerate(ids.SeatColor)
)
FAR = (
    Curve(ids.SeatColor.RED, (-12.0, 3.5, 40.0)),
    Curve(ids.SeatColor.GREEN, (30.0, 90.0, 141.0)),
)
MARKED = (Curve(ids.SeatColor.RED, (-12.0, 3.5, 40.0, 141.0), (3, 1)),)
CURVES = [
    ((0, 1, 2, 3), MARKED),
    (tuple(range(120)), CLOSE),
    ((0, 1, 2), FAR),
    ((0,), (Curve(ids.SeatColor.RED, (50.0,)),)),
]


def scene(turns: tuple[int, ...], curves: tuple[Curve, ...]) -> Scene:
    words = CurveWords("What everyone could expect", "turn", "points", NAMES)
    return scenes.curve_scene(words, turns, curves)


@pytest.mark.parametrize(("turns", "curves"), CURVES)
def test_nothing_overlaps_or_leaves_the_picture(
    turns: tuple[int, ...], curves: tuple[Curve, ...]
) -> None:
    drawn = scene(turns, curves)
    assert problems(drawn) == []
    assert hidden(drawn) == []
    for palette in PaletteName:
        assert faint(drawn, palette) == []


def test_the_results_stand_at_the_ends_of_the_lines() -> None:
    told = [text.text for text, _ in all_texts(scene((0, 1, 2), FAR))]
    assert {"Ada", "40", "141", "0", "2", "-20"} <= set(told)


def test_the_costly_turns_are_numbered_and_the_axes_named() -> None:
    drawn = scene((0, 7, 15, 23), MARKED)
    told = [text.text for text, _ in all_texts(drawn)]
    assert {"points", "turn"} <= set(told)
    marked = [leaf.item.symbol.name for leaf in leaves(drawn) if isinstance(leaf.item, Use)]
    assert [name for name in marked if "costly" in name] == ["costly turn 7", "costly turn 23"]


def test_the_lines_across_hold_all_points() -> None:
    assert levels(FAR) == (-20, 160)
    assert levels((Curve(ids.SeatColor.RED, (50.0,)),)) == (40, 80)


@pytest.mark.parametrize("language", languages())
def test_the_picture_is_told_in_words(language: str) -> None:
    options = Options(catalog(language).translate, NAMES)
    told = curve_alt(tuple(range(120)), CLOSE, options)
    assert all(name in told for name in NAMES)
    assert len(told) <= ALT_LIMIT
    assert draw_curve(tuple(range(120)), CLOSE, options).alt == told
