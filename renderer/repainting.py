"""Pictures of which only what has changed is painted and packed.

Of the last picture of a table, the pieces and the pixels are kept. Where no piece has come or gone,
the next picture has the same pixels.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from renderer.cache import LruCache
from renderer.color_table import colors_of, in_colors, put_in_colors
from renderer.options import Options
from renderer.pillow import Edges, Stamp, painter_of
from renderer.png import Band
from renderer.raster_cache import CanvasBuffer, grounds, letters, packed_rasters, rasters
from renderer.scene import Scene, Symbol
from renderer.theme import PaletteName

CELL: Final = 64
"""Pixels of a side of the squares that are painted again or left; a band is a row of them."""
_KEPT_BYTES: Final = 48 << 20
"""Two dozen large pictures: those of five tables of four."""
_PIECE_BYTES: Final = 64
_RUN: Final = re.compile(rb"x+")

_Key = tuple[Symbol, float, PaletteName, tuple[str, ...]]
"""The ground, the scale, the palette, and the names, by which a table is known."""


class Painted(NamedTuple):
    """A painted scene: its pieces, and its pixels from top to bottom."""

    pieces: Sequence[Stamp]
    bands: Sequence[Band]


def _bytes_of(painted: Painted) -> int:
    pixels = sum(band.rows.width * band.rows.height for band in painted.bands)
    return pixels + pixels // 4 + len(painted.pieces) * _PIECE_BYTES


pictures: Final[LruCache[_Key, Painted]] = LruCache(_KEPT_BYTES, _bytes_of)


def cache_bytes() -> int:
    """Return the bytes of memory that the finished drawings and the last pictures take."""
    caches = (grounds, rasters, packed_rasters, letters, pictures)
    return sum(cache.size for cache in caches)


def paint(scene: Scene, options: Options, buffer: CanvasBuffer) -> Sequence[Band]:
    """Paint what has changed since the last picture of this ground, scale and table.

    Without one, all is painted, on the canvas of the buffer.
    """
    painter, colors = painter_of(options.palette, options.scale), colors_of(options.palette)
    ground, pieces = painter.ground(scene), painter.pieces(scene)
    key = (scene.ground, options.scale, options.palette, options.names)
    last = pictures.get(key)
    differing = None if last is None else _differing(last.pieces, pieces)
    tops = range(0, ground.height, CELL)
    areas = [(0, top, ground.width, min(top + CELL, ground.height)) for top in tops]
    if last is None or differing is None:
        image = in_colors(painter.painted(ground, pieces, buffer), colors)
        bands = [Band(image.crop(area)) for area in areas]
    else:
        bands = list(last.bands)
        for row, area in enumerate(areas):
            if changed := _within(area, differing):
                rows, near = bands[row].rows.copy(), _within(area, pieces)
                for left, right in _runs(changed, ground.width):
                    part = (left, area[1], right, area[3])
                    canvas = ground.crop(part)
                    for piece in _within(part, near):
                        painter.put(canvas, piece, left, area[1])
                    put_in_colors(canvas, rows, left, colors)
                bands[row] = Band(rows)
    pictures.put(key, Painted(pieces, bands))
    return bands


def _differing(before: Sequence[Stamp], after: Sequence[Stamp]) -> Sequence[Stamp] | None:
    """The pieces of only one of two pictures; None if those of both lie in another order."""
    old, new = set(before), set(after)
    if [piece for piece in before if piece in new] != [piece for piece in after if piece in old]:
        return None
    return list(old ^ new)


def _within(part: Edges, pieces: Sequence[Stamp]) -> list[Stamp]:
    """The pieces that reach into a part of the picture."""
    left, top, right, bottom = part
    return [
        piece
        for piece in pieces
        if (box := piece.box)[1] < bottom and box[3] > top and box[0] < right and box[2] > left
    ]


def _runs(changed: Sequence[Stamp], width: int) -> Iterator[tuple[int, int]]:
    """Yield the left and the right edge of the cells side by side that some pieces reach into."""
    cells = bytearray(-(-width // CELL))
    for piece in changed:
        first, end = max(0, piece.box[0] // CELL), min(len(cells), -(-piece.box[2] // CELL))
        cells[first:end] = b"x" * (end - first)
    for run in _RUN.finditer(cells):
        yield run.start() * CELL, min(run.end() * CELL, width)
