"""Pictures for messages: what cannot be drawn is told in words, so that no message is held up."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from bot.chat.messages.components import ImageFile
from bot.chat.pictures.queue import PictureQueue, Slot
from bot.chat.pictures.request import PictureRequest
from bot.model.errors import report_bug
from bot.model.messages import PictureKind
from renderer import Options
from renderer.text import board_alt, city_alt, final_alt


@dataclass(frozen=True, slots=True)
class RenderedPictures:
    """Finished pictures, and the words for those that failed."""

    pictures: tuple[ImageFile, ...]
    words: tuple[str, ...] = ()

    def beside(self, text: str) -> str:
        """The text of a message, with the words that stand for missing pictures."""
        return "\n\n".join((text, *self.words))


async def render_all(
    pictures: PictureQueue, slot: Slot, requests: Iterable[PictureRequest]
) -> RenderedPictures:
    """Have pictures drawn for a slot, as many at a time as there are workers."""
    shown = await asyncio.gather(*(_drawn(pictures, slot, request) for request in requests))
    drawn = tuple(picture for picture in shown if isinstance(picture, ImageFile))
    return RenderedPictures(drawn, tuple(text for text in shown if isinstance(text, str)))


async def _drawn(pictures: PictureQueue, slot: Slot, request: PictureRequest) -> ImageFile | str:
    """The finished picture, or the words that stand for it."""
    try:
        return await pictures.get(slot, request)
    except Exception as error:  # noqa: BLE001 - a picture is worth less than the message
        report_bug(error)
        return f"{request.words.say('shell.picture_failed')}\n{_alt(request)}"


def _alt(request: PictureRequest) -> str:
    options = Options(request.words.translate, request.names, changes=request.changes)
    view, seat = request.picture.view, request.picture.seat
    match request.picture.kind:
        case PictureKind.BOARD:
            return board_alt(view, options)
        case PictureKind.CITY:
            assert seat is not None, "a city belongs to a seat"
            return city_alt(view, seat, options)
        case PictureKind.FINAL:
            return final_alt(view, options)
