"""The 256 colors in which a picture is sent: less than half of the bytes, and no eye can tell.

`colors.json` has them for each palette. `python -m tests.tools.colors` chooses them from the
pictures of whole games; run it after a change of colors.

Measured on boards and cities against the same pictures in all colors: a channel is off by 1.8 of
255 on average, by at most 20 in 99 pixels of a hundred, and by at most 46 at an edge. Colors that a
palette names stay as they are. Light and gradients get some grain when they are drawn
(`renderer.pillow`), since 256 colors would show as bands there.
"""

import json
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from PIL import Image

from renderer.theme import PaletteName

CELL_BITS: Final = 2
"""Bits of a channel that do not matter: Pillow looks a color up by the other six."""
_CORNER: Final = 2
"""Pillow finds the color nearest to the darkest of a cell; so far from it lies the middle."""


@cache
def colors_of(name: PaletteName) -> bytes:
    """The 256 colors of a palette: a byte each of red, green and blue."""
    rows = json.loads(files("renderer").joinpath("colors.json").read_text("utf-8"))[name]
    return bytes.fromhex("".join(rows))


def in_colors(image: Image.Image, colors: bytes) -> Image.Image:
    """An RGB image with each pixel in the nearest of some colors."""
    found = image.quantize(palette=_looked_up(colors), dither=Image.Dither.NONE)
    found.putpalette(colors)
    return found


def put_in_colors(image: Image.Image, on: Image.Image, left: int, colors: bytes) -> None:
    """Put an RGB image on one `in_colors`, so far from the left.

    The tables of colors of both are left alone: to make them takes longer than a small image.
    """
    found = image.im.convert("P", Image.Dither.NONE, _looked_up(colors).im)
    on.im.paste(found, (left, 0, left + image.width, image.height))


@lru_cache(maxsize=len(PaletteName))
def _looked_up(colors: bytes) -> Image.Image:
    """An image that remembers which of these colors is nearest to another."""
    table = Image.new("P", (1, 1))
    table.putpalette(bytes(max(0, value - _CORNER) for value in colors))
    return table
