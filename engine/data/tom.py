"""Tom's 8 cards (RULINGS.md: Tom's deck).

The six kinds and the total are stated; that the Great Bonfire and the Path are the two doubled
ones, and which kinds show the icon that reveals a gnome, is deduced.
"""

from typing import Final

from engine import ids
from engine.data import box

DECK_PASSES: Final = 4
"""The number of Tom's passes through his deck: after the last the game is over (ruling 37)."""


def _reveals_gnome(card: ids.TomCard, count: int) -> box.TomCardRow:
    return box.TomCardRow(card, count, reveals_gnome=True, provenance=box.Provenance.DEDUCED)


def _without_gnome(card: ids.TomCard, count: int) -> box.TomCardRow:
    return box.TomCardRow(card, count, reveals_gnome=False, provenance=box.Provenance.DEDUCED)


TOM_CARDS: Final[tuple[box.TomCardRow, ...]] = (
    _reveals_gnome(ids.TomCard.GNOME, 1),
    _reveals_gnome(ids.TomCard.PATH, 2),
    _reveals_gnome(ids.TomCard.TASK_I, 1),
    _reveals_gnome(ids.TomCard.TASK_II, 1),
    _without_gnome(ids.TomCard.GUARDIAN, 1),
    _without_gnome(ids.TomCard.GREAT_BONFIRE, 2),
)
