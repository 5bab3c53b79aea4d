"""The open displays beside the chart: gnomes, path tiles, common tasks, and the countdown."""

from enum import StrEnum
from functools import lru_cache
from typing import Final

from engine.data.box import Elder
from engine.ids import CommonTask
from engine.view import CommonTaskView, View
from renderer import layout
from renderer.changes import Mark, mark_of
from renderer.context import PictureContext
from renderer.parts import pieces, signs
from renderer.parts.cards import empty_card, gnome_card, path_card, taken_elder
from renderer.parts.header import seat_token
from renderer.parts.panels import Stock, icon, panel_at, tab
from renderer.pen import Pen
from renderer.scene import Disc, Group, Icon, Ink, Node, Rect, RoundRect, Symbol, Text, Use
from renderer.theme import TypeSize

_TOP: Final = 734
_CARD: Final = (144, 130)
_CARD_GAP: Final = 8
_LINE: Final = 142
_PILE_X: Final = 14 + 6 * (_CARD[0] + _CARD_GAP)
PATHS: Final = Rect(992, _TOP, 238, 272)
_COMMON: Final = Rect(1238, _TOP, 254, 272)
COUNTDOWN: Final = Rect(1500, _TOP, 86, 272)
GNOMES: Final = Rect(8, _TOP - 6, 984, 284)
"""The cards on display, and the piles beside them."""
_COUNTDOWN_TILES: Final = 5
_LOOSE: Final = 2
"""The number of tokens that have room in full size."""


class _Pile(StrEnum):
    """The face-down piles beside the open cards and tiles."""

    GNOMES = "gnome"
    PATHS = "path"


class _Countdown(StrEnum):
    """The state of a countdown tile: still to come, going round, or used."""

    WAITING = "waiting"
    HANDED = "handed"
    GONE = "gone"


_COUNTDOWN_INKS: Final[dict[_Countdown, Ink]] = {
    _Countdown.WAITING: "parchment",
    _Countdown.HANDED: "fire",
    _Countdown.GONE: "ghost",
}


def gnomes(view: View, context: PictureContext) -> Group:
    """The six specialists and six elders on display, and the piles."""
    items: list[Node] = []
    w, h = _CARD
    for index, specialist in enumerate(view.specialists):
        x = 14 + index * (w + _CARD_GAP)
        mark = mark_of(index + 1, context.changes.specialist_slots)
        card = gnome_card(specialist, w, h, mark) if specialist else empty_card(w, h, "gnome_head")
        items.append(Use(x, _TOP, card))
    for index, elder in enumerate(view.box.elders):
        card = _elder(view, elder, context)
        items.append(Use(14 + index * (w + _CARD_GAP), _TOP + _LINE, card))
    paths = sum(count for _, count in view.paths_left)
    items += _pile(_Pile.GNOMES, len(view.specialists_left), _TOP)
    items += _pile(_Pile.PATHS, paths, _TOP + _LINE)
    return Group("gnomes", tuple(items))


def _elder(view: View, elder: Elder, context: PictureContext) -> Symbol:
    """An elder on display, or who recruited it."""
    mark = mark_of(elder.id, context.changes.gnomes)
    for seat in view.seats:
        if elder in seat.gnomes:
            return taken_elder(elder, seat.color, *_CARD, mark)
    if elder in view.elders:
        return gnome_card(elder, *_CARD, mark)
    return empty_card(*_CARD, "elder_head")


def _pile(kind: _Pile, count: int, top: float) -> tuple[Node, ...]:
    """A face-down pile with the number of its tiles or cards."""
    x = _PILE_X + 28
    return (
        Use(x, top + 46, _pile_symbol(kind, Stock.of(count))),
        Text(x, top + 108, str(count), 32, "parchment" if count else "quiet"),
    )


@lru_cache(maxsize=4)
def _pile_symbol(kind: _Pile, stock: Stock) -> Symbol:
    pen = Pen()
    if stock is Stock.NONE:
        pen.draw(RoundRect(-26, -37, 52, 74, 8, "ghost", "ghost.edge", 2))
        return pen.symbol(f"{stock} {kind} pile")
    ink: Ink = "card.specialist" if kind is _Pile.GNOMES else "sand"
    for index in range(3):
        dx, dy = 4 - 3 * index, 5 - 4 * index
        pen.draw(RoundRect(dx - 24, dy - 33, 48, 66, 7, "ink"))
        pen.draw(RoundRect(dx - 22, dy - 31, 44, 62, 6, ink))
    if kind is _Pile.GNOMES:
        pen.draw(Icon(-2, -3, "gnome_head", 40, "parchment", 2))
    else:
        pen.draw(Icon(-2, -3, "path", 40, "sepia"))
    return pen.symbol(f"{kind} pile")


