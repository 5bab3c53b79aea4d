"""The room that shapes and texts take, in master pixels."""

from collections.abc import Iterable
from typing import assert_never

from renderer import fonts, scene
from renderer.shapes import wedge


def text_bounds(text: scene.Text) -> scene.Rect:
    """The ink of a text with its outline."""
    ink = fonts.ink_rect(text.text, text.face, text.size, text.anchor)
    return ink.moved(text.x, text.y).inset(-text.outline)


def bounds(items: tuple[scene.Shape, ...]) -> scene.Rect:
    """The smallest rectangle around all shapes; raises ValueError when there are none."""
    if not items:
        raise ValueError("nothing has no size")
    rect = _bounds(items[0])
    for item in items[1:]:
        rect = rect.joined(_bounds(item))
    return rect


def _bounds(item: scene.Shape) -> scene.Rect:
    match item:
        case scene.RoundRect():
            return scene.Rect(item.x, item.y, item.w, item.h)
        case scene.Gradient():
            return scene.Rect(item.x, item.y, item.w, item.h)
        case scene.Disc():
            return scene.Rect(item.x - item.r, item.y - item.r, 2 * item.r, 2 * item.r)
        case scene.Wedge():
            radii, angles = (item.r0, item.r1), (item.a0, item.a1)
            return _around(wedge(item.x, item.y, radii, angles)).inset(-item.width / 2)
        case scene.Polygon() | scene.Polyline():
            return _around(scene.pairs(item.points)).inset(-item.width / 2)
        case scene.Glow():
            return scene.Rect(item.x - item.rx, item.y - item.ry, 2 * item.rx, 2 * item.ry)
        case scene.Icon():
            half = item.size / 2 + item.outline
            return scene.Rect(item.x - half, item.y - half, 2 * half, 2 * half)
        case scene.Text():
            return text_bounds(item)
        case scene.Use():
            return bounds(item.symbol.items).moved(item.x, item.y)
        case _:
            assert_never(item)


def _around(points: Iterable[scene.Point]) -> scene.Rect:
    xs, ys = zip(*points, strict=True)
    return scene.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
