"""Tom's 8 cards (RULINGS.md: Tom's deck).

The six kinds and the total are stated; that the Great Bonfire and the Path are the two doubled
ones, and which kinds show the icon that reveals a gnome, is deduced.
"""

from typing import Final

from engine.data.box import Provenance, TomCardRow
from engine.ids import TomCard

DECK_PASSES: Final = 4
"""The number of Tom's passes through his deck: after the last the game is over (ruling 37)."""


def _reveals_gnome(card: TomCard, count: int) -> TomCardRow:
    return TomCardRow(card, count, reveals_gnome=True, provenance=Provenance.DEDUCED)


def _without_gnome(card: TomCard, count: int) -> TomCardRow:
    return TomCardRow(card, count, reveals_gnome=False, provenance=Provenance.DEDUCED)


TOM_CARDS: Final[tuple[TomCardRow, ...]] = (
    _reveals_gnome(TomCard.GNOME, 1),
    _reveals_gnome(TomCard.PATH, 2),
    _reveals_gnome(TomCard.TASK_I, 1),
    _reveals_gnome(TomCard.TASK_II, 1),
    _without_gnome(TomCard.GUARDIAN, 1),
    _without_gnome(TomCard.GREAT_BONFIRE, 2),
)
