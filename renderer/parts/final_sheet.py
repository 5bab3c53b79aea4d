"""The final sheet: every seat's points by source, as a table with bars, and who won."""

from functools import lru_cache
from typing import Final

from engine import ids
from engine.view import SeatView, View
from renderer import fonts, scene
from renderer.context import PictureContext, broken, fitted_line
from renderer.layout import PICTURE_HEIGHT, WIDTH, columns
from renderer.parts import pieces, signs
from renderer.parts.header import seat_token
from renderer.parts.panels import icon, laurel
from renderer.pen import Pen

SHEET_AREA: Final = scene.Rect(14, 76, WIDTH - 28, PICTURE_HEIGHT - 90)
_NAMES_W: Final = 372
_NAME_SIZES: Final = (28, 26, 24, 22)
_HEAD_H: Final = 130
_FOOT_H: Final = 112
NARROW_SHEET: Final = 608
"""The width of the sheet on a phone."""
_ROW: Final = 40
_SOURCES_W: Final = 308
_VERDICT: Final = 24
_LINES: Final = 3
"""The most lines of the verdict there."""
_ICONS: Final[dict[ids.PointSource, tuple[str, scene.Ink]]] = {
    ids.PointSource.HANDICAP: ("torch", "mute"),
    ids.PointSource.ELDERS: ("elder_head", "elder"),
    ids.PointSource.COUNCIL: ("council", "plum.high"),
    ids.PointSource.GREAT_BONFIRE: ("great_bonfire", "fire"),
    ids.PointSource.PASSING: ("hourglass", "fire.light"),
    ids.PointSource.SPECIALISTS: ("gnome_head", "gnome"),
    ids.PointSource.TOM_CARDS: ("card", "mute"),
    ids.PointSource.BONFIRES: ("bonfire", "fire"),
    ids.PointSource.GUARDIANS: ("golem", "guard.natural"),
    ids.PointSource.PORTALS: ("portal_gate", "teal"),
    ids.PointSource.CRYSTALS: ("crystal", "task.blue"),
    ids.PointSource.COMMON_TASKS: ("novice", "seat.neutral"),
    ids.PointSource.FATE_TILES: ("wild", "act.wild"),
    ids.PointSource.LEFTOVERS: ("amphora", "sand"),
}


def shown_sources(view: View) -> tuple[ids.PointSource, ...]:
    """The sources of this game: without Tom none of his, without a challenge no handicap."""
    absent = set()
    if view.tom is None:
        absent = {ids.PointSource.TOM_CARDS, ids.PointSource.HANDICAP}
    elif view.tom.handicap is None:
        absent = {ids.PointSource.HANDICAP}
    return tuple(source for source in ids.PointSource if source not in absent)


def final_sheet(view: View, context: PictureContext) -> scene.Group:
    """The table with a line a source and a column a seat."""
    sources = shown_sources(view)
    body = scene.Rect(
        SHEET_AREA.x + _NAMES_W,
        SHEET_AREA.y + _HEAD_H,
        SHEET_AREA.w - _NAMES_W - 16,
        SHEET_AREA.h - _HEAD_H - _FOOT_H,
    )
    seat_columns = columns(body, len(view.seats), 12)
    step = body.h / len(sources)
    most = max(1, *(points for seat in view.seats for _, points in seat.sheet.points))
    items: list[scene.Node] = []
    names = [context.term(f"point_source.{source}") for source in sources]
    size = min(fonts.fitted(name, scene.Face.TEXT, _NAME_SIZES, _NAMES_W - 90)[1] for name in names)
    for index, (source, name) in enumerate(zip(sources, names, strict=True)):
        items.append(_source_name(source, name, size, (index, body.y + (index + 0.5) * step)))
    for seat, column in zip(view.seats, seat_columns, strict=True):
        items.append(_column(view, seat, context, column, (step, most)))
    return scene.Group("final sheet", tuple(items), rect=SHEET_AREA)


