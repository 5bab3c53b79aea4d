"""The worth of a position to a seat: its score sheet, and what may still become of its city."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from math import inf
from typing import Final, ParamSpec, TypeVar

from engine.agents import weights
from engine.agents.chances import chance_in_time
from engine.agents.city import best_in_a_turn, city_worth
from engine.agents.effort import turns_to_meet
from engine.agents.sea import SEA_TILES, Sea
from engine.bag import ActionTiles, Resources
from engine.box_index import box_index
from engine.conditions import (
    AnyFateGroups,
    Condition,
    FateGroups,
    HasResource,
    HasTiles,
    SameResource,
    SquaresCovered,
    TwoResources,
)
from engine.data.box import Task
from engine.data.tom import DECK_PASSES
from engine.effects import NOVICES_NEEDED, novices_sent
from engine.ids import PointSource, Seat
from engine.rules.countdown import pass_points, turns_left
from engine.scoring import FATE_TILE_POINTS, LEFTOVERS_PER_POINT, score_sheet
from engine.state import GameState, PlayerState

_T = TypeVar("_T")
_P = ParamSpec("_P")

_HAND_CONDITIONS = (HasTiles, HasResource, TwoResources, SameResource)
"""The conditions that look at nothing but the hand."""
_FATE_CONDITIONS = (FateGroups, AnyFateGroups, SquaresCovered)
"""The conditions that look at nothing but the Fate Area and its row."""

_MEANS = 2
"""The action tiles that pay for any action: two of any kinds stand for the one that is asked."""
_HANDS_REMEMBERED: Final = 1 << 14

_BEFORE_LIGHTING = 2
"""The turns that a task takes at least which is not met yet."""


class _PartMemory:
    """The partial results of one turn's planning, found again by their ingredients.

    The positions of a search share most of their parts, as an answer leaves untouched parts alone.
    Parts are compared by identity, which costs nothing; numbers by value. The memory keeps the
    parts, so that no id is given away twice.
    """

    __slots__ = ("_results",)

    def __init__(self) -> None:
        self._results: dict[Hashable, tuple[object, object]] = {}

    def recall(
        self,
        parts: tuple[object, ...],
        numbers: tuple[Hashable, ...],
        work_out: Callable[_P, _T],
        *args: _P.args,
        **kwargs: _P.kwargs,
    ) -> _T:
        """The result of `work_out`, which may depend on nothing but these parts and numbers.

        A plain function: a bound method would hold its object, whose memory this is, in a cycle.
        """
        key = (work_out, numbers, *map(id, parts))
        found = self._results.get(key)
        if found is None:
            found = (work_out(*args, **kwargs), parts)
            self._results[key] = found
        return found[0]  # type: ignore[return-value]  # the key names the function


class Evaluation:
    """Evaluates the positions that one seat can reach from one position in its turn.

    Parts that an answer leaves alone are worked out once; each part names all it looks at.
    """

    def __init__(self, state: GameState, seat: Seat) -> None:
        self.seat = seat
        self._sea = Sea(state, seat)
        self._memory = _PartMemory()

    def worth(self, state: GameState) -> float:
        """The points the seat can expect at the end, seen from the end of its present turn."""
        player = state.players[self.seat]
        total = self.points(state, self.seat)
        left = _turns_after_this(state, self.seat)
        if state.ended is not None or player.passed or left == 0:
            return total
        if left == 1:
            return total + max(self._one_more_turn(state, player), _next_pass(state, self.seat))
        turns = round(turns_to_come(state, self.seat) * 2) / 2
        return total + max(self._prospects(state, player, turns), _next_pass(state, self.seat))

    def hand(self, state: GameState, tiles: ActionTiles, resources: Resources) -> float:
        """Return the worth of a hand in the city of a position, to compare payments."""
        player = state.players[self.seat]
        numbers = (tiles.counts, resources.counts, _turns_after_this(state, self.seat) == 0)
        return self._memory.recall(
            (player.tasks,), numbers, Evaluation._hand, self, state, tiles, resources
        )

    def _hand(self, state: GameState, tiles: ActionTiles, resources: Resources) -> float:
        value = (tiles.total + resources.total) / LEFTOVERS_PER_POINT
        if _turns_after_this(state, self.seat) == 0:
            return value
        value += _supplies_worth(tiles, resources, weights.LONG_GAME)
        wanting = [
            task for task in self._unlit(state) if isinstance(task.condition, _HAND_CONDITIONS)
        ]
        if wanting:
            twin = state.copy()
            player = twin.players[self.seat]
            player.tiles, player.resources = tiles, resources
            for task in wanting:
                effort = turns_to_meet(task.condition, twin, self.seat)
                value += (task.points + weights.NOVICE) * weights.LATER_TURN**effort
        return value

    def wants_squares(self, state: GameState) -> bool:
        """Say whether a task in the city asks for certain squares of the Fate Area."""
        return any(isinstance(task.condition, _FATE_CONDITIONS) for task in self._unlit(state))

    def _unlit(self, state: GameState) -> Iterator[Task]:
        """The tasks in the city that are still to be lit."""
        cards = box_index(state.box).tasks
        for space in state.players[self.seat].tasks:
            if space is not None and not space.lit:
                yield cards[space.task]

    def points(self, state: GameState, seat: Seat) -> float:
        """The points of a seat if the game ended now."""
        player = state.players[seat]
        held = player.tiles.total + player.resources.total
        parts = (
            player.scored,
            player.tasks,
            player.portals,
            player.path,
            player.guardians,
            player.gnomes,
        )
        return (
            self._memory.recall(parts, (seat,), _city_points, state, seat)
            + FATE_TILE_POINTS * len(player.fate_row)
            + held // LEFTOVERS_PER_POINT
        )

    def _one_more_turn(self, state: GameState, player: PlayerState) -> float:
        """Return the points that a last turn can bring: one thing, and only if it can be paid."""
        efforts = tuple(sorted(self._efforts(state, player)))
        value, _, chances = _tasks(state, player, efforts, 1.0)
        if player.tiles.total < _MEANS:
            return value
        return max(value, best_in_a_turn(state, self.seat, chances))

    def _prospects(self, state: GameState, player: PlayerState, turns: float) -> float:
        """Return the points that so many turns can still bring."""
        efforts = tuple(sorted(self._efforts(state, player)))
        value, spent, chances = self._memory.recall(
            (player.tasks, state.box), (efforts, turns), _tasks, state, player, efforts, turns
        )
        city = (player.tasks, player.portals, player.path, player.guardians, player.gnomes)
        return (
            value
            + self._memory.recall(
                (*city, state.neutral, player.abilities),
                (chances, turns, player.ship is None),
                city_worth,
                state,
                self.seat,
                chances,
                turns,
            )
            + self._sea_worth(state, player, weights.SEA_SPENT * spent, turns)
            + _supplies_worth(player.tiles, player.resources, turns)
            + weights.FATE_TILE * min(len(player.fate_row), turns / weights.TURNS_PER_FATE_TILE)
        )

    def _sea_worth(
        self, state: GameState, player: PlayerState, spent: float, turns: float
    ) -> float:
        """Return the promise of the tasks on the islands."""
        hand = tuple(player.tiles[kind] for kind in SEA_TILES)
        parts = (state.islands, player.offerings, player.tasks, player.abilities)
        numbers = (player.ship, hand, player.resources.counts, spent, turns)
        return self._memory.recall(parts, numbers, Sea.worth, self._sea, state, spent, turns)

    def _efforts(self, state: GameState, player: PlayerState) -> Iterator[tuple[float, int]]:
        """The turns until each task in the city is met, and its place."""
        cards = box_index(state.box).tasks
        for place, space in enumerate(player.tasks):
            if space is not None and not space.lit:
                yield self._effort(cards[space.task].condition, state, player), place

    def _effort(self, condition: Condition, state: GameState, player: PlayerState) -> float:
        """The turns until a condition is met, which depend on what the condition looks at."""
        parts: tuple[object, ...] = (condition,)
        numbers: tuple[Hashable, ...] = (player.tiles.counts,)
        if isinstance(condition, _HAND_CONDITIONS):
            numbers = (*numbers, player.resources.counts)
        elif isinstance(condition, _FATE_CONDITIONS):
            numbers = (player.fate.covered, player.fate.symbols, len(player.fate_row))
        else:
            numbers = (*numbers, player.ship)
            parts = (
                condition,
                player.tasks,
                player.portals,
                player.path,
                player.guardians,
                player.gnomes,
                player.offerings,
                state.islands,
                state.guardians_left,
                state.path_display,
                state.specialists,
                state.elders,
            )
        return self._memory.recall(parts, numbers, turns_to_meet, condition, state, self.seat)


def _city_points(state: GameState, seat: Seat) -> float:
    """The points of what stays in the city: all but fate tiles and leftovers."""
    passing = (PointSource.FATE_TILES, PointSource.LEFTOVERS)
    return float(
        sum(points for source, points in score_sheet(state, seat).points if source not in passing)
    )


def turns_to_come(state: GameState, seat: Seat) -> float:
    """The turns a seat will have after the present one, guessed before the countdown.

    What its tiles and fate tiles pay for is a bound, too.
    """
    time = _turns_after_this(state, seat)
    if time is None:
        missing = NOVICES_NEEDED[state.options.players] - novices_sent(state)
        pace = weights.TURNS_PER_NOVICE / state.options.players
        time = weights.COUNTDOWN_TURNS + pace * max(missing, 0)
    if state.tom is not None:
        cards = DECK_PASSES * len(box_index(state.box).tom_deck)
        time = min(time, cards - state.tom.turned - 1)
    player = state.players[seat]
    means = (
        weights.TURNS_PER_TILE * player.tiles.total
        + weights.TURNS_PER_FATE_TILE * len(player.fate_row)
        + sum(space is not None and not space.lit for space in player.tasks)
    )
    return min(time, means)


def _turns_after_this(state: GameState, seat: Seat) -> float | None:
    """The turns a seat has after the present one; None before the countdown."""
    left = turns_left(state, seat)
    return None if left is None else left - (1 if state.seat == seat else 0)


def _next_pass(state: GameState, seat: Seat) -> float:
    """The points of passing in the next turn: one less than now."""
    now = pass_points(state, seat)
    return now - 1.0 if now and _turns_after_this(state, seat) else 0.0


def _tasks(
    state: GameState, player: PlayerState, efforts: tuple[tuple[float, int], ...], turns: float
) -> tuple[float, float, tuple[float, ...]]:
    """Return the yield and the turns of lighting the tasks, and each position's bonfire chance.

    Tasks are lit one after the other, the nearest first.
    """
    cards = box_index(state.box).tasks
    empty = weights.EMPTY_SPACE * min(1.0, turns / weights.LONG_GAME)
    chances = [empty if space is None else float(space.lit) for space in player.tasks]
    value = spent = 0.0
    for effort, place in efforts:
        space = player.tasks[place]
        # A task that is not met takes a turn to meet it and another one to light it.
        if effort == inf or space is None or (effort and turns < _BEFORE_LIGHTING):
            continue
        chances[place] = chance_in_time(spent, effort, turns)
        spent += 1 + weights.SHARED_EFFORT * effort
        value += chances[place] * (cards[space.task].points + weights.NOVICE)
    return value, spent, tuple(chances)


def _supplies_worth(tiles: ActionTiles, resources: Resources, turns: float) -> float:
    """Return the worth of a hand in so many turns beyond its half point a piece as leftovers.

    Pieces that cannot be spent in time are worth nothing more.
    """
    spendable = min(turns * weights.TILE_TURN_CAP, tiles.total)
    share = spendable / tiles.total if tiles.total else 0.0
    return _tiles_worth(tiles.counts) * share + _resources_worth(resources.counts) * min(
        1.0, turns / 3
    )


@lru_cache(maxsize=_HANDS_REMEMBERED)
def _tiles_worth(counts: tuple[int, ...]) -> float:
    *kinds, wild = counts
    return weights.WILD * wild + sum(
        _falling_worth(number, weights.TILE, weights.MORE_TILES) for number in kinds
    )


@lru_cache(maxsize=_HANDS_REMEMBERED)
def _resources_worth(counts: tuple[int, ...]) -> float:
    *basic, gold = counts
    return weights.GOLD * gold + sum(
        _falling_worth(number, weights.RESOURCE, weights.MORE_RESOURCES) for number in basic
    )


def _falling_worth(count: int, first: Sequence[float], further: float) -> float:
    """The falling worth of several pieces of one kind."""
    return sum(first[:count]) + further * max(count - len(first), 0)
