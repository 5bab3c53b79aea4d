"""Pictures for tests that do not look at them: blank, and described in words as ever."""

import io
from functools import cache

import pytest
from PIL import Image

from bot.chat.pictures.painting import PictureRequest, alt_text, paint
from renderer import PngPicture

DRAWN = pytest.mark.parametrize("paint", [paint], ids=["drawn"])
"""Marks a test for which the bot draws its pictures, as it looks at them."""


def blank(request: PictureRequest) -> PngPicture:
    """A picture on which nothing is drawn."""
    return PngPicture(_png(), 16, 10, alt_text(request))


@cache
def _png() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (16, 10)).save(buffer, "PNG")
    return buffer.getvalue()
