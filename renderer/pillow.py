"""Scenes to pixels with Pillow.

Symbols are drawn once (`renderer.drawing_sheet`) and kept as RGBa rasters;
putting a raster on the canvas is then one paste, which releases the interpreter lock.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, assert_never

from PIL import Image

from renderer import fonts, prepared, raster_cache
from renderer.drawing_sheet import Coverage, DrawingSheet, type_mask
from renderer.measure import bounds
from renderer.scene import (
    Anchor,
    Face,
    Group,
    Node,
    Scene,
    Shape,
    Symbol,
    Text,
    Use,
)
from renderer.theme import Palette, PaletteName, palette

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

_MARGIN: Final = 8.0
"""Master pixels around a shape within which rounding and joints may still leave a trace."""
_Layer = tuple["ImagingCore | tuple[int, ...]", "ImagingCore", int, int]
"""A drawing or a color, the mask through which it is pasted, and the corner of both."""


_BANDS: Final = {Coverage.FULL: 72, Coverage.PARTIAL: 288}
"""Drawings are made in bands so high: one shape across a whole supersampled ground would hold the
interpreter lock longer than the event loop may wait, and the sheet of a tall symbol takes 20 MB."""


def paint(
    scene: Scene,
    name: PaletteName,
    scale: float = 1.0,
    buffer: raster_cache.CanvasBuffer | None = None,
) -> Image.Image:
    """The scene as an RGB image of its size times `scale`.

    With a buffer the image is the canvas there, and lasts until the next scene is painted on it.
    """
    painter = painter_of(name, scale)
    return painter.painted(painter.ground(scene), painter.pieces(scene), buffer)


def paint_alone(symbol: Symbol, name: PaletteName, size: int) -> Image.Image:
    """A symbol in the middle of a square of `size` pixels, with nothing behind it (RGBA)."""
    half = size // 2
    painter = painter_of(name, 1.0)
    return painter.drawn(symbol.items, (-half, -half, size, size), Coverage.PARTIAL).convert("RGBA")


Edges = tuple[int, int, int, int]
"""The left, top, right and bottom edge, in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Stamp:
    """A drawing in its place on a picture, in pixels; it covers nothing outside its box."""

    item: Symbol | Text
    x: int
    y: int
    box: Edges


