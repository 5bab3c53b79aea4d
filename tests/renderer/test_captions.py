"""The captions above the frames of a film: inside its room, readable, for one to four seats."""

import pytest

from engine import ids
from renderer import Caption, PaletteName
from renderer.scenes import caption_scene
from tests.renderer.legibility import faint, hidden
from tests.renderer.lint import problems

COLORS = tuple(ids.SeatColor)
SHORT = ("Turn 64, Di", "Di placed a fate tile.")
LONG = ("Tura 128, " + "W" * 32 + " (128 z 128)", "Wielkie Ognisko " * 9 + "!")
FOREIGN = ("漢字", "漢字 漢字 " * 20)


def caption(words: tuple[str, str], points: tuple[int, ...], step: int = 5) -> Caption:
    seats = tuple(zip(COLORS, points, strict=False))
    return Caption(*words, seats, max(1, *points, 1), step, 10)


@pytest.mark.parametrize("points", [(7, 80), (0, 0), (120, -3, 45), (99, 100, 0, 1)])
@pytest.mark.parametrize("words", [SHORT, LONG, FOREIGN], ids=["short", "long", "foreign"])
def test_a_caption_is_free_of_faults(words: tuple[str, str], points: tuple[int, ...]) -> None:
    for step in (0, 5, 10):
        assert problems(caption_scene(caption(words, points, step))) == []


@pytest.mark.parametrize("palette", PaletteName)
def test_a_caption_can_be_read(palette: PaletteName) -> None:
    scene = caption_scene(caption(LONG, (99, 100, 0, 1)))
    assert list(faint(scene, palette)) == []
    assert list(hidden(scene, palette)) == []
