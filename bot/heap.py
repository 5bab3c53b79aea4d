"""The heap of the process: what a picture needs for a moment goes back to the system at once."""

import ctypes
from typing import Final

LARGEST_KEPT: Final = 256 << 10
"""Bytes; larger pieces, such as canvases and PNGs, are mapped one by one."""
ARENAS: Final = 2
_M_MMAP_THRESHOLD: Final = -3
_M_ARENA_MAX: Final = -8


def keep_small() -> bool:
    """Tell glibc to keep no large pieces for later, nor a heap for each thread.

    For the start of the process. False where another library manages the heap.
    """
    try:
        tune = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        return False
    done = [tune(_M_MMAP_THRESHOLD, LARGEST_KEPT), tune(_M_ARENA_MAX, ARENAS)]
    return all(done)
