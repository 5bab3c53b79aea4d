"""The room that shapes and texts take, in master pixels."""

from collections.abc import Iterable
from typing import assert_never

from renderer import fonts
from renderer.scene import (
    Disc,
    Glow,
    Gradient,
    Icon,
    Point,
    Polygon,
    Polyline,
    Rect,
    RoundRect,
    Shape,
    Text,
    Use,
    Wedge,
    pairs,
)
from renderer.shapes import wedge


def text_bounds(text: Text) -> Rect:
    """The ink of a text with its outline."""
    ink = fonts.ink_rect(text.text, text.face, text.size, text.anchor)
    return ink.moved(text.x, text.y).inset(-text.outline)


def bounds(items: tuple[Shape, ...]) -> Rect:
    """The smallest rectangle around all shapes; raises ValueError when there are none."""
    if not items:
        raise ValueError("nothing has no size")
    rect = _bounds(items[0])
    for item in items[1:]:
        rect = rect.joined(_bounds(item))
    return rect


def _bounds(item: Shape) -> Rect:
    match item:
        case RoundRect():
            return Rect(item.x, item.y, item.w, item.h)
        case Gradient():
            return Rect(item.x, item.y, item.w, item.h)
        case Disc():
            return Rect(item.x - item.r, item.y - item.r, 2 * item.r, 2 * item.r)
        case Wedge():
            radii, angles = (item.r0, item.r1), (item.a0, item.a1)
            return _around(wedge(item.x, item.y, radii, angles)).inset(-item.width / 2)
        case Polygon() | Polyline():
            return _around(pairs(item.points)).inset(-item.width / 2)
        case Glow():
            return Rect(item.x - item.rx, item.y - item.ry, 2 * item.rx, 2 * item.ry)
        case Icon():
            half = item.size / 2 + item.outline
            return Rect(item.x - half, item.y - half, 2 * half, 2 * half)
        case Text():
            return text_bounds(item)
        case Use():
            return bounds(item.symbol.items).moved(item.x, item.y)
        case _:
            assert_never(item)


def _around(points: Iterable[Point]) -> Rect:
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
