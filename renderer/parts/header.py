"""The top of the main board: the seat to move, bonfires, points, and the starting player."""

from functools import lru_cache
from typing import Final, NamedTuple

from engine.ids import SeatColor
from engine.view import SeatView, View
from renderer import fonts
from renderer.changes import Mark
from renderer.context import PictureContext, fitted_line
from renderer.layout import WIDTH, columns, rows
from renderer.parts import pieces, signs
from renderer.parts.panels import fire, icon, laurel
from renderer.pen import Pen
from renderer.scene import Face, Group, Ink, Node, Point, Rect, RoundRect, Symbol, Text, Use
from renderer.theme import TypeSize

_LEFT = 212
_WIDEST = 412
"""A block is no wider, lest the name stands far from its numbers."""
_TOKEN = 25
_NAME = 50
"""The places of a seat's token and of its name, from the left edge of its block."""
_SMALL = (TypeSize.LABEL, 15, TypeSize.LEAST)


class _Room(NamedTuple):
    """The room on the right of a block for its numbers, and the sizes of its type.

    A name that fits one line with none of the sizes from `line` on takes two. `two_lines` are the
    places of a name and a note below it, from the middle of the block.
    """

    numbers: float
    names: tuple[int, ...]
    line: int
    small: tuple[int, ...]
    two_lines: tuple[int, int]
    points: float
    scored: int


_ON_BOARD: Final = _Room(
    165, (TypeSize.NAME, 28, 24, TypeSize.SMALL, 20, 18), 24, _SMALL, (-10, 16), 57, 26
)
_ON_PHONE: Final = _Room(226, (TypeSize.NAME,), TypeSize.NAME, (24,), (-14, 18), 64, TypeSize.NAME)
_ROW: Final = 72


@lru_cache(maxsize=8)
def seat_token(color: SeatColor, r: float) -> Symbol:
    """The token of a seat."""
    pen = Pen()
    pieces.token(pen, 0, 0, r, color)
    return pen.symbol(f"token {color}")


@lru_cache(maxsize=8)
def _turn_frame(w: float, h: float) -> Symbol:
    pen = Pen()
    pen.draw(RoundRect(0, 0, w, h, 14, "turn", "fire", 3))
    return pen.symbol("turn frame")


def header(view: View, context: PictureContext) -> Group:
    """The bar with one block a seat."""
    seats = len(view.seats)
    w = min(WIDTH - 14 - _LEFT, seats * (_WIDEST + 8) - 8)
    places = columns(Rect(_LEFT, 4, w, 57), seats, 8)
    return Group("header", (_title(view, context), *_blocks(view, context, places, _ON_BOARD)))


def scores_height(seats: int) -> int:
    """The height of the bar with so many seats above the first part of a board on a phone."""
    return seats * _ROW + 6


def scores(view: View, context: PictureContext, width: float) -> Group:
    """The blocks of all seats in a bar so wide, one below another."""
    seats = len(view.seats)
    places = rows(Rect(4, 4, width - 8, seats * _ROW - 4), seats, 4)
    return Group("scores", _blocks(view, context, places, _ON_PHONE))


def _blocks(
    view: View, context: PictureContext, places: tuple[Rect, ...], room: _Room
) -> tuple[Group, ...]:
    return tuple(
        _block(view, seat, context, place, room)
        for seat, place in zip(view.seats, places, strict=False)
    )


def _title(view: View, context: PictureContext) -> Group:
    items: tuple[Node, ...] = (
        Use(34, 32, icon("great_bonfire", 48, "fire")),
        fitted_line(context.word("title"), 62, 23, (28, 26, 22), 158, face=Face.TITLE),
        fitted_line(
            context.word("turn", turn=view.turn),
            63,
            49,
            (20, 18, TypeSize.LABEL, 15, TypeSize.LEAST),
            158,
            color="mute",
            face=Face.TEXT,
        ),
    )
    return Group("title", items, rect=Rect(0, 0, _LEFT - 4, 64))


