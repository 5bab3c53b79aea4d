"""Small pictures in a row, as `trigger -> effect`: packed, centred, shrunk to fit their place."""

from collections.abc import Callable
from typing import NamedTuple

from engine.ids import ActionType, Color, Guardian, Resource
from renderer import fonts
from renderer.parts import pieces, signs
from renderer.pen import Pen
from renderer.scene import Disc, Face, Icon, Ink, Rect, RoundRect, Text, type_size
from renderer.theme import TypeSize

Pictogram = Callable[[Pen, float, float, float], None]

ANY_TILE: tuple[ActionType, ...] = (ActionType.SHIP, ActionType.GNOME, ActionType.TASK)
"""The symbols shown when a fate tile of any kind is meant."""


class RowItem(NamedTuple):
    """A picture of a row: its width in units of the row's height, and how it is drawn."""

    width: float
    draw: Pictogram


def row(pen: Pen, rect: Rect, items: tuple[RowItem, ...], gap: float = 0.09) -> None:
    """Draw the items side by side in the middle of the rectangle."""
    total = sum(item.width for item in items) + gap * (len(items) - 1)
    unit = min(rect.h, rect.w / total)
    x, y = rect.center
    left = x - unit * total / 2
    for item in items:
        item.draw(pen, left + unit * item.width / 2, y, unit)
        left += unit * (item.width + gap)


def scaled(draw: Pictogram, k: float, share: float = 1.0) -> RowItem:
    """A picture at `k` of the row's height that takes `share` of its size in width."""
    return RowItem(k * share, lambda pen, x, y, u: draw(pen, x, y, u * k))


def word(text: str, k: float, ink: Ink = "gain") -> RowItem:
    """Signs and numbers."""
    width = fonts.text_width(text, Face.BOLD, 100) / 100 * k + 0.02
    return RowItem(
        width, lambda pen, x, y, u: pen.draw(Text(x, y - u * k * 0.03, text, type_size(u * k), ink))
    )


def goods(kind: Resource, k: float = 0.80) -> RowItem:
    """A resource."""
    return scaled(lambda pen, x, y, s: pieces.resource(pen, x, y, s, kind), k)


def any_goods(k: float = 0.80) -> RowItem:
    """Any basic resource."""
    return scaled(pieces.any_resource, k)


def tile(kind: ActionType, k: float = 0.86) -> RowItem:
    """An action tile or symbol."""
    return scaled(lambda pen, x, y, s: pieces.action(pen, x, y, s, kind), k)


def any_tile(k: float = 0.86) -> RowItem:
    """Any action tile or symbol."""
    return scaled(pieces.any_action, k)


def guardian(k: float = 0.96) -> RowItem:
    """A guardian whose colour does not matter."""
    return scaled(pieces.any_guardian, k, 0.92)


def new_guardian(k: float = 1.0) -> RowItem:
    """A neutral guardian of any colour."""
    return scaled(pieces.new_guardian, k, 0.92)


def gnome(k: float = 0.92) -> RowItem:
    """A gnome."""
    return scaled(pieces.gnome, k, 0.86)


def elder(k: float = 0.92) -> RowItem:
    """An elder."""
    return scaled(pieces.elder, k, 0.86)


def novice(ink: Ink = "seat.neutral", k: float = 0.92) -> RowItem:
    """A novice."""
    return scaled(lambda pen, x, y, s: pieces.novice(pen, x, y, s, ink), k, 0.78)


def portal(k: float = 0.86) -> RowItem:
    """A portal."""
    return scaled(pieces.portal, k, 0.80)


def points(value: int | str, k: float = 0.92) -> RowItem:
    """A medal with points."""
    return scaled(lambda pen, x, y, s: signs.laurel(pen, x, y, s, value), k)


def arrow(k: float = 0.36, ink: Ink = "sepia") -> RowItem:
    """Leads to."""
    return scaled(lambda pen, x, y, s: signs.arrow(pen, x, y, s, ink), k)


def fire(k: float = 0.84) -> RowItem:
    """A lit bonfire."""
    return RowItem(k * 0.78, lambda pen, x, y, u: pieces.fire(pen, x, y + u * 0.05, u * k))


def icon(name: str, k: float, ink: Ink = "ink") -> RowItem:
    """A glyph of the icon font."""
    return scaled(lambda pen, x, y, s: pen.draw(Icon(x, y, name, s, ink)), k)


def fate_tile(k: float = 0.96) -> RowItem:
    """A fate tile, upright."""
    return scaled(lambda pen, x, y, s: pieces.fate_column(pen, x, y, s, ANY_TILE), k, 1 / 3)


def lying_fate_tile(k: float) -> RowItem:
    """A fate tile, lying across."""
    return scaled(lambda pen, x, y, s: pieces.fate_strip(pen, x, y, s, ANY_TILE), k)


def colored_task(color: Color, k: float = 0.94) -> RowItem:
    """A task of a colour."""
    return scaled(lambda pen, x, y, s: pieces.colored_task(pen, x, y, s, color), k, 0.86)


def road(k: float = 0.94) -> RowItem:
    """A path tile."""

    def draw(pen: Pen, x: float, y: float, s: float) -> None:
        pieces.path_tile(pen, x, y, s, s)
        pen.draw(Icon(x, y, "path", s * 0.78, "sepia"))

    return scaled(draw, k)


def goods_road(k: float = 0.94) -> RowItem:
    """A path tile for the resource on it."""

    def draw(pen: Pen, x: float, y: float, s: float) -> None:
        pieces.path_tile(pen, x, y, s, s)
        pieces.any_resource(pen, x, y, s * 0.64)

    return scaled(draw, k)


def on_path(ink: Ink = "any", position: str = "") -> RowItem:
    """A guardian standing on a path tile, at a named position if one is given."""

    def draw(pen: Pen, x: float, y: float, s: float) -> None:
        pieces.path_tile(pen, x, y + s * 0.22, s * 1.04, s * 0.56)
        pieces.golem(pen, x, y - s * 0.06, s * 0.82, ink)
        if position:
            size = max(type_size(s * 0.38), TypeSize.LEAST)
            pen.draw(Disc(x - s * 0.38, y + s * 0.30, size * 0.66, "ink"))
            pen.draw(Disc(x - s * 0.38, y + s * 0.30, size * 0.57, "parchment"))
            pen.draw(Text(x - s * 0.38, y + s * 0.29, position, size))

    return scaled(draw, 1.0, 1.04)


def colored_on_path(kind: Guardian) -> RowItem:
    """A guardian of one colour standing on a path tile."""
    return on_path(f"guard.{kind}")


def square(inner: Pictogram, k: float = 0.66) -> RowItem:
    """A square of the Fate Area."""

    def draw(pen: Pen, x: float, y: float, s: float) -> None:
        pen.draw(RoundRect(x - s / 2, y - s / 2, s, s, 4, "ink"))
        pen.draw(RoundRect(x - s / 2 + 1.6, y - s / 2 + 1.6, s - 3.2, s - 3.2, 3, "square"))
        inner(pen, x, y, s * 0.78)

    return scaled(draw, k)


def stack(*items: RowItem) -> RowItem:
    """Items above each other in the room of one."""
    k = 0.96 / len(items) * 1.06

    def draw(pen: Pen, x: float, y: float, u: float) -> None:
        for index, item in enumerate(items):
            item.draw(pen, x, y + u * k * (index - (len(items) - 1) / 2), u * k)

    return RowItem(max(item.width for item in items) * k, draw)