def paths(view: View, context: PictureContext) -> Group:
    """The four path tiles on display, with their slot numbers."""
    items: list[Node] = [panel_at(PATHS)]
    for index, tile in enumerate(view.path_display):
        x = PATHS.x + 66 + (index % 2) * 107
        y = PATHS.y + 72 + (index // 2) * 128
        slot = index + 1
        if tile is not None:
            mark = mark_of(slot, context.changes.path_slots)
            items.append(Use(x, y, path_card(tile, 98, 118, mark)))
        else:
            items.append(Use(x - 49, y - 59, empty_card(98, 118, "path")))
        items.append(Use(x + 38, y - 48, tab(str(slot), f"path slot {slot}")))
    return Group("paths", tuple(items), rect=PATHS)


def common_tasks(view: View, context: PictureContext) -> Group:
    """The common tasks: what they need, whether the neutral novice waits, and who meets them."""
    lines = layout.rows(_COMMON.inset(8), len(view.common), 3)
    groups = tuple(
        _common_line(view, task, context, rect)
        for task, rect in zip(view.common, lines, strict=True)
    )
    return Group("common tasks", (panel_at(_COMMON), *groups), rect=_COMMON)


def _common_line(view: View, task: CommonTaskView, context: PictureContext, rect: Rect) -> Group:
    middle = rect.h / 2
    mark = mark_of(task.common, context.changes.common)
    items: list[Node] = [Use(0, 0, common_task(task.common, task.need, (rect.w, rect.h), mark))]
    if task.neutral:
        items.append(Use(137, middle, icon("novice", 42, "seat.neutral", 2.4)))
    else:
        items.append(Use(137, middle, _gone()))
    met = [
        seat.seat
        for seat in view.seats
        for progress in seat.common
        if progress.common is task.common and progress.met
    ]
    gap, r = (23, 10.5) if len(met) > _LOOSE else (29, 14)
    for index, seat in enumerate(met):
        items.append(Use(156 + r + index * gap, middle, seat_token(context.colors[seat], r)))
    name = f"common {task.common}"
    return Group(name, tuple(items), rect.x, rect.y, Rect(0, 0, rect.w, rect.h))


@lru_cache(maxsize=1)
def _gone() -> Symbol:
    pen = Pen()
    pen.draw(Disc(0, 0, 7, None, "quiet", 2))
    return pen.symbol("no novice")


@lru_cache(maxsize=16)
def common_task(common: CommonTask, need: int, size: tuple[float, float], mark: Mark) -> Symbol:
    """Draw what a common task needs."""
    pen = Pen()
    w, h = size
    if mark is Mark.CHANGED:
        pen.halo(Rect(0, 0, w, h), 26)
        pen.draw(RoundRect(-3, -3, w + 6, h + 6, 12, "fire.light"))
    pen.draw(RoundRect(0, 0, w, h, 10, "panel.low"))
    pen.draw(RoundRect(2, 2, 114, h - 4, 9, "parchment"))
    signs.number(pen, 28, h / 2, need, 38)
    draw_counted(pen, 77, h / 2, 42, common)
    return pen.symbol(f"common {common} {need} {mark}")


def draw_counted(pen: Pen, x: float, y: float, s: float, common: CommonTask) -> None:
    """Draw what a common task counts."""
    match common:
        case CommonTask.TASKS:
            pieces.scroll_and_fire(pen, x, y, s * 0.86, "ink")
        case CommonTask.PORTALS:
            pieces.portal(pen, x, y, s)
        case CommonTask.PATHS:
            pieces.road(pen, x, y, s)
        case CommonTask.GUARDIANS:
            pieces.any_guardian(pen, x, y, s)
        case CommonTask.GNOMES:
            pieces.gnome(pen, x, y, s)


def countdown(view: View) -> Group:
    """The five countdown tiles: gone, going round now, and to come."""
    lines = layout.rows(COUNTDOWN.inset(9), _COUNTDOWN_TILES, 3)
    items: list[Node] = [panel_at(COUNTDOWN)]
    for index, rect in enumerate(lines):
        value = _COUNTDOWN_TILES - index
        items.append(Use(rect.x, rect.y, _countdown_tile(value, _tile_state(view, value))))
    return Group("countdown", tuple(items), rect=COUNTDOWN)


def _tile_state(view: View, value: int) -> _Countdown:
    down = view.countdown
    if down is None or value <= down.stack:
        return _Countdown.WAITING
    return _Countdown.HANDED if value == down.handed else _Countdown.GONE


@lru_cache(maxsize=16)
def _countdown_tile(value: int, state: _Countdown) -> Symbol:
    pen = Pen()
    ink: Ink = "quiet" if state is _Countdown.GONE else "ink"
    pen.draw(RoundRect(0, 0, 68, 48, 10, "ink"))
    pen.draw(RoundRect(2, 2, 64, 44, 9, _COUNTDOWN_INKS[state]))
    pen.draw(Text(34, 22, str(value), TypeSize.NUMBER, ink))
    return pen.symbol(f"countdown {value} {state}")
