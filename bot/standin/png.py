"""The size of an uploaded PNG picture, which Discord tells beside its address."""

from __future__ import annotations

import struct

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png_size(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels, None when the bytes are no PNG."""
    if len(data) < 24 or not data.startswith(_SIGNATURE) or data[12:16] != b"IHDR":
        return None
    width, height = struct.unpack(">II", data[16:24])
    return int(width), int(height)
