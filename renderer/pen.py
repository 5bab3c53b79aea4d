"""The pen: collects shapes and texts in drawing order and closes them into a symbol."""

# The methods name what a shape is made of; wrapping that in objects would only hide it.
# ruff: noqa: PLR0913, PLR0917

from collections.abc import Sequence

from renderer.scene import (
    Anchor,
    Disc,
    Face,
    Glow,
    Gradient,
    Icon,
    Ink,
    Point,
    Polygon,
    Polyline,
    Rect,
    RoundRect,
    Shape,
    Symbol,
    Text,
    Use,
    Wedge,
    flat,
)
from renderer.shapes import Outline, outline


class Pen:
    """Draws by appending; nothing is measured or painted here."""

    def __init__(self) -> None:
        self._items: list[Shape] = []
        self._halo: Glow | None = None

    def symbol(self, name: str) -> Symbol:
        """Everything drawn so far as one symbol."""
        return Symbol(name, tuple(self._items), self._halo)

    def halo(self, rect: Rect, reach: float) -> None:
        """Light around a piece that changed, beneath its neighbours."""
        x, y = rect.center
        rx, ry = rect.w / 2 + reach, rect.h / 2 + reach
        self._halo = Glow(x, y, rx, ry, "fire.light", 0.55, 1.2)

    def put(self, symbol: Symbol, x: float, y: float) -> None:
        """Another symbol inside this one."""
        self._items.append(Use(x, y, symbol))

    def polygon(
        self,
        points: Sequence[Point],
        fill: Ink | None = None,
        stroke: Ink | None = None,
        width: float = 0,
    ) -> None:
        """A closed outline."""
        self._items.append(Polygon(flat(points), fill, stroke, width))

    def shape(
        self,
        kind: Outline,
        x: float,
        y: float,
        r: float,
        fill: Ink | None = None,
        stroke: Ink | None = None,
        width: float = 0,
    ) -> None:
        """One of the outlines that tell kinds apart."""
        self.polygon(outline(kind, x, y, r), fill, stroke, width)

    def polyline(self, points: Sequence[Point], color: Ink, width: float) -> None:
        """An open line."""
        self._items.append(Polyline(flat(points), color, width))

    def disc(
        self,
        x: float,
        y: float,
        r: float,
        fill: Ink | None = None,
        stroke: Ink | None = None,
        width: float = 0,
    ) -> None:
        """A circle."""
        self._items.append(Disc(x, y, r, fill, stroke, width))

    def rect(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        r: float,
        fill: Ink | None = None,
        stroke: Ink | None = None,
        width: float = 0,
    ) -> None:
        """A rectangle with round corners."""
        self._items.append(RoundRect(x, y, w, h, r, fill, stroke, width))

    def wedge(
        self,
        x: float,
        y: float,
        radii: tuple[float, float],
        angles: tuple[float, float],
        fill: Ink | None = None,
        stroke: Ink | None = None,
        width: float = 0,
    ) -> None:
        """A piece of a ring."""
        self._items.append(Wedge(x, y, *radii, *angles, fill, stroke, width))

    def gradient(self, x: float, y: float, w: float, h: float, top: Ink, bottom: Ink) -> None:
        """A rectangle that fades downwards."""
        self._items.append(Gradient(x, y, w, h, top, bottom))

    def glow(
        self,
        x: float,
        y: float,
        r: float,
        color: Ink,
        strength: float,
        power: float = 1.6,
        ry: float | None = None,
    ) -> None:
        """Light."""
        self._items.append(Glow(x, y, r, r if ry is None else ry, color, strength, power))

    def icon(
        self,
        x: float,
        y: float,
        name: str,
        size: float,
        color: Ink,
        outline: float = 0,
        outline_color: Ink = "ink",
    ) -> None:
        """A glyph of the icon font, with an outline of that width."""
        self._items.append(Icon(x, y, name, size, (color,), outline, outline_color))

    def striped(
        self, x: float, y: float, name: str, size: float, colors: tuple[Ink, ...], outline: float
    ) -> None:
        """A glyph in several colours side by side: any of these."""
        self._items.append(Icon(x, y, name, size, colors, outline))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        color: Ink = "ink",
        *,
        face: Face = Face.BOLD,
        anchor: Anchor = Anchor.MIDDLE,
        outline: float = 0,
        outline_color: Ink = "ink",
        label: str = "",
    ) -> None:
        """A line of type."""
        self._items.append(
            Text(
                x, y, text, max(1, round(size)), color, face, anchor, outline, outline_color, label
            )
        )
