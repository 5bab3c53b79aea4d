"""The pictures as scenes: the main board, a city, its Fate Area alone, and the final sheet."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from engine.data.box import Box, FateGrid
from engine.data.standard import STANDARD_BOX
from engine.identity_cache import cached_by_identity
from engine.ids import Seat, SeatColor
from engine.view import View
from renderer.context import PictureContext
from renderer.layout import PICTURE_HEIGHT, WIDTH
from renderer.measure import bounds
from renderer.parts import (
    caption,
    card_page,
    city_arc,
    city_header,
    curve,
    displays,
    fate_area,
    fate_places,
    fate_row,
    final_sheet,
    great_bonfire,
    header,
    line_marks,
    reach,
    sea,
    sky,
    solo,
    supplies,
    terraces,
    wheel_fire,
)
from renderer.parts.caption import Caption
from renderer.parts.curve import Curve, CurveWords
from renderer.parts.panels import draw_header_bar, panel
from renderer.parts.portraits import PortraitPiece
from renderer.pen import Pen
from renderer.scene import Gradient, Group, Node, Rect, RoundRect, Scene, Symbol, Use


@cached_by_identity
def board_ground(box: Box) -> Symbol:
    """The main board of a box before anything is laid on it."""
    pen = Pen()
    pen.draw(Gradient(0, 0, WIDTH, PICTURE_HEIGHT, "night.high", "night.low"))
    draw_header_bar(pen)
    sea.draw_chart(pen, box)
    area = wheel_fire.GREAT_BONFIRE_AREA
    pen.draw(Use(area.x, area.y, panel(area.w, area.h, 18)))
    wheel_fire.draw_wheel(pen)
    return pen.symbol("board")


def board_scene(view: View, context: PictureContext) -> Scene:
    """The main board."""
    groups = [
        header.header(view, context),
        sea.sea(view, context),
        great_bonfire.great_bonfire(view, context),
        great_bonfire.council(view, context),
        great_bonfire.rim(view, context),
        displays.gnomes(view, context),
        displays.paths(view, context),
        displays.common_tasks(view, context),
        displays.countdown(view, context),
    ]
    if view.tom is not None:
        groups.append(solo.deck_on_board(view.tom, context))
    if context.hints.signs:
        groups.append(line_marks.board_marks(view, context))
    if context.hints.pointed:
        groups.append(_pointers(groups))
    return Scene(WIDTH, PICTURE_HEIGHT, board_ground(view.box), tuple(groups))


@cache
def scores_ground(width: int, height: int) -> Symbol:
    """The bar above half of a main board."""
    pen = Pen()
    draw_header_bar(pen, width, height)
    return pen.symbol("scores")


def scores_scene(view: View, context: PictureContext, width: int) -> Scene:
    """The scores of all seats, in a bar as wide as half of a main board."""
    height = header.scores_height(len(view.seats))
    groups = (header.scores(view, context, width),)
    return Scene(width, height, scores_ground(width, height), groups)


@cache
def city_ground(color: SeatColor) -> Symbol:
    """The city of a colour before anything is laid on it: its sky and the half disc."""
    pen = Pen()
    sky.draw_sky(pen, color)
    city_arc.draw_half_disc(pen)
    return pen.symbol(f"city of {color}")


def city_scene(view: View, seat: Seat, context: PictureContext) -> Scene:
    """A city with its supplies; Tom's shows his deck where others have their Fate Area."""
    city = view.seats[seat]
    shelf = supplies.shelf_for(len(city.gnomes))
    groups = [
        sky.lit_sky(city),
        city_header.city_header(view, city, context),
        city_arc.city_arc(view, city, context),
        reach.reach(city, context),
        terraces.terraces(view, city, context),
        supplies.common_progress(view, city, context),
        supplies.gnomes(city, context, shelf),
    ]
    if city.is_tom and view.tom is not None:
        groups.append(solo.deck_in_city(view.tom, context))
    else:
        groups += [
            fate_area.fate_area(view, city, context),
            fate_row.fate_row(city, context),
            supplies.resources(city, context, shelf),
            supplies.action_tiles(city, context, shelf),
            supplies.offerings(city, context),
        ]
    if context.hints.signs:
        groups.append(line_marks.line_marks(view, city, context, shelf))
    if context.hints.pointed:
        groups.append(_pointers(groups))
    return Scene(WIDTH, PICTURE_HEIGHT, city_ground(city.color), tuple(groups))


@cache
def fate_ground(*, narrow: bool) -> Symbol:
    """The ground of the Fate Area alone: the night, a parchment, and a panel beside it or below."""
    pen = Pen()
    width, height = fate_places.NARROW_FATE if narrow else (WIDTH, PICTURE_HEIGHT)
    pen.draw(Gradient(0, 0, width, height, "night.high", "night.low"))
    if not narrow:
        draw_header_bar(pen)
    fate_places.draw_boards(pen, narrow=narrow)
    return pen.symbol("fate places")


