"""Drawing pictures: one at a time is composed, on one canvas; packing them runs side by side."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from engine.data.box import FateGrid
from engine.ids import Seat
from engine.view import View
from renderer import fonts, part_text, pillow, png, repainting, scenes, strips, text
from renderer.color_table import colors_of, in_colors
from renderer.context import context_for
from renderer.cut_outs import CutOut, PicturePart
from renderer.hint_text import card_alt, curve_alt
from renderer.options import Options
from renderer.parts.caption import Caption
from renderer.parts.curve import Curve, CurveWords
from renderer.parts.portraits import PortraitPiece
from renderer.png import Band
from renderer.raster_cache import CanvasBuffer
from renderer.scene import Face, Scene
from renderer.theme import PaletteName, palette


@dataclass(frozen=True, slots=True)
class PngPicture:
    """A finished picture; `alt` states the position in at most `ALT_LIMIT` characters."""

    png: bytes
    width: int
    height: int
    alt: str


_turn: Final = threading.Lock()
"""Held while a picture is composed: one thread at a time does what needs the interpreter lock.

Two of them would pass that lock to each other while the event loop waits for it. Packing the
PNG does without it and runs side by side."""
_GIVES_WAY: Final = 0.01
"""Seconds in which a picture that waits gets its turn before the next ground."""
_buffer: Final = CanvasBuffer()
"""The canvas of the pictures; only the holder of `_turn` may use it."""


def draw_board(view: View, options: Options) -> PngPicture:
    """The main board.

    >>> from engine import Game, GameOptions
    >>> view = Game.new(GameOptions(players=2), seed=1).view()
    >>> options = Options(translate=lambda key, slots: key, names=("Ada", "Bo"), scale=0.5)
    >>> picture = draw_board(view, options)
    >>> picture.width, picture.height, picture.png[1:4]
    (800, 508, b'PNG')
    """
    return _drawn(
        lambda: scenes.board_scene(view, context_for(view, options)),
        lambda: text.board_alt(view, options),
        options,
    )


def draw_city(view: View, seat: Seat, options: Options) -> PngPicture:
    """The city of a seat, Tom's too."""
    return _drawn(
        lambda: scenes.city_scene(view, seat, context_for(view, options)),
        lambda: text.city_alt(view, seat, options),
        options,
    )


def draw_fate(view: View, seat: Seat, options: Options) -> PngPicture:
    """The Fate Area of a seat alone, with the places of the `hints` of the options."""
    return _drawn(
        lambda: scenes.fate_scene(view, seat, context_for(view, options)),
        lambda: text.fate_alt(view, seat, options),
        options,
    )


def draw_part(view: View, cuts: tuple[CutOut, ...], options: Options) -> PngPicture:
    """Parts of cities or of the main board, cut out and larger.

    The scores come first, and stand above all others.
    """
    context = context_for(view, options)
    strip = strips.strip_of(cuts, view)
    with _turn:
        part = strips.sheet(strip, options.palette, options.scale)
        for seat in dict.fromkeys(cutting.city for cutting in strip.cuttings):
            scene = (
                scenes.board_scene(view, context)
                if seat is None
                else scenes.city_scene(view, seat, context)
            )
            scale = strip.painted_at(options.scale)
            image = pillow.paint(scene, options.palette, scale, _buffer)
            strips.cut_out(image, strip, seat, part, options)
        if cuts[0].part is PicturePart.SCORES:
            bar = scenes.scores_scene(view, context, round(strip.width))
            part = strips.stacked(pillow.paint(bar, options.palette, options.scale), part)
        bands = [Band(in_colors(part, colors_of(options.palette)))]
        alt = part_text.part_alt(view, cuts, options)
    return _packed(bands, alt, options)


def draw_sheet(view: View, shown: tuple[Seat | None, ...], options: Options) -> PngPicture:
    """The cities of some seats, and for None the main board, whole and side by side.

    The changes are marked on the main board alone: a city looks as before until it changes, and one
    that was drawn once is not drawn again.
    """
    plain = replace(options, changes=())
    with _turn:
        whole = [
            repainting.paint(scenes.board_scene(view, context_for(view, options)), options, _buffer)
            if seat is None
            else repainting.paint(
                scenes.city_scene(view, seat, context_for(view, plain)), options, _buffer
            )
            for seat in shown
        ]
        night = Image.new("RGB", (1, 1), palette(options.palette).rgb("night.low"))
        ground = in_colors(night, colors_of(options.palette))
        bands = [
            Band(strips.side_by_side([band.rows for band in beside], ground))
            for beside in zip(*whole, strict=True)
        ]
        alt = text.sheet_alt(view, shown, options)
    return _packed(bands, alt, options)


def draw_card(
    piece: PortraitPiece, title: str, text: str, grid: FateGrid, options: Options
) -> PngPicture:
    """A piece or place, large, beside its title and its rule; `grid` is its box's Fate Area."""
    return _drawn(
        lambda: scenes.card_scene(piece, title, text, grid, narrow=options.narrow),
        lambda: card_alt(title, text, options),
        options,
    )


def draw_curve(turns: tuple[int, ...], curves: tuple[Curve, ...], options: Options) -> PngPicture:
    """Draw the expected scores at each step of a game; `turns` are the numbers of the steps."""

    def word(key: str) -> str:
        return fonts.drawable(options.translate(f"picture.curve.{key}", {}), Face.BOLD)

    names = tuple(fonts.drawable(name, Face.BOLD) for name in options.names)
    words = CurveWords(word("title"), word("turns"), word("points"), names)
    return _drawn(
        lambda: scenes.curve_scene(words, turns, curves, narrow=options.narrow),
        lambda: curve_alt(turns, curves, options),
        options,
    )


def draw_final(view: View, options: Options) -> PngPicture:
    """The score of every seat by source; of a running game, as if it ended now."""
    return _drawn(
        lambda: scenes.final_scene(view, context_for(view, options)),
        lambda: text.final_alt(view, options),
        options,
    )


def draw_frame(view: View, seat: Seat, caption: Caption, options: Options) -> Image.Image:
    """A frame of a film: its caption, the main board, and the city of a seat, one above another.

    The two pictures are those that `draw_board` and `draw_city` give.
    """
    context = context_for(view, options)
    above = (
        scenes.caption_scene(caption),
        scenes.board_scene(view, context),
        scenes.city_scene(view, seat, context),
    )
    with _turn:
        # Each is kept before the next one is painted over it.
        images = [pillow.paint(scene, options.palette, options.scale) for scene in above]
        return strips.stacked(*images)


def warm_up(palette: PaletteName = PaletteName.FIRELIGHT, scale: float = 1.0) -> None:
    """Load the faces and draw the grounds, so that the first picture of this scale is quick.

    For a thread at start-up: it gives way to pictures that are asked for meanwhile.
    """
    for scene in scenes.bare_scenes():
        with _turn:
            pillow.paint(scene, palette, scale, _buffer)
        time.sleep(_GIVES_WAY)


def _drawn(compose: Callable[[], Scene], tell: Callable[[], str], options: Options) -> PngPicture:
    """A picture of a scene."""
    with _turn:
        bands = repainting.paint(compose(), options, _buffer)
        alt = tell()
    return _packed(bands, alt, options)


def _packed(bands: Sequence[Band], alt: str, options: Options) -> PngPicture:
    """Bands one below another as a picture; packing runs side by side."""
    width, height = bands[0].rows.width, sum(band.rows.height for band in bands)
    return PngPicture(png.joined(colors_of(options.palette), bands), width, height, alt)
