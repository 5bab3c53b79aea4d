"""The amount of thought for a turn: how many answers of each kind are followed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine import actions, agenda


@dataclass(frozen=True, slots=True)
class Care:
    """The limits of a planner.

    `followed`: how many answers to a question are followed, those that look best first; all where
    nothing is said. `considered`: how many of a kind of answer are, in the same way. `payments`:
    how many are tried for one that leaves what follows possible, or buys nothing back. `guesses`:
    deals over which an answer that reveals something is averaged.
    """

    followed: Mapping[type[agenda.Decision], int]
    considered: Mapping[type[actions.Action], int]
    payments: int
    guesses: int


CAREFUL: Final = Care(
    followed={
        agenda.TilePayment: 1,
        agenda.ResourcePayment: 1,
        agenda.ProcessionChoice: 2,
        agenda.KeepChoice: 8,
    },
    considered={},
    payments=6,
    guesses=3,
)
"""Payments differ in nothing but the hand that is left. Without specialist 14 a KeepChoice never
has more than eight answers, so placing a fate tile is searched completely."""

BRISK: Final = Care(
    followed={
        agenda.TilePayment: 1,
        agenda.ResourcePayment: 1,
        agenda.ProcessionChoice: 1,
        agenda.KeepChoice: 1,
        agenda.TaskSpaceChoice: 1,
    },
    considered={
        actions.PlaceFate: 4,
        actions.RecruitGnome: 3,
        actions.ReceiveTask: 2,
        actions.SearchPath: 2,
        actions.MoveGuardian: 2,
    },
    payments=2,
    guesses=1,
)
"""For following a game over many turns: a third of the positions, and no weaker."""

IDLE: Final = Care(
    followed={**BRISK.followed, agenda.RewardChoice: 1},
    considered={
        actions.PlaceFate: 2,
        actions.RecruitGnome: 1,
        actions.ReceiveTask: 1,
        actions.SearchPath: 1,
        actions.MoveGuardian: 1,
        actions.SendNovice: 1,
    },
    payments=1,
    guesses=1,
)
"""For the other seats of a followed game, who need only take what they take about as soon."""
