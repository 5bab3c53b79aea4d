"""The sea chart: 10 task islands, 4 guardian islands and the ship routes (RULINGS.md: islands).

Two task islands for each basic resource, four of them in the corners, and one island for each
neutral guardian follow from the texts; where they lie and how they are joined is reconstructed
as a lattice of columns A to E and rows 1 to 3, with the landing stage in the place of C3.
"""

from typing import Final

from engine import ids
from engine.data import box


def _corner(code: str, resource: ids.Resource) -> box.Island:
    return box.Island(code, resource, None, corner=True, provenance=box.Provenance.RECONSTRUCTED)


def _task(code: str, resource: ids.Resource) -> box.Island:
    return box.Island(code, resource, None, corner=False, provenance=box.Provenance.RECONSTRUCTED)


def _guardian(code: str, guardian: ids.Guardian) -> box.Island:
    return box.Island(code, None, guardian, corner=False, provenance=box.Provenance.RECONSTRUCTED)


ISLANDS: Final[tuple[box.Island, ...]] = (
    _corner("A1", ids.Resource.BLOSSOM),
    _guardian("B1", ids.Guardian.PINK),
    _task("C1", ids.Resource.FRUIT),
    _guardian("D1", ids.Guardian.GREY),
    _corner("E1", ids.Resource.HERB),
    _task("A2", ids.Resource.SHELL),
    _task("B2", ids.Resource.ROOT),
    _task("C2", ids.Resource.HERB),
    _task("D2", ids.Resource.BLOSSOM),
    _task("E2", ids.Resource.ROOT),
    _corner("A3", ids.Resource.FRUIT),
    _guardian("B3", ids.Guardian.NATURAL),
    _guardian("D3", ids.Guardian.BLUE),
    _corner("E3", ids.Resource.SHELL),
)

SEA_ROUTES: Final[tuple[tuple[str, str], ...]] = (
    ("A1", "B1"),
    ("B1", "C1"),
    ("C1", "D1"),
    ("D1", "E1"),
    ("A2", "B2"),
    ("B2", "C2"),
    ("C2", "D2"),
    ("D2", "E2"),
    ("A3", "B3"),
    ("D3", "E3"),
    ("A1", "A2"),
    ("B1", "B2"),
    ("C1", "C2"),
    ("D1", "D2"),
    ("E1", "E2"),
    ("A2", "A3"),
    ("B2", "B3"),
    ("D2", "D3"),
    ("E2", "E3"),
)
"""The routes between neighbouring islands, usable both ways; the landing stage has none."""

ROUTES_PROVENANCE: Final = box.Provenance.RECONSTRUCTED
