"""Elo from games in pairs: by how much one player is stronger, and when to stop.

A pair is one deal played twice with the seats exchanged, so that a lucky seat cancels out; its
score, from 0 to 1, is the mean of both games. The interval comes from the spread of the pairs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from statistics import NormalDist, fmean, variance
from typing import Final

_WITHIN: Final = NormalDist().inv_cdf(0.975)
"""Standard errors to either side that hold 95 of 100 results."""
_CERTAIN: Final = log(0.95 / 0.05)
"""The log-likelihood ratio from which a sequential test decides: errors of 5 in 100 each way."""
_FEWEST_PAIRS: Final = 20
"""Pairs before the first decision: the spread of fewer is no more than a guess."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with the limits of its 95 % interval."""

    mean: float
    low: float
    high: float


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of some values; of a single one nothing is known but itself."""
    mean = fmean(values)
    error = sqrt(variance(values) / len(values)) if len(values) > 1 else inf
    return Estimate(mean, mean - _WITHIN * error, mean + _WITHIN * error)


def elo(share: float) -> float:
    """The difference in Elo that wins this share of points; infinite at 0 and 1 and beyond."""
    if not 0 < share < 1:
        return inf if share >= 1 else -inf
    return -400 * log10(1 / share - 1)


def elo_estimate(pairs: Sequence[float]) -> Estimate:
    """The difference in Elo that the scores of the pairs tell of."""
    shares = estimate(pairs)
    return Estimate(elo(shares.mean), elo(shares.low), elo(shares.high))


def expected_share(difference: float) -> float:
    """The share of points that so many Elo more win: the inverse of `elo`."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def verdict(pairs: Sequence[float], low: float, high: float) -> bool | None:
    """Say whether the difference is rather `high` than `low` Elo; None while that is open.

    A sequential probability ratio test on the mean score of the pairs, taken as normal.
    """
    if len(pairs) < _FEWEST_PAIRS:
        return None
    spread = variance(pairs)
    if not spread:
        return fmean(pairs) > expected_share((low + high) / 2)
    weak, strong = expected_share(low), expected_share(high)
    evidence = len(pairs) * (strong - weak) * (2 * fmean(pairs) - weak - strong) / (2 * spread)
    return evidence > 0 if abs(evidence) >= _CERTAIN else None
