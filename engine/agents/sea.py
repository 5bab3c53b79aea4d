"""What the tasks on the islands promise: how soon one of them can be received, and for what."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from engine import specialists
from engine.agents import weights
from engine.agents.chances import chance_in_time
from engine.agents.effort import turns_to_meet
from engine.bag import Resources
from engine.box_index import box_index
from engine.data.box import Island
from engine.ids import ActionType, Resource, Seat
from engine.rules.ship import ANYWHERE
from engine.state import GameState, PlayerState, Slot


@dataclass(frozen=True, slots=True)
class Hope:
    """A task on an island: what lighting it yields, and the turns until it is met."""

    points: float
    effort: float


class Sea:
    """The islands as one seat sees them; their tasks are looked at once for a whole turn."""

    def __init__(self, state: GameState, seat: Seat) -> None:
        self.seat = seat
        self._hopes: dict[Slot, Hope] = {}
        cards = box_index(state.box).tasks
        for slot in (slot for slots in state.islands for slot in slots if isinstance(slot, str)):
            effort = turns_to_meet(cards[slot].condition, state, seat)
            if effort < inf:
                self._hopes[slot] = Hope(cards[slot].points + weights.NOVICE, effort)

    def worth(self, state: GameState, spent: float, turns: float) -> float:
        """What the most promising tasks are worth that may still be received.

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
        """What the best task of each island is worth."""
        offerings = {pile.open for pile in player.offerings if not pile.used_up}
        if not offerings:
            return
        distances = {} if player.ship is None else box_index(state.box).distances[player.ship]
        for island, slots in zip(state.box.islands, state.islands, strict=True):
            hopes = [self._hopes[slot] for slot in slots if slot in self._hopes]
            if not hopes:
                continue
            way = min(distances.get(island.code, 1), ANYWHERE)
            tiles = _lacking_tiles(player, way, slots.count(self.seat))
            goods = min(_lacking_goods(player.resources, island, each) for each in offerings)
            receive = 1 + weights.LACKING_TILE * tiles + weights.LACKING_RESOURCE * goods
            yield weights.NOT_YET ** (tiles + goods) * max(
                hope.points * chance_in_time(spent + receive, hope.effort, turns) for hope in hopes
            )


def _lacking_tiles(player: PlayerState, way: int, offerings: int) -> int:
    """Ship and task tiles that lack for a task `way` routes off, with so many own offerings."""
    price = 1 if specialists.task_price_is_flat(player) else 1 + offerings
    ships = max(way - player.tiles[ActionType.SHIP], 0)
    tasks = max(price - player.tiles[ActionType.TASK], 0)
    return max(ships + tasks - player.tiles[ActionType.WILD], 0)


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
