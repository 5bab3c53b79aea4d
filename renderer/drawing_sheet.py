"""Shapes to pixels, at three times the size and then reduced: the only module that draws."""

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple, Self, assert_never

from PIL import Image, ImageChops, ImageDraw, ImageFont

from renderer import fonts, shapes
from renderer.grain import strewn
from renderer.scene import (
    Anchor,
    Disc,
    Glow,
    Gradient,
    Icon,
    Ink,
    Point,
    Polygon,
    Polyline,
    RoundRect,
    Shape,
    Text,
    Use,
    Wedge,
    flat,
    pairs,
)
from renderer.theme import Palette

_SUPERSAMPLING: Final = 3
_OPAQUE: Final = 255
_WHITE: Final = (255, 255, 255)
_Channels = tuple[int, ...]
_RADIAL_EDGE: Final = 75  # Pillow's radial gradient has this value at the middle of an edge


class Coverage(Enum):
    """A drawing fills its sheet, or has edges that must be kept."""

    FULL = "full"
    PARTIAL = "partial"


def type_mask(
    text: str, font: ImageFont.FreeTypeFont, anchor: Anchor, outline: int
) -> tuple[Image.Image, tuple[int, int]]:
    """The coverage of a line of type with its outline, and its corner, in pixels."""
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


class _Layer(NamedTuple):
    """The two ways to draw on a canvas."""

    solid: ImageDraw.ImageDraw
    blending: ImageDraw.ImageDraw

    @classmethod
    def on(cls, image: Image.Image) -> Self:
        """Both for one canvas."""
        return cls(ImageDraw.Draw(image), ImageDraw.Draw(image, "RGBA"))


class DrawingSheet:
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
        self.layers = [_Layer.on(self.color)]
        self.cover = None
        if coverage is Coverage.PARTIAL:
            self.cover = Image.new("RGB", size)
            self.layers.append(_Layer.on(self.cover))

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
            mask, corner = type_mask(glyph, font, Anchor.MIDDLE, outline)
            place = (round(x) + corner[0], round(y) + corner[1])
            self._fill(item.outline_color, mask, place)
        mask, corner = type_mask(glyph, font, Anchor.MIDDLE, 0)
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
            mask, corner = type_mask(item.text, font, item.anchor, outline)
            self._fill(item.outline_color, mask, (round(x) + corner[0], round(y) + corner[1]))
        mask, corner = type_mask(item.text, font, item.anchor, 0)
        self._fill(item.color, mask, (round(x) + corner[0], round(y) + corner[1]))
