"""A PNG writer for flat art: row filter 0 and deflate, faster than trying every filter."""

import struct
import zlib
from typing import Final, Protocol

from isal import isal_zlib
from PIL import Image

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_TRUECOLOR: Final = 2
QUICK_LEVEL: Final = 2
"""Of ISA-L: 13 % larger than zlib at its level 3, in a quarter of the time."""
_LEVEL: Final = 3
"""Of zlib. Level 4 is 2 % smaller in 1.4 times the time, 6 is 10 % smaller in twice the time."""
_LARGEST_QUICK: Final = 699_000
"""Bytes; the rare picture that ISA-L makes larger is packed by zlib, to stay below 700,000."""


def _chunk(kind: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def rows_of(image: Image.Image) -> bytes:
    """The pixels of the RGB image as PNG rows, each behind its filter byte, and a byte more.

    Raises ValueError for an image of another mode.
    """
    if image.mode != "RGB":
        raise ValueError(f"an RGB image is needed, not {image.mode}")
    # A stride of one byte more than a row puts a zero after each; shifted by one, those zeros
    # are the filter bytes in front of the rows.
    return image.tobytes("raw", "RGB", image.width * 3 + 1, 1)


def pack(rows: bytes, width: int, height: int) -> bytes:
    """The rows as the bytes of a PNG file, the same on every run.

    Nearly all of it without the interpreter lock.
    """
    data = _deflated(rows, isal_zlib.compressobj(QUICK_LEVEL))
    if len(data) > _LARGEST_QUICK:
        data = _deflated(rows, zlib.compressobj(_LEVEL))
    head = struct.pack(">IIBBBBB", width, height, 8, _TRUECOLOR, 0, 0, 0)
    return _SIGNATURE + _chunk(b"IHDR", head) + _chunk(b"IDAT", data) + _chunk(b"IEND")


class _Packer(Protocol):
    """A compressor of bytes."""

    def compress(self, data: bytes | memoryview, /) -> bytes: ...
    def flush(self) -> bytes: ...


def _deflated(rows: bytes, packer: _Packer) -> bytes:
    """The rows, packed: their first filter byte, and all but the byte too many at their end."""
    return packer.compress(b"\0") + packer.compress(memoryview(rows)[:-1]) + packer.flush()
