"""The 7 spaces of the wheel, clockwise from its start in the south (RULINGS.md: Great Bonfire).

That one space pairs a Root with a red action tile is in the example of the rule texts; which
action is red, and the other six pairs, are reconstructed.
"""

from typing import Final

from engine.data.box import Provenance, WheelSpace
from engine.ids import ActionType, Resource


def _space(number: int, tile: ActionType, resource: Resource | None) -> WheelSpace:
    return WheelSpace(number, tile, resource, Provenance.RECONSTRUCTED)


WHEEL: Final[tuple[WheelSpace, ...]] = (
    _space(1, ActionType.PATH, Resource.BLOSSOM),
    _space(2, ActionType.GNOME, Resource.SHELL),
    _space(3, ActionType.TASK, Resource.ROOT),
    _space(4, ActionType.GREAT_BONFIRE, Resource.GOLD),
    _space(5, ActionType.SHIP, Resource.FRUIT),
    _space(6, ActionType.GUARDIAN, Resource.HERB),
    _space(7, ActionType.WILD, None),
)
