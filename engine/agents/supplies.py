"""The worth of action tiles and resources in hand beyond their half point as leftovers."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.agents import weights
from engine.bag import ActionTiles, Resources

_REMEMBERED: Final = 1 << 14


def supplies_worth(tiles: ActionTiles, resources: Resources, turns: float) -> float:
    """The use of a hand in so many turns; what cannot be spent in time is worth nothing more."""
    spendable = min(turns * weights.TILE_TURN_CAP, tiles.total)
    share = spendable / tiles.total if tiles.total else 0.0
    return _tiles(tiles.counts) * share + _resources(resources.counts) * min(1.0, turns / 3)


@lru_cache(maxsize=_REMEMBERED)
def _tiles(counts: tuple[int, ...]) -> float:
    *kinds, wild = counts
    return weights.WILD * wild + sum(
        _worth(each, weights.TILE, weights.MORE_TILES) for each in kinds
    )


@lru_cache(maxsize=_REMEMBERED)
def _resources(counts: tuple[int, ...]) -> float:
    *basic, gold = counts
    return weights.GOLD * gold + sum(
        _worth(each, weights.RESOURCE, weights.MORE_RESOURCES) for each in basic
    )


def _worth(count: int, first: Sequence[float], further: float) -> float:
    """The falling worth of several pieces of one kind."""
    return sum(first[:count]) + further * max(count - len(first), 0)
