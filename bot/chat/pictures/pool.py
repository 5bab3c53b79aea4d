"""Where pictures are painted: in processes of their own, or in threads of the bot's."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Final

from bot.chat.pictures.request import Painter, PictureRequest, paint
from bot.runtime import memory
from renderer import PngPicture, warm_up

LOG = logging.getLogger(__name__)

THREADS: Final = 2
"""One composes while the other packs."""
AHEAD: Final = 1
"""Pictures that lie ready for the processes, so that none of these waits for the event loop."""


class RenderPool:
    """Paints off the event loop, which must answer Discord in time.

    Composing a picture needs the interpreter lock, as the loop does: in another process each has
    its own. That takes some 100 MB a process.
    """

    def __init__(self, processes: int, paint: Painter = paint) -> None:
        """Paint with `paint` in so many processes, or with 0 in threads of this one."""
        self.at_once = processes + AHEAD if processes else THREADS
        self._processes = processes
        self._paint = paint
        self._executor = self._open()

    def _open(self) -> Executor:
        if not self._processes:
            return ThreadPoolExecutor(THREADS, thread_name_prefix="paint")
        context = multiprocessing.get_context("spawn")  # a fork would copy held locks
        return ProcessPoolExecutor(self._processes, context, _begin)

    def warm_up(self) -> None:
        """Draw the grounds of all pictures beforehand, so that the first one is quick."""
        for _ in range(self._processes):
            self._executor.submit(os.getpid)  # begins a process, which warms up by itself
        if not self._processes:
            self._executor.submit(_get_ready)

    async def paint(self, request: PictureRequest) -> PngPicture:
        """Paint a picture; once more where a process was lost over it.

        Raises BrokenExecutor when that happens again, and what painting itself raises.
        """
        try:
            return await self._try(request)
        except BrokenExecutor:
            LOG.warning("a process that paints was lost; another one begins")
            return await self._try(request)

    async def _try(self, request: PictureRequest) -> PngPicture:
        loop, executor = asyncio.get_running_loop(), self._executor
        try:
            return await loop.run_in_executor(executor, self._paint, request)
        except BrokenExecutor:
            if self._executor is executor:
                executor.shutdown(wait=False)
                self._executor = self._open()
            raise

    def close(self) -> None:
        """Let the processes or threads go when they have finished what they paint."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    """Begin a process that paints. The keyboard interrupts the bot, which then ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()
    memory.keep_small()
    _get_ready()


def _get_ready() -> None:
    """Draw the grounds of all pictures, which last as long as the process."""
    warm_up()
    memory.settle()


def _end_with_the_bot() -> None:
    """End when the bot has ended, however it did: nobody waits for pictures then."""
    bot = multiprocessing.parent_process()
    assert bot is not None, "this process was started by the bot"
    bot.join()
    os._exit(0)
