"""The beginning and the end of a process that works for another one.

It reads this file first and not `workers`, which would import an event loop and the catalogs.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection

from bot.runtime import memory


def begin(bot: Connection, niceness: int, get_ready: Callable[[], None]) -> None:
    """Begin a process. The keyboard interrupts the bot, which then ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)
    threading.Thread(target=_end_with_the_bot, args=(bot,), daemon=True).start()
    memory.keep_small()
    get_ready()


def _end_with_the_bot(bot: Connection) -> None:
    """End when the bot hangs up, or has ended, however it did: nobody waits for results then."""
    bot.poll(None)
    os._exit(0)


def watch_the_parent() -> None:
    """Begin a process of a pool."""
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """End when the parent is killed, since the queue of a pool waits for ever then."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
