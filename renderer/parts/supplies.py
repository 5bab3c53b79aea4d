"""The lower edge of a city: resources, action tiles, gnomes, offerings; and the corners above."""

from functools import lru_cache
from typing import Final

from engine.ids import ActionType, CommonTask, Resource, SeatColor, Side
from engine.view import CommonProgress, OfferingPileView, SeatView, View
from renderer.changes import Mark, mark_of
from renderer.context import PictureContext
from renderer.layout import grid
from renderer.parts import pieces
from renderer.parts.cards import empty_card, gnome_card
from renderer.parts.displays import draw_counted
from renderer.parts.panels import Stock, badge, change_chip, icon, panel_at
from renderer.pen import Pen
from renderer.scene import Group, Ink, Node, Rect, Symbol, Text, Use, mix
from renderer.theme import TypeSize

_TOP: Final = 800
_RESOURCES: Final = Rect(14, _TOP, 316, 206)
_TILES: Final = Rect(340, _TOP, 420, 206)
_GNOMES: Final = Rect(770, _TOP, 576, 206)
_TOM_GNOMES: Final = Rect(770, _TOP, 816, 206)
_OFFERINGS: Final = Rect(1356, _TOP, 230, 206)
_COMMON: Final = Rect(1370, 76, 216, 214)
_TWO_DIGITS: Final = 10


@lru_cache(maxsize=16)
def _goods(kind: Resource, stock: Stock) -> Symbol:
    pen = Pen()
    if stock is Stock.SOME:
        pieces.resource(pen, 0, 0, 57, kind)
    else:
        pen.disc(0, 0, 29, "ink")
        pen.disc(0, 0, 26, "ghost")
        pen.icon(0, 0, kind.value, 42, mix(f"res.{kind}", "panel", 0.62))
    return pen.symbol(f"{stock} {kind}")


@lru_cache(maxsize=16)
def _action(kind: ActionType, stock: Stock) -> Symbol:
    pen = Pen()
    if stock is Stock.SOME:
        pieces.action(pen, 0, 0, 60, kind)
    else:
        pieces.ghost_action(pen, 0, 0, 60, kind)
    return pen.symbol(f"{stock} {kind}")


def _counted(symbol: Symbol, count: int, change: int, at: tuple[float, float]) -> tuple[Node, ...]:
    """A picture, the number beside it, and below that how the number changed."""
    x, y = at
    color: Ink = "parchment" if count else "quiet"
    size = TypeSize.COUNT if count < _TWO_DIGITS else 36
    number = Text(x + 48, y, str(count), size, color)
    nodes: tuple[Node, ...] = (Use(x, y, symbol), number)
    if not change:
        return nodes
    chip, text = change_chip(change)
    below = Group("change", (Use(0, 0, chip), text), x + 46, y + 34)
    return (*nodes, below)


def resources(seat: SeatView, context: PictureContext) -> Group:
    """The six kinds of resources; a count of 0 is dimmed but keeps its place."""
    changes = context.changes.seat(seat.seat).resources
    cells = grid(_RESOURCES.inset(6), 3, 2)
    items: list[Node] = [panel_at(_RESOURCES)]
    for kind, cell in zip(Resource, cells, strict=True):
        count = seat.resources[kind]
        symbol = _goods(kind, Stock.of(count))
        items += _counted(symbol, count, changes[kind], (cell.x + 31, cell.center[1] - 3))
    return Group("resources", tuple(items), rect=_RESOURCES)


def action_tiles(seat: SeatView, context: PictureContext) -> Group:
    """The seven kinds of action tiles and how many there are in all."""
    changes = context.changes.seat(seat.seat).tiles
    cells = grid(_TILES.inset(6), 4, 2)
    items: list[Node] = [panel_at(_TILES)]
    for kind, cell in zip(ActionType, cells, strict=False):
        count = seat.tiles[kind]
        symbol = _action(kind, Stock.of(count))
        items += _counted(symbol, count, changes[kind], (cell.x + 36, cell.center[1] - 3))
    total = cells[-1]
    x, y = total.center
    items.append(Text(x, y - 3, f"= {seat.tiles.total}", TypeSize.NUMBER, "mute"))
    return Group("action tiles", tuple(items), rect=_TILES)


