"""The top of a city: whose it is, bonfires, novices, guardians and points."""

from enum import StrEnum
from functools import lru_cache
from typing import Final, assert_never

from engine import ids
from engine.view import SeatView, View
from renderer import scene
from renderer.context import PictureContext, fitted_line
from renderer.layout import WIDTH
from renderer.parts import pieces, signs
from renderer.parts.header import crown, scored, seat_token
from renderer.parts.panels import change_chip, icon
from renderer.pen import Pen
from renderer.theme import TypeSize

_NUMBER: Final = 52
"""The size of names and numbers: a phone that leaves 281 pixels shows them at 9."""

_NARROW_NAME: Final = (_NUMBER, 46, 38, TypeSize.NUMBER)
_NAME: Final = (*_NARROW_NAME, 30, 26)
_NOTE: Final = (28, 26, 22)


class _Count(StrEnum):
    """The counts in the bar besides points."""

    BONFIRES = "bonfires"
    NOVICES = "novices"
    GUARDIANS = "guardians"


@lru_cache(maxsize=8)
def _figures(count: _Count, color: ids.SeatColor) -> scene.Symbol:
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


def city_header(view: View, seat: SeatView, context: PictureContext) -> scene.Group:
    """The bar with the name on the left and the numbers on the right.

    A narrow one leaves what is scored already to the bar of all scores.
    """
    items: list[scene.Node] = [scene.Use(44, 36, seat_token(seat.color, 23))]
    if seat.seat in view.leaders:
        items.append(scene.Use(44, 13, crown(32)))
    name = context.name(seat.seat, scene.Face.TITLE)
    name_end = 620 if context.narrow else 686
    sizes = _NARROW_NAME if context.narrow else _NAME
    items.append(fitted_line(name, 82, 33, sizes, name_end - 86, face=scene.Face.TITLE))
    note = _note(view, seat, context)
    if note:
        small = _NARROW_NAME[-1:] if context.narrow else _NOTE
        items.append(
            fitted_line(
                note, 856, 33, small, 856 - name_end, color="fire.light", anchor=scene.Anchor.RIGHT
            )
        )
    counts = (
        (896, _Count.BONFIRES, f"{seat.bonfires}/7"),
        (1046, _Count.NOVICES, str(seat.novices)),
        (1168, _Count.GUARDIANS, f"{len(seat.guardians)}/5"),
    )
    for x, count, text in counts:
        items += [scene.Use(x, 31, _figures(count, seat.color)), _number(x + 32, text)]
    changed = context.changes.seat(seat.seat).points
    if changed:
        chip, amount = change_chip(changed)
        items.append(scene.Group("change", (scene.Use(0, 0, chip), amount), 1308, 33))
    items.append(scene.Use(1366, 32, icon("vp", 56, "laurel")))
    items.append(_number(1397, signs.numeral(view.expected(seat.seat))))
    if view.result is None and not context.narrow:
        items += scored(seat, context, scene.Rect(1486, 9, 104, 50), TypeSize.NUMBER)
    return scene.Group("header", tuple(items), rect=scene.Rect(0, 0, WIDTH, 66))


def _number(x: float, text: str) -> scene.Text:
    return scene.Text(x, 33, text, _NUMBER, "parchment", anchor=scene.Anchor.LEFT)


def _note(view: View, seat: SeatView, context: PictureContext) -> str:
    if seat.passed:
        return context.word("passed")
    if seat.turns_left is not None:
        return context.word("turns_left", n=seat.turns_left)
    if view.result is None and view.seat == seat.seat:
        return context.word("on_turn")
    return ""