def _source_name(
    source: ids.PointSource, name: str, size: int, row: tuple[int, float]
) -> scene.Group:
    index, y = row
    glyph, color = _ICONS[source]
    items: list[scene.Node] = []
    if index % 2 == 0:
        items.append(scene.Use(SHEET_AREA.x + 10, y, _stripe()))
    items += [
        scene.Use(SHEET_AREA.x + 42, y, icon(glyph, 38, str(color))),
        fitted_line(name, SHEET_AREA.x + 78, y - 1, (size,), _NAMES_W - 90, face=scene.Face.TEXT),
    ]
    return scene.Group(f"source {source}", tuple(items))


@lru_cache(maxsize=1)
def _stripe() -> scene.Symbol:
    pen = Pen()
    pen.draw(
        scene.RoundRect(0, -24, SHEET_AREA.w - 20, 48, 8, scene.mix("panel", "panel.edge", 0.22))
    )
    return pen.symbol("stripe")


@lru_cache(maxsize=4)
def _winner(w: float, h: float) -> scene.Symbol:
    """The frame of a winner's column."""
    pen = Pen()
    pen.draw(scene.RoundRect(0, 0, w, h, 16, scene.fade("turn", 0.75), "fire", 3))
    pen.draw(scene.Glow(w / 2, 46, 110, 110, "glow", 0.5, 1.2))
    return pen.symbol("turn frame of a column")


@lru_cache(maxsize=256)
def _bar(color: str, share: int, room: float) -> scene.Symbol:
    """A bar of a per mille share of its room, on the axis where all bars begin."""
    pen = Pen()
    pen.draw(scene.RoundRect(-2, -20, 2, 40, 1, "panel.edge"))
    if share:
        w = max(10.0, room * share / 1000)
        pen.draw(scene.RoundRect(0, -14, w, 28, 7, "ink"))
        pen.draw(scene.RoundRect(1.6, -12.4, w - 3.2, 24.8, 6, scene.mix(color, "ink", 0.18)))
        pen.draw(scene.RoundRect(1.6, -12.4, w - 3.2, 10, 4, scene.mix(color, "white", 0.16)))
    return pen.symbol(f"bar {color} {share}")


def _column(
    view: View, seat: SeatView, context: PictureContext, rect: scene.Rect, scale: tuple[float, int]
) -> scene.Group:
    step, most = scale
    sheet = dict(seat.sheet.points)
    items: list[scene.Node] = []
    if view.result is not None and seat.seat in view.result.winners:
        frame = _column_rect(rect).inset(8)
        items.append(scene.Use(frame.x, frame.y, _winner(frame.w, frame.h)))
    items += _head(view, seat, context, rect)
    room = rect.w - 96
    for index, source in enumerate(shown_sources(view)):
        points = sheet[source]
        y = rect.y + (index + 0.5) * step
        color: scene.Ink = "parchment" if points else "quiet"
        items.append(
            scene.Text(rect.x + 56, y, signs.numeral(points), 32, color, anchor=scene.Anchor.RIGHT)
        )
        share = round(1000 * max(0, points) / most)
        items.append(scene.Use(rect.x + 72, y, _bar(f"seat.{seat.color}", share, room)))
    items.append(scene.Use(rect.center[0], SHEET_AREA.bottom - 60, laurel(seat.sheet.total, 96)))
    return scene.Group(f"column {seat.color}", tuple(items), rect=_column_rect(rect))


def _column_rect(rect: scene.Rect) -> scene.Rect:
    return scene.Rect(rect.x - 4, SHEET_AREA.y, rect.w + 8, SHEET_AREA.h)


