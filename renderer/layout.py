"""The size of the pictures, and rectangles divided into rows, columns and cells."""

from typing import Final

from renderer import scene

WIDTH: Final = 1600
PICTURE_HEIGHT: Final = 1016
"""The size of every picture in master pixels, before it is scaled."""
HEADER: Final = 67
"""The height of the bar on top, in master pixels."""


def columns(rect: scene.Rect, count: int, gap: float = 0.0) -> tuple[scene.Rect, ...]:
    """Equal columns from left to right."""
    w = (rect.w - gap * (count - 1)) / count
    return tuple(scene.Rect(rect.x + i * (w + gap), rect.y, w, rect.h) for i in range(count))


def rows(rect: scene.Rect, count: int, gap: float = 0.0) -> tuple[scene.Rect, ...]:
    """Equal rows from top to bottom."""
    h = (rect.h - gap * (count - 1)) / count
    return tuple(scene.Rect(rect.x, rect.y + i * (h + gap), rect.w, h) for i in range(count))


def grid(rect: scene.Rect, across: int, down: int, gap: float = 0.0) -> tuple[scene.Rect, ...]:
    """Equal cells, row by row."""
    return tuple(cell for row in rows(rect, down, gap) for cell in columns(row, across, gap))
