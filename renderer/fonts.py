"""The bundled faces for drawing: loaded once, measured, and asked which letters they have."""

import io
from functools import cache, lru_cache
from typing import Final

from PIL import ImageFont

import fonts
from renderer import scene

_FILES: Final = {
    scene.Face.TITLE: fonts.TITLE,
    scene.Face.TEXT: fonts.TEXT,
    scene.Face.BOLD: fonts.TEXT_BOLD,
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


@cache
def _bytes(name: str) -> bytes:
    return fonts.read(name)


@lru_cache(maxsize=6)
def face(kind: scene.Face, pixels: int) -> ImageFont.FreeTypeFont:
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
def ink_rect(text: str, kind: scene.Face, size: int, anchor: scene.Anchor) -> scene.Rect:
    """The ink of a line of type set at the origin, in master pixels."""
    left, top, right, bottom = face(kind, size).getbbox(text, anchor=anchor.value)
    return scene.Rect(left, top, right - left, bottom - top)


@lru_cache(maxsize=4096)
def text_width(text: str, kind: scene.Face, size: int) -> float:
    """Return the advance of a line of type, in master pixels."""
    return face(kind, size).getlength(text)


def drawable(text: str, kind: scene.Face) -> str:
    """The text without the letters the face lacks, and with single spaces."""
    known = fonts.coverage(_FILES[kind])
    kept = "".join(
        letter if ord(letter) in known else " " if letter.isspace() else "" for letter in text
    )
    return " ".join(kept.split())


def fitted(text: str, kind: scene.Face, sizes: tuple[int, ...], width: float) -> tuple[str, int]:
    """The text and the largest of the falling sizes at which it fits, at worst cut short."""
    for size in sizes:
        if text_width(text, kind, size) <= width:
            return text, size
    size = sizes[-1]
    kept = text
    while kept and text_width(kept.rstrip() + "…", kind, size) > width:
        kept = kept[:-1]
    return kept.rstrip() + "…", size
