"""Objects as bytes for this bot alone, some of their parts as what stands for them."""

import copyreg
import io
import pickle
from collections.abc import Callable, Mapping
from typing import Any

Replacement = Callable[[Any], tuple[Callable[..., object], tuple[object, ...]]]
"""What a part is made from when it is unpacked: a function of a module, and its arguments."""


def packed(thing: object, replaced: Mapping[type, Replacement]) -> bytes:
    """A thing as bytes for `pickle.loads`; parts of the `replaced` types are not packed with it."""
    file = io.BytesIO()
    packer = pickle.Pickler(file, pickle.HIGHEST_PROTOCOL)
    packer.dispatch_table = {**copyreg.dispatch_table, **replaced}
    packer.dump(thing)
    return file.getvalue()
