"""The lower edge of a city: resources, action tiles, gnomes, offerings; and the corners above."""

from functools import lru_cache
from typing import Final, NamedTuple

from engine import ids
from engine.view import CommonProgress, OfferingPileView, SeatView, View
from renderer import scene
from renderer.changes import Mark, mark_of
from renderer.context import PictureContext, title_line
from renderer.layout import grid
from renderer.parts import pieces, signs
from renderer.parts.cards import empty_card, gnome_card
from renderer.parts.displays import draw_counted
from renderer.parts.panels import Stock, badge, change_chip, icon, panel_at
from renderer.pen import Pen
from renderer.theme import TypeSize

_TOP: Final = 820
_H: Final = 186
_TITLE: Final = 39
"""The height of the titles above the panels."""
SUPPLIES: Final = scene.Rect(14, _TOP - _TITLE, 1332, _H + _TITLE)
"""Resources, action tiles and gnomes side by side, with their titles."""
_GAP: Final = 10
_CARD_W: Final = 181
_CARD_GAP: Final = 6
_COLUMNS: Final = 3
_KINDS: Final = 746
"""The room of resources and action tiles beside all columns of gnomes."""
_LARGEST: Final = 1.2
_TOM_GNOMES: Final = scene.Rect(770, _TOP, 816, _H)
OFFERINGS: Final = scene.Rect(1356, _TOP, 230, _H)
_COMMON: Final = scene.Rect(1346, 118, 240, 202)
_COMMON_STEP: Final = 38
_TWO_DIGITS: Final = 10


class Shelf(NamedTuple):
    """The split of the lower edge of a city: fewer gnomes leave the counts more room."""

    resources: scene.Rect
    tiles: scene.Rect
    gnomes: scene.Rect
    columns: int

    @property
    def scale(self) -> float:
        """Return the scale, 1 beside six gnomes."""
        room = self.resources.w + self.tiles.w + _GAP
        return min(_LARGEST, room / _KINDS)


