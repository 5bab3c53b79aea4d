"""The open displays beside the chart: gnomes, path tiles, common tasks, and the countdown."""

from enum import StrEnum
from functools import lru_cache
from typing import Final

from engine import ids
from engine.data import box
from engine.view import CommonTaskView, View
from renderer import fonts, layout, scene
from renderer.changes import Mark, mark_of
from renderer.context import PictureContext, title_line
from renderer.parts import pieces, signs
from renderer.parts.cards import empty_card, gnome_card, path_card, taken_elder
from renderer.parts.header import seat_token
from renderer.parts.panels import Stock, icon, panel_at, tab
from renderer.pen import Pen
from renderer.theme import TypeSize

_TOP: Final = 730
_TITLE: Final = 40
"""The height of a title above its cards or tiles."""
_CARD: Final = (154, 98)
_CARD_GAP: Final = 8
_LINE: Final = 144
"""From the title of the specialists to that of the elders."""
GNOMES: Final = scene.Rect(8, _TOP - 4, 984, 288)
"""The cards on display with their titles."""
PATHS: Final = scene.Rect(992, _TOP, 238, 278)
_PATH_TILE: Final = (98, 110)
COMMON_AREA: Final = scene.Rect(1238, _TOP, 348, 166)
COUNTDOWN: Final = scene.Rect(1238, _TOP + 174, 348, 104)
_COUNTDOWN_TILES: Final = 5
_COUNTDOWN_TILE: Final = (62, 46)
_NEEDS: Final = 54
"""The height of a common task's picture; below it stand those who meet it."""
_MEETING: Final[tuple[tuple[scene.Point, ...], ...]] = (
    (),
    ((-1, 0),),
    ((-1, -13), (-1, 13)),
    ((-9, -13), (10, 0), (-9, 13)),
    ((-10, -13), (10, -13), (-10, 13), (10, 13)),
)
"""The places of so many tokens, beside the neutral novice."""


class _Pile(StrEnum):
    """The face-down piles beside the open cards and tiles."""

    GNOMES = "gnome"
    PATHS = "path"


class _Countdown(StrEnum):
    """The state of a countdown tile: still to come, going round, or used."""

    WAITING = "waiting"
    HANDED = "handed"
    GONE = "gone"


_COUNTDOWN_INKS: Final[dict[_Countdown, scene.Ink]] = {
    _Countdown.WAITING: "parchment",
    _Countdown.HANDED: "fire",
    _Countdown.GONE: "ghost",
}


def gnomes(view: View, context: PictureContext) -> scene.Group:
    """The six specialists and six elders on display, and the piles."""
    w, h = _CARD
    left = len(view.specialists_left)
    items: list[scene.Node] = [
        title_line(context.title("specialists"), 20, _TOP + 13, 500),
        *_pile(_Pile.GNOMES, left, 982, _TOP + 16),
        title_line(context.title("elders"), 20, _TOP + _LINE + 15, 500),
    ]
    for index, specialist in enumerate(view.specialists):
        x = 14 + index * (w + _CARD_GAP)
        mark = mark_of(index + 1, context.changes.specialist_slots)
        card = gnome_card(specialist, w, h, mark) if specialist else empty_card(w, h, "gnome_head")
        items.append(scene.Use(x, _TOP + _TITLE, card))
    for index, elder in enumerate(view.box.elders):
        card = _elder(view, elder, context)
        items.append(scene.Use(14 + index * (w + _CARD_GAP), _TOP + _LINE + _TITLE, card))
    return scene.Group("gnomes", tuple(items))


def _elder(view: View, elder: box.Elder, context: PictureContext) -> scene.Symbol:
    """An elder on display, or who recruited it."""
    mark = mark_of(elder.id, context.changes.gnomes)
    for seat in view.seats:
        if elder in seat.gnomes:
            return taken_elder(elder, seat.color, *_CARD, mark)
    if elder in view.elders:
        return gnome_card(elder, *_CARD, mark)
    return empty_card(*_CARD, "elder_head")


def _pile(kind: _Pile, count: int, right: float, y: float) -> tuple[scene.Node, ...]:
    """A face-down pile with the number of its tiles or cards, which ends at `right`."""
    ink: scene.Ink = "parchment" if count else "quiet"
    return (
        scene.Use(right - 62, y, _pile_symbol(kind, Stock.of(count))),
        scene.Text(right, y, str(count), TypeSize.NUMBER, ink, anchor=scene.Anchor.RIGHT),
    )


