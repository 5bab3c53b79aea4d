"""Pictures of a game: a View becomes a scene, the scene becomes PNG bytes with an alt text."""

from dataclasses import dataclass

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


def draw_board(view: View, options: Options) -> Picture:
    """The main board."""
    scene = boards.board_scene(view, kit_for(view, options))
    return _picture(scene, options, text.board_alt(view, options))


def draw_city(view: View, seat: Seat, options: Options) -> Picture:
    """The city of a seat, Tom's too."""
    scene = boards.city_scene(view, seat, kit_for(view, options))
    return _picture(scene, options, text.city_alt(view, seat, options))


def draw_final(view: View, options: Options) -> Picture:
    """The score of every seat by source; of a running game, as if it ended now."""
    scene = boards.final_scene(view, kit_for(view, options))
    return _picture(scene, options, text.final_alt(view, options))


def warm_up(palette: PaletteName = PaletteName.FIRELIGHT) -> None:
    """Load the faces and draw the standard grounds, so that the first picture is quick."""
    for ground in boards.standard_grounds():
        pillow.paint(Scene(WIDTH, HEIGHT, ground, ()), palette)


def _picture(scene: Scene, options: Options, alt: str) -> Picture:
    image = pillow.paint(scene, options.palette, options.scale)
    return Picture(png.encode(image), image.width, image.height, alt)
