"""Scenes to pixels with Pillow: the only module that draws.

Symbols are drawn once at three times the size, reduced, and kept as RGBa rasters;
putting a raster on the canvas is then one paste, which releases the interpreter lock.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple, Self, assert_never

from PIL import Image, ImageChops, ImageDraw, ImageFont

from renderer import fonts, prepared, raster_cache, shapes
from renderer.grain import strewn
from renderer.measure import bounds
from renderer.scene import (
    Anchor,
    Disc,
    Face,
    Glow,
    Gradient,
    Group,
    Icon,
    Ink,
    Node,
    Point,
    Polygon,
    Polyline,
    RoundRect,
    Scene,
    Shape,
    Symbol,
    Text,
    Use,
    Wedge,
    flat,
    pairs,
)
from renderer.theme import Palette, PaletteName, palette

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

_SUPERSAMPLING: Final = 3
_OPAQUE: Final = 255
_WHITE: Final = (255, 255, 255)
_Channels = tuple[int, ...]
_MARGIN: Final = 8.0
"""Master pixels around a shape within which rounding and joints may still leave a trace."""
_Layer = tuple["ImagingCore | _Channels", "ImagingCore", int, int]
"""A drawing or a color, the mask through which it is pasted, and the corner of both."""
_RADIAL_EDGE: Final = 75  # Pillow's radial gradient has this value at the middle of an edge


class Coverage(Enum):
    """A drawing fills its sheet, or has edges that must be kept."""

    FULL = "full"
    PARTIAL = "partial"


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


Box = tuple[int, int, int, int]
"""The left, top, right and bottom edge, in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A drawing in its place on a picture, in pixels; it covers nothing outside its box."""

    item: Symbol | Text
    x: int
    y: int
    box: Box


class Painter:
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

    def pieces(self, scene: Scene) -> list[Piece]:
        """What lies on the ground of a scene, back to front."""
        pieces = list[Piece]()
        for node in scene.items:
            lights, others = list[Piece](), list[Piece]()
            self._place(node, 0.0, 0.0, lights, others)
            pieces += lights
            pieces += others
        return pieces

    def _place(
        self, node: Node, x: float, y: float, lights: list[Piece], others: list[Piece]
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
        self, ground: Image.Image, pieces: list[Piece], buffer: raster_cache.CanvasBuffer | None
    ) -> Image.Image:
        """A ground with pieces on it, on the canvas of a buffer or a new one."""
        canvas = ground.copy() if buffer is None else buffer.covered(ground)
        for piece in pieces:
            self.put(canvas, piece)
        return canvas

    def put(self, canvas: Image.Image, piece: Piece, left: int = 0, top: int = 0) -> None:
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
            sheet = _Sheet(self.colors, self.scale, part, coverage)
            reaching = (item for item, rect in extents if rect.y <= last and rect.bottom >= first)
            sheet.draw(tuple(reaching), (0.0, 0.0))
            image.paste(sheet.finished(), (0, top))
        return image


@lru_cache(maxsize=64)
def painter_of(name: PaletteName, scale: float) -> Painter:
    """The painter in a palette and at a scale."""
    return Painter(palette(name), scale)


@lru_cache(maxsize=1 << 13)
def _placed(painter: Painter, item: Symbol | Text, x: float, y: float) -> Piece:
    """An item at a point of a scene; the same piece again, as long as it is remembered."""
    left, top = round(x * painter.scale), round(y * painter.scale)
    boxes = [(x, y, x + mask.size[0], y + mask.size[1]) for _, mask, x, y in painter.layers(item)]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    box = (left + min(lefts), top + min(tops), left + max(rights), top + max(bottoms))
    return Piece(item, left, top, box)


def _set_type(
    text: str, kind: Face, size: int, anchor: Anchor, outline: int
) -> raster_cache.TextRaster:
    mask, corner = _type_mask(text, fonts.face(kind, size), anchor, 0)
    if not outline:
        return raster_cache.TextRaster(mask, corner, None, (0, 0))
    return raster_cache.TextRaster(
        mask, corner, *_type_mask(text, fonts.face(kind, size), anchor, outline)
    )


def _type_mask(
    text: str, font: ImageFont.FreeTypeFont, anchor: Anchor, outline: int
) -> tuple[Image.Image, tuple[int, int]]:
    left, top, right, bottom = font.getbbox(text, anchor=anchor.value, stroke_width=outline)
    x, y = int(left // 1), int(top // 1)
    mask = Image.new("L", (max(1, int(right) - x + 1), max(1, int(bottom) - y + 1)))
    ImageDraw.Draw(mask).text(
        (-x, -y), text, font=font, fill=255, anchor=anchor.value, stroke_width=outline
    )
    return mask, (x, y)


@lru_cache(maxsize=8)
def _radial(power: float) -> Image.Image:
    base = ImageChops.invert(Image.radial_gradient("L"))
    span = 255 - _RADIAL_EDGE
    table = [round(255 * max(0.0, (v - _RADIAL_EDGE) / span) ** power) for v in range(256)]
    return base.point(table)


class _Pens(NamedTuple):
    """The two ways to draw on a canvas."""

    solid: ImageDraw.ImageDraw
    blending: ImageDraw.ImageDraw

    @classmethod
    def on(cls, image: Image.Image) -> Self:
        """Both for one canvas."""
        return cls(ImageDraw.Draw(image), ImageDraw.Draw(image, "RGBA"))


class _Sheet:
    """A supersampled canvas: colours over black, and beside them the coverage."""

    def __init__(
        self,
        colors: Palette,
        scale: float,
        area: tuple[int, int, int, int],
        coverage: Coverage,
    ) -> None:
        self.colors = colors
        self.unit = scale * _SUPERSAMPLING
        self.left, self.top = area[0] * _SUPERSAMPLING, area[1] * _SUPERSAMPLING
        size = (area[2] * _SUPERSAMPLING, area[3] * _SUPERSAMPLING)
        self.color = Image.new("RGB", size)
        self.layers = [_Pens.on(self.color)]
        self.cover = None
        if coverage is Coverage.PARTIAL:
            self.cover = Image.new("RGB", size)
            self.layers.append(_Pens.on(self.cover))

    def finished(self) -> Image.Image:
        """The drawing in its own size, as RGBa where its coverage was kept."""
        color = self.color.reduce(_SUPERSAMPLING)
        if self.cover is None:
            return color
        mask = self.cover.reduce(_SUPERSAMPLING).getchannel(0)
        # A colour that rounding made brighter than its coverage would overflow when it is pasted.
        return Image.merge("RGBa", [*(ImageChops.darker(c, mask) for c in color.split()), mask])

    def draw(self, items: tuple[Shape, ...], at: Point) -> None:  # noqa: C901 - one case a shape
        """Draw the shapes, moved by `at` in master pixels."""
        for item in items:
            match item:
                case RoundRect():
                    self._round_rect(item, at)
                case Disc():
                    self._disc(item, at)
                case Wedge():
                    angles, radii = (item.a0, item.a1), (item.r0, item.r1)
                    outline = shapes.wedge(item.x, item.y, radii, angles)
                    self._polygon(Polygon(flat(outline), item.fill, item.stroke, item.width), at)
                case Polygon():
                    self._polygon(item, at)
                case Polyline():
                    self._polyline(item, at)
                case Gradient():
                    self._gradient(item, at)
                case Glow():
                    self._glow(item, at)
                case Icon():
                    self._icon(item, at)
                case Text():
                    self._type(item, at)
                case Use():
                    self.draw(item.symbol.items, (at[0] + item.x, at[1] + item.y))
                case _:
                    assert_never(item)

    def _at(self, x: float, y: float, at: Point) -> Point:
        return (x + at[0]) * self.unit - self.left, (y + at[1]) * self.unit - self.top

    def _strokes(self, color: Ink | None) -> Iterator[tuple[ImageDraw.ImageDraw, _Channels]]:
        """Yield a pen and the paint for every canvas. Opaque paint is ten times faster."""
        if color is None:
            return
        alpha = self.colors.alpha(color)
        for layer, rgb in zip(self.layers, (self.colors.rgb(color), _WHITE), strict=False):
            if alpha == _OPAQUE:
                yield layer.solid, rgb
            else:
                yield layer.blending, (*rgb, alpha)

    def _round_rect(self, item: RoundRect, at: Point) -> None:
        x0, y0 = self._at(item.x, item.y, at)
        x1, y1 = self._at(item.x + item.w, item.y + item.h, at)
        if x1 <= x0 or y1 <= y0:
            return
        area, r = (x0, y0, x1 - 1, y1 - 1), item.r * self.unit
        width = max(1, round(item.width * self.unit))
        for pen, ink in self._strokes(item.fill):
            pen.rounded_rectangle(area, r, ink)
        for pen, ink in self._strokes(item.stroke):
            pen.rounded_rectangle(area, r, None, ink, width)

    def _disc(self, item: Disc, at: Point) -> None:
        x, y = self._at(item.x, item.y, at)
        r = item.r * self.unit
        area = (x - r, y - r, x + r, y + r)
        width = max(1, round(item.width * self.unit))
        for pen, ink in self._strokes(item.fill):
            pen.ellipse(area, ink)
        for pen, ink in self._strokes(item.stroke):
            pen.ellipse(area, None, ink, width)

    def _polygon(self, item: Polygon, at: Point) -> None:
        points = [self._at(x, y, at) for x, y in pairs(item.points)]
        width = round(item.width * self.unit)
        for pen, ink in self._strokes(item.fill):
            pen.polygon(points, ink)
        for pen, ink in self._strokes(item.stroke):
            pen.line([*points, *points[:2]], ink, width, joint="curve")

    def _polyline(self, item: Polyline, at: Point) -> None:
        points = [self._at(x, y, at) for x, y in pairs(item.points)]
        for pen, ink in self._strokes(item.color):
            pen.line(points, ink, round(item.width * self.unit), joint="curve")

    def _fill(self, color: Ink, mask: Image.Image, corner: tuple[int, int]) -> None:
        self.color.paste(self.colors.rgb(color), corner, mask)
        if self.cover is not None:
            self.cover.paste(_WHITE, corner, mask)

    def _gradient(self, item: Gradient, at: Point) -> None:
        x, y = (round(value) for value in self._at(item.x, item.y, at))
        w, h = round(item.w * self.unit), round(item.h * self.unit)
        top, bottom = max(0, y), min(self.color.height, y + h)
        if top >= bottom:
            return
        scale = Image.linear_gradient("L")
        rows = (0, (top - y) * scale.height / h, scale.width, (bottom - y) * scale.height / h)
        blend = scale.resize((w, bottom - top), Image.Resampling.BILINEAR, rows)
        area = (x, top, x + w, bottom)
        self.color.paste(self.colors.rgb(item.top), area)
        self.color.paste(self.colors.rgb(item.bottom), area, blend)
        part = self.color.crop(area)
        grained = strewn(part, self.left + x, self.top + top, _SUPERSAMPLING)
        self.color.paste(grained, area)
        if self.cover is not None:
            self.cover.paste(_WHITE, area)

    def _glow(self, item: Glow, at: Point) -> None:
        x, y = self._at(item.x - item.rx, item.y - item.ry, at)
        w, h = 2 * item.rx * self.unit, 2 * item.ry * self.unit
        # Only what lies on the sheet is enlarged; the light of a city is wider than the picture.
        left, top = max(0, round(x)), max(0, round(y))
        right = min(self.color.width, round(x + w))
        bottom = min(self.color.height, round(y + h))
        if left >= right or top >= bottom:
            return
        light = _radial(item.power)
        kx, ky = light.width / w, light.height / h
        part = ((left - x) * kx, (top - y) * ky, (right - x) * kx, (bottom - y) * ky)
        inside = (
            max(0.0, part[0]),
            max(0.0, part[1]),
            min(float(light.width), part[2]),
            min(float(light.height), part[3]),
        )
        table = [round(v * item.strength) for v in range(256)]
        size = (right - left, bottom - top)
        mask = light.resize(size, Image.Resampling.BILINEAR, inside).point(table)
        lit = mask.point(lambda value: _OPAQUE if value else 0)
        grained = strewn(mask, self.left + left, self.top + top, _SUPERSAMPLING)
        self._fill(item.color, ImageChops.darker(grained, lit), (left, top))

    def _icon(self, item: Icon, at: Point) -> None:
        x, y = self._at(item.x, item.y, at)
        font, glyph = fonts.icons(max(1, round(item.size * self.unit))), fonts.icon_glyph(item.name)
        outline = round(item.outline * self.unit)
        if outline:
            mask, corner = _type_mask(glyph, font, Anchor.MIDDLE, outline)
            place = (round(x) + corner[0], round(y) + corner[1])
            self._fill(item.outline_color, mask, place)
        mask, corner = _type_mask(glyph, font, Anchor.MIDDLE, 0)
        place = (round(x) + corner[0], round(y) + corner[1])
        colors = item.color if isinstance(item.color, tuple) else (item.color,)
        for index, color in enumerate(colors):
            left = mask.width * index // len(colors)
            right = mask.width * (index + 1) // len(colors)
            part = mask.crop((left, 0, right, mask.height))
            self._fill(color, part, (place[0] + left, place[1]))

    def _type(self, item: Text, at: Point) -> None:
        x, y = self._at(item.x, item.y, at)
        font = fonts.face(item.face, max(1, round(item.size * self.unit)))
        outline = round(item.outline * self.unit)
        if outline:
            mask, corner = _type_mask(item.text, font, item.anchor, outline)
            self._fill(item.outline_color, mask, (round(x) + corner[0], round(y) + corner[1]))
        mask, corner = _type_mask(item.text, font, item.anchor, 0)
        self._fill(item.color, mask, (round(x) + corner[0], round(y) + corner[1]))
