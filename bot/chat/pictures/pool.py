"""Where pictures are painted: in processes of their own, or in threads of the bot's."""

from typing import Final

from bot.chat.pictures.request import Painter, PictureRequest, paint
from bot.runtime import memory
from bot.runtime.workers import Workers
from renderer import PngPicture, warm_up

THREADS: Final = 2
"""One composes while the other packs."""
AHEAD: Final = 1
"""Pictures that lie ready for the processes, so that none of these waits for the event loop."""


class RenderPool:
    """Paints off the event loop; in a process of its own that takes some 100 MB."""

    def __init__(self, processes: int, paint: Painter = paint) -> None:
        """Paint with `paint` in so many processes, or with 0 in threads of this one."""
        self.at_once = processes + AHEAD if processes else THREADS
        self._paint = paint
        self._workers = Workers("paint", processes, threads=THREADS, get_ready=_get_ready)

    def warm_up(self) -> None:
        """Draw the grounds of all pictures beforehand, so that the first one is quick."""
        self._workers.begin()

    async def paint(self, request: PictureRequest) -> PngPicture:
        """Paint a picture. Raises as `Workers.run` does, and what painting itself raises."""
        return await self._workers.run(self._paint, request)

    def close(self) -> None:
        """Let the processes go, or the threads when they have finished what they paint."""
        self._workers.close()


def _get_ready() -> None:
    """Draw the grounds of all pictures, which last as long as the process."""
    warm_up()
    memory.settle()
