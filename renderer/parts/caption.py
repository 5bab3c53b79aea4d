"""The caption above a frame of a film: the turn, what happened, and the points so far."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine import ids
from renderer import fonts, scene
from renderer.context import broken, fitted_line
from renderer.layout import WIDTH, rows
from renderer.parts.header import seat_token
from renderer.pen import Pen

CAPTION_HEIGHT: Final = 176
_WORDS: Final = scene.Rect(34, 10, 980, 146)
_POINTS: Final = scene.Rect(1040, 12, WIDTH - 1040 - 30, 142)
_TITLE_SIZES: Final = (46, 42, 38, 34, 30)
_TEXT_SIZES: Final = (42, 38, 34)
"""Of a text in one line; a longer one takes two."""
_SMALL_SIZES: Final = (34, 31, 28, 25)
_NUMBER_SIZES: Final = (34, 30)
_TOKEN: Final = 15
_NUMBER: Final = 80
"""Room for the points behind the longest bar."""
_SHORTEST: Final = 8.0
"""The length of a bar without any points."""


@dataclass(frozen=True, slots=True)
class Caption:
    """The words above a frame, and the points of each seat; `most` is what the winner scores.

    The film has reached `step` of `steps`.
    """

    title: str
    text: str
    points: tuple[tuple[ids.SeatColor, int], ...]
    most: int
    step: int
    steps: int


@cache
def caption_ground() -> scene.Symbol:
    """The night behind a caption."""
    pen = Pen()
    pen.draw(scene.Gradient(0, 0, WIDTH, CAPTION_HEIGHT, "night.high", "night.low"))
    pen.draw(scene.RoundRect(0, CAPTION_HEIGHT - 10, WIDTH, 10, 0, "ink"))
    return pen.symbol("caption")


def words(caption: Caption) -> scene.Group:
    """The words, as large as there is room for."""
    title = fonts.drawable(caption.title, scene.Face.BOLD)
    heading = fitted_line(title, _WORDS.x, 40, _TITLE_SIZES, _WORDS.w, color="fire.light")
    return scene.Group("words", (heading, *_text(caption.text)), rect=_WORDS)


def _text(text: str) -> Iterator[scene.Node]:
    text = fonts.drawable(text, scene.Face.BOLD)
    if fonts.text_width(text, scene.Face.BOLD, _TEXT_SIZES[-1]) <= _WORDS.w:
        yield fitted_line(text, _WORDS.x, 112, _TEXT_SIZES, _WORDS.w)
        return
    first, *others = broken(text, scene.Face.BOLD, _SMALL_SIZES[0], _WORDS.w)
    for line, y in ((first, 92), (" ".join(others), 132)):
        yield fitted_line(line, _WORDS.x, y, _SMALL_SIZES, _WORDS.w)


def points(caption: Caption) -> scene.Group:
    """A bar a seat that grows with its points."""
    items: list[scene.Node] = []
    for (color, number), row in zip(
        caption.points, rows(_POINTS, len(caption.points), 4), strict=True
    ):
        items += _row(color, number, caption.most, row)
    return scene.Group("points", tuple(items), rect=_POINTS)


def progress(caption: Caption) -> scene.Group:
    """A line that grows with the film."""
    pen = Pen()
    length = WIDTH * caption.step / max(1, caption.steps)
    pen.draw(scene.RoundRect(0, 0, max(_SHORTEST, length), 10, 0, "fire"))
    return scene.Group("progress", (scene.Use(0, CAPTION_HEIGHT - 10, pen.symbol("progress")),))


def _row(color: ids.SeatColor, number: int, most: int, row: scene.Rect) -> Iterator[scene.Node]:
    middle = row.y + row.h / 2
    yield scene.Use(row.x + _TOKEN, middle, seat_token(color, _TOKEN))
    left = row.x + 2 * _TOKEN + 10
    room = row.right - left - _NUMBER
    pen, height = Pen(), min(row.h - 8, 26)
    length = max(_SHORTEST, room * max(0, number) / max(1, most))
    pen.draw(scene.RoundRect(0, 0, length, height, 4, f"seat.{color}", "ink", 2))
    yield scene.Use(left, middle - height / 2, pen.symbol("bar"))
    yield fitted_line(
        str(number), left + length + 12, middle, _NUMBER_SIZES, _NUMBER, anchor=scene.Anchor.LEFT
    )
