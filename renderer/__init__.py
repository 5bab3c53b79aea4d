"""Pictures of a game: a View becomes a scene, the scene becomes PNG bytes with an alt text."""

import gc
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.ids import Seat
from engine.view import View
from renderer import boards, pillow, png, text
from renderer.kit import kit_for
from renderer.options import Describer, Options, Translator
from renderer.parts.panels import HEIGHT, WIDTH
from renderer.scene import Scene
from renderer.theme import PaletteName

__all__ = [
    "Describer",
    "Options",
    "PaletteName",
    "Picture",
    "Translator",
    "cache_bytes",
    "draw_board",
    "draw_city",
    "draw_final",
    "text_board",
    "warm_up",
]

cache_bytes = pillow.cache_bytes
text_board = text.text_board


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture; `alt` states the position in at most 1024 characters."""

    png: bytes
    width: int
    height: int
    alt: str


_turn: Final = threading.Lock()
"""Held while a picture is composed, by one thread at a time. That is work which needs the
interpreter lock anyway; two threads at it would only take turns before the event loop's one.
Packing the PNG, the longer part, runs outside it."""


def draw_board(view: View, options: Options) -> Picture:
    """The main board."""
    alt = text.board_alt(view, options)
    return _picture(lambda: boards.board_scene(view, kit_for(view, options)), options, alt)


def draw_city(view: View, seat: Seat, options: Options) -> Picture:
    """The city of a seat, Tom's too."""
    alt = text.city_alt(view, seat, options)
    return _picture(lambda: boards.city_scene(view, seat, kit_for(view, options)), options, alt)


def draw_final(view: View, options: Options) -> Picture:
    """The score of every seat by source; of a running game, as if it ended now."""
    alt = text.final_alt(view, options)
    return _picture(lambda: boards.final_scene(view, kit_for(view, options)), options, alt)


def warm_up(palette: PaletteName = PaletteName.FIRELIGHT) -> None:
    """Load the faces and draw the grounds, so that the first picture is quick.

    For a thread at start-up. What is alive by then lives as long as the process: it is exempted
    from garbage collection, whose full rounds would otherwise stall the event loop.
    """
    for ground in boards.standard_grounds():
        with _turn:
            pillow.paint(Scene(WIDTH, HEIGHT, ground, ()), palette)
    gc.collect()
    gc.freeze()


def _picture(compose: Callable[[], Scene], options: Options, alt: str) -> Picture:
    with _turn:
        image = pillow.paint(compose(), options.palette, options.scale)
    return Picture(png.encode(image), image.width, image.height, alt)
