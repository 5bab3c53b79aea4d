"""A review as it is kept: as JSON, with its lines of play as texts."""

import json
from dataclasses import asdict, dataclass
from typing import Self

from engine.review import Review


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
            tuple(StoredCost(**each) for each in document["costly"]),
        )
