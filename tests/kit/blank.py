"""Pictures for tests that do not look at them: blank, and described in words as ever."""

import io
from functools import cache

import pytest
from PIL import Image

from bot.chat.pictures.painting import PictureRequest, alt_text, paint
from bot.model import pictures
from renderer import PicturePart, PngPicture
from renderer.layout import PICTURE_HEIGHT, WIDTH
from renderer.parts import card_page, curve, fate_places, final_sheet
from renderer.parts.header import scores_height
from renderer.strips import strip_of

DRAWN = pytest.mark.parametrize("paint", [paint], ids=["drawn"])
"""Marks a test for which the bot draws its pictures, as it looks at them."""


def blank(request: PictureRequest) -> PngPicture:
    """A small picture on which nothing is drawn."""
    return PngPicture(_png(16, 10), 16, 10, alt_text(request))


def shaped(request: PictureRequest) -> PngPicture:
    """A picture on which nothing is drawn, as large as the one that would be."""
    w, h = (round(side * request.scale) for side in _size(request.picture, narrow=request.narrow))
    return PngPicture(_png(w, h), w, h, alt_text(request))


def _size(picture: pictures.AnyPicture, *, narrow: bool) -> tuple[float, float]:
    match picture:
        case pictures.CardPicture():
            card = card_page.NARROW_CARD if narrow else card_page.WIDE_CARD
            return card.width, card.height
        case pictures.CurvePicture():
            page = curve.NARROW_CURVE if narrow else curve.WIDE_CURVE
            return page.width, page.height
        case pictures.Picture(pictures.PictureKind.FATE) if narrow:
            return fate_places.NARROW_FATE
        case pictures.Picture(pictures.PictureKind.FINAL, view) if narrow:
            scores = scores_height(len(view.seats))
            return final_sheet.NARROW_SHEET, scores + final_sheet.narrow_height(view)
        case pictures.Picture(view=view, cut_outs=cuts) if cuts:
            strip = strip_of(cuts, view)
            bar = scores_height(len(view.seats)) if cuts[0].part is PicturePart.SCORES else 0
            return strip.width, strip.height + bar
        case _:
            return WIDTH, PICTURE_HEIGHT


@cache
def _png(width: int, height: int) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (width, height)).save(buffer, "PNG")
    return buffer.getvalue()


class Easel:
    """Paints blank pictures, and knows the parts that were wanted last."""

    def __init__(self) -> None:
        self.parts: tuple[PicturePart, ...] = ()

    def paint(self, request: PictureRequest) -> PngPicture:
        self.parts = tuple(cut.part for cut in getattr(request.picture, "cut_outs", ()))
        return blank(request)
