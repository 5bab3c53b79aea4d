"""Painting pictures: requests that can be sent to another process, and the processes that paint."""

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import count
from pathlib import Path
from typing import Final, Generic, TypeVar

from bot.model import preferences
from bot.model.pictures import AnyPicture, CardPicture, CurvePicture, Picture, PictureKind, part_of
from bot.runtime import memory
from bot.runtime.workers import Workers
from bot.words import Catalog
from engine import events, ids
from engine.view import View
from renderer import (
    NO_HINTS,
    PHONE_BOARD,
    PHONE_CITY,
    CutOut,
    Options,
    PicturePart,
    PngPicture,
    draw_board,
    draw_card,
    draw_city,
    draw_curve,
    draw_fate,
    draw_final,
    draw_part,
    draw_sheet,
    most_changed,
    prepared,
    warm_up,
)
from renderer.hint_text import card_alt, curve_alt
from renderer.part_text import part_alt
from renderer.strips import for_a_phone
from renderer.text import board_alt, city_alt, fate_alt, final_alt, sheet_alt

_Made = TypeVar("_Made")

Key = tuple[object, ...]

PREVIEW_SCALE: Final = 2 / 3
"""Discord shows pictures beside words 400 to 550 pixels wide; these are 1,067."""
THREADS: Final = 2
"""One composes while the other packs."""
DRAWINGS_FOLDER: Final = "drawings"
"""The folder beside the database in which drawings are kept; it can be deleted at any time."""
_KEPT_AFTER: Final = 24
"""Pictures after which a process may keep its new drawings on disk, and gives memory back."""
_LONGEST: Final = 60.0
"""Seconds after which a picture is given up, and told in words: one takes less than a tenth."""
_AHEAD: Final = 1
"""Pictures that lie ready for the processes, so that none of these waits for the event loop."""
_since_kept = count(1)
"""Numbers the pictures of this process."""


@dataclass(frozen=True)
class PictureRequest:
    """A picture as somebody wants to see it.

    `names` are the seats' names, `changes` the events whose marks are drawn. A `preview` is drawn
    as small as Discord shows it beside words.
    """

    picture: AnyPicture
    words: Catalog
    names: tuple[str, ...]
    changes: tuple[events.Event, ...] = ()
    appearance: preferences.Appearance = field(default_factory=preferences.Appearance)
    preview: bool = False

    @property
    def scale(self) -> float:
        """The factor of its size."""
        return self.appearance.scale * (PREVIEW_SCALE if self.preview else 1.0)

    @property
    def narrow(self) -> bool:
        """Say whether it is for a phone."""
        return self.appearance.size is preferences.PictureSize.PHONE

    @property
    def subject(self) -> Key:
        """All that the picture depends on but the position: what is shown of it, and its style."""
        words, style = self.words, (self.scale, self.narrow, self.appearance.palette)
        return (*self.picture.subject, words.locale, words.numbers, *style)

    @cached_property
    def key(self) -> Key:
        """All that the picture depends on; made once, as it goes through the whole position."""
        return (*self.subject, hash((self.picture, self.changes, self.names)))

    @property
    def file_name(self) -> str:
        """The name of the file: pictures of one name are equal, as long as this process runs."""
        return f"{self.picture.name}-{hash(self.key) & 0xFFFFFFFF:08x}.png"


_ON_A_PHONE: Final = {
    PictureKind.BOARD: (*PHONE_BOARD, PicturePart.SCORES),
    PictureKind.CITY: PHONE_CITY,
}
"""The parts that a phone shows in place of a picture that is too wide for it."""

Painter = Callable[[PictureRequest], PngPicture]


def paint(request: PictureRequest) -> PngPicture:
    """Paint a picture in a language."""
    return _by_kind(request, _PAINTED)


def as_wanted(pictures: Iterable[Picture], look: preferences.Appearance) -> Iterator[Picture]:
    """The pictures of a post; on a phone several parts stand for a main board or a city.

    The scores stand above the first part of a main board.
    """
    for picture in pictures:
        parts = in_parts(picture, look)
        if picture.kind is PictureKind.BOARD and len(parts) > 1:
            first, *others, scores = parts
            parts = (replace(first, cut_outs=(*scores.cut_outs, *first.cut_outs)), *others)
        yield from parts


def in_parts(picture: Picture, look: preferences.Appearance) -> tuple[Picture, ...]:
    """The parts of a picture, of which a page has one at a time; on a phone none is too wide."""
    if look.size is not preferences.PictureSize.PHONE:
        return (picture,)
    cuts = [part for cut in picture.cut_outs for part in for_a_phone(cut, picture.view)]
    cuts += [CutOut(part, picture.seat or 0) for part in _ON_A_PHONE.get(picture.kind, ())]
    parts = (part_of(picture.view, cut, hints=picture.hints) for cut in cuts)
    return tuple(parts) or (picture,)


