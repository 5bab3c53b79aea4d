"""A few pictures compared with kept ones, with some tolerance for other builds of FreeType.

`python -m tests.renderer.test_looks` writes the files anew; look at the difference.
"""

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import renderer
from bot.words import catalog
from renderer import Options, PaletteName, PngPicture
from tests.renderer import samples, telling
from tests.renderer.scenes import changed

KEPT = Path(__file__).parent / "golden"
MOST_ON_AVERAGE = 1.5
"""Of 255 in a channel: an icon in another place already gives more on a quarter of the width."""
TOLERATED = 24
MOST_PIXELS_BEYOND = 0.002

OPTIONS = replace(
    changed(Options(catalog().translate, ("Ada", "Bo", "Cyprian", "Wanda Dee"))), scale=0.25
)
STRONG = replace(OPTIONS, palette=PaletteName.CONTRAST)
PICTURES: dict[str, Callable[[], PngPicture]] = {
    "board": lambda: renderer.draw_board(samples.middle(), OPTIONS),
    "city": lambda: renderer.draw_city(samples.middle(), 0, OPTIONS),
    "solo": lambda: renderer.draw_city(telling.tom_of_a_late_game(), 1, OPTIONS),
    "final": lambda: renderer.draw_final(samples.finished(), OPTIONS),
    "contrast": lambda: renderer.draw_board(samples.crowded(), STRONG),
}


def differs(one: Image.Image, other: Image.Image) -> bool:
    difference = ImageChops.difference(one, other)
    if max(ImageStat.Stat(difference).mean) > MOST_ON_AVERAGE:
        return True
    strongest = difference.convert("L").histogram()
    return sum(strongest[TOLERATED:]) > MOST_PIXELS_BEYOND * one.width * one.height


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_looks_as_kept(name: str) -> None:
    kept = Image.open(KEPT / f"{name}.png").convert("RGB")
    drawn = Image.open(io.BytesIO(PICTURES[name]().png)).convert("RGB")
    assert drawn.size == kept.size
    assert not differs(drawn, kept)


def test_a_ship_at_another_island_is_another_look() -> None:
    view = telling.ships_at("A1", 0)
    moved = Image.open(io.BytesIO(renderer.draw_board(view, OPTIONS).png)).convert("RGB")
    assert differs(moved, Image.open(KEPT / "board.png").convert("RGB"))


if __name__ == "__main__":
    for file, draw in PICTURES.items():
        (KEPT / f"{file}.png").write_bytes(draw().png)
