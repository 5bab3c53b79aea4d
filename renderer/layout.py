"""Dividing boxes into rows, columns and cells."""

from renderer.scene import Box


def columns(box: Box, count: int, gap: float = 0.0) -> tuple[Box, ...]:
    """Equal columns from left to right."""
    w = (box.w - gap * (count - 1)) / count
    return tuple(Box(box.x + i * (w + gap), box.y, w, box.h) for i in range(count))


def rows(box: Box, count: int, gap: float = 0.0) -> tuple[Box, ...]:
    """Equal rows from top to bottom."""
    h = (box.h - gap * (count - 1)) / count
    return tuple(Box(box.x, box.y + i * (h + gap), box.w, h) for i in range(count))


def grid(box: Box, across: int, down: int, gap: float = 0.0) -> tuple[Box, ...]:
    """Equal cells, row by row."""
    return tuple(cell for row in rows(box, down, gap) for cell in columns(row, across, gap))
