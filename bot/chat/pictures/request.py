"""Painting a picture, from a request that can be packed into bytes for another process."""

import pickle
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from bot.model.messages import Picture, PictureKind
from bot.model.preferences import Appearance
from bot.runtime.pickling import packed
from bot.words import Catalog, catalog
from engine.data.box import Box
from engine.events import Event
from engine.identity_cache import cached_by_identity
from renderer import Options, PngPicture, draw_board, draw_city, draw_final

_NAME_DIGITS: Final = 8
_NAME_BITS: Final = 16**_NAME_DIGITS - 1

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """A picture as somebody wants to see it.

    `names` are the seats' names, `changes` the events whose marks are drawn.
    """

    picture: Picture
    words: Catalog
    names: tuple[str, ...]
    changes: tuple[Event, ...] = ()
    appearance: Appearance = field(default_factory=Appearance)

    @property
    def key(self) -> Key:
        """What the picture depends on."""
        shown = self.picture
        state = hash((shown.view, self.changes, self.names))
        words, appearance = self.words, self.appearance
        style = (words.locale, words.numbers, appearance.scale, appearance.palette)
        return (shown.kind, shown.seat, state, style)

    @property
    def file_name(self) -> str:
        """The name of the file: pictures of one name are equal, as long as this process runs."""
        shown = self.picture
        part = shown.kind if shown.seat is None else f"{shown.kind}-{shown.seat + 1}"
        return f"{part}-{shown.view.move}-{hash(self.key) & _NAME_BITS:0{_NAME_DIGITS}x}.png"


Painter = Callable[[PictureRequest], PngPicture]


def paint(request: PictureRequest) -> PngPicture:
    """Paint a picture in a language."""
    appearance, picture = request.appearance, request.picture
    options = Options(
        request.words.translate,
        request.names,
        appearance.palette,
        request.changes,
        appearance.scale,
    )
    match picture.kind:
        case PictureKind.BOARD:
            return draw_board(picture.view, options)
        case PictureKind.CITY:
            assert picture.seat is not None, "a city belongs to a seat"
            return draw_city(picture.view, picture.seat, options)
        case PictureKind.FINAL:
            return draw_final(picture.view, options)


def pack(request: PictureRequest) -> bytes:
    """A request as bytes for another process of this bot: some 16 kB.

    The view in it holds what the viewer may see, and nothing more.
    """
    return packed(request, {Box: _box_in_bytes, Catalog: _catalog_named})


def unpack(given: bytes) -> PictureRequest:
    """The request that `pack` was given."""
    request = pickle.loads(given)  # noqa: S301 - bytes from another process of this bot
    assert isinstance(request, PictureRequest)
    return request


def _catalog_named(words: Catalog) -> tuple[Callable[[str, str], Catalog], tuple[str, str]]:
    return _catalog, (words.locale, words.numbers)


@lru_cache
def _catalog(locale: str, numbers: str) -> Catalog:
    return catalog(locale, numbers)


def _box_in_bytes(box: Box) -> tuple[Callable[[bytes], Box], tuple[bytes]]:
    return _box, (_packed_box(box),)


@cached_by_identity
def _packed_box(box: Box) -> bytes:
    return pickle.dumps(box, pickle.HIGHEST_PROTOCOL)


@lru_cache
def _box(given: bytes) -> Box:
    """The box: the same object each time, as what is derived from a box is found by identity."""
    box = pickle.loads(given)  # noqa: S301 - bytes from another process of this bot
    assert isinstance(box, Box)
    return box
