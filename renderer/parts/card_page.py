"""A piece or place, large, beside its rule in words."""

from typing import Final, NamedTuple

from engine.data import box
from renderer import fonts, scene
from renderer.context import broken
from renderer.layout import WIDTH
from renderer.parts.portraits import PortraitPiece, portrait

_CARD: Final = scene.Rect(30, 30, 500, 440)


class CardPage(NamedTuple):
    """The size of a card's page, and the room for its words beside the card, or below."""

    width: int
    height: int
    middle: scene.Point
    words: scene.Rect


WIDE_CARD: Final = CardPage(WIDTH, 500, _CARD.center, scene.Rect(580, 34, WIDTH - 620, 440))
NARROW_CARD: Final = CardPage(840, 1040, (420, 250), scene.Rect(30, 490, 780, 520))
_TITLE_SIZES: Final = (56, 50, 44, 38)
_TEXT_SIZES: Final = (48, 44, 40, 36, 32, 28)
_MARGIN: Final = 8
"""Room for letters that reach beyond where their line begins."""
_LINE: Final = 1.24
"""From line to line, in sizes of type."""


def card(piece: PortraitPiece, grid: box.FateGrid, page: CardPage) -> scene.Group:
    """The piece."""
    return scene.Group("card", (portrait(piece, grid, page.middle),))


def words(title: str, text: str, page: CardPage) -> scene.Group:
    """The title, and the text in lines as large as there is room for."""
    room = page.words
    heading, size = _lines(title, _TITLE_SIZES, room.w, 2 * _TITLE_SIZES[0] * _LINE)
    items: list[scene.Node] = [*_set(heading, size, room.x, room.y, "fire.light")]
    top = room.y + len(heading) * size * _LINE + 18
    body, size = _lines(text, _TEXT_SIZES, room.w, room.bottom - top)
    items += _set(body, size, room.x, top, "parchment")
    return scene.Group("words", tuple(items), rect=room)


def _set(
    lines: tuple[str, ...], size: int, x: float, top: float, ink: str
) -> tuple[scene.Text, ...]:
    return tuple(
        scene.Text(
            x + _MARGIN,
            top + (index + 0.5) * size * _LINE,
            line,
            size,
            ink,
            scene.Face.BOLD,
            scene.Anchor.LEFT,
        )
        for index, line in enumerate(lines)
    )


def _lines(
    text: str, sizes: tuple[int, ...], width: float, height: float
) -> tuple[tuple[str, ...], int]:
    """The text in lines of the largest of the falling sizes at which they fit; at worst the least.

    A line break of the text stays one.
    """
    room = width - 2 * _MARGIN
    kept = [fonts.drawable(paragraph, scene.Face.BOLD) for paragraph in text.splitlines()]
    set_in = ((_broken(kept, size, room), size) for size in sizes)
    return next(
        (lines, size)
        for lines, size in set_in
        if len(lines) * size * _LINE <= height or size == sizes[-1]
    )


def _broken(paragraphs: list[str], size: int, room: float) -> tuple[str, ...]:
    return tuple(line for text in paragraphs for line in broken(text, scene.Face.BOLD, size, room))
