"""The summary of an arena: the stronger player, by how much, by which points, and at what cost.

A pair is one deal played twice with the seats exchanged, so that a lucky seat cancels out; its
score, from 0 to 1, is the mean of both games. The interval of Elo comes from the spread of pairs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, log, log10, sqrt
from pathlib import Path
from statistics import NormalDist, fmean, median, quantiles, variance
from typing import Final

from bot.cli.arena.matches import Match, Outcome
from bot.runtime.shell.output import Report
from engine import ids

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
    """The difference in Elo between the players, by the scores of the pairs."""
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


def pair_scores(match: Match, outcomes: Sequence[Outcome]) -> list[float]:
    """The first player's share in each whole pair of games, from 0 to 1."""
    shares = [outcome.share(match.first) for outcome in outcomes]
    return [fmean(pair) for pair in zip(shares[::2], shares[1::2], strict=False)]


def summary(
    match: Match, outcomes: Sequence[Outcome], limits: tuple[float, float] | None
) -> Report:
    """The figures of the games played."""
    report = Report()
    report.tell(
        f"{match.first} against {match.second}, {match.players} to a table, seed {match.seed}: "
        f"{len(outcomes)} games",
        first=match.first,
        second=match.second,
        players=match.players,
        seed=match.seed,
        games=len(outcomes),
    )
    if match.against_tom:
        _against_tom(report, match, outcomes)
    else:
        _in_pairs(report, match, outcomes, limits)
    _points(report, match, outcomes)
    _thinking(report, outcomes)
    return report


def _in_pairs(
    report: Report,
    match: Match,
    outcomes: Sequence[Outcome],
    limits: tuple[float, float] | None,
) -> None:
    """Won games in pairs, and the Elo that follows."""
    pairs = pair_scores(match, outcomes)
    if not pairs:
        return
    _interval(report, f"{match.first} wins, of 1", "won", estimate(pairs), 3)
    _interval(report, f"{match.first} is stronger by Elo", "elo", elo_estimate(pairs), 0)
    if limits is not None:
        decided = verdict(pairs, *limits)
        words = {None: "open", True: f"{limits[1]:g} Elo", False: f"{limits[0]:g} Elo"}
        report.tell(f"sequential test: {words[decided]}", verdict=decided)


def _against_tom(report: Report, match: Match, outcomes: Sequence[Outcome]) -> None:
    """Games won against Tom, and by how many points."""
    shares = [outcome.share(match.first) for outcome in outcomes]
    _interval(report, f"{match.first} wins, of 1", "won", estimate(shares), 3)
    margins = [
        float(outcome.totals(match.first)[0] - outcome.totals(match.second)[0])
        for outcome in outcomes
    ]
    _interval(report, "points ahead of Tom", "margin", estimate(margins), 1)


def _interval(report: Report, what: str, name: str, found: Estimate, decimals: int) -> None:
    """A line with a mean and its interval; what is infinite is null in JSON."""
    values = (found.mean, found.low, found.high)
    told = [round(value, decimals) if isfinite(value) else None for value in values]
    mean, low, high = (f"{value:.{decimals}f}" for value in values)
    report.tell(f"{what:<34}{mean:>8}  [{low}, {high}]", **{name: told})


def _points(report: Report, match: Match, outcomes: Sequence[Outcome]) -> None:
    """The points of a seat by source, for both players side by side."""
    names = (match.first, match.second)
    report.tell("")
    heads = "".join(f"{Path(name).name[:7]:>8}" for name in names)  # of a checkout its folder
    report.tell(f"{'points of a seat':<34}{heads}")
    totals = [
        fmean(total for outcome in outcomes for total in outcome.totals(name)) for name in names
    ]
    report.tell(
        f"{'total':<34}{totals[0]:>8.1f}{totals[1]:>8.1f}",
        points=dict(zip(names, (round(total, 2) for total in totals), strict=True)),
    )
    sources: dict[str, dict[str, float]] = {}
    for source in ids.PointSource:
        means = [_mean_points(outcomes, name, source) for name in names]
        if any(means):
            report.tell(f"{source:<34}{means[0]:>8.1f}{means[1]:>8.1f}")
            sources[source] = dict(zip(names, (round(points, 2) for points in means), strict=True))
    report.figures["sources"] = sources
    turns = fmean(outcome.turns for outcome in outcomes)
    report.tell(f"{'turns of a game':<34}{turns:>8.1f}", turns=round(turns, 1))


def _mean_points(outcomes: Sequence[Outcome], name: str, source: ids.PointSource) -> float:
    return fmean(
        points.get(source, 0)
        for outcome in outcomes
        for player, points in zip(outcome.seats, outcome.points, strict=True)
        if player == name
    )


def _thinking(report: Report, outcomes: Sequence[Outcome]) -> None:
    """Write the first player's turns: positions judged, and seconds on this machine."""
    took = [each for outcome in outcomes for each in outcome.thinking]
    seconds = [each.seconds for each in took]
    positions = [each.positions for each in took]
    report.tell("")
    report.tell(f"{'a turn takes':<34}{'median':>8}{'95 %':>8}{'most':>8}")
    for name, values, decimals in (("positions", positions, 0), ("seconds", seconds, 2)):
        late = quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
        told = (median(values), late, max(values))
        cells = "".join(f"{value:>8.{decimals}f}" for value in told)
        report.tell(f"{name:<34}{cells}", **{name: [round(value, 4) for value in told]})
