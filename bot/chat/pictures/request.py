"""Painting a picture, from a request that can be sent to another process."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Generic, TypeVar

from bot.model.pictures import CardPicture, CurvePicture, Drawing, Picture, PictureKind
from bot.model.preferences import Appearance, PictureSize
from bot.words import Catalog
from engine.events import Event
from engine.ids import Seat
from engine.view import View
from renderer import (
    HALVES,
    CutOut,
    Options,
    PngPicture,
    draw_board,
    draw_card,
    draw_city,
    draw_curve,
    draw_fate,
    draw_final,
    draw_part,
)
from renderer.hint_text import card_alt, curve_alt
from renderer.text import board_alt, city_alt, fate_alt, final_alt, part_alt

_Made = TypeVar("_Made")

Key = tuple[object, ...]

PREVIEW_SCALE: Final = 2 / 3
"""Discord shows pictures beside words 400 to 550 pixels wide; these are 1,067."""


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """A picture as somebody wants to see it.

    `names` are the seats' names, `changes` the events whose marks are drawn. A `preview` is drawn
    as small as Discord shows it beside words.
    """

    picture: Picture | Drawing
    words: Catalog
    names: tuple[str, ...]
    changes: tuple[Event, ...] = ()
    appearance: Appearance = field(default_factory=Appearance)
    preview: bool = False

    @property
    def scale(self) -> float:
        """The factor of its size."""
        return self.appearance.scale * (PREVIEW_SCALE if self.preview else 1.0)

    @property
    def key(self) -> Key:
        """All that the picture depends on."""
        shown, words, look = self.picture, self.words, self.appearance
        state = hash((shown, self.changes, self.names))
        style = (words.locale, words.numbers, self.scale, look.palette)
        return (shown.kind, shown.seat, state, style)

    @property
    def file_name(self) -> str:
        """The name of the file: pictures of one name are equal, as long as this process runs."""
        return f"{self.picture.name}-{hash(self.key) & 0xFFFFFFFF:08x}.png"


Painter = Callable[[PictureRequest], PngPicture]


def paint(request: PictureRequest) -> PngPicture:
    """Paint a picture in a language."""
    return _by_kind(request, _PAINTED)


def as_wanted(
    pictures: Iterable[Picture | Drawing], look: Appearance
) -> Iterator[Picture | Drawing]:
    """The pictures of a message; on a phone two halves stand for a main board."""
    for picture in pictures:
        on_phone = look.size is PictureSize.PHONE and picture.kind is PictureKind.BOARD
        if on_phone and isinstance(picture, Picture):
            for half in HALVES:
                yield replace(picture, kind=PictureKind.PART, cut_out=CutOut(half, 0))
        else:
            yield picture


def alt_text(request: PictureRequest) -> str:
    """A description of what a picture shows."""
    return _by_kind(request, _TOLD)


@dataclass(frozen=True, slots=True)
class _ByKind(Generic[_Made]):
    """A function of the renderer for each kind of picture."""

    board: Callable[[View, Options], _Made]
    city: Callable[[View, Seat, Options], _Made]
    fate: Callable[[View, Seat, Options], _Made]
    part: Callable[[View, CutOut, Options], _Made]
    final: Callable[[View, Options], _Made]
    card: Callable[[CardPicture, Options], _Made]
    curve: Callable[[CurvePicture, Options], _Made]


_PAINTED: Final = _ByKind(
    draw_board,
    draw_city,
    draw_fate,
    draw_part,
    draw_final,
    lambda card, options: draw_card(card.piece, card.title, card.text, card.grid, options),
    lambda curve, options: draw_curve(curve.turns, curve.curves, options),
)
_TOLD: Final = _ByKind(
    board_alt,
    city_alt,
    fate_alt,
    part_alt,
    final_alt,
    lambda card, options: card_alt(card.title, card.text, options),
    lambda curve, options: curve_alt(curve.turns, curve.curves, options),
)


def _by_kind(request: PictureRequest, functions: _ByKind[_Made]) -> _Made:
    """Compose the scene of a request by the function for its kind."""
    look, picture = request.appearance, request.picture
    options = Options(
        request.words.translate, request.names, look.palette, request.changes, scale=request.scale
    )
    if isinstance(picture, CardPicture):
        return functions.card(picture, options)
    if isinstance(picture, CurvePicture):
        return functions.curve(picture, options)
    options = replace(options, hints=picture.hints)
    match picture.kind:
        case PictureKind.BOARD:
            return functions.board(picture.view, options)
        case PictureKind.CITY:
            assert picture.seat is not None, "a city belongs to a seat"
            return functions.city(picture.view, picture.seat, options)
        case PictureKind.FATE:
            assert picture.seat is not None, "a Fate Area belongs to a seat"
            return functions.fate(picture.view, picture.seat, options)
        case PictureKind.PART:
            assert picture.cut_out is not None, "a part is cut out of a picture"
            return functions.part(picture.view, picture.cut_out, options)
        case PictureKind.FINAL:
            return functions.final(picture.view, options)
        case PictureKind.CARD | PictureKind.CURVE:
            raise ValueError("this picture is of no position")
