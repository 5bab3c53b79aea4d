"""Grain for light and gradients: in 256 colors, smooth ones would show bands."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops

_SIDE: Final = 8
_STRONGEST: Final = 3
"""Of 255, lighter or darker: nobody sees it, and it is half of the way to the next color."""


def strewn(smooth: Image.Image, left: int, top: int, unit: int) -> Image.Image:
    """A part of a larger RGB or L image, with grain as large as `unit`.

    The part lies at `left` and `top`, so that the parts of an image have one pattern.
    """
    square = _square(unit) if smooth.mode == "RGB" else _square(unit).getchannel(0)
    x, y = left % square.width, top % square.height
    grain = _tiled(square, smooth.width + x, smooth.height + y)
    return ImageChops.add(smooth, grain.crop((x, y, *grain.size)), 1, -_STRONGEST)


def _tiled(square: Image.Image, width: int, height: int) -> Image.Image:
    """An image full of squares, made by doubling what there is of it."""
    tiled = Image.new(square.mode, (width, height))
    tiled.paste(square)
    across, down = square.size
    while across < width:
        tiled.paste(tiled.crop((0, 0, across, down)), (across, 0))
        across *= 2
    while down < height:
        tiled.paste(tiled.crop((0, 0, width, down)), (0, down))
        down *= 2
    return tiled


@lru_cache(maxsize=1)
def _square(unit: int) -> Image.Image:
    """Bayer's pattern, mirrored for each channel: from 0 to twice the strongest grain."""
    last, strongest = _SIDE - 1, _SIDE * _SIDE - 1
    square = Image.new("RGB", (_SIDE, _SIDE))
    for x in range(_SIDE):
        for y in range(_SIDE):
            ranks = _rank(x, y), _rank(last - x, y), _rank(x, last - y)
            color = tuple(round(2 * _STRONGEST * rank / strongest) for rank in ranks)
            square.putpixel((x, y), color)
    return square.resize((_SIDE * unit, _SIDE * unit), Image.Resampling.NEAREST)


def _rank(x: int, y: int) -> int:
    """The rank of a place in Bayer's pattern of 8 by 8, from 0 to 63."""
    rank = 0
    for bit in range(3):
        rank = rank << 2 | ((x ^ y) >> bit & 1) << 1 | y >> bit & 1
    return rank
