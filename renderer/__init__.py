"""Pictures of a game: a View becomes a scene, the scene becomes PNG bytes with an alt text."""

from renderer.options import Describer, Options, Translator
from renderer.raster_cache import cache_bytes
from renderer.session import PngPicture, draw_board, draw_city, draw_final, warm_up
from renderer.text import ALT_LIMIT, text_board
from renderer.theme import PaletteName

__all__ = [
    "ALT_LIMIT",
    "Describer",
    "Options",
    "PaletteName",
    "PngPicture",
    "Translator",
    "cache_bytes",
    "draw_board",
    "draw_city",
    "draw_final",
    "text_board",
    "warm_up",
]
