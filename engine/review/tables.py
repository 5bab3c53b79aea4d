"""Measured tables, each a file of JSON that a bench of `tests.bench` has made."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from engine import ids
from engine.agents.levels import Level

ExpectationLine: TypeAlias = tuple[float, float, float]
"""A constant, and how much each point of the sheet and each point of the judgement counts."""


@cache
def expectation_lines() -> Mapping[str, tuple[ExpectationLine, ...]]:
    """Return for each kind of game a line for each phase, which makes judgements points.

    They fit 440 games of quick players of unequal strength. `python -m tests.bench reviews --fit`
    makes them, and has to make them again whenever the judgement changes.
    """
    return {
        kind: tuple((constant, sheet, worth) for constant, sheet, worth in phases)
        for kind, phases in _read("lines.json").items()
    }


@cache
def level_averages() -> Mapping[tuple[Level, int], Mapping[ids.PointSource, float]]:
    """Return the points by source that each level makes with so many players, on average.

    They are means over 3 to 40 games of a level with its own kind alone, or against Tom.
    `python -m tests.bench levels` makes them.
    """
    return {
        (Level(level), int(players)): {
            ids.PointSource(source): points for source, points in sources.items()
        }
        for level, numbers in _read("averages.json").items()
        for players, sources in numbers.items()
    }


def _read(name: str) -> dict[str, Any]:
    table: dict[str, Any] = json.loads(files("engine.review").joinpath(name).read_text("utf-8"))
    return table
