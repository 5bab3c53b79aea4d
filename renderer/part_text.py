"""Parts of pictures in words."""

from engine.view import View
from renderer.cut_outs import PHONE_BOARD, PHONE_CITY, CutOut, PicturePart
from renderer.options import Options
from renderer.text import board_alt, city_alt


def part_alt(view: View, cuts: tuple[CutOut, ...], options: Options) -> str:
    """The alt text of parts: their names, and what the picture tells that they are cut out of.

    Of those that a phone shows in place of a picture the first one tells that, the others their
    names.
    """
    first = cuts[0]
    names = tuple(dict.fromkeys(f"alt.cut_out.{cut.part}" for cut in cuts))
    if any(cut.part in (PHONE_BOARD[0], PHONE_CITY[0]) for cut in cuts):
        names = ()
    told = tuple(options.translate(name, {}) for name in names)
    if told and first.part in (PicturePart.SCORES, *PHONE_BOARD, *PHONE_CITY):
        return " ".join(told)
    if first.in_city:
        return city_alt(view, first.seat, options, told)
    return board_alt(view, options, told)