def _head(
    view: View, seat: SeatView, context: PictureContext, rect: scene.Rect
) -> tuple[scene.Node, ...]:
    won = view.result is not None and seat.seat in view.result.winners
    x, y = rect.center[0], SHEET_AREA.y + 48
    name = fitted_line(
        context.name(seat.seat, scene.Face.BOLD),
        x,
        y + 58,
        (32, 28, 24, 20),
        rect.w - 12,
        color="fire.light" if won else "parchment",
        anchor=scene.Anchor.MIDDLE,
    )
    nodes: tuple[scene.Node, ...] = (
        scene.Use(x, y, seat_token(seat.color, 28)),
        name,
        scene.Use(x + 74, y, _fires(seat.bonfires)),
    )
    if won:
        nodes = (*nodes, scene.Use(x - 66, y, icon("crown", 46, "fire.light")))
    return nodes


@lru_cache(maxsize=16)
def _fires(count: int) -> scene.Symbol:
    """The number of burning bonfires, which decides a tie."""
    pen = Pen()
    pieces.fire(pen, -14, 0, 40)
    pen.draw(scene.Text(20, 1, str(count), 32, "parchment"))
    return pen.symbol(f"{count} bonfires")


def narrow_height(view: View) -> int:
    """The height of the sheet on a phone, without the scores above it."""
    return 30 + _LINES * 30 + _ROW * (len(shown_sources(view)) + 1)


def narrow_sheet(view: View, context: PictureContext) -> scene.Group:
    """The verdict, and a line a source with the points of all seats, for below their scores."""
    verdict = broken(_verdict(view, context), scene.Face.BOLD, _VERDICT, NARROW_SHEET - 40)[:_LINES]
    items: list[scene.Node] = [
        scene.Text(NARROW_SHEET / 2, 26 + index * 30, line, _VERDICT, "fire.light")
        for index, line in enumerate(verdict)
    ]
    top = 20 + _LINES * 30
    seats = columns(scene.Rect(_SOURCES_W, top, NARROW_SHEET - _SOURCES_W - 16, 0), len(view.seats))
    for seat, column in zip(view.seats, seats, strict=True):
        items.append(scene.Use(column.center[0], top + _ROW / 2, seat_token(seat.color, 15)))
    for index, source in enumerate(shown_sources(view), 1):
        y = top + _ROW * (index + 0.5)
        glyph, color = _ICONS[source]
        name = context.term(f"point_source.{source}")
        sizes = (24, 22, 20)
        items += [
            scene.Use(34, y, icon(glyph, 30, str(color))),
            fitted_line(name, 58, y, sizes, _SOURCES_W - 62, face=scene.Face.TEXT),
        ]
        for seat, column in zip(view.seats, seats, strict=True):
            points = dict(seat.sheet.points)[source]
            ink = "parchment" if points else "quiet"
            items.append(scene.Text(column.center[0], y, signs.numeral(points), 28, ink))
    return scene.Group(
        "final sheet", tuple(items), rect=scene.Rect(0, 0, NARROW_SHEET, narrow_height(view))
    )


def final_header(view: View, context: PictureContext) -> scene.Group:
    """The winners, and a tie that the bonfires decided."""
    text = _verdict(view, context)
    items: list[scene.Node] = [
        scene.Use(38, 32, icon("great_bonfire", 50, "fire")),
        fitted_line(context.word("title"), 72, 33, (34, 30, 26), 190, face=scene.Face.TITLE),
        fitted_line(text, 290, 33, (34, 30, 26, 22), 1280, color="fire.light"),
    ]
    return scene.Group("final header", tuple(items), rect=scene.Rect(0, 0, WIDTH, 66))


def _verdict(view: View, context: PictureContext) -> str:
    result = view.result
    if result is None:
        return context.word("if_ended_now")
    names = tuple(context.name(seat, scene.Face.BOLD) for seat in result.winners)
    reason = context.term(f"end_reason.{result.reason}")
    if view.tom is not None and len(result.winners) > 1:
        verdict = context.word("draw")
    elif result.tie_broken:
        verdict = context.word("winner_tie", names=names, n=len(result.winners))
    else:
        verdict = context.word("winner", names=names, n=len(result.winners))
    return f"{verdict} {reason}"
