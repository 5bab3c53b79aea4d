"""The 28 path tiles and the crystal of the first path space (RULINGS.md: path tiles, city).

The crystals are in the component list (10 blue, 10 red, 8 yellow); the resources are not.
"""

from typing import Final

from engine.data.box import PathTile, PathTileRow, Provenance
from engine.ids import Color, Resource


def _row(crystal: Color, resource: Resource, count: int) -> PathTileRow:
    return PathTileRow(PathTile(crystal, resource), count, Provenance.RECONSTRUCTED)


PATH_TILES: Final[tuple[PathTileRow, ...]] = (
    _row(Color.BLUE, Resource.BLOSSOM, 2),
    _row(Color.BLUE, Resource.FRUIT, 2),
    _row(Color.BLUE, Resource.HERB, 2),
    _row(Color.BLUE, Resource.SHELL, 2),
    _row(Color.BLUE, Resource.ROOT, 2),
    _row(Color.RED, Resource.BLOSSOM, 2),
    _row(Color.RED, Resource.FRUIT, 2),
    _row(Color.RED, Resource.HERB, 2),
    _row(Color.RED, Resource.SHELL, 2),
    _row(Color.RED, Resource.ROOT, 2),
    _row(Color.YELLOW, Resource.BLOSSOM, 2),
    _row(Color.YELLOW, Resource.FRUIT, 2),
    _row(Color.YELLOW, Resource.HERB, 1),
    _row(Color.YELLOW, Resource.SHELL, 2),
    _row(Color.YELLOW, Resource.ROOT, 1),
)

START_CRYSTAL: Final[Color | None] = None
START_CRYSTAL_PROVENANCE: Final = Provenance.RECONSTRUCTED