def gnomes(seat: SeatView, context: PictureContext) -> Group:
    """The six places for gnomes."""
    changes = context.changes.seat(seat.seat).gnomes
    room = _TOM_GNOMES if seat.is_tom else _GNOMES
    cells = grid(room.inset(10), 3, 2, 6)
    items: list[Node] = [panel_at(room)]
    for index, cell in enumerate(cells):
        if index < len(seat.gnomes):
            gnome = seat.gnomes[index]
            symbol = gnome_card(gnome, cell.w, cell.h, mark_of(gnome.id, changes))
        else:
            symbol = empty_card(cell.w, cell.h, "gnome_head")
        items.append(Use(cell.x, cell.y, symbol))
    return Group("gnomes", tuple(items), rect=room)


@lru_cache(maxsize=128)
def _pile(color: SeatColor, pile: OfferingPileView, mark: Mark) -> Symbol:
    """An offering pile around the centre of its top tile."""
    pen = Pen()
    s, q = 94, 47
    total = pile.hidden + (pile.open is not None)
    if mark is Mark.CHANGED and total:
        deep = min(total, 5) - 1
        pen.halo(Rect(-q, -q, s, s), 50)
        pen.rect(-q - 5, -q - 5, s + 10 + 3 * deep, s + 10 + 5 * deep, 15, "fire.light")
    if not total:
        pen.rect(-q, -q, s, s, 12, "ghost", "ghost.edge", 2)
        pen.icon(0, 0, "offering", 46, "ghost.mark")
        return pen.symbol("used up pile")
    for depth in range(min(total, 5) - 1, -1, -1):
        x, y = depth * 3 - q, depth * 5 - q
        pen.rect(x, y, s, s, 12, "ink")
        pen.rect(x + 2, y + 2, s - 4, s - 4, 10, f"seat.{color}")
    pen.icon(0, -s * 0.20, "offering", 44, "ink")
    if pile.open is not None:
        pieces.resource(pen, 0, s * 0.20, 52, pile.open)
    return pen.symbol(f"pile {color} {pile.open} of {total} {mark}")


def offerings(seat: SeatView, context: PictureContext) -> Group:
    """Both offering piles: the open tile, and how many are left."""
    changes = context.changes.seat(seat.seat).piles
    items: list[Node] = [panel_at(_OFFERINGS)]
    for index, pile in enumerate(seat.offerings):
        x, y = _OFFERINGS.x + 58 + index * 110, _TOP + 84
        mark = mark_of(pile.side, changes)
        items.append(Use(x, y, _pile(seat.color, pile, mark)))
        total = pile.hidden + (pile.open is not None)
        items.append(Use(x + 44, y - 44, badge(total, 19)))
        items.append(_side_name(pile.side, context, x))
    return Group("offerings", tuple(items), rect=_OFFERINGS)


def _side_name(side: Side, context: PictureContext, x: float) -> Text:
    name = context.term(f"side.{side}")
    return Text(x, _TOP + 170, name, TypeSize.LABEL, "mute", label=f"offering {side}")


def common_progress(view: View, seat: SeatView) -> Group:
    """How far the seat is with each common task, and whether its neutral novice still waits."""
    waiting = {task.common: task.neutral for task in view.common}
    items: list[Node] = [panel_at(_COMMON)]
    for index, progress in enumerate(seat.common):
        items += _progress_line(progress, index, here=waiting[progress.common])
    return Group("common tasks", tuple(items), rect=_COMMON)


def _progress_line(progress: CommonProgress, index: int, *, here: bool) -> tuple[Node, ...]:
    x, y = _COMMON.x, _COMMON.y + 27 + index * 40
    ink: Ink = "met" if progress.met else "parchment"
    nodes: tuple[Node, ...] = (
        Use(x + 46, y, _counted_thing(progress.common)),
        Text(x + 120, y - 1, f"{progress.have}/{progress.need}", 31, ink),
    )
    if here:
        nodes = (*nodes, Use(x + 164, y, icon("novice", 32, "seat.neutral", 2)))
    if progress.met:
        nodes = (*nodes, Use(x + 192, y, _tick()))
    return nodes


@lru_cache(maxsize=8)
def _counted_thing(common: CommonTask) -> Symbol:
    pen = Pen()
    pen.rect(-36, -19, 72, 38, 9, "ink")
    pen.rect(-34.5, -17.5, 69, 35, 8, "parchment")
    draw_counted(pen, 0, 0, 32, common)
    return pen.symbol(f"counts {common}")


@lru_cache(maxsize=1)
def _tick() -> Symbol:
    pen = Pen()
    pieces.check(pen, 0, 0, 12)
    return pen.symbol("met")
