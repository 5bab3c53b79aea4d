"""Finished drawings on disk, so that a new process need not draw what an earlier one has drawn.

A file holds them by what they depend on: the name of a drawing is a digest of its shapes, palette
and size, and the name of the file one of the drawing code, the fonts and the version of Pillow.
A damaged drawing counts as missing, and the folder can be deleted at any time.
"""

import hashlib
import logging
import os
import struct
import tempfile
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import PIL

from renderer import raster_cache, scene

_LOGGER = logging.getLogger(__name__)

_DRAWING_CODE: Final = (
    "pillow.py",
    "drawing_sheet.py",
    "grain.py",
    "shapes.py",
    "theme.py",
    "measure.py",
    "fonts.py",
)
"""The modules on which the pixels of given shapes depend."""
_HEAD: Final = struct.Struct("<IIii")
"""The header of a stored drawing: its width, height, and the place of its corner."""
MOST_BYTES: Final = 48 << 20
"""The most that a file holds; each process redraws everything beyond that."""
_GROWTH: Final = 4
"""The file is written again once it grows by one in so many: writing takes a quarter of a second
with a thousand drawings."""
_PREFIX: Final = "drawings-"
_SUFFIX: Final = ".zip"
_DAMAGED: Final = (OSError, KeyError, ValueError, struct.error, zipfile.BadZipFile, zlib.error)


class Prepared:
    """The drawings of one folder: those read from it, and those that are new."""

    def __init__(self, folder: Path) -> None:
        """Read from a folder, which need not be there; nothing is written before `write`."""
        self._file = folder / f"{_PREFIX}{version()}{_SUFFIX}"
        self._lock = threading.Lock()
        self._new: dict[str, bytes] = {}
        self._zip = _opened(self._file)

    @property
    def new(self) -> int:
        """Return the number of new drawings that the file lacks."""
        return len(self._new)

    @property
    def is_due(self) -> bool:
        """Say whether there are so many new drawings that writing all of them again pays."""
        stored = 0 if self._zip is None else len(self._zip.infolist())
        return self.new * _GROWTH > stored

    def get(self, name: str) -> raster_cache.PackedRaster | None:
        """A drawing; None where it is missing or damaged."""
        with self._lock:
            if self._zip is None or name in self._new:
                return None
            try:
                stored = self._zip.read(name)
                width, height, x, y = _HEAD.unpack_from(stored)
            except KeyError:
                return None
            except _DAMAGED as error:
                _LOGGER.warning("stored drawings are damaged, drawing them again: %s", error)
                self._zip = None
                return None
        return raster_cache.PackedRaster(stored[_HEAD.size :], (width, height), x, y)

    def put(self, name: str, raster: raster_cache.PackedRaster) -> None:
        """Note a new drawing."""
        with self._lock:
            self._new[name] = _HEAD.pack(*raster.size, raster.x, raster.y) + raster.pixels

    def write(self) -> None:
        """Replace the file by one with its drawings and the new ones; a failure is logged.

        Files of other versions go. A folder that cannot be written is left alone.
        """
        with self._lock:
            try:
                if self._zip is not None:
                    self._zip.close()
                self._replace()
            except OSError as error:
                _LOGGER.warning("storing the finished drawings failed: %s", error)
                return
            self._new.clear()
            self._zip = _opened(self._file)

    def _stored(self) -> Iterator[tuple[str, bytes]]:
        """All of the file as it stands now: another process may have written it meanwhile."""
        current = _opened(self._file)
        if current is None:
            return
        with current:
            for name in current.namelist():
                try:
                    yield name, current.read(name)
                except _DAMAGED:
                    continue

    def _all(self) -> Iterator[tuple[str, bytes]]:
        """What the next file holds, one by one: all of it together takes tens of megabytes."""
        size = 0
        for name, stored in self._stored():
            if name not in self._new:
                size += len(stored)
                yield name, stored
        for name, stored in self._new.items():
            if size + len(stored) <= MOST_BYTES:
                size += len(stored)
                yield name, stored

    def _replace(self) -> None:
        folder = self._file.parent
        folder.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(prefix=_PREFIX, suffix=".part", dir=folder)
        try:
            with os.fdopen(handle, "wb") as raw, zipfile.ZipFile(raw, "w") as file:
                for name, stored in self._all():
                    file.writestr(name, stored)
            Path(part).replace(self._file)
        except BaseException:
            Path(part).unlink(missing_ok=True)
            raise
        for other in folder.glob(f"{_PREFIX}*{_SUFFIX}"):
            if other != self._file:
                other.unlink(missing_ok=True)


_kept: list[Prepared] = []
"""The drawings on disk that this process uses, if any."""


def use(folder: Path | None) -> None:
    """Use the finished drawings of a folder from now on; None uses none."""
    _kept[:] = [] if folder is None else [Prepared(folder)]


def kept() -> Prepared | None:
    """The drawings on disk that this process uses."""
    return _kept[0] if _kept else None


def load_or_draw(
    name: Callable[[], str], draw: Callable[[], raster_cache.PackedRaster]
) -> raster_cache.PackedRaster:
    """A drawing from disk, or one made now, which is noted."""
    shelf = kept()
    if shelf is None:
        return draw()
    wanted = name()
    found = shelf.get(wanted)
    if found is None:
        found = draw()
        shelf.put(wanted, found)
    return found


def name_of(symbol: scene.Symbol, palette: str, *size: float) -> str:
    """The name of a drawing: equal shapes in equal colours and sizes have one name."""
    drawing = f"{symbol!r} {palette} {size}".encode()
    return hashlib.blake2b(drawing, digest_size=16).hexdigest()


@cache
def version() -> str:
    """A digest of all on which the pixels of given shapes depend, but for the shapes."""
    found = hashlib.blake2b(f"{PIL.__version__} {zlib.ZLIB_VERSION}".encode(), digest_size=8)
    for module in _DRAWING_CODE:
        found.update(files("renderer").joinpath(module).read_bytes())
    for font in sorted(files("fonts").iterdir(), key=lambda file: file.name):
        if font.name.endswith((".ttf", ".otf", ".woff2")):
            found.update(font.read_bytes())
    return found.hexdigest()


def _opened(file: Path) -> zipfile.ZipFile | None:
    """A file of drawings; None where there is none, or where it is damaged."""
    try:
        return zipfile.ZipFile(file)
    except FileNotFoundError:
        return None
    except _DAMAGED as error:
        _LOGGER.warning("stored drawings are damaged, drawing them again: %s", error)
        return None