def _block(view: View, seat: SeatView, context: PictureContext, rect: Rect, within: _Room) -> Group:
    acting = view.result is None and view.seat == seat.seat
    won = view.result is not None and seat.seat in view.result.winners
    items: list[Node] = []
    if acting or won:
        items.append(Use(0, 0, _turn_frame(rect.w, rect.h)))
    middle = rect.h / 2
    items.append(Use(_TOKEN, middle + 3, seat_token(seat.color, 18)))
    if seat.seat in view.leaders:
        items.append(Use(_TOKEN, middle - 17, crown(26)))
    if seat.seat == view.starter:
        items.append(Use(_TOKEN - 11, middle + 14, icon("torch", 28, "fire.light", 2)))
    note = _note(seat, context)
    room = rect.w - _NAME - 4 - within.numbers
    ink: Ink = "parchment" if acting or won else "mute"
    name = context.name(seat.seat, Face.BOLD)
    if note:
        upper, lower = (middle + line for line in within.two_lines)
        items += [
            fitted_line(name, _NAME, upper, within.names, room, color=ink),
            fitted_line(note, _NAME, lower, within.small, room, color="fire.light"),
        ]
    else:
        items += _name(name, middle + 1, room, within, ink)
    items += _numbers(view, seat, context, (rect.w, middle), within)
    return Group(f"seat {seat.color}", tuple(items), rect.x, rect.y, Rect(0, 0, rect.w, rect.h))


def _name(name: str, y: float, room: float, within: _Room, ink: Ink) -> tuple[Text, ...]:
    """The name, in two lines where one would need small type."""
    broken = fonts.text_width(name, Face.BOLD, within.line) > room and " " in name
    lines = _halves(name) if broken else (name,)
    sizes = tuple(size for size in within.names if not broken or size <= within.line)
    _, size = fonts.fitted(max(lines, key=_width), Face.BOLD, sizes, room)
    step = within.line + 2
    top = y - (len(lines) - 1) * step / 2
    return tuple(
        fitted_line(text, _NAME, top + index * step, (size,), room, color=ink)
        for index, text in enumerate(lines)
    )


def _halves(name: str) -> tuple[str, ...]:
    """The name broken at the space that leaves the shortest lines."""
    words = name.split(" ")
    cuts = ((" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words)))
    return min(cuts, key=lambda cut: max(map(_width, cut)))


def _width(text: str) -> float:
    return fonts.text_width(text, Face.BOLD, TypeSize.NAME)


def crown(s: float) -> Symbol:
    """The sign of a seat that leads."""
    return icon("crown", s, "fire.light", 4)


def _numbers(
    view: View, seat: SeatView, context: PictureContext, at: Point, within: _Room
) -> tuple[Node, ...]:
    """The bonfires, the expected points on a medal, and beside it those scored already."""
    left, middle = at[0] - within.numbers, at[1]
    changed = Mark.CHANGED if context.changes.seat(seat.seat).points else Mark.NONE
    right = left + 53 + within.points
    beside = Rect(right + 5, middle - 21, at[0] - right - 8, 42)
    running = view.result is None
    return (
        Use(left + 15, middle - 1, fire(33)),
        Text(left + 41, middle + 1, str(seat.bonfires), 34, "parchment"),
        Use(
            right - within.points / 2,
            middle - 0.5,
            laurel(view.expected(seat.seat), within.points, changed),
        ),
        *(scored(seat, context, beside, within.scored, within.small) if running else ()),
    )


def scored(
    seat: SeatView,
    context: PictureContext,
    rect: Rect,
    largest: int,
    words: tuple[int, ...] = _SMALL,
) -> tuple[Text, ...]:
    """The points that are scored already.

    The number is in type of the `largest` size that fits, what it means in one of `words`.
    """
    number, word = signs.numeral(seat.score), context.word("scored")
    sizes = tuple(size for size in (largest, 26, 24, 22) if size <= largest)
    return (
        fitted_line(number, rect.x, rect.y + largest * 0.43, sizes, rect.w, color="mute"),
        fitted_line(word, rect.x, rect.bottom - 6, words, rect.w, color="quiet"),
    )


def _note(seat: SeatView, context: PictureContext) -> str:
    """Say what the countdown means for the seat."""
    if seat.passed:
        return context.word("passed")
    if seat.turns_left is not None:
        return context.word("turns_left", n=seat.turns_left)
    return ""