class ScenePainter:
    """Puts scenes on canvases; all that is slow comes from the caches."""

    def __init__(self, colors: Palette, scale: float) -> None:
        """Paint in these colors, at this scale."""
        self.colors = colors
        self.scale = scale

    def ground(self, scene: Scene) -> Image.Image:
        """The scene's ground, not to be painted on."""
        size = (round(scene.width * self.scale), round(scene.height * self.scale))

        def draw() -> raster_cache.PackedRaster:
            image = self.drawn(scene.ground.items, (0, 0, *size), Coverage.FULL)
            return raster_cache.PackedRaster.of(raster_cache.Raster(image, 0, 0))

        def made() -> Image.Image:
            name = partial(prepared.name_of, scene.ground, self.colors.name, *size)
            return prepared.load_or_draw(name, draw).image("RGB")

        key = (scene.ground, size, self.colors.name)
        return raster_cache.grounds.get_or_make(key, made)

    def pieces(self, scene: Scene) -> list[Stamp]:
        """All that lies on the ground of a scene, back to front."""
        pieces = list[Stamp]()
        for node in scene.items:
            lights, others = list[Stamp](), list[Stamp]()
            self._place(node, 0.0, 0.0, lights, others)
            pieces += lights
            pieces += others
        return pieces

    def _place(
        self, node: Node, x: float, y: float, lights: list[Stamp], others: list[Stamp]
    ) -> None:
        """Add the pieces of a node, which is moved by (x, y), and the light of changed ones."""
        x, y = x + node.x, y + node.y
        match node:
            case Group():
                for item in node.items:
                    self._place(item, x, y, lights, others)
            case Use():
                others.append(_placed(self, node.symbol, x, y))
                if node.symbol.halo is not None:
                    lights.append(_placed(self, Symbol("halo", (node.symbol.halo,)), x, y))
            case Text():
                others.append(_placed(self, node, x, y))
            case _:
                assert_never(node)

    def painted(
        self, ground: Image.Image, pieces: list[Stamp], buffer: raster_cache.CanvasBuffer | None
    ) -> Image.Image:
        """A ground with pieces on it, on the canvas of a buffer or a new one."""
        canvas = ground.copy() if buffer is None else buffer.covered(ground)
        for piece in pieces:
            self.put(canvas, piece)
        return canvas

    def put(self, canvas: Image.Image, piece: Stamp, left: int = 0, top: int = 0) -> None:
        """Put a piece on a canvas, whose corner lies at (left, top) on the picture."""
        for color, mask, right, down in self.layers(piece.item):
            x, y = piece.x + right - left, piece.y + down - top
            # `Image.paste` does no more than this, after checks that take a third of the time.
            box = (x, y, x + mask.size[0], y + mask.size[1])
            canvas.im.paste(color, box, mask)

    def layers(self, item: Symbol | Text) -> Iterator[_Layer]:
        """Yield what a drawing pastes, bottom first."""
        match item:
            case Symbol():
                key = (item, self.colors.name, self.scale)
                raster = raster_cache.rasters.get_or_make(
                    key, lambda: self._packed(key, item).raster()
                )
                yield raster.image.im, raster.image.im, raster.x, raster.y
            case Text():
                size = max(1, round(item.size * self.scale))
                line = (item.text, item.face, size, item.anchor, round(item.outline * self.scale))
                letters = raster_cache.letters.get_or_make(line, lambda: _set_type(*line))
                if letters.outline is not None:
                    color = self.colors.rgb(item.outline_color)
                    yield color, letters.outline.im, *letters.outline_corner
                yield self.colors.rgb(item.color), letters.mask.im, *letters.corner
            case _:
                assert_never(item)

    def _packed(self, key: Hashable, symbol: Symbol) -> raster_cache.PackedRaster:
        name = partial(prepared.name_of, symbol, self.colors.name, self.scale)

        def draw() -> raster_cache.PackedRaster:
            return raster_cache.PackedRaster.of(self._raster(symbol))

        return raster_cache.packed_rasters.get_or_make(
            key, lambda: prepared.load_or_draw(name, draw)
        )

    def _raster(self, symbol: Symbol) -> raster_cache.Raster:
        rect = bounds(symbol.items)
        x, y = int(rect.x * self.scale // 1) - 2, int(rect.y * self.scale // 1) - 2
        right, bottom = int(rect.right * self.scale) + 3, int(rect.bottom * self.scale) + 3
        area = (x, y, right - x, bottom - y)
        return raster_cache.Raster(self.drawn(symbol.items, area, Coverage.PARTIAL), x, y)

    def drawn(
        self, items: tuple[Shape, ...], area: tuple[int, int, int, int], coverage: Coverage
    ) -> Image.Image:
        """Shapes on a sheet of their own: left, top, width and height in pixels."""
        x, y, width, height = area
        image = Image.new("RGB" if coverage is Coverage.FULL else "RGBa", (width, height))
        band = _BANDS[coverage]
        extents = [(item, bounds((item,)).inset(-_MARGIN)) for item in items]
        for top in range(0, height, band):
            part = (x, y + top, width, min(band, height - top))
            first, last = (edge / self.scale for edge in (part[1], part[1] + part[3]))
            sheet = DrawingSheet(self.colors, self.scale, part, coverage)
            reaching = (item for item, rect in extents if rect.y <= last and rect.bottom >= first)
            sheet.draw(tuple(reaching), (0.0, 0.0))
            image.paste(sheet.finished(), (0, top))
        return image


@lru_cache(maxsize=64)
def painter_of(name: PaletteName, scale: float) -> ScenePainter:
    """The painter in a palette and at a scale."""
    return ScenePainter(palette(name), scale)


@lru_cache(maxsize=1 << 13)
def _placed(painter: ScenePainter, item: Symbol | Text, x: float, y: float) -> Stamp:
    """An item at a point of a scene; the same piece again, as long as it is remembered."""
    left, top = round(x * painter.scale), round(y * painter.scale)
    boxes = [(x, y, x + mask.size[0], y + mask.size[1]) for _, mask, x, y in painter.layers(item)]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    box = (left + min(lefts), top + min(tops), left + max(rights), top + max(bottoms))
    return Stamp(item, left, top, box)


def _set_type(
    text: str, kind: Face, size: int, anchor: Anchor, outline: int
) -> raster_cache.TextRaster:
    mask, corner = type_mask(text, fonts.face(kind, size), anchor, 0)
    if not outline:
        return raster_cache.TextRaster(mask, corner, None, (0, 0))
    return raster_cache.TextRaster(
        mask, corner, *type_mask(text, fonts.face(kind, size), anchor, outline)
    )
