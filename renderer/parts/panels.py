"""Grounds and frames that several pictures share."""

from enum import StrEnum
from functools import lru_cache
from typing import Self

from engine import ids
from renderer import scene
from renderer.changes import Mark
from renderer.layout import HEADER, WIDTH
from renderer.parts import pieces, signs
from renderer.pen import Pen
from renderer.shapes import Outline
from renderer.theme import TypeSize


class Stock(StrEnum):
    """A stock with some left or none; the place of one that is used up stays recognisable."""

    SOME = "some"
    NONE = "no"

    @classmethod
    def of(cls, count: int) -> Self:
        """Return the stock of a number of pieces."""
        return cls.SOME if count else cls.NONE


@lru_cache(maxsize=128)
def panel(w: float, h: float, r: float = 16) -> scene.Symbol:
    """A framed dark panel, its corner at the origin."""
    pen = Pen()
    pen.draw(scene.RoundRect(0, 0, w, h, r, "ink"))
    pen.draw(scene.RoundRect(2, 2, w - 4, h - 4, r - 2, "panel", "panel.edge", 2))
    return pen.symbol(f"panel {w:g}x{h:g}")


def panel_at(rect: scene.Rect, r: float = 16) -> scene.Use:
    """A framed panel that fills the rectangle."""
    return scene.Use(rect.x, rect.y, panel(rect.w, rect.h, r))


def draw_header_bar(pen: Pen, width: float = WIDTH, height: float = HEADER) -> None:
    """The dark bar on top with its line of fire."""
    pen.draw(scene.RoundRect(0, 0, width, height - 1, 0, "abyss"))
    pen.draw(scene.RoundRect(0, height - 3, width, 3, 0, "fire"))


@lru_cache(maxsize=1)
def header_bar() -> scene.Symbol:
    """The bar on top, where something below it may shine."""
    pen = Pen()
    draw_header_bar(pen)
    return pen.symbol("bar on top")


@lru_cache(maxsize=512)
def tab(text: str, label: str) -> scene.Symbol:
    """The short name by which a menu or command means a place, around its centre."""
    pen = Pen()
    signs.tab(pen, 0, 0, text, label)
    return pen.symbol(f"tab {text}")


@lru_cache(maxsize=256)
def badge(value: int | str, r: float, mark: Mark = Mark.NONE) -> scene.Symbol:
    """A count on a pale disc."""
    pen = Pen()
    _ring(pen, r + 5, mark)
    signs.badge(pen, 0, 0, r, value)
    return pen.symbol(f"badge {value} {mark}")


def _ring(pen: Pen, r: float, mark: Mark) -> None:
    """The gold rim and glow of something round that changed."""
    if mark is Mark.CHANGED:
        pen.halo(scene.Rect(-r, -r, 2 * r, 2 * r), 24)
        pen.draw(scene.Disc(0, 0, r, "fire.light"))


@lru_cache(maxsize=256)
def laurel(points: int, s: float, mark: Mark = Mark.NONE) -> scene.Symbol:
    """A medal with points."""
    pen = Pen()
    _ring(pen, s / 2 + 2, mark)
    signs.laurel(pen, 0, 0, s, points)
    return pen.symbol(f"medal {points} {mark}")


@lru_cache(maxsize=8)
def fire(s: float) -> scene.Symbol:
    """A lit bonfire."""
    pen = Pen()
    pieces.fire(pen, 0, 0, s)
    return pen.symbol("fire")


@lru_cache(maxsize=64)
def possible(kind: ids.ActionType, tiles: int, s: float) -> scene.Symbol:
    """A choice that is open now, with its price in action tiles of a kind."""
    pen = Pen()
    shape = pieces.ACTIONS[kind][0]
    pieces.possible(pen, s, shape, f"act.{kind}")
    y = s * 0.06 if shape is Outline.DROP else 0
    pen.draw(scene.Text(0, y, str(tiles), scene.type_size(max(TypeSize.NUMBER, s * 0.72))))
    return pen.symbol(f"possible for {tiles} {kind}")


@lru_cache(maxsize=64)
def icon(name: str, s: float, color: str, outline: float = 0) -> scene.Symbol:
    """A glyph of the icon font."""
    pen = Pen()
    pen.draw(scene.Icon(0, 0, name, s, color, outline))
    return pen.symbol(f"icon {name} {color}")


@lru_cache(maxsize=64)
def change_chip(amount: int) -> tuple[scene.Symbol, scene.Text]:
    """A gold chip that tells how a count changed: its ground and its text."""
    pen = Pen()
    pen.draw(scene.RoundRect(-26, -17, 52, 34, 15, "ink"))
    pen.draw(scene.RoundRect(-24, -15, 48, 30, 13, "fire.light"))
    sign = "+" if amount > 0 else "\N{MINUS SIGN}"
    return pen.symbol("chip"), scene.Text(0, -1, f"{sign}{abs(amount)}", 30, "ink")
