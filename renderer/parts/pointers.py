"""Frames around the pieces that somebody asks about, above everything else."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from renderer.measure import bounds
from renderer.pen import Pen
from renderer.scene import Group, Node, RoundRect, Symbol, Use

_AROUND: Final = 9.0
"""How far a frame stands off its piece."""
_WIDTH: Final = 7.0
_ROUND: Final = 16.0


def pointers(groups: Iterable[Node]) -> Group:
    """A frame around each piece that is marked, which nothing else is where somebody asks."""
    return Group("pointers", tuple(_frames(groups, 0.0, 0.0)))


def _frames(nodes: Iterable[Node], x: float, y: float) -> Iterator[Use]:
    for node in nodes:
        match node:
            case Group():
                yield from _frames(node.items, x + node.x, y + node.y)
            case Use(symbol=Symbol(halo=halo)) if halo is not None:
                rect = bounds(node.symbol.items).moved(x + node.x, y + node.y).inset(-_AROUND)
                yield Use(rect.x, rect.y, _frame(round(rect.w), round(rect.h)))
            case _:
                pass


@lru_cache(maxsize=64)
def _frame(w: int, h: int) -> Symbol:
    """A pale line with a dark one on either side, seen on every ground."""
    pen = Pen()
    for width, color in ((_WIDTH + 6, "ink"), (_WIDTH, "free")):
        pen.draw(RoundRect(0, 0, w, h, _ROUND, stroke=color, width=width))
    return pen.symbol(f"frame {w} {h}")
