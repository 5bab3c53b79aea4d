"""How much room shapes and texts take, in master pixels."""

from collections.abc import Iterable
from typing import assert_never

from renderer import fonts
from renderer.scene import (
    Box,
    Disc,
    Glow,
    Gradient,
    Icon,
    Line,
    Point,
    Poly,
    RoundRect,
    Shape,
    Sprite,
    Text,
    Wedge,
    pairs,
)
from renderer.shapes import wedge


def text_bounds(text: Text) -> Box:
    """The ink of a text with its outline."""
    ink = fonts.text_box(text.text, text.face, text.size, text.anchor)
    return ink.moved(text.x, text.y).inset(-text.outline)


def bounds(items: tuple[Shape, ...]) -> Box:
    """The smallest box around all shapes; raises ValueError when there are none."""
    if not items:
        raise ValueError("nothing has no size")
    box = _bounds(items[0])
    for item in items[1:]:
        box = box.joined(_bounds(item))
    return box


def _bounds(item: Shape) -> Box:
    match item:
        case RoundRect():
            return Box(item.x, item.y, item.w, item.h)
        case Gradient():
            return Box(item.x, item.y, item.w, item.h)
        case Disc():
            return Box(item.x - item.r, item.y - item.r, 2 * item.r, 2 * item.r)
        case Wedge():
            radii, angles = (item.r0, item.r1), (item.a0, item.a1)
            return _around(wedge(item.x, item.y, radii, angles)).inset(-item.width / 2)
        case Poly() | Line():
            return _around(pairs(item.points)).inset(-item.width / 2)
        case Glow():
            return Box(item.x - item.rx, item.y - item.ry, 2 * item.rx, 2 * item.ry)
        case Icon():
            half = item.size / 2 + item.outline
            return Box(item.x - half, item.y - half, 2 * half, 2 * half)
        case Text():
            return text_bounds(item)
        case Sprite():
            return bounds(item.art.items).moved(item.x, item.y)
        case _:
            assert_never(item)


def _around(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
