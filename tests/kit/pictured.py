"""The picture of a page that shows a position, and where its marks lie."""

from collections.abc import Iterator
from typing import Final

from bot.model import messages, pictures
from bot.words import catalog
from renderer import NO_HINTS, Options, scene, scenes
from renderer.context import context_for
from renderer.layout import PICTURE_HEIGHT, WIDTH
from renderer.measure import bounds, text_bounds
from renderer.strips import Strip
from tests.renderer.contents import Placed, leaves

NAMES: Final = ("Ada", "Bo", "Cy", "Di")
FRAME: Final = (550, 350)
"""The room that Discord gives to the picture of a private page."""
IN_WHOLE: Final = FRAME[0] / WIDTH
"""The scale at which a private page shows a whole picture."""


def pictured(page: messages.Page | messages.Prompt) -> pictures.Picture:
    """The picture of a page, which shows a position."""
    assert isinstance(page.picture, pictures.Picture), page.picture
    return page.picture


def drawn(picture: pictures.Picture, *, marked: bool) -> scene.Scene:
    """The whole scene that a picture is cut out of, with its marks or without."""
    hints = picture.hints if marked else NO_HINTS
    context = context_for(picture.view, Options(catalog().translate, NAMES, hints=hints))
    if picture.seat is None:
        return scenes.board_scene(picture.view, context)
    return scenes.city_scene(picture.view, picture.seat, context)


def marks(picture: pictures.Picture) -> Iterator[scene.Rect]:
    """The room of everything that the marks of a picture add to it, as far as it has room."""
    before = {
        (one.x + one.item.x, one.y + one.item.y, one.item)
        for one in leaves(drawn(picture, marked=False))
    }
    for one in leaves(drawn(picture, marked=True)):
        if (one.x + one.item.x, one.y + one.item.y, one.item) not in before:
            mark = room_of(one)
            right, bottom = min(mark.right, WIDTH), min(mark.bottom, PICTURE_HEIGHT)
            yield mark._replace(w=right - mark.x, h=bottom - mark.y)


def room_of(one: Placed) -> scene.Rect:
    if isinstance(one.item, scene.Text):
        return text_bounds(one.item).moved(one.x, one.y)
    return bounds(one.item.symbol.items).moved(one.x + one.item.x, one.y + one.item.y)


def holds(strip: Strip, mark: scene.Rect) -> bool:
    sources = [cutting.source for cutting in strip.cuttings]
    return any(
        one.x <= mark.x
        and one.y <= mark.y
        and mark.right <= one.right
        and mark.bottom <= one.bottom
        for one in sources
    )


def shown_at(strip: Strip) -> float:
    """The scale at which a private page shows what is on a strip."""
    larger = strip.cuttings[0].target.w / strip.cuttings[0].source.w
    return larger * min(FRAME[0] / strip.width, FRAME[1] / strip.height)