@lru_cache(maxsize=4)
def _pile_symbol(kind: _Pile, stock: Stock) -> scene.Symbol:
    pen = Pen()
    w, h = (44, 32) if kind is _Pile.GNOMES else (28, 32)
    if stock is Stock.NONE:
        pen.draw(scene.RoundRect(-w / 2, -h / 2, w, h, 6, "ghost", "ghost.edge", 2))
        return pen.symbol(f"{stock} {kind} pile")
    ink: scene.Ink = "card.specialist" if kind is _Pile.GNOMES else "sand"
    for index in range(3):
        x, y = 3 - 3 * index - w / 2, 2 - 2 * index - h / 2
        pen.draw(scene.RoundRect(x, y, w, h, 6, "ink"))
        pen.draw(scene.RoundRect(x + 1.5, y + 1.5, w - 3, h - 3, 5, ink))
    if kind is _Pile.GNOMES:
        pen.draw(scene.Icon(-3, -2, "gnome_head", 28, "parchment", 1.5))
    else:
        pen.draw(scene.Icon(-3, -2, "path", 26, "sepia"))
    return pen.symbol(f"{kind} pile")


def paths(view: View, context: PictureContext) -> scene.Group:
    """The four path tiles on display, with their slot numbers."""
    left, (w, h) = sum(count for _, count in view.paths_left), _PATH_TILE
    items: list[scene.Node] = [
        panel_at(PATHS),
        title_line(context.title("path"), PATHS.x + 12, PATHS.y + 22, 128),
        *_pile(_Pile.PATHS, left, PATHS.right - 12, PATHS.y + 22),
    ]
    for index, tile in enumerate(view.path_display):
        x = PATHS.x + 66 + (index % 2) * 107
        y = PATHS.y + 100 + (index // 2) * 118
        slot = index + 1
        if tile is not None:
            mark = mark_of(slot, context.changes.path_slots)
            items.append(scene.Use(x, y, path_card(tile, w, h, mark)))
        else:
            items.append(scene.Use(x - w / 2, y - h / 2, empty_card(w, h, "path")))
        items.append(scene.Use(x + 38, y - 43, tab(str(slot), f"path slot {slot}")))
    return scene.Group("paths", tuple(items), rect=PATHS)


def common_tasks(view: View, context: PictureContext) -> scene.Group:
    """The common tasks: what they need, whether the neutral novice waits, and who meets them."""
    room = scene.Rect(COMMON_AREA.x + 8, COMMON_AREA.y + 42, COMMON_AREA.w - 16, COMMON_AREA.h - 50)
    places = layout.columns(room, len(view.common), 3)
    groups = tuple(
        _common_place(view, task, context, rect)
        for task, rect in zip(view.common, places, strict=True)
    )
    title = title_line(
        context.title("common_tasks"), COMMON_AREA.x + 12, COMMON_AREA.y + 22, COMMON_AREA.w - 24
    )
    return scene.Group("common tasks", (panel_at(COMMON_AREA), title, *groups), rect=COMMON_AREA)


def _common_place(
    view: View, task: CommonTaskView, context: PictureContext, rect: scene.Rect
) -> scene.Group:
    middle = (_NEEDS + rect.h) / 2
    mark = mark_of(task.common, context.changes.common)
    items: list[scene.Node] = [
        scene.Use(0, 0, common_task(task.common, task.need, (rect.w, rect.h), mark))
    ]
    if task.neutral:
        items.append(scene.Use(18, middle, icon("novice", 46, "seat.neutral", 2.4)))
    else:
        items.append(scene.Use(18, middle, _gone()))
    met = [
        seat.seat
        for seat in view.seats
        for progress in seat.common
        if progress.common is task.common and progress.met
    ]
    r = 11.0 if len(met) > 1 else 14.0
    for (dx, dy), seat in zip(_MEETING[min(len(met), len(_MEETING) - 1)], met, strict=False):
        items.append(scene.Use(48 + dx, middle + dy, seat_token(context.colors[seat], r)))
    name = f"common {task.common}"
    return scene.Group(name, tuple(items), rect.x, rect.y, scene.Rect(0, 0, rect.w, rect.h))


@lru_cache(maxsize=1)
def _gone() -> scene.Symbol:
    pen = Pen()
    pen.draw(scene.Disc(0, 0, 7, None, "quiet", 2))
    return pen.symbol("no novice")


@lru_cache(maxsize=16)
def common_task(
    common: ids.CommonTask, need: int, size: tuple[float, float], mark: Mark
) -> scene.Symbol:
    """Draw what a common task needs."""
    pen = Pen()
    w, h = size
    if mark is Mark.CHANGED:
        pen.halo(scene.Rect(0, 0, w, h), 26)
        pen.draw(scene.RoundRect(-3, -3, w + 6, h + 6, 12, "fire.light"))
    pen.draw(scene.RoundRect(0, 0, w, h, 10, "panel.low"))
    pen.draw(scene.RoundRect(2, 2, w - 4, _NEEDS - 2, 9, "parchment"))
    signs.number(pen, 14, _NEEDS / 2 + 1, need, 34)
    draw_counted(pen, w - 22, _NEEDS / 2 + 1, 34, common)
    return pen.symbol(f"common {common} {need} {mark}")


def draw_counted(pen: Pen, x: float, y: float, s: float, common: ids.CommonTask) -> None:
    """Draw what a common task counts."""
    match common:
        case ids.CommonTask.TASKS:
            pieces.scroll_and_fire(pen, x, y, s * 0.86, "ink")
        case ids.CommonTask.PORTALS:
            pieces.portal(pen, x, y, s)
        case ids.CommonTask.PATHS:
            pieces.road(pen, x, y, s)
        case ids.CommonTask.GUARDIANS:
            pieces.any_guardian(pen, x, y, s)
        case ids.CommonTask.GNOMES:
            pieces.gnome(pen, x, y, s)


def countdown(view: View, context: PictureContext) -> scene.Group:
    """The novices sent, of those that begin it; and the tiles: gone, going round, to come."""
    x, y = COUNTDOWN.x, COUNTDOWN.y + 24
    needed = f"/{view.novices_needed}"
    sent = COUNTDOWN.right - 12 - fonts.text_width(needed, scene.Face.BOLD, TypeSize.NAME)
    novice = sent - fonts.text_width("10", scene.Face.BOLD, TypeSize.TITLE) - 20
    items: list[scene.Node] = [
        panel_at(COUNTDOWN),
        title_line(context.title("countdown"), x + 12, y, novice - x - 36),
        scene.Use(novice, y, icon("novice", 40, "seat.neutral", 3)),
        scene.Text(
            sent, y, str(view.novices_sent), TypeSize.TITLE, "parchment", anchor=scene.Anchor.RIGHT
        ),
        scene.Text(sent, y, needed, TypeSize.NAME, "mute", anchor=scene.Anchor.LEFT),
    ]
    h = _COUNTDOWN_TILE[1]
    room = scene.Rect(x + 10, COUNTDOWN.bottom - 10 - h, COUNTDOWN.w - 20, h)
    for index, rect in enumerate(layout.columns(room, _COUNTDOWN_TILES, 2)):
        value = _COUNTDOWN_TILES - index
        items.append(scene.Use(rect.x, rect.y, _countdown_tile(value, _tile_state(view, value))))
    return scene.Group("countdown", tuple(items), rect=COUNTDOWN)


def _tile_state(view: View, value: int) -> _Countdown:
    down = view.countdown
    if down is None or value <= down.stack:
        return _Countdown.WAITING
    return _Countdown.HANDED if value == down.handed else _Countdown.GONE


@lru_cache(maxsize=16)
def _countdown_tile(value: int, state: _Countdown) -> scene.Symbol:
    pen = Pen()
    ink: scene.Ink = "quiet" if state is _Countdown.GONE else "ink"
    w, h = _COUNTDOWN_TILE
    pen.draw(scene.RoundRect(0, 0, w, h, 10, "ink"))
    pen.draw(scene.RoundRect(2, 2, w - 4, h - 4, 9, _COUNTDOWN_INKS[state]))
    pen.draw(scene.Text(w / 2, h / 2 - 2, str(value), TypeSize.NUMBER, ink))
    return pen.symbol(f"countdown {value} {state}")
