"""A picture as it changes: its first state whole, then the differences of each."""

from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image, ImageChops

from renderer.session import PngPicture

BLOCK: Final = 16
"""Pixels of the squares that are kept or left out: those in which WebP packs colours."""
_EFFORT: Final = 2
"""Of 0 to 6: 4 makes a page 3 % smaller, and takes a fifth longer."""
_WHOLE: Final = 255


@dataclass(frozen=True, slots=True)
class Patch:
    """A part to lay on the earlier states, `x` and `y` pixels from the top left corner.

    It is a WebP file, transparent where nothing has changed.
    """

    x: int
    y: int
    webp: bytes


class PatchedPicture:
    """Takes one state of a picture after the other, all of one size."""

    def __init__(self, quality: int) -> None:
        """Keep nothing so far, and pack patches in a quality of WebP (0 to 100)."""
        self._quality = quality
        self._last: Image.Image | None = None

    def add(self, picture: PngPicture) -> Patch | None:
        """Return what the next state changes; None if nothing."""
        image = Image.open(BytesIO(picture.png)).convert("RGB")
        last, self._last = self._last, image
        if last is None:
            return self._patch(0, 0, image)
        changed = _changed_blocks(last, image)
        box = changed.getbbox()
        if box is None:
            return None
        left, top, right, bottom = (BLOCK * side for side in box)
        right, bottom = min(right, image.width), min(bottom, image.height)
        whole = (changed.width * BLOCK, changed.height * BLOCK)
        mask = changed.resize(whole, Image.Resampling.NEAREST)
        cut = image.crop((left, top, right, bottom)).convert("RGBA")
        cut.putalpha(mask.crop((left, top, right, bottom)))
        return self._patch(left, top, cut)

    def _patch(self, x: int, y: int, image: Image.Image) -> Patch:
        file = BytesIO()
        image.save(file, "WEBP", quality=self._quality, method=_EFFORT)
        return Patch(x, y, file.getvalue())


def _changed_blocks(before: Image.Image, after: Image.Image) -> Image.Image:
    """A pixel for each block of a picture: `_WHOLE` where anything in it is different."""
    different = ImageChops.difference(before, after)
    red, green, blue = (band.point(_any) for band in different.split())
    pixels = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    # A picture need not be whole blocks wide and high.
    columns, rows = -(-after.width // BLOCK), -(-after.height // BLOCK)
    blocks = Image.new("L", (columns * BLOCK, rows * BLOCK))
    blocks.paste(pixels)
    # A mean of one pixel's 255 in 256 is one: no block gets lost.
    return blocks.reduce(BLOCK).point(_any)


def _any(value: int) -> int:
    return _WHOLE if value else 0
