"""The 10 offering tiles of each player: two of each basic resource (RULINGS.md: offerings)."""

from typing import Final

from engine.data.box import OfferingRow, Provenance
from engine.ids import BASIC_RESOURCES

OFFERINGS: Final[tuple[OfferingRow, ...]] = tuple(
    OfferingRow(resource, 2, Provenance.DEDUCED) for resource in BASIC_RESOURCES
)
