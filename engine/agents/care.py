"""The amount of thought for a turn: how many answers of each kind are followed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.actions import (
    Action,
    MoveGuardian,
    PlaceFate,
    ReceiveTask,
    RecruitGnome,
    SearchPath,
    SendNovice,
)
from engine.agenda import (
    Decision,
    KeepChoice,
    ProcessionChoice,
    ResourcePayment,
    RewardChoice,
    TaskSpaceChoice,
    TilePayment,
)


@dataclass(frozen=True, slots=True)
class Care:
    """The limits of a planner.

    `followed`: how many answers to a question are followed, those that look best first; all where
    nothing is said. `considered`: how many of a kind of answer are, in the same way. `payments`:
    how many are tried for one that leaves what follows possible, or buys nothing back. `guesses`:
    deals over which an answer that reveals something is averaged.
    """

    followed: Mapping[type[Decision], int]
    considered: Mapping[type[Action], int]
    payments: int
    guesses: int


CAREFUL: Final = Care(
    followed={TilePayment: 1, ResourcePayment: 1, ProcessionChoice: 2, KeepChoice: 8},
    considered={},
    payments=6,
    guesses=3,
)
"""Payments differ in nothing but the hand that is left. Without specialist 14 a KeepChoice never
has more than eight answers, so placing a fate tile is searched completely."""

BRISK: Final = Care(
    followed={
        TilePayment: 1,
        ResourcePayment: 1,
        ProcessionChoice: 1,
        KeepChoice: 1,
        TaskSpaceChoice: 1,
    },
    considered={
        PlaceFate: 4,
        RecruitGnome: 3,
        ReceiveTask: 2,
        SearchPath: 2,
        MoveGuardian: 2,
    },
    payments=2,
    guesses=1,
)
"""For following a game over many turns: a third of the positions, and no weaker."""

IDLE: Final = Care(
    followed={**BRISK.followed, RewardChoice: 1},
    considered={
        PlaceFate: 2,
        RecruitGnome: 1,
        ReceiveTask: 1,
        SearchPath: 1,
        MoveGuardian: 1,
        SendNovice: 1,
    },
    payments=1,
    guesses=1,
)
"""For the other seats of a followed game, who need only take what they take about as soon."""
