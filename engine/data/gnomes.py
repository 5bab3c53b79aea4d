"""The 27 specialists and 6 elders (RULINGS.md: gnomes).

Effects belong to the printed number and live in the rules; a row holds the resource that the
card costs. Only the number of Gold specialists is stated (S1 Solo Play), every single cost is
reconstructed.
"""

from typing import Final

from engine import ids
from engine.data import box


def _specialist(number: int, resource: ids.Resource) -> box.Specialist:
    return box.Specialist(f"S{number}", number, resource, box.Provenance.RECONSTRUCTED)


def _elder(number: int, counts: ids.ElderCount, resource: ids.Resource) -> box.Elder:
    return box.Elder(f"EL{number}", number, counts, resource, box.Provenance.RECONSTRUCTED)


SPECIALISTS: Final[tuple[box.Specialist, ...]] = (
    _specialist(1, ids.Resource.SHELL),
    _specialist(2, ids.Resource.ROOT),
    _specialist(3, ids.Resource.BLOSSOM),
    _specialist(4, ids.Resource.FRUIT),
    _specialist(5, ids.Resource.GOLD),
    _specialist(6, ids.Resource.HERB),
    _specialist(7, ids.Resource.SHELL),
    _specialist(8, ids.Resource.ROOT),
    _specialist(9, ids.Resource.BLOSSOM),
    _specialist(10, ids.Resource.FRUIT),
    _specialist(11, ids.Resource.HERB),
    _specialist(12, ids.Resource.SHELL),
    _specialist(13, ids.Resource.ROOT),
    _specialist(14, ids.Resource.BLOSSOM),
    _specialist(15, ids.Resource.FRUIT),
    _specialist(16, ids.Resource.HERB),
    _specialist(17, ids.Resource.SHELL),
    _specialist(18, ids.Resource.ROOT),
    _specialist(19, ids.Resource.BLOSSOM),
    _specialist(20, ids.Resource.FRUIT),
    _specialist(21, ids.Resource.HERB),
    _specialist(22, ids.Resource.SHELL),
    _specialist(23, ids.Resource.GOLD),
    _specialist(24, ids.Resource.ROOT),
    _specialist(25, ids.Resource.BLOSSOM),
    _specialist(26, ids.Resource.GOLD),
    _specialist(27, ids.Resource.FRUIT),
)

ELDERS: Final[tuple[box.Elder, ...]] = (
    _elder(1, ids.ElderCount.PATHS, ids.Resource.HERB),
    _elder(2, ids.ElderCount.FATE_TILES, ids.Resource.BLOSSOM),
    _elder(3, ids.ElderCount.PORTALS, ids.Resource.FRUIT),
    _elder(4, ids.ElderCount.TASKS, ids.Resource.SHELL),
    _elder(5, ids.ElderCount.GUARDIANS, ids.Resource.ROOT),
    _elder(6, ids.ElderCount.GNOMES, ids.Resource.GOLD),
)
