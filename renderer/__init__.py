"""Pictures of a game: a View becomes a scene, the scene becomes PNG bytes with an alt text."""

import gc
import threading
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from engine.ids import Seat
from engine.view import View
from renderer import pillow, png, raster_cache, scenes, text
from renderer.context import context_for
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

cache_bytes = raster_cache.cache_bytes
text_board = text.text_board


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture; `alt` states the position in at most 1024 characters."""

    png: bytes
    width: int
    height: int
    alt: str


_turn: Final = threading.Lock()
"""Held while a picture is composed: one thread at a time does what needs the interpreter lock.

Two of them would pass that lock to each other while the event loop waits for it. Packing the
PNG does without it and runs side by side."""
_buffer: Final = pillow.CanvasBuffer()
"""What the pictures are composed on; for who holds `_turn`."""


def draw_board(view: View, options: Options) -> Picture:
    """The main board."""
    with _turn:
        scene = scenes.board_scene(view, context_for(view, options))
        canvas = _Canvas.of(scene, options, text.board_alt(view, options))
    return canvas.picture()


def draw_city(view: View, seat: Seat, options: Options) -> Picture:
    """The city of a seat, Tom's too."""
    with _turn:
        scene = scenes.city_scene(view, seat, context_for(view, options))
        canvas = _Canvas.of(scene, options, text.city_alt(view, seat, options))
    return canvas.picture()


def draw_final(view: View, options: Options) -> Picture:
    """The score of every seat by source; of a running game, as if it ended now."""
    with _turn:
        scene = scenes.final_scene(view, context_for(view, options))
        canvas = _Canvas.of(scene, options, text.final_alt(view, options))
    return canvas.picture()


def warm_up(palette: PaletteName = PaletteName.FIRELIGHT) -> None:
    """Load the faces and draw the grounds, so that the first picture is quick.

    For a thread at start-up. What is alive by then lives as long as the process: it is exempted
    from garbage collection, whose full rounds would otherwise stall the event loop.
    """
    for ground in scenes.standard_grounds():
        with _turn:
            pillow.paint(Scene(WIDTH, HEIGHT, ground, ()), palette, buffer=_buffer)
    gc.collect()
    gc.freeze()


class _Canvas(NamedTuple):
    """A picture that only has to be packed."""

    rows: bytes
    width: int
    height: int
    alt: str

    @classmethod
    def of(cls, scene: Scene, options: Options, alt: str) -> Self:
        image = pillow.paint(scene, options.palette, options.scale, _buffer)
        return cls(png.rows_of(image), image.width, image.height, alt)

    def picture(self) -> Picture:
        """Pack it."""
        packed = png.pack(self.rows, self.width, self.height)
        return Picture(packed, self.width, self.height, self.alt)
