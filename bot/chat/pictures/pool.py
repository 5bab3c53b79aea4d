"""The painting of pictures: in processes of their own, or in threads of the bot's."""

from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

from bot.chat.pictures.request import PREVIEW_SCALE, Painter, PictureRequest, paint
from bot.runtime import memory
from bot.runtime.workers import Workers
from renderer import PngPicture, prepared, warm_up

THREADS: Final = 2
"""One composes while the other packs."""
DRAWINGS_FOLDER: Final = "drawings"
"""The folder beside the database in which drawings are kept; it can be deleted at any time."""
_KEPT_AFTER: Final = 24
"""Pictures after which a process keeps its new drawings on disk."""
_LONGEST: Final = 60.0
"""Seconds after which a picture is given up, and told in words: one takes less than a tenth."""
_AHEAD: Final = 1
"""Pictures that lie ready for the processes, so that none of these waits for the event loop."""


class RenderPool:
    """Paints off the event loop; in a process of its own that takes some 100 MB."""

    def __init__(
        self, processes: int, paint: Painter = paint, drawings: Path | None = None
    ) -> None:
        """Paint with `paint` in so many processes, or with 0 in threads of this one.

        What they draw once for all is kept in the folder `drawings` for the next ones.
        """
        self.at_once = processes + _AHEAD if processes else THREADS
        self._paint = partial(_painted, paint)
        ready = partial(_get_ready, drawings)
        self._workers = Workers(
            "paint", processes, threads=THREADS, longest=_LONGEST, get_ready=ready
        )

    def warm_up(self) -> None:
        """Draw the grounds of all pictures beforehand, so that the first one is quick."""
        self._workers.begin()

    async def paint(self, request: PictureRequest) -> PngPicture:
        """Paint a picture. Raises as `Workers.run` does, and what painting itself raises."""
        return await self._workers.run(self._paint, request)

    def close(self) -> None:
        """Let the processes go, or the threads when they have finished what they paint."""
        self._workers.close()


def _get_ready(drawings: Path | None) -> None:
    """Draw the grounds of all pictures, which last as long as the process."""
    prepared.use(drawings)
    warm_up()
    warm_up(scale=PREVIEW_SCALE)
    memory.settle()


_since_kept = count(1)
"""Numbers the pictures of this process."""


def _painted(paint: Painter, request: PictureRequest) -> PngPicture:
    """Paint a picture; now and then keep what was drawn for it and can be used again."""
    picture = paint(request)
    shelf = prepared.kept()
    if shelf is not None and next(_since_kept) % _KEPT_AFTER == 0 and shelf.new:
        shelf.write()
    return picture