def part_at(request: PictureRequest, parts: tuple[Picture, ...], turned: int = 0) -> Picture:
    """The part to see of a picture that is shown in parts, after so many presses.

    The first one is that in which most has changed.
    """
    whole = request.picture
    first = 0
    if isinstance(whole, Picture) and not whole.cut_outs:
        cuts = [cut for part in parts for cut in part.cut_outs]
        first = most_changed(whole.view, cuts, _options_of(request))
    return parts[(first + turned) % len(parts)]


def alt_text(request: PictureRequest) -> str:
    """A description of what a picture shows."""
    return _by_kind(request, _TOLD)


@dataclass(frozen=True, slots=True)
class _ByKind(Generic[_Made]):
    """A function of the renderer for each kind of picture."""

    board: Callable[[View, Options], _Made]
    city: Callable[[View, ids.Seat, Options], _Made]
    fate: Callable[[View, ids.Seat, Options], _Made]
    part: Callable[[View, tuple[CutOut, ...], Options], _Made]
    sheet: Callable[[View, tuple[ids.Seat | None, ...], Options], _Made]
    final: Callable[[View, Options], _Made]
    card: Callable[[CardPicture, Options], _Made]
    curve: Callable[[CurvePicture, Options], _Made]


_PAINTED: Final = _ByKind(
    draw_board,
    draw_city,
    draw_fate,
    draw_part,
    draw_sheet,
    draw_final,
    lambda card, options: draw_card(card.piece, card.title, card.text, card.grid, options),
    lambda curve, options: draw_curve(curve.turns, curve.curves, options),
)
_TOLD: Final = _ByKind(
    board_alt,
    city_alt,
    fate_alt,
    part_alt,
    sheet_alt,
    final_alt,
    lambda card, options: card_alt(card.title, card.text, options),
    lambda curve, options: curve_alt(curve.turns, curve.curves, options),
)


def _by_kind(request: PictureRequest, functions: _ByKind[_Made]) -> _Made:
    """Compose the scene of a request by the function for its kind."""
    picture, options = request.picture, _options_of(request)
    if isinstance(picture, CardPicture):
        return functions.card(picture, options)
    if isinstance(picture, CurvePicture):
        return functions.curve(picture, options)
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
            return functions.part(picture.view, picture.cut_outs, options)
        case PictureKind.SHEET:
            return functions.sheet(picture.view, picture.shown, options)
        case PictureKind.FINAL:
            return functions.final(picture.view, options)
        case PictureKind.CARD | PictureKind.CURVE:
            raise ValueError("this picture is of no position")


def _options_of(request: PictureRequest) -> Options:
    """The choices by which a request is drawn and worded."""
    picture = request.picture
    return Options(
        request.words.translate,
        request.names,
        request.appearance.palette,
        request.changes,
        picture.hints if isinstance(picture, Picture) else NO_HINTS,
        request.scale,
        narrow=request.narrow,
    )


class RenderPool:
    """Paints off the event loop; in a process of its own that takes some 100 MB."""

    def __init__(
        self, processes: int, paint: Painter = paint, drawings: Path | None = None
    ) -> None:
        """Paint with `paint` in so many processes, or with 0 in threads of this one.

        What they draw once for all is kept in the folder `drawings` for the next ones.
        """
        self.at_once = processes + _AHEAD if processes else THREADS
        self._paint = partial(_painted, paint)
        if not processes:
            prepared.use(drawings)
        ready = partial(_get_ready, drawings) if processes else _warm
        self._workers = Workers(
            "paint", processes, threads=THREADS, longest=_LONGEST, get_ready=ready
        )

    def warm_up(self) -> None:
        """Draw the grounds of all pictures beforehand, so that the first one is quick."""
        self._workers.begin()

    async def paint(self, request: PictureRequest) -> PngPicture:
        """Paint a picture. Raises as `Workers.run` does, and what painting itself raises."""
        return await self._workers.run(self._paint, request)

    def close(self) -> None:
        """Let the processes go, or the threads when they have finished what they paint."""
        self._workers.close()


def _get_ready(drawings: Path | None) -> None:
    """Take pictures at once, and warm up beside them: they wait for one ground at most."""
    prepared.use(drawings)
    threading.Thread(target=_warm, name="warming", daemon=True).start()


def _warm() -> None:
    """Draw the grounds of all pictures, which last as long as the process."""
    warm_up()
    warm_up(scale=PREVIEW_SCALE)
    _keep_drawings()
    memory.settle()


def _painted(paint: Painter, request: PictureRequest) -> PngPicture:
    """Paint a picture; now and then keep what can be used again, and give back what cannot."""
    picture = paint(request)
    if next(_since_kept) % _KEPT_AFTER == 0:
        _keep_drawings()
        memory.give_back()
    return picture


def _keep_drawings() -> None:
    """Keep new drawings on disk once there are enough of them."""
    shelf = prepared.kept()
    if shelf is not None and shelf.is_due:
        shelf.write()
