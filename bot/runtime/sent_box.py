"""A box on its way to another process, which holds each box once."""

import pickle
from collections.abc import Callable
from functools import lru_cache

from engine import STANDARD_BOX
from engine.data.box import Box
from engine.identity_cache import cached_by_identity


@cached_by_identity
def _packed_box(box: Box) -> bytes:
    return pickle.dumps(box, pickle.HIGHEST_PROTOCOL)


@lru_cache
def _box(given: bytes) -> Box:
    """The box: the same object each time, as what is derived from a box is found by identity."""
    box = pickle.loads(given)  # noqa: S301 - bytes from another process of this bot
    assert isinstance(box, Box)
    return box


def _standard_box() -> Box:
    return STANDARD_BOX


def reduced_box(box: Box) -> tuple[Callable[..., Box], tuple[bytes, ...]]:
    """Return what makes the same box there; of the standard box that is its name."""
    return (_standard_box, ()) if box is STANDARD_BOX else (_box, (_packed_box(box),))
