"""The beginning and the end of a process that works for another one.

It reads this file first and not `workers`, which would import an event loop and the catalogs.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeVar

from bot.runtime import memory

_Result = TypeVar("_Result")

_unready: Exception | None = None
"""Why this process could not begin."""


class UnreadyError(Exception):
    """A process could not begin; its cause says why."""


def begin(bot: Connection, niceness: int, get_ready: Callable[[], None]) -> None:
    """Begin a process. The keyboard interrupts the bot, which then ends this one.

    The first work raises what fails here: an initializer that raises would only end the process,
    as if the machine had.
    """
    global _unready  # noqa: PLW0603 - a pool gives its initializer and its work nothing in common
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, args=(bot,), daemon=True).start()
    memory.keep_small()
    with contextlib.suppress(OSError):  # the bot has told it
        os.nice(niceness)
    try:
        get_ready()
    except Exception as error:  # noqa: BLE001 - the bot reports it, whatever it is
        _unready = error


def work(todo: Callable[[], _Result]) -> _Result:
    """Do some work. Raises UnreadyError where the process could not begin."""
    if _unready is not None:
        raise UnreadyError(repr(_unready)) from _unready
    return todo()


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
