"""The 27 specialists and 6 elders (RULINGS.md: gnomes).

Effects belong to the printed number and live in the rules; a row holds the resource that the
card costs. Only the number of Gold specialists is stated (S1 Solo Play), every single cost is
reconstructed.
"""

from typing import Final

from engine.data.box import Elder, Provenance, Specialist
from engine.ids import ElderCount, Resource


def _specialist(number: int, resource: Resource) -> Specialist:
    return Specialist(f"S{number}", number, resource, Provenance.RECONSTRUCTED)


def _elder(number: int, counts: ElderCount, resource: Resource) -> Elder:
    return Elder(f"EL{number}", number, counts, resource, Provenance.RECONSTRUCTED)


SPECIALISTS: Final[tuple[Specialist, ...]] = (
    _specialist(1, Resource.SHELL),
    _specialist(2, Resource.ROOT),
    _specialist(3, Resource.BLOSSOM),
    _specialist(4, Resource.FRUIT),
    _specialist(5, Resource.GOLD),
    _specialist(6, Resource.HERB),
    _specialist(7, Resource.SHELL),
    _specialist(8, Resource.ROOT),
    _specialist(9, Resource.BLOSSOM),
    _specialist(10, Resource.FRUIT),
    _specialist(11, Resource.HERB),
    _specialist(12, Resource.SHELL),
    _specialist(13, Resource.ROOT),
    _specialist(14, Resource.BLOSSOM),
    _specialist(15, Resource.FRUIT),
    _specialist(16, Resource.HERB),
    _specialist(17, Resource.SHELL),
    _specialist(18, Resource.ROOT),
    _specialist(19, Resource.BLOSSOM),
    _specialist(20, Resource.FRUIT),
    _specialist(21, Resource.HERB),
    _specialist(22, Resource.SHELL),
    _specialist(23, Resource.GOLD),
    _specialist(24, Resource.ROOT),
    _specialist(25, Resource.BLOSSOM),
    _specialist(26, Resource.GOLD),
    _specialist(27, Resource.FRUIT),
)

ELDERS: Final[tuple[Elder, ...]] = (
    _elder(1, ElderCount.PATHS, Resource.HERB),
    _elder(2, ElderCount.FATE_TILES, Resource.BLOSSOM),
    _elder(3, ElderCount.PORTALS, Resource.FRUIT),
    _elder(4, ElderCount.TASKS, Resource.SHELL),
    _elder(5, ElderCount.GUARDIANS, Resource.ROOT),
    _elder(6, ElderCount.GNOMES, Resource.GOLD),
)
