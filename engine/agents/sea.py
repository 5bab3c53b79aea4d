"""The promise of the tasks on the islands: how soon one of them can be received, and for what."""

from collections.abc import Hashable, Mapping
from functools import lru_cache
from math import inf
from typing import Final, NamedTuple

from engine import bag, ids, specialists
from engine.agents import weights
from engine.agents.chances import chance_in_time
from engine.agents.effort import Efforts
from engine.box_index import box_index
from engine.rules.ship import ANYWHERE
from engine.state import GameState, IslandSlot, PlayerState

SEA_TILES: Final = (ids.ActionType.SHIP, ids.ActionType.TASK, ids.ActionType.WILD)
"""The tiles that decide whether a task on an island can be received."""
_REMEMBERED: Final = 1 << 12

Offerings = tuple[ids.Resource | None, ...]
"""The open tile of each offering pile that is not used up."""


class Hope(NamedTuple):
    """A task on an island: what lighting it yields, and the turns until it is met."""

    points: float
    effort: float


Voyage = tuple[tuple[IslandSlot, ...], float, float]
"""The slots of an island, turns to receive a task there, and the chance to be the fastest."""


class Sea:
    """The islands as one seat sees them; their tasks are looked at once for a whole turn."""

    def __init__(self, state: GameState, seat: ids.Seat, efforts: Efforts) -> None:
        self.seat = seat
        self._hopes: dict[IslandSlot, Hope] = {}
        self._best: dict[tuple[tuple[IslandSlot, ...], float, float], float] = {}
        self._voyages: dict[Hashable, list[Voyage]] = {}
        self._worths: dict[Hashable, float] = {}
        cards = box_index(state.box).tasks
        for slot in (slot for slots in state.islands for slot in slots if isinstance(slot, str)):
            effort = efforts.of(cards[slot], state, seat)
            if effort < inf:
                self._hopes[slot] = Hope(cards[slot].points + weights.NOVICE, effort)
        self._promising = [
            (number, island.code, island.resource)
            for number, island in enumerate(state.box.islands)
            if island.resource is not None and any(map(self._hopes.get, state.islands[number]))
        ]

    def worth(self, state: GameState, spent: float, turns: float) -> float:
        """Return the worth of the most promising tasks that may still be received.

        `spent` are the turns that the tasks in the city take first, of all `turns` to come.
        """
        player = state.players[self.seat]
        ahead = min(player.tasks.count(None), weights.TASKS_AHEAD)
        offerings = tuple([pile.open for pile in player.offerings if not pile.used_up])
        if not ahead or not offerings:
            return 0.0
        hand = tuple([player.tiles[kind] for kind in SEA_TILES])
        flat = specialists.task_price_is_flat(player)
        way = (state.islands, offerings, player.ship, hand, flat, player.resources.counts)
        key = (way, ahead, spent, turns)
        worth = self._worths.get(key)
        if worth is None:
            voyages = self._voyages.get(way)
            if voyages is None:
                voyages = self._voyages[way] = self._voyages_of(state, player, offerings, hand)
            worth = self._worths[key] = self._best_of(voyages, ahead, spent, turns)
        return worth

    def _best_of(self, voyages: list[Voyage], ahead: int, spent: float, turns: float) -> float:
        """Return the worth of the best tasks of so many islands, each counting less."""
        worths = [
            chance * self._best_hope(slots, spent + receive, turns)
            for slots, receive, chance in voyages
        ]
        worths.sort(reverse=True)
        factor, total = 1.0, 0.0
        for worth in worths[:ahead]:
            factor *= weights.NEXT_TASK
            total += factor * worth
        return total

    def _voyages_of(
        self, state: GameState, player: PlayerState, offerings: Offerings, hand: tuple[int, ...]
    ) -> list[Voyage]:
        """Return the voyages to all islands where there is hope."""
        lacking = _lacking_goods(player.resources.counts, offerings)
        distances = {} if player.ship is None else box_index(state.box).distances[player.ship]
        flat = specialists.task_price_is_flat(player)
        ships, tasks, wild = hand
        found = []
        for number, code, resource in self._promising:
            slots, goods = state.islands[number], lacking[resource]
            way = min(distances.get(code, 1), ANYWHERE)
            price = 1 if flat else 1 + slots.count(self.seat)
            tiles = (way - ships if way > ships else 0) + (price - tasks if price > tasks else 0)
            tiles = tiles - wild if tiles > wild else 0
            receive = 1 + weights.LACKING_TILE * tiles + weights.LACKING_RESOURCE * goods
            found.append((slots, receive, weights.NOT_YET ** (tiles + goods)))
        return found

    def _best_hope(self, slots: tuple[IslandSlot, ...], spent: float, turns: float) -> float:
        """Return the worth of the best task of an island after so many turns of other things."""
        key = (slots, spent, turns)
        best = self._best.get(key)
        if best is None:
            best = 0.0
            for slot in slots:
                if slot in self._hopes:
                    points, effort = self._hopes[slot]
                    best = max(best, points * chance_in_time(spent, effort, turns))
            self._best[key] = best
        return best


@lru_cache(maxsize=_REMEMBERED)
def _lacking_goods(counts: tuple[int, ...], offerings: Offerings) -> Mapping[ids.Resource, int]:
    """Resources that lack for an island of each, with the offering that comes cheapest there."""
    held = bag.Resources(counts)
    return {
        island: min(_lacking_for(held, island, each) for each in offerings)
        for island in ids.Resource
    }


def _lacking_for(held: bag.Resources, island: ids.Resource, offering: ids.Resource | None) -> int:
    """Resources that lack for an island and an offering; Gold stands for either.

    The offering is None while its pile waits to be flipped, and then taken for lacking.
    """
    if offering is None:
        lacking = 1 + (not held[island])
    elif island is offering:
        lacking = max(2 - held[island], 0)
    else:
        lacking = (not held[island]) + (not held[offering])
    return max(lacking - held[ids.Resource.GOLD], 0) if lacking else 0
