"""The symbols for texts: files that Discord takes, and legible at the height of a line."""

import io
import re
from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from PIL import Image

from renderer.emojis import EMOJI_DRAWINGS, SIZE, draw_emoji
from renderer.theme import Rgb
from tests.renderer.colour_science import SIGHTS, Triple, contrast, lab

LINE = 22
"""Pixels of a symbol in a line of text on a desktop."""
PAGES: dict[str, Rgb] = {
    "dark": (0x31, 0x33, 0x38),
    "darker": (0x1A, 0x1A, 0x1E),
    "light": (0xFF, 0xFF, 0xFF),
}
Pixels = tuple[Rgb, ...]


@cache
def in_a_line(key: str, page: str) -> Pixels:
    """A symbol as it is read: small, on a page."""
    image = Image.open(io.BytesIO(draw_emoji(key).png))
    small = image.resize((LINE, LINE), Image.Resampling.LANCZOS)
    shown = Image.new("RGB", small.size, PAGES[page])
    shown.paste(small, (0, 0), small)
    return tuple(zip(*(channel.tobytes() for channel in shown.split()), strict=True))


def standing_out(key: str, page: str) -> int:
    """Count the pixels of a symbol that stand out from the page (WCAG 2, non-text contrast: 3)."""
    pixels = Counter(in_a_line(key, page))
    return sum(n for pixel, n in pixels.items() if contrast(pixel, PAGES[page]) >= 3)


@cache
def seen(key: str, sight: str) -> tuple[Triple, ...]:
    """The pixels of a symbol in CIELAB, as a person with that sight sees them."""
    shades = {pixel: lab(SIGHTS[sight](pixel)) for pixel in set(in_a_line(key, "dark"))}
    return tuple(shades[pixel] for pixel in in_a_line(key, "dark"))


def apart(one: str, other: str, sight: str) -> int:
    """By how many pixels two symbols differ so that it strikes (CIE76: 20)."""
    pairs = zip(seen(one, sight), seen(other, sight), strict=True)
    return sum(
        (l1 - l2) ** 2 + (a1 - a2) ** 2 + (b1 - b2) ** 2 >= 400
        for (l1, a1, b1), (l2, a2, b2) in pairs
    )


@pytest.mark.parametrize("key", EMOJI_DRAWINGS)
def test_discord_takes_a_symbol(key: str) -> None:
    """128 pixels square and at most 256 KiB (Discord, resources/emoji); nothing is behind it."""
    picture = draw_emoji(key)
    image = Image.open(io.BytesIO(picture.png))
    assert (image.format, image.size, image.mode) == ("PNG", (SIZE, SIZE), "RGBA")
    assert len(picture.png) <= 16 * 1024
    assert image.getpixel((0, 0)) == image.getpixel((SIZE - 1, SIZE - 1)) == (0, 0, 0, 0)
    assert re.fullmatch(r"[0-9a-f]{8}", picture.digest)


def test_a_symbol_is_the_same_each_time_and_no_other_one() -> None:
    digests = {key: draw_emoji(key).digest for key in EMOJI_DRAWINGS}
    assert digests == {key: draw_emoji(key).digest for key in EMOJI_DRAWINGS}
    assert len(set(digests.values())) == len(digests)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("key", EMOJI_DRAWINGS)
def test_a_symbol_stands_out_from_the_page(key: str, page: str) -> None:
    """Of 484 pixels a fifth at least."""
    assert standing_out(key, page) >= LINE * LINE / 5


@pytest.mark.parametrize("sight", SIGHTS)
def test_two_symbols_are_told_apart_in_a_line(sight: str) -> None:
    """Guardians and Novices have one shape each: their names stand beside them in texts."""
    near = {
        (one, other): apart(one, other, sight) for one, other in combinations(EMOJI_DRAWINGS, 2)
    }
    enough = 90 if sight == "normal" else 20
    assert {pair: pixels for pair, pixels in near.items() if pixels < enough} == {}