def fate_scene(view: View, seat: Seat, context: PictureContext) -> Scene:
    """The Fate Area of a seat with the best places for the next tile, and the use of tiles.

    A narrow one has the places alone, and what they bring below.
    """
    city = view.seats[seat]
    places, gains = (
        fate_places.fate_places(view, city, context),
        fate_places.gains(city, context),
    )
    if context.narrow:
        raised = Group("places", (places,), 0, -fate_places.RAISED)
        return Scene(*fate_places.NARROW_FATE, fate_ground(narrow=True), (raised, gains))
    groups = (
        fate_places.fate_header(city, context),
        places,
        gains,
        supplies.resources(city, context, supplies.FULL_SHELF),
        supplies.action_tiles(city, context, supplies.FULL_SHELF),
        fate_places.open_tasks(view, city),
    )
    return Scene(WIDTH, PICTURE_HEIGHT, fate_ground(narrow=False), groups)


@cache
def page_ground(name: str, width: int, height: int) -> Symbol:
    """The night behind a card or a curve."""
    pen = Pen()
    pen.draw(Gradient(0, 0, width, height, "night.high", "night.low"))
    pen.draw(Use(4, 4, panel(width - 8, height - 8, 18)))
    return pen.symbol(name)


def card_scene(
    piece: PortraitPiece, title: str, text: str, grid: FateGrid, *, narrow: bool = False
) -> Scene:
    """A piece or place of a box with this Fate Area, large, beside its words or above."""
    page = card_page.NARROW_CARD if narrow else card_page.WIDE_CARD
    groups = (card_page.card(piece, grid, page), card_page.words(title, text, page))
    size = (page.width, page.height)
    return Scene(*size, page_ground("card", *size), groups)


def curve_scene(
    words: CurveWords, turns: tuple[int, ...], curves: tuple[Curve, ...], *, narrow: bool = False
) -> Scene:
    """The expected scores of all seats, turn by turn."""
    page = curve.NARROW_CURVE if narrow else curve.WIDE_CURVE
    groups = (curve.plot(words, turns, curves, page),)
    size = (page.width, page.height)
    return Scene(*size, page_ground("curve", *size), groups)


@cache
def final_ground() -> Symbol:
    """The night behind the final sheet."""
    pen = Pen()
    pen.draw(Gradient(0, 0, WIDTH, PICTURE_HEIGHT, "night.high", "night.low"))
    draw_header_bar(pen)
    area = final_sheet.SHEET_AREA
    pen.draw(Use(area.x, area.y, panel(area.w, area.h, 18)))
    return pen.symbol("final sheet")


def final_scene(view: View, context: PictureContext) -> Scene:
    """The score of every seat by source; a narrow one below the scores of all."""
    if context.narrow:
        width, above = final_sheet.NARROW_SHEET, header.scores_height(len(view.seats))
        height = above + final_sheet.narrow_height(view)
        below = replace(final_sheet.narrow_sheet(view, context), y=above)
        scores = header.scores(view, context, width)
        return Scene(width, height, page_ground("narrow sheet", width, height), (scores, below))
    groups = (final_sheet.final_header(view, context), final_sheet.final_sheet(view, context))
    return Scene(WIDTH, PICTURE_HEIGHT, final_ground(), groups)


def caption_scene(shown: Caption) -> Scene:
    """The caption above a frame of a film."""
    groups = (caption.words(shown), caption.points(shown), caption.progress(shown))
    return Scene(WIDTH, caption.CAPTION_HEIGHT, caption.caption_ground(), groups)


def bare_scenes() -> tuple[Scene, ...]:
    """The pictures of the standard box with nothing on their grounds, the frequent ones first."""
    cities = (city_ground(color) for color in SeatColor)
    grounds = (board_ground(STANDARD_BOX), *cities, fate_ground(narrow=False), final_ground())
    return tuple(Scene(WIDTH, PICTURE_HEIGHT, ground, ()) for ground in grounds)


_AROUND: Final = 9.0
"""The distance of a frame from its piece."""
_WIDTH: Final = 7.0
_ROUND: Final = 16.0


def _pointers(groups: Iterable[Node]) -> Group:
    """Frame each marked piece; only the pieces that a player asks about are."""
    rooms = (room.inset(-_AROUND) for room in marked(groups))
    frames = (Use(room.x, room.y, _frame(round(room.w), round(room.h))) for room in rooms)
    return Group("pointers", tuple(frames))


def marked(nodes: Iterable[Node], x: float = 0.0, y: float = 0.0) -> Iterator[Rect]:
    """Yield the room of each piece with a halo among these nodes, which lie at (x, y)."""
    for node in nodes:
        match node:
            case Group():
                yield from marked(node.items, x + node.x, y + node.y)
            case Use(symbol=Symbol(halo=halo)) if halo is not None:
                yield bounds(node.symbol.items).moved(x + node.x, y + node.y)
            case _:
                pass


@lru_cache(maxsize=64)
def _frame(w: int, h: int) -> Symbol:
    """A pale line with a dark one on either side, seen on every ground."""
    pen = Pen()
    for width, color in ((_WIDTH + 6, "ink"), (_WIDTH, "free")):
        pen.draw(RoundRect(0, 0, w, h, _ROUND, stroke=color, width=width))
    return pen.symbol(f"frame {w} {h}")
