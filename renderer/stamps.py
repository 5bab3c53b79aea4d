"""Finished drawings and how much of them is kept: grounds, sprites, and lines of type."""

import zlib
from typing import Final, NamedTuple, Self

from PIL import Image

from renderer.cache import Cache

_GROUND_BYTES: Final = 26 << 20
"""The main board and the city in two palettes."""
_SPRITE_BYTES: Final = 16 << 20
_PACKED_BYTES: Final = 12 << 20
"""Sprites that are not at hand are unpacked in a tenth of the time that drawing takes."""
_TEXT_BYTES: Final = 4 << 20


class Stamp(NamedTuple):
    """A finished drawing, and where its corner lies from the origin.

    Its colours are multiplied by their coverage (RGBa): that is pasted three times as fast.
    """

    image: Image.Image
    x: int
    y: int


class Packed(NamedTuple):
    """A stamp whose pixels are compressed."""

    pixels: bytes
    size: tuple[int, int]
    x: int
    y: int

    @classmethod
    def of(cls, stamp: Stamp) -> Self:
        """Pack a stamp."""
        image = stamp.image
        return cls(zlib.compress(image.tobytes(), 1), image.size, stamp.x, stamp.y)

    def stamp(self) -> Stamp:
        """The stamp as it was."""
        image = Image.frombytes("RGBa", self.size, zlib.decompress(self.pixels))
        return Stamp(image, self.x, self.y)


class TextStamp(NamedTuple):
    """The coverage of a line of type and of its outline, with the corner of each."""

    mask: Image.Image
    corner: tuple[int, int]
    outline: Image.Image | None
    outline_corner: tuple[int, int]


def _bytes_of_stamp(stamp: Stamp) -> int:
    return stamp.image.width * stamp.image.height * 4


def _bytes_of_packed(packed: Packed) -> int:
    return len(packed.pixels)


def _bytes_of_type(stamp: TextStamp) -> int:
    area = stamp.mask.width * stamp.mask.height
    if stamp.outline is not None:
        area += stamp.outline.width * stamp.outline.height
    return area + 256


def _bytes_of_ground(image: Image.Image) -> int:
    return image.width * image.height * 4


grounds: Final[Cache[Image.Image]] = Cache(_GROUND_BYTES, _bytes_of_ground)
sprites: Final[Cache[Stamp]] = Cache(_SPRITE_BYTES, _bytes_of_stamp)
packed: Final[Cache[Packed]] = Cache(_PACKED_BYTES, _bytes_of_packed)
letters: Final[Cache[TextStamp]] = Cache(_TEXT_BYTES, _bytes_of_type)


def cache_bytes() -> int:
    """How much memory the finished drawings take."""
    return grounds.size + sprites.size + packed.size + letters.size
