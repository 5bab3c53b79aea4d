"""The top of a city: whose it is, bonfires, novices, guardians, points and forecast."""

from enum import StrEnum
from functools import lru_cache
from typing import assert_never

from engine.ids import SeatColor
from engine.view import SeatView, View
from renderer.context import PictureContext, fitted_line
from renderer.layout import WIDTH
from renderer.parts import pieces
from renderer.parts.header import outlook, points, seat_token
from renderer.parts.panels import change_chip, laurel
from renderer.pen import Pen
from renderer.scene import Anchor, Face, Group, Node, Rect, Symbol, Text, Use


class _Count(StrEnum):
    """The counts in the bar besides points."""

    BONFIRES = "bonfires"
    NOVICES = "novices"
    GUARDIANS = "guardians"


@lru_cache(maxsize=8)
def _figures(count: _Count, color: SeatColor) -> Symbol:
    pen = Pen()
    match count:
        case _Count.BONFIRES:
            pieces.fire(pen, 0, 0, 46)
        case _Count.NOVICES:
            pieces.novice(pen, 0, 0, 46, f"seat.{color}")
        case _Count.GUARDIANS:
            pieces.any_guardian(pen, 0, 0, 48)
        case _:
            assert_never(count)
    return pen.symbol(count.value)


def city_header(view: View, seat: SeatView, context: PictureContext) -> Group:
    """The bar with the name on the left and the numbers on the right."""
    items: list[Node] = [Use(44, 32, seat_token(seat.color, 23))]
    items.append(
        fitted_line(
            context.name(seat.seat, Face.TITLE), 82, 33, (38, 34, 30, 26), 560, face=Face.TITLE
        )
    )
    note = _note(view, seat, context)
    if note:
        items.append(
            fitted_line(note, 862, 33, (28, 26, 22), 200, color="fire.light", anchor=Anchor.RIGHT)
        )
    counts = (
        (_Count.BONFIRES, f"{seat.bonfires}/7"),
        (_Count.NOVICES, str(seat.novices)),
        (_Count.GUARDIANS, f"{len(seat.guardians)}/5"),
    )
    for index, (count, text) in enumerate(counts):
        x = 908 + index * 136 - (18 if index == len(counts) - 1 else 0)
        items.append(Use(x, 31, _figures(count, seat.color)))
        items.append(Text(x + 32, 33, text, 38, "parchment", anchor=Anchor.LEFT))
    scored = context.changes.seat(seat.seat).points
    if scored:
        chip, amount = change_chip(scored)
        items.append(Group("change", (Use(0, 0, chip), amount), 1350, 33))
    items.append(Use(1418, 32, laurel(points(view, seat), 60)))
    items += outlook(view, seat, context, Rect(1462, 7, 124, 50), largest=38)
    return Group("header", tuple(items), rect=Rect(0, 0, WIDTH, 66))


def _note(view: View, seat: SeatView, context: PictureContext) -> str:
    if seat.passed:
        return context.word("passed")
    if seat.turns_left is not None:
        return context.word("turns_left", n=seat.turns_left)
    if view.result is None and view.seat == seat.seat:
        return context.word("on_turn")
    return ""
