"""Pictures of a game: a View becomes a scene, the scene becomes PNG bytes with an alt text."""

from renderer.changed_part import most_changed
from renderer.cut_outs import PHONE_BOARD, PHONE_CITY, CutOut, PicturePart
from renderer.hint_text import ALT_LIMIT
from renderer.hints import (
    NO_HINTS,
    FatePlace,
    Hints,
    LineMark,
    MarkPlace,
    PieceKind,
    Pointed,
    Walk,
)
from renderer.options import Describer, Options, Translator
from renderer.parts.caption import Caption
from renderer.parts.curve import Curve
from renderer.parts.portraits import PortraitPiece
from renderer.repainting import cache_bytes
from renderer.session import (
    PngPicture,
    draw_board,
    draw_card,
    draw_city,
    draw_curve,
    draw_fate,
    draw_final,
    draw_frame,
    draw_part,
    draw_sheet,
    warm_up,
)
from renderer.text import text_board
from renderer.theme import PaletteName

__all__ = [
    "ALT_LIMIT",
    "NO_HINTS",
    "PHONE_BOARD",
    "PHONE_CITY",
    "Caption",
    "Curve",
    "CutOut",
    "Describer",
    "FatePlace",
    "Hints",
    "LineMark",
    "MarkPlace",
    "Options",
    "PaletteName",
    "PicturePart",
    "PieceKind",
    "PngPicture",
    "Pointed",
    "PortraitPiece",
    "Translator",
    "Walk",
    "cache_bytes",
    "draw_board",
    "draw_card",
    "draw_city",
    "draw_curve",
    "draw_fate",
    "draw_final",
    "draw_frame",
    "draw_part",
    "draw_sheet",
    "most_changed",
    "text_board",
    "warm_up",
]
