"""`python -m fonts.build_icons FILE`: the icon font, made anew from its npm package.

The package is fetched with npm and checked against its digest; the font that comes out has the
same bytes on every run, those of the bundled `BonfireIcons.ttf`. The program never needs this.
"""

import hashlib
import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path

PACKAGE: Final = "@iconify-json/game-icons@1.2.4"
SHA256: Final = "b948029964d549d0ae3b17afead9c9d6f019ddcbdc34f52cb915dc460575c4cd"
"""Of the package's icons.json."""

UNITS: Final = 1024
PADDING: Final = 24
CURVE_ERROR: Final = 0.6
FIRST: Final = 0xE000
STAMP: Final = 3_800_000_000
"""Seconds since 1904 that the font gives as its making, so that its bytes do not depend on it."""


class IconSource(NamedTuple):
    """A glyph: the name that the renderer asks for, that of game-icons.net, and its author."""

    name: str
    source: str
    author: str


ICONS: Final = (
    IconSource("blossom", "flower-emblem", "Delapouite"),
    IconSource("fruit", "shiny-apple", "Lorc"),
    IconSource("herb", "three-leaves", "Lorc"),
    IconSource("shell", "scallop", "Lorc"),
    IconSource("root", "beet", "Delapouite"),
    IconSource("gold", "two-coins", "Delapouite"),
    IconSource("path", "stone-path", "Delapouite"),
    IconSource("ship", "sailboat", "Delapouite"),
    IconSource("galleon", "galleon", "Lorc"),
    IconSource("offering", "fire-bowl", "Lorc"),
    IconSource("offering_fruit", "fruit-bowl", "Skoll"),
    IconSource("task", "scroll-unfurled", "Lorc"),
    IconSource("guardian", "totem-head", "Lorc"),
    IconSource("golem", "rock-golem", "Delapouite"),
    IconSource("bonfire", "campfire", "Lorc"),
    IconSource("great_bonfire", "celebration-fire", "Lorc"),
    IconSource("gnome", "bad-gnome", "Cathelineau"),
    IconSource("flame", "small-fire", "Lorc"),
    IconSource("flame2", "flame", "Carl Olsen"),
    IconSource("portal_gate", "magic-gate", "Lorc"),
    IconSource("portal_swirl", "magic-portal", "Lorc"),
    IconSource("portal_ring", "portal", "Lorc"),
    IconSource("novice", "robe", "Lorc"),
    IconSource("elder", "hood", "Lorc"),
    IconSource("player", "meeple", "Delapouite"),
    IconSource("crystal", "crystal-growth", "Lorc"),
    IconSource("island", "island", "Delapouite"),
    IconSource("vp", "laurels", "Lorc"),
    IconSource("council", "greek-temple", "Delapouite"),
    IconSource("crown", "crown", "Lorc"),
    IconSource("card", "card-draw", "Faithtoken"),
    IconSource("torch", "primitive-torch", "Delapouite"),
    IconSource("compass", "compass", "Lorc"),
    IconSource("anchor", "anchor", "Lorc"),
    IconSource("waves", "waves", "Lorc"),
    IconSource("lantern", "lantern-flame", "Lorc"),
    IconSource("star", "beveled-star", "Lorc"),
    IconSource("amphora", "amphora", "Delapouite"),
    IconSource("sun", "sun", "Lorc"),
    IconSource("moon", "moon", "Lorc"),
    IconSource("leaf", "linden-leaf", "Lorc"),
    IconSource("eye", "semi-closed-eye", "Lorc"),
    IconSource("hourglass", "hourglass", "Lorc"),
    IconSource("wild", "help", "sbed"),
    IconSource("gnome_head", "wizard-face", "Delapouite"),
    IconSource("elder_head", "cowled", "Lorc"),
    IconSource("steps", "boot-prints", "Lorc"),
    IconSource("rotate", "clockwise-rotation", "Delapouite"),
    IconSource("check", "check-mark", "Delapouite"),
    IconSource("now", "power-lightning", "Lorc"),
    IconSource("cycle", "cycle", "Lorc"),
)
"""In the order of their code points; a new one goes to the end."""

NAMES: Final = {
    "familyName": "Bonfire Icons",
    "styleName": "Regular",
    "copyright": f"Icons by {', '.join(sorted({icon.author for icon in ICONS}))}"
    " (game-icons.net), CC BY 3.0; converted to a font.",
    "licenseDescription": "Creative Commons Attribution 3.0 (CC BY 3.0)",
    "licenseInfoURL": "https://creativecommons.org/licenses/by/3.0/",
}


class SourceError(Exception):
    """The npm package cannot be had, or is not the one that the font is made of."""


def fetched() -> dict[str, str]:
    """The SVG body of every icon of the package, fetched with npm. Raises SourceError."""
    with TemporaryDirectory() as folder:
        asked = ["npm", "pack", "--silent", "--pack-destination", folder, PACKAGE]
        try:
            subprocess.run(asked, check=True, capture_output=True, cwd=folder)  # noqa: S603
        except (OSError, subprocess.CalledProcessError) as error:
            raise SourceError(f"npm cannot fetch {PACKAGE}: {error}") from error
        (archive,) = Path(folder).glob("*.tgz")
        with tarfile.open(archive) as package:
            file = package.extractfile("package/icons.json")
            content = file.read() if file else b""
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise SourceError(f"the icons of {PACKAGE} are not those that the font is made of")
    return {name: icon["body"] for name, icon in json.loads(content)["icons"].items()}


def build(bodies: dict[str, str], file: Path) -> None:
    """Write the font of all ICONS. Raises SourceError for a body that is more than paths."""
    glyphs: dict[str, Any] = {
        ".notdef": TTGlyphPen(None).glyph(),
        "space": TTGlyphPen(None).glyph(),
    }
    codes = {ord(" "): "space"}
    for code, icon in enumerate(ICONS, FIRST):
        glyphs[icon.name] = _glyph(icon.source, bodies[icon.source])
        codes[code] = icon.name
    builder = FontBuilder(UNITS, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(codes)
    builder.setupGlyf(glyphs)
    drawn = builder.font["glyf"]
    builder.setupHorizontalMetrics(
        {name: (UNITS, getattr(drawn[name], "xMin", 0)) for name in glyphs}
    )
    builder.setupHorizontalHeader(ascent=UNITS, descent=0)
    builder.setupNameTable(NAMES)
    builder.setupOS2(sTypoAscender=UNITS, sTypoDescender=0, usWinAscent=UNITS, usWinDescent=0)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = STAMP
    builder.font.recalcTimestamp = False
    builder.save(file)


def _glyph(source: str, body: str) -> Any:
    """The icon, scaled to the em square without its padding and centred, as quadratic curves."""
    if set(re.findall(r"<(\w+)", body)) - {"path", "g"} or re.search("transform|evenodd", body):
        raise SourceError(f"{source} is more than paths")
    drawn = RecordingPen()
    for path in re.findall(r' d="([^"]+)"', body):
        parse_path(path, drawn)
    drawn.replay(box := BoundsPen(None))
    left, top, right, bottom = box.bounds
    scale = (UNITS - 2 * PADDING) / max(right - left, bottom - top)
    x, y = UNITS / 2 - scale * (left + right) / 2, UNITS / 2 + scale * (top + bottom) / 2
    glyph = TTGlyphPen(None)
    curves = Cu2QuPen(glyph, CURVE_ERROR, reverse_direction=True)
    drawn.replay(TransformPen(curves, (scale, 0, 0, -scale, x, y)))
    return glyph.glyph()


if __name__ == "__main__":
    build(fetched(), Path(sys.argv[1]))