def shelf_for(gnomes: int) -> Shelf:
    """Return the shelf of a city with `gnomes` gnomes and room for one more."""
    columns = min(_COLUMNS, gnomes // 2 + 1)
    cards = 20 + columns * _CARD_W + (columns - 1) * _CARD_GAP
    x, w = SUPPLIES.x, SUPPLIES.w
    room = w - cards - 2 * _GAP
    split = room * 0.43
    return Shelf(
        scene.Rect(x, _TOP, split, _H),
        scene.Rect(x + split + _GAP, _TOP, room - split, _H),
        scene.Rect(x + w - cards, _TOP, cards, _H),
        columns,
    )


FULL_SHELF: Final = shelf_for(_COLUMNS * 2)


@lru_cache(maxsize=48)
def _goods(kind: ids.Resource, stock: Stock, scale: float) -> scene.Symbol:
    pen = Pen()
    if stock is Stock.SOME:
        pieces.resource(pen, 0, 0, 57 * scale, kind)
    else:
        pen.draw(scene.Disc(0, 0, 29 * scale, "ink"))
        pen.draw(scene.Disc(0, 0, 26 * scale, "ghost"))
        pen.draw(scene.Icon(0, 0, kind.value, 42 * scale, scene.mix(f"res.{kind}", "panel", 0.62)))
    return pen.symbol(f"{stock} {kind}")


@lru_cache(maxsize=48)
def _action(kind: ids.ActionType, stock: Stock, scale: float) -> scene.Symbol:
    pen = Pen()
    if stock is Stock.SOME:
        pieces.action(pen, 0, 0, 60 * scale, kind)
    else:
        pieces.ghost_action(pen, 0, 0, 60 * scale, kind)
    return pen.symbol(f"{stock} {kind}")


def _counted(
    symbol: scene.Symbol, count: int, change: int, cell: scene.Rect, scale: float
) -> tuple[scene.Node, ...]:
    """A picture, the number beside it, and the change of the number below."""
    x, y = cell.center[0] - 22 * scale, cell.center[1] - 4 - 14 * (scale - 1)
    color: scene.Ink = "parchment" if count else "quiet"
    size = round((TypeSize.COUNT if count < _TWO_DIGITS else 36) * scale)
    beside = x + 48 * scale
    nodes: tuple[scene.Node, ...] = (
        scene.Use(x, y, symbol),
        scene.Text(beside, y, str(count), size, color),
    )
    if not change:
        return nodes
    chip, text = change_chip(change)
    return (
        *nodes,
        scene.Group("change", (scene.Use(0, 0, chip), text), beside, cell.center[1] + 32),
    )


def _titled(rect: scene.Rect, title: str) -> list[scene.Node]:
    """A panel with its title above."""
    return [panel_at(rect), title_line(title, rect.x + 6, rect.y - 16, rect.w - 6)]


def with_title(rect: scene.Rect) -> scene.Rect:
    """The room of a panel and its title."""
    return scene.Rect(rect.x, rect.y - _TITLE, rect.w, rect.h + _TITLE)


def resources(seat: SeatView, context: PictureContext, shelf: Shelf) -> scene.Group:
    """The six kinds of resources; a count of 0 is dimmed but keeps its place."""
    changes = context.changes.seat(seat.seat).resources
    cells = grid(shelf.resources.inset(6), 3, 2)
    items = _titled(shelf.resources, context.title("resources"))
    for kind, cell in zip(ids.Resource, cells, strict=True):
        count = seat.resources[kind]
        symbol = _goods(kind, Stock.of(count), shelf.scale)
        items += _counted(symbol, count, changes[kind], cell, shelf.scale)
    return scene.Group("resources", tuple(items), rect=with_title(shelf.resources))


def action_tiles(seat: SeatView, context: PictureContext, shelf: Shelf) -> scene.Group:
    """The seven kinds of action tiles and how many there are in all."""
    changes = context.changes.seat(seat.seat).tiles
    cells = grid(shelf.tiles.inset(6), 4, 2)
    items = _titled(shelf.tiles, context.title("tiles"))
    for kind, cell in zip(ids.ActionType, cells, strict=False):
        count = seat.tiles[kind]
        symbol = _action(kind, Stock.of(count), shelf.scale)
        items += _counted(symbol, count, changes[kind], cell, shelf.scale)
    x, y = cells[-1].center
    size = round(TypeSize.NUMBER * shelf.scale)
    items.append(scene.Text(x, y - 3, f"= {seat.tiles.total}", size, "mute"))
    return scene.Group("action tiles", tuple(items), rect=with_title(shelf.tiles))


def place_for_gnomes(seat: SeatView) -> scene.Rect:
    """The panel of the gnomes of a city."""
    return _TOM_GNOMES if seat.is_tom else shelf_for(len(seat.gnomes)).gnomes


def gnomes(seat: SeatView, context: PictureContext, shelf: Shelf) -> scene.Group:
    """The places for gnomes."""
    changes = context.changes.seat(seat.seat).gnomes
    room, columns = place_for_gnomes(seat), _COLUMNS if seat.is_tom else shelf.columns
    cells = grid(room.inset(10), columns, 2, _CARD_GAP)
    items = _titled(room, context.title("gnomes"))
    for index, cell in enumerate(cells):
        if index < len(seat.gnomes):
            gnome = seat.gnomes[index]
            symbol = gnome_card(gnome, cell.w, cell.h, mark_of(gnome.id, changes), TypeSize.TITLE)
        else:
            symbol = empty_card(cell.w, cell.h, "gnome_head")
        items.append(scene.Use(cell.x, cell.y, symbol))
    return scene.Group("gnomes", tuple(items), rect=with_title(room))


@lru_cache(maxsize=128)
def _pile(color: ids.SeatColor, pile: OfferingPileView, mark: Mark) -> scene.Symbol:
    """An offering pile around the centre of its top tile."""
    pen = Pen()
    s, q = 94, 47
    total = pile.hidden + (pile.open is not None)
    if mark is Mark.CHANGED and total:
        deep = min(total, 5) - 1
        pen.halo(scene.Rect(-q, -q, s, s), 50)
        pen.draw(
            scene.RoundRect(-q - 5, -q - 5, s + 10 + 3 * deep, s + 10 + 5 * deep, 15, "fire.light")
        )
    if not total:
        pen.draw(scene.RoundRect(-q, -q, s, s, 12, "ghost", "ghost.edge", 2))
        pen.draw(scene.Icon(0, 0, "offering", 46, "ghost.mark"))
        return pen.symbol("used up pile")
    for depth in range(min(total, 5) - 1, -1, -1):
        x, y = depth * 3 - q, depth * 5 - q
        pen.draw(scene.RoundRect(x, y, s, s, 12, "ink"))
        pen.draw(scene.RoundRect(x + 2, y + 2, s - 4, s - 4, 10, f"seat.{color}"))
    pen.draw(scene.Icon(0, -s * 0.20, "offering", 44, "ink"))
    if pile.open is not None:
        pieces.resource(pen, 0, s * 0.20, 52, pile.open)
    return pen.symbol(f"pile {color} {pile.open} of {total} {mark}")


def offerings(seat: SeatView, context: PictureContext) -> scene.Group:
    """Both offering piles: the open tile, and the number left."""
    changes = context.changes.seat(seat.seat).piles
    items = _titled(OFFERINGS, context.title("offerings"))
    for index, pile in enumerate(seat.offerings):
        x, y = OFFERINGS.x + 58 + index * 110, _TOP + 74
        mark = mark_of(pile.side, changes)
        items.append(scene.Use(x, y, _pile(seat.color, pile, mark)))
        total = pile.hidden + (pile.open is not None)
        items.append(scene.Use(x + 44, y - 44, badge(total, 19)))
        items.append(_side_name(pile.side, context, x))
    return scene.Group("offerings", tuple(items), rect=with_title(OFFERINGS))


def _side_name(side: ids.Side, context: PictureContext, x: float) -> scene.Text:
    name = context.term(f"side.{side}")
    return scene.Text(x, _TOP + 163, name, TypeSize.TITLE, "mute", label=f"offering {side}")


def common_progress(view: View, seat: SeatView, context: PictureContext) -> scene.Group:
    """The seat's progress with each common task, and a neutral novice that still waits."""
    waiting = {task.common: task.neutral for task in view.common}
    title = context.title("common_tasks")
    items: list[scene.Node] = [
        panel_at(_COMMON),
        title_line(title, _COMMON.right, _COMMON.y - 21, 400, anchor=scene.Anchor.RIGHT),
    ]
    for index, progress in enumerate(seat.common):
        items += _progress_line(progress, index, here=waiting[progress.common])
    return scene.Group("common tasks", tuple(items))


def _progress_line(progress: CommonProgress, index: int, *, here: bool) -> tuple[scene.Node, ...]:
    x, y = _COMMON.x, _COMMON.y + 25 + index * _COMMON_STEP
    ink: scene.Ink = "met" if progress.met else "parchment"
    nodes: tuple[scene.Node, ...] = (
        scene.Use(x + 50, y, _counted_thing(progress.common)),
        scene.Text(x + 132, y - 1, f"{progress.have}/{progress.need}", 36, ink),
    )
    if here:
        nodes = (*nodes, scene.Use(x + 184, y, icon("novice", 34, "seat.neutral", 2)))
    if progress.met:
        nodes = (*nodes, scene.Use(x + 215, y, _tick()))
    return nodes


@lru_cache(maxsize=8)
def _counted_thing(common: ids.CommonTask) -> scene.Symbol:
    pen = Pen()
    pen.draw(scene.RoundRect(-40, -18, 80, 36, 10, "ink"))
    pen.draw(scene.RoundRect(-38.5, -16.5, 77, 33, 9, "parchment"))
    draw_counted(pen, 0, 0, 31, common)
    return pen.symbol(f"counts {common}")


@lru_cache(maxsize=1)
def _tick() -> scene.Symbol:
    pen = Pen()
    signs.check(pen, 0, 0, 14)
    return pen.symbol("met")
