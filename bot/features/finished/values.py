"""The buttons of games that are over, and a review as it is kept: with lines of play as texts."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Self

from bot.model import button_forms
from engine.review import Review

ReportProgress = Callable[[int, int], None]
"""Told how many of how many steps are done."""


@button_forms.written(button_forms.Family.GAME, "page")
class AskForPage(button_forms.ButtonValue):
    """Hand out a game that is over as a file for a browser."""


@button_forms.written(button_forms.Family.GAME, "film")
class AskForFilm(button_forms.ButtonValue):
    """Hand out a game that is over as a film."""


@button_forms.written(button_forms.Family.GAME, "review")
class AskForReview(button_forms.ButtonValue):
    """Show what a game that is over could have been."""


@button_forms.written(button_forms.Family.GAME, "sources")
class ShowSources(button_forms.ButtonValue):
    """Show where the person's points of a game that is over came from."""


@button_forms.written(button_forms.Family.GAME, "costly")
class ShowCostlyTurn(button_forms.ButtonValue):
    """Show one of the turns that cost the person most: the first, second or third."""

    rank: button_forms.RowNumber


@button_forms.written(button_forms.Family.GAME, "costly:try")
class TryCostlyTurn(button_forms.ButtonValue):
    """Try out something else from where that turn began."""

    rank: button_forms.RowNumber


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
