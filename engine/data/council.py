"""The 8 spaces of the High Council (S1 Appendix II).

The bonuses are stated. The order around the circle differs between the texts and has no effect,
so the numbers are labels. What a bonus does stands under its name in `engine.rules.council`.
"""

from enum import StrEnum
from typing import Final

from engine.data import box


class CouncilBonus(StrEnum):
    """The names of the eight bonuses."""

    GOLD = "gold"
    PATH = "path"
    MOVE_GUARDIAN = "move_guardian"
    GREAT_BONFIRE = "great_bonfire"
    SPECIALIST = "specialist"
    GUARDIAN = "guardian"
    SHIP = "ship"
    FATE = "fate"


COUNCIL: Final[tuple[box.CouncilSpace, ...]] = tuple(
    box.CouncilSpace(number, bonus, box.Provenance.TEXT)
    for number, bonus in enumerate(CouncilBonus, start=1)
)
