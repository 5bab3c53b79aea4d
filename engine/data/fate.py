"""The 8 fate tiles of each player and the printed Fate Area (RULINGS.md: fate tiles, Fate Area).

Three different actions on each tile and each action four times follow from the texts; the
combinations, the size of the grid and its symbols are reconstructed.
"""

from typing import Final

from engine.data.box import FateGrid, FateTile, Provenance
from engine.ids import ActionType

_SHIP, _TASK, _GUARDIAN = ActionType.SHIP, ActionType.TASK, ActionType.GUARDIAN
_GREAT_BONFIRE, _GNOME, _PATH = ActionType.GREAT_BONFIRE, ActionType.GNOME, ActionType.PATH

FATE_TILES: Final[tuple[FateTile, ...]] = (
    FateTile("F1", (_TASK, _SHIP, _GUARDIAN), Provenance.RECONSTRUCTED),
    FateTile("F2", (_SHIP, _TASK, _GREAT_BONFIRE), Provenance.RECONSTRUCTED),
    FateTile("F3", (_SHIP, _GUARDIAN, _PATH), Provenance.RECONSTRUCTED),
    FateTile("F4", (_SHIP, _GREAT_BONFIRE, _PATH), Provenance.RECONSTRUCTED),
    FateTile("F5", (_TASK, _GNOME, _GUARDIAN), Provenance.RECONSTRUCTED),
    FateTile("F6", (_GNOME, _TASK, _GREAT_BONFIRE), Provenance.RECONSTRUCTED),
    FateTile("F7", (_GNOME, _PATH, _GUARDIAN), Provenance.RECONSTRUCTED),
    FateTile("F8", (_GNOME, _PATH, _GREAT_BONFIRE), Provenance.RECONSTRUCTED),
)

_START: Final = ((3, 3), (3, 4), (3, 5))

FATE_GRID: Final = FateGrid(
    rows=5,
    columns=7,
    start=_START,
    highlighted=frozenset((row, column) for row in (2, 3, 4) for column in (2, 3, 4, 5, 6))
    - frozenset(_START),
    gold=frozenset({(1, 2), (1, 6), (5, 2), (5, 6)}),
    wild=frozenset({(1, 4), (5, 4), (3, 1), (3, 7)}),
    provenance=Provenance.RECONSTRUCTED,
)
