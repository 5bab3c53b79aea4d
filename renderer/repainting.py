"""Pictures of which only what has changed is painted and packed.

Of the last picture of a table, its bands are kept as they stand in its file, and for each cell of
them the pieces that reach into it. A cell with the same pieces in the same order has the same pixels.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from PIL import Image

from renderer import png
from renderer.cache import LruCache
from renderer.color_table import colors_of, in_colors, put_in_colors
from renderer.options import Options
from renderer.pillow import Piece, painter_of
from renderer.raster_cache import CanvasBuffer
from renderer.scene import Scene, Symbol
from renderer.theme import PaletteName

CELL: Final = 64
"""Pixels of a side of a cell; a band is a row of cells."""
_CELL_BYTES: Final = 96
_KEPT_BYTES: Final = 48 << 20

_Cells = list[list[tuple[int, ...]]]
"""The numbers of the pieces in each cell, back to front, by band."""
_Key = tuple[Symbol, float, PaletteName, tuple[str, ...]]
"""The ground, the scale, the palette, and the names, by which a table is known."""


class _Kept(NamedTuple):
    """A picture as it was last sent."""

    cells: _Cells
    bands: tuple[png.Band, ...]


def _bytes_of(kept: _Kept) -> int:
    cells = len(kept.cells) * len(kept.cells[0])
    return sum(len(band.chunk) for band in kept.bands) + cells * _CELL_BYTES


pictures: Final[LruCache[_Key, _Kept]] = LruCache(_KEPT_BYTES, _bytes_of)


@dataclass(frozen=True, slots=True)
class Painted:
    """A painted scene; what is as it was the last time is still packed."""

    key: _Key
    size: tuple[int, int]
    cells: _Cells
    bands: tuple[png.Band | Image.Image, ...]

    def keep(self) -> tuple[png.Band, ...]:
        """Pack what has changed, and keep all bands for the next picture."""
        bands = tuple(
            band if isinstance(band, png.Band) else png.band(band) for band in self.bands
        )
        pictures.put(self.key, _Kept(self.cells, bands))
        return bands

    def image(self) -> Image.Image:
        """The picture as numbers of colors."""
        image = Image.new("P", self.size)
        for row, band in enumerate(self.bands):
            rows = png.unpacked(band, image.width) if isinstance(band, png.Band) else band
            image.paste(rows, (0, row * CELL))
        return image


def paint(scene: Scene, options: Options, buffer: CanvasBuffer) -> Painted:
    """Paint what has changed since the last picture of this ground, size and table.

    Without one, all is painted, on the canvas of the buffer.
    """
    painter, colors = painter_of(options.palette, options.scale), colors_of(options.palette)
    ground, pieces = painter.ground(scene), painter.pieces(scene)
    width, height = ground.size
    cells = _cells(pieces, width, height)
    key = (scene.ground, options.scale, options.palette, options.names)
    kept = pictures.get(key)
    if kept is None:
        image = in_colors(painter.painted(ground, pieces, buffer), colors)
        edges = [(0, top, width, min(top + CELL, height)) for top in range(0, height, CELL)]
        return Painted(key, ground.size, cells, tuple(image.crop(edge) for edge in edges))
    numbered = {piece.number: piece for piece in pieces}
    bands = list[png.Band | Image.Image]()
    for row, band in enumerate(kept.bands):
        now, then, top = cells[row], kept.cells[row], row * CELL
        if now == then:
            bands.append(band)
            continue
        rows = png.unpacked(band, width)
        for column, numbers in enumerate(now):
            if numbers != then[column]:
                left = column * CELL
                cell = ground.crop((left, top, min(left + CELL, width), top + band.rows))
                for number in numbers:
                    painter.put(cell, numbered[number], left, top)
                put_in_colors(cell, rows, left, colors)
        bands.append(rows)
    return Painted(key, ground.size, cells, tuple(bands))


def _cells(pieces: list[Piece], width: int, height: int) -> _Cells:
    """The numbers of the pieces in each cell of a picture."""
    nowhere: list[tuple[int, ...]] = [()] * -(-width // CELL)
    cells = [nowhere.copy() for _ in range(0, height, CELL)]
    for piece in pieces:
        left, top, right, bottom = (max(0, edge) for edge in piece.box)
        columns = slice(left // CELL, -(-right // CELL))
        number = (piece.number,)
        for row in cells[top // CELL : -(-bottom // CELL)]:
            row[columns] = [numbers + number for numbers in row[columns]]
    return cells
