"""The 256 colors of a picture: what has a name keeps its color, and all else comes close."""

from collections.abc import Callable
from itertools import product

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.view import View
from renderer import Options, PaletteName, pillow
from renderer.color_table import CELL_BITS, colors_of, in_colors
from renderer.theme import palette
from tests.kit.marks import long
from tests.renderer import samples
from tests.renderer.scenes import changed, scenes_of

CELL = 1 << CELL_BITS
MOST_ON_AVERAGE = 2.5
"""Of 255, in a channel."""
MOST_OF_MOST = 20
"""Of 255, in the worst channel of 99 pixels of a hundred."""
MOST = 48


def line_of(colors: list[tuple[int, int, int]]) -> Image.Image:
    image = Image.new("RGB", (len(colors), 1))
    image.putdata(colors)
    return image


@pytest.mark.parametrize("name", PaletteName)
def test_there_are_256_colors(name: PaletteName) -> None:
    colors = colors_of(name)
    assert len({colors[at : at + 3] for at in range(0, len(colors), 3)}) == 256


@pytest.mark.parametrize("name", PaletteName)
def test_named_colors_stay_as_they_are(name: PaletteName) -> None:
    tokens = palette(name).tokens
    line = line_of(list(tokens.values()))
    kept = in_colors(line, colors_of(name)).convert("RGB")
    for at, token in enumerate(tokens):
        pairs = zip(tokens[token], kept.getpixel((at, 0)), strict=True)  # type: ignore[arg-type]
        assert all(abs(one - other) < CELL for one, other in pairs), token


def test_a_color_is_replaced_by_the_nearest() -> None:
    greys = [40 * number for number in range(7)]
    colors = bytes(value for grey in greys for value in (grey,) * 3)
    line = line_of([(value, value, value) for value in range(256)])
    found = in_colors(line, colors).convert("RGB").getchannel("R").tobytes()
    for value, grey in enumerate(found):
        nearest = min(abs(value - other) for other in greys)
        assert abs(value - grey) < nearest + CELL


WHOLE = ("board", "city 0", "final")
MORE = product(PaletteName, (samples.crowded, samples.middle, samples.solo), [WHOLE])


@pytest.mark.parametrize(
    ("name", "position", "pictures"),
    [
        (PaletteName.FIRELIGHT, samples.crowded, ("board", "final")),
        (PaletteName.CONTRAST, samples.crowded, ("city 0",)),
        *(long(*case) for case in MORE),
    ],
)
def test_a_picture_is_as_painted(
    name: PaletteName,
    position: Callable[[], View],
    pictures: tuple[str, ...],
    options: Options,
) -> None:
    drawn = dict(scenes_of(position(), changed(options)))
    for which in pictures:
        scene = drawn[which]
        painted = pillow.paint(scene, name)
        sent = in_colors(painted, colors_of(name)).convert("RGB")
        difference = ImageChops.difference(painted, sent)
        assert max(ImageStat.Stat(difference).mean) < MOST_ON_AVERAGE, which
        red, green, blue = difference.split()
        worst = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
        assert sum(worst[MOST_OF_MOST:]) < 0.01 * painted.width * painted.height, which
        assert not any(worst[MOST:]), which
