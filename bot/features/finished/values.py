"""The buttons of games that are over, and a review as it is kept: with lines of play as texts."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Self

from bot.model.button_forms import ButtonValue, Family, RowNumber, written
from engine.review import Review

ReportProgress = Callable[[int, int], None]
"""Told how many of how many steps are done."""


@written(Family.GAME, "page")
class AskForPage(ButtonValue):
    """Hand out a game that is over as a file for a browser."""


@written(Family.GAME, "film")
class AskForFilm(ButtonValue):
    """Hand out a game that is over as a film."""


@written(Family.GAME, "review")
class AskForReview(ButtonValue):
    """Show what a game that is over could have been."""


@written(Family.GAME, "sources")
class ShowSources(ButtonValue):
    """Show where the person's points of a game that is over came from."""


@written(Family.GAME, "costly")
class ShowCostlyTurn(ButtonValue):
    """Show one of the turns that cost the person most: the first, second or third."""

    rank: RowNumber


@written(Family.GAME, "costly:try")
class TryCostlyTurn(ButtonValue):
    """Try out something else from where that turn began."""

    rank: RowNumber


@dataclass(frozen=True, slots=True)
class StoredCost:
    """A turn that cost its seat points.

    `turn` is how turns are counted, `before` how many answers of the game came before it, `cost`
    expected points. What was `played` and would have been `better` are lines as a draft keeps them.
    """

    turn: int
    before: int
    cost: float
    played: str
    better: str


@dataclass(frozen=True, slots=True)
class StoredReview(Review[StoredCost]):
    """A review whose costly turns are kept as texts."""

    def dump(self) -> bytes:
        """Write it as JSON."""
        return json.dumps(asdict(self), separators=(",", ":")).encode()

    @classmethod
    def load(cls, text: bytes) -> Self:
        """Read what `dump` wrote."""
        document = json.loads(text)
        return cls(
            tuple(map(tuple, document["expected"])),
            tuple(document["luck"]),
            tuple(document["others"]),
            tuple(StoredCost(**each) for each in document["costly"]),
        )
