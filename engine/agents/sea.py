"""The promise of the tasks on the islands: how soon one of them can be received, and for what."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Final

from engine import specialists
from engine.agents import weights
from engine.agents.chances import chance_in_time
from engine.agents.effort import turns_to_meet
from engine.bag import Resources
from engine.box_index import box_index
from engine.data.box import Island
from engine.ids import ActionType, Resource, Seat
from engine.rules.ship import ANYWHERE
from engine.state import GameState, IslandSlot, PlayerState

SEA_TILES: Final = (ActionType.SHIP, ActionType.TASK, ActionType.WILD)
"""The tiles that decide whether a task on an island can be received."""


@dataclass(frozen=True, slots=True)
class Hope:
    """A task on an island: what lighting it yields, and the turns until it is met."""

    points: float
    effort: float


class Sea:
    """The islands as one seat sees them; their tasks are looked at once for a whole turn."""

    def __init__(self, state: GameState, seat: Seat) -> None:
        self.seat = seat
        self._hopes: dict[IslandSlot, Hope] = {}
        self._best: dict[tuple[tuple[IslandSlot, ...], float, float], float] = {}
        self._lacking: dict[
            tuple[tuple[int, ...], tuple[Resource | None, ...]], tuple[int, ...]
        ] = {}
        cards = box_index(state.box).tasks
        for slot in (slot for slots in state.islands for slot in slots if isinstance(slot, str)):
            effort = turns_to_meet(cards[slot].condition, state, seat)
            if effort < inf:
                self._hopes[slot] = Hope(cards[slot].points + weights.NOVICE, effort)

    def worth(self, state: GameState, spent: float, turns: float) -> float:
        """Return the worth of the most promising tasks that may still be received.

        `spent` are the turns that the tasks in the city take first, of all `turns` to come.
        """
        player = state.players[self.seat]
        ahead = min(player.tasks.count(None), weights.TASKS_AHEAD)
        if not ahead:
            return 0.0
        factor, total = 1.0, 0.0
        for worth in sorted(self._islands(state, player, spent, turns), reverse=True)[:ahead]:
            factor *= weights.NEXT_TASK
            total += factor * worth
        return total

    def _islands(
        self, state: GameState, player: PlayerState, spent: float, turns: float
    ) -> Iterator[float]:
        """Return the worth of the best task of each island."""
        offerings = tuple(pile.open for pile in player.offerings if not pile.used_up)
        if not offerings:
            return
        distances = {} if player.ship is None else box_index(state.box).distances[player.ship]
        flat = specialists.task_price_is_flat(player)
        ships, tasks, wild = (player.tiles[kind] for kind in SEA_TILES)
        lacking = self._lacking_goods(state, player.resources, offerings)
        for island, slots, goods in zip(state.box.islands, state.islands, lacking, strict=True):
            way = min(distances.get(island.code, 1), ANYWHERE)
            price = 1 if flat else 1 + slots.count(self.seat)
            tiles = max(max(way - ships, 0) + max(price - tasks, 0) - wild, 0)
            receive = 1 + weights.LACKING_TILE * tiles + weights.LACKING_RESOURCE * goods
            best = self._best_hope(slots, spent + receive, turns)
            if best:
                yield weights.NOT_YET ** (tiles + goods) * best

    def _best_hope(self, slots: tuple[IslandSlot, ...], spent: float, turns: float) -> float:
        """Return the worth of the best task of an island after so many turns of other things."""
        key = (slots, spent, turns)
        best = self._best.get(key)
        if best is None:
            hopes = [self._hopes[slot] for slot in slots if slot in self._hopes]
            best = max(
                (hope.points * chance_in_time(spent, hope.effort, turns) for hope in hopes),
                default=0.0,
            )
            self._best[key] = best
        return best

    def _lacking_goods(
        self, state: GameState, held: Resources, offerings: tuple[Resource | None, ...]
    ) -> tuple[int, ...]:
        """Resources that lack for each island, with the offering that comes cheapest there."""
        key = (held.counts, offerings)
        lacking = self._lacking.get(key)
        if lacking is None:
            lacking = tuple(
                min(_lacking_goods(held, island, each) for each in offerings)
                for island in state.box.islands
            )
            self._lacking[key] = lacking
        return lacking


def _lacking_goods(held: Resources, island: Island, offering: Resource | None) -> int:
    """Resources that lack for an island and an offering; Gold stands for either.

    The offering is None while its pile waits to be flipped, and then taken for lacking.
    """
    first = island.resource
    if first is None or offering is None:
        lacking = sum(each is None or not held[each] for each in (first, offering))
    elif first is offering:
        lacking = max(2 - held[first], 0)
    else:
        lacking = (not held[first]) + (not held[offering])
    return max(lacking - held[Resource.GOLD], 0) if lacking else 0
