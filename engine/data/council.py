"""The 8 spaces of the High Council (S1 Appendix II).

The bonuses are stated. The order around the circle differs between the texts and has no effect,
so the numbers are labels.
"""

from typing import Final

from engine.data.box import CouncilSpace, Provenance
from engine.ids import CouncilBonus

COUNCIL: Final[tuple[CouncilSpace, ...]] = tuple(
    CouncilSpace(number, bonus, Provenance.TEXT)
    for number, bonus in enumerate(CouncilBonus, start=1)
)
