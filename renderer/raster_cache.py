"""Finished drawings and how much of them is kept: grounds, symbols, and lines of type."""

from collections.abc import Hashable
from typing import Final, NamedTuple, Self

from isal import isal_zlib
from PIL import Image

from renderer.cache import LruCache

_GROUND_BYTES: Final = 54 << 20
"""The grounds of the standard box in the sizes of posts and of pages, but for two that are hardly
used: one that is missing costs as much as the rest of its picture."""
_RASTER_BYTES: Final = 32 << 20
"""Most symbols in both sizes: a picture unpacks seven of its 190, with 16 MB it unpacked 48."""
_PACKED_BYTES: Final = 12 << 20
"""Rasters that are not at hand are unpacked in a tenth of the time that drawing takes."""
_TEXT_BYTES: Final = 4 << 20


class Raster(NamedTuple):
    """A symbol in pixels, and where its corner lies from the origin.

    Its colours are multiplied by their coverage (RGBa): that is pasted three times as fast.
    """

    image: Image.Image
    x: int
    y: int


class PackedRaster(NamedTuple):
    """A raster whose pixels are compressed."""

    pixels: bytes
    size: tuple[int, int]
    x: int
    y: int

    @classmethod
    def of(cls, raster: Raster) -> Self:
        """Pack a raster."""
        image = raster.image
        return cls(isal_zlib.compress(image.tobytes(), 1), image.size, raster.x, raster.y)

    def raster(self) -> Raster:
        """The raster as it was."""
        return Raster(self.image("RGBa"), self.x, self.y)

    def image(self, mode: str) -> Image.Image:
        """The pixels alone."""
        return Image.frombytes(mode, self.size, isal_zlib.decompress(self.pixels))


class TextRaster(NamedTuple):
    """The coverage of a line of type and of its outline, with the corner of each."""

    mask: Image.Image
    corner: tuple[int, int]
    outline: Image.Image | None
    outline_corner: tuple[int, int]


def _bytes_of_raster(raster: Raster) -> int:
    return raster.image.width * raster.image.height * 4


def _bytes_of_packed(packed: PackedRaster) -> int:
    return len(packed.pixels)


def _bytes_of_type(raster: TextRaster) -> int:
    area = raster.mask.width * raster.mask.height
    if raster.outline is not None:
        area += raster.outline.width * raster.outline.height
    return area + 256


def _bytes_of_ground(image: Image.Image) -> int:
    return image.width * image.height * 4


grounds: Final[LruCache[Hashable, Image.Image]] = LruCache(_GROUND_BYTES, _bytes_of_ground)
rasters: Final[LruCache[Hashable, Raster]] = LruCache(_RASTER_BYTES, _bytes_of_raster)
packed_rasters: Final[LruCache[Hashable, PackedRaster]] = LruCache(_PACKED_BYTES, _bytes_of_packed)
letters: Final[LruCache[Hashable, TextRaster]] = LruCache(_TEXT_BYTES, _bytes_of_type)


class CanvasBuffer:
    """A canvas that is painted over again and again.

    A new one takes 1,600 pages of memory from the system, and giving them back takes as long.
    """

    def __init__(self) -> None:
        """Start without a canvas."""
        self._canvas: Image.Image | None = None

    def covered(self, ground: Image.Image) -> Image.Image:
        """Return the canvas with this ground alone; everything else on it is gone."""
        if self._canvas is None or self._canvas.size != ground.size:
            self._canvas = ground.copy()
        else:
            self._canvas.paste(ground)
        return self._canvas
