"""The bundled faces for drawing: loaded once, measured, and asked which letters they have."""

import io
import struct
from functools import cache, lru_cache
from typing import Final

from PIL import ImageFont

import fonts
from renderer.scene import Anchor, Face, Rect

_FILES: Final = {
    Face.TITLE: fonts.TITLE,
    Face.TEXT: fonts.TEXT,
    Face.BOLD: fonts.TEXT_BOLD,
}

_ICON_NAMES: Final = (
    "blossom",
    "fruit",
    "herb",
    "shell",
    "root",
    "gold",
    "path",
    "ship",
    "galleon",
    "offering",
    "offering_fruit",
    "task",
    "guardian",
    "golem",
    "bonfire",
    "great_bonfire",
    "gnome",
    "flame",
    "flame2",
    "portal_gate",
    "portal_swirl",
    "portal_ring",
    "novice",
    "elder",
    "player",
    "crystal",
    "island",
    "vp",
    "council",
    "crown",
    "card",
    "torch",
    "compass",
    "anchor",
    "waves",
    "lantern",
    "star",
    "amphora",
    "sun",
    "moon",
    "leaf",
    "eye",
    "hourglass",
    "wild",
    "gnome_head",
    "elder_head",
    "steps",
    "rotate",
    "check",
    "now",
    "cycle",
)
"""The glyphs of the icon font, from U+E000 on, in its order."""

_ICON_START: Final = 0xE000
_WINDOWS, _UNICODE_BMP = 3, 1
_SEGMENTS: Final = 4


@cache
def _bytes(name: str) -> bytes:
    return fonts.read(name)


@lru_cache(maxsize=6)
def face(kind: Face, pixels: int) -> ImageFont.FreeTypeFont:
    """The face at a size in pixels: loaded in no time, but half a megabyte while it is kept."""
    return _load(_FILES[kind], pixels)


@lru_cache(maxsize=16)
def icons(pixels: int) -> ImageFont.FreeTypeFont:
    """The icon font at a size in pixels."""
    return _load(fonts.ICONS, pixels)


def _load(name: str, pixels: int) -> ImageFont.FreeTypeFont:
    source = io.BytesIO(_bytes(name))
    return ImageFont.truetype(source, pixels, layout_engine=ImageFont.Layout.BASIC)


@cache
def icon_glyph(name: str) -> str:
    """The character of an icon; raises ValueError for a name the font lacks."""
    return chr(_ICON_START + _ICON_NAMES.index(name))


@lru_cache(maxsize=4096)
def ink_rect(text: str, kind: Face, size: int, anchor: Anchor) -> Rect:
    """The ink of a line of type set at the origin, in master pixels."""
    left, top, right, bottom = face(kind, size).getbbox(text, anchor=anchor.value)
    return Rect(left, top, right - left, bottom - top)


@lru_cache(maxsize=4096)
def text_width(text: str, kind: Face, size: int) -> float:
    """How far a line of type advances, in master pixels."""
    return face(kind, size).getlength(text)


@cache
def covered(kind: Face) -> frozenset[int]:
    """The code points of the basic plane that the face has a glyph for."""
    data = _bytes(_FILES[kind])
    table = _table(data, b"cmap")
    count = struct.unpack_from(">H", data, table + 2)[0]
    for index in range(count):
        platform, encoding, offset = struct.unpack_from(">HHI", data, table + 4 + 8 * index)
        if (platform, encoding) == (_WINDOWS, _UNICODE_BMP):
            return frozenset(_segments(data, table + offset))
    raise ValueError(f"{_FILES[kind]} has no Unicode character map")


def _table(data: bytes, tag: bytes) -> int:
    """Where a table of an OpenType file begins."""
    count = struct.unpack_from(">H", data, 4)[0]
    for index in range(count):
        name, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * index)
        if name == tag:
            return int(offset)
    raise ValueError(f"the face has no table {tag!r}")


def _segments(data: bytes, start: int) -> list[int]:
    """The code points of a character map of format 4."""
    version = struct.unpack_from(">H", data, start)[0]
    if version != _SEGMENTS:
        raise ValueError(f"character map format {version} is not understood")
    count = struct.unpack_from(">H", data, start + 6)[0] // 2
    shape = f">{count}H"
    ends = struct.unpack_from(shape, data, start + 14)
    starts = struct.unpack_from(shape, data, start + 16 + 2 * count)
    deltas = struct.unpack_from(shape, data, start + 16 + 4 * count)
    offsets_at = start + 16 + 6 * count
    offsets = struct.unpack_from(shape, data, offsets_at)
    points: list[int] = []
    for index in range(count):
        for point in range(starts[index], ends[index] + 1):
            if offsets[index]:
                at = offsets_at + 2 * index + offsets[index] + 2 * (point - starts[index])
                glyph = struct.unpack_from(">H", data, at)[0]
            else:
                glyph = (point + deltas[index]) & 0xFFFF
            if glyph:
                points.append(point)
    return points


def drawable(text: str, kind: Face) -> str:
    """The text without the letters the face lacks, and with single spaces."""
    known = covered(kind)
    kept = "".join(
        letter if ord(letter) in known else " " if letter.isspace() else "" for letter in text
    )
    return " ".join(kept.split())


def fitted(text: str, kind: Face, sizes: tuple[int, ...], width: float) -> tuple[str, int]:
    """The text and the largest of the falling sizes at which it fits, at worst cut short."""
    for size in sizes:
        if text_width(text, kind, size) <= width:
            return text, size
    size = sizes[-1]
    kept = text
    while kept and text_width(kept.rstrip() + "…", kind, size) > width:
        kept = kept[:-1]
    return kept.rstrip() + "…", size
