"""The four cities: in which order each wants the seven portals, and its guardian values.

Seven kinds of portal, one of each in every city in four different orders: the component list.
The orders themselves are reconstructed (RULINGS.md: portals); the values 2 to 8 of the guardian
spots are stated and their order follows (RULINGS.md: city).
"""

from typing import Final

from engine.data.box import CityLayout, Provenance
from engine.ids import City, PortalKind


def _city(city: City, order: str) -> CityLayout:
    kinds = tuple(PortalKind)
    portals = tuple(kinds[int(number) - 1] for number in order.split())
    return CityLayout(city, portals, Provenance.RECONSTRUCTED)


CITIES: Final[tuple[CityLayout, ...]] = (
    _city(City.A, "1 2 3 4 5 6 7"),
    _city(City.B, "2 4 6 1 3 7 5"),
    _city(City.C, "3 6 1 7 2 5 4"),
    _city(City.D, "5 7 4 2 6 1 3"),
)

GUARDIAN_VALUES: Final = (2, 3, 4, 5, 6, 7, 8)
"""Points of a guardian at the bonfire of positions 1 to 7."""

GUARDIAN_VALUES_PROVENANCE: Final = Provenance.DEDUCED
