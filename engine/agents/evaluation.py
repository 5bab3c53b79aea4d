"""The worth of a position to a seat: its score sheet, and what may still become of its city."""

from collections.abc import Hashable, Sequence
from functools import cached_property, lru_cache
from math import inf
from typing import Final

from engine import bag, conditions, ids
from engine.agents import weights
from engine.agents.adding import added
from engine.agents.chances import chance_in_time
from engine.agents.city import best_in_a_turn, city_worth
from engine.agents.effort import Efforts
from engine.agents.sea import Sea
from engine.agents.survey import Survey, surveyor
from engine.box_index import box_index
from engine.data.tom import DECK_PASSES
from engine.effects import NOVICES_NEEDED, novices_sent
from engine.rules.countdown import pass_points, turns_left
from engine.scoring import (
    FATE_TILE_POINTS,
    LEFTOVERS_PER_POINT,
    common_task_points,
    guardian_points,
)
from engine.state import GameState, PlayerState

_HAND_CONDITIONS = (
    conditions.HasTiles,
    conditions.HasResource,
    conditions.TwoResources,
    conditions.SameResource,
)
"""The conditions that look at nothing but the hand."""
_FATE_CONDITIONS = (conditions.FateGroups, conditions.AnyFateGroups, conditions.SquaresCovered)
"""The conditions that look at nothing but the Fate Area and its row."""

_MEANS = 2
"""The action tiles that pay for any action: two of any kinds stand for the one that is asked."""
_REMEMBERED: Final = 1 << 12

_BEFORE_LIGHTING = 2
"""The turns that a task takes at least which is not met yet."""


class Evaluation:
    """Evaluates the positions that one seat can reach from one position in its turn.

    These positions share most of what is looked at, so parts of the result are remembered by that;
    `efforts` for all positions and seats of a game.
    """

    def __init__(self, state: GameState, seat: ids.Seat, efforts: Efforts | None = None) -> None:
        self.seat = seat
        self._begun = state
        self._survey = surveyor(state.box)
        self.efforts = efforts or Efforts()
        self._hands: dict[Hashable, float] = {}

    def worth(self, state: GameState) -> float:
        """The points the seat can expect at the end, seen from the end of its present turn."""
        player = state.players[self.seat]
        survey = self._surveyed(player)
        total = _points(state, player, survey)
        left = _turns_after_this(state, self.seat)
        if state.ended is not None or player.passed or left == 0:
            return total
        if left == 1:
            return total + max(
                self._one_more_turn(state, player, survey), _next_pass(state, self.seat)
            )
        turns = round(_turns_to_come(state, player, left) * 2) / 2
        return total + max(
            self._prospects(state, player, survey, turns), _next_pass(state, self.seat)
        )

    @cached_property
    def _sea(self) -> Sea:
        """The islands as they are in the beginning; a game that is over needs none."""
        return Sea(self._begun, self.seat, self.efforts)

    def hand(self, state: GameState, tiles: bag.ActionTiles, resources: bag.Resources) -> float:
        """Return the worth of a hand in the city of a position, to compare payments."""
        is_last = _turns_after_this(state, self.seat) == 0
        key = (state.players[self.seat].tasks, tiles.counts, resources.counts, is_last)
        value = self._hands.get(key)
        if value is None:
            value = self._hands[key] = self._hand(state, tiles, resources, is_last=is_last)
        return value

    def _hand(
        self, state: GameState, tiles: bag.ActionTiles, resources: bag.Resources, *, is_last: bool
    ) -> float:
        value = (tiles.total + resources.total) / LEFTOVERS_PER_POINT
        if is_last:
            return value
        value += _supplies_worth(tiles, resources, weights.LONG_GAME)
        unlit = self._surveyed(state.players[self.seat]).unlit
        wanting = [task for _, task in unlit if isinstance(task.condition, _HAND_CONDITIONS)]
        if wanting:
            twin = state.copy()
            player = twin.players[self.seat]
            player.tiles, player.resources = tiles, resources
            for task in wanting:
                effort = self.efforts.of(task, twin, self.seat)
                value += (task.points + weights.NOVICE) * weights.LATER_TURN**effort
        return value

    def wants_squares(self, state: GameState) -> bool:
        """Say whether a task in the city asks for certain squares of the Fate Area."""
        unlit = self._surveyed(state.players[self.seat]).unlit
        return any(isinstance(task.condition, _FATE_CONDITIONS) for _, task in unlit)

    def points(self, state: GameState, seat: ids.Seat) -> float:
        """The points of a seat if the game ended now, those of its score sheet."""
        player = state.players[seat]
        return _points(state, player, self._surveyed(player))

    def _surveyed(self, player: PlayerState) -> Survey:
        return self._survey(player.tasks, player.portals, player.path)

    def _one_more_turn(self, state: GameState, player: PlayerState, survey: Survey) -> float:
        """Return the points that a last turn can bring: one thing, and only if it can be paid."""
        value, _, chances = _lighting(survey, self._efforts_of(survey, state), 1.0)
        if player.tiles.total < _MEANS:
            return value
        return max(value, best_in_a_turn(survey, player, state.neutral, chances))

    def _prospects(
        self, state: GameState, player: PlayerState, survey: Survey, turns: float
    ) -> float:
        """Return the points that so many turns can still bring."""
        value, spent, chances = _lighting(survey, self._efforts_of(survey, state), turns)
        return (
            value
            + city_worth(survey, player, state.neutral, chances, turns)
            + self._sea.worth(state, weights.SEA_SPENT * spent, turns)
            + _supplies_worth(player.tiles, player.resources, turns)
            + weights.FATE_TILE * min(len(player.fate_row), turns / weights.TURNS_PER_FATE_TILE)
        )

    def _efforts_of(self, survey: Survey, state: GameState) -> tuple[tuple[float, int], ...]:
        """Return the turns until each task in the city is met, and its place, the nearest first."""
        turns = self.efforts.of
        efforts = [(turns(task, state, self.seat), place) for place, task in survey.unlit]
        return tuple(sorted(efforts))


def _points(state: GameState, player: PlayerState, survey: Survey) -> float:
    points = sum(player.scored) + survey.points + sum(guardian_points(state, player))
    points += common_task_points(survey.common_tasks(player), survey.lit)
    points += FATE_TILE_POINTS * len(player.fate_row)
    return float(points + (player.tiles.total + player.resources.total) // LEFTOVERS_PER_POINT)


def _turns_to_come(state: GameState, player: PlayerState, time: float | None) -> float:
    """The turns a player will have after the present one, guessed before the countdown.

    In the countdown they are `time`. What tiles and fate tiles pay for is a bound, too.
    """
    if time is None:
        missing = NOVICES_NEEDED[state.options.players] - novices_sent(state)
        pace = weights.TURNS_PER_NOVICE / state.options.players
        time = weights.COUNTDOWN_TURNS + pace * max(missing, 0)
    if state.tom is not None:
        cards = DECK_PASSES * len(box_index(state.box).tom_deck)
        time = min(time, cards - state.tom.turned - 1)
    means = (
        weights.TURNS_PER_TILE * player.tiles.total
        + weights.TURNS_PER_FATE_TILE * len(player.fate_row)
        + sum(space is not None and not space.lit for space in player.tasks)
    )
    return min(time, means)


def _turns_after_this(state: GameState, seat: ids.Seat) -> float | None:
    """The turns a seat has after the present one; None before the countdown."""
    left = turns_left(state, seat)
    return None if left is None else left - (1 if state.seat == seat else 0)


def _next_pass(state: GameState, seat: ids.Seat) -> float:
    """The points of passing in the next turn: one less than now."""
    now = pass_points(state, seat)
    return now - 1.0 if now and _turns_after_this(state, seat) else 0.0


@lru_cache(maxsize=_REMEMBERED)
def _lighting(
    survey: Survey, efforts: tuple[tuple[float, int], ...], turns: float
) -> tuple[float, float, tuple[float, ...]]:
    """Return the yield and the turns of lighting the tasks, and each position's bonfire chance.

    Tasks are lit one after the other, the nearest first.
    """
    empty = weights.EMPTY_SPACE * min(1.0, turns / weights.LONG_GAME)
    chances = [empty if lit is None else lit for lit in survey.burning]
    tasks = dict(survey.unlit)
    value = spent = 0.0
    for effort, place in efforts:
        # A task that is not met takes a turn to meet it and another one to light it.
        if effort == inf or (effort and turns < _BEFORE_LIGHTING):
            continue
        chances[place] = chance_in_time(spent, effort, turns)
        spent += 1 + weights.SHARED_EFFORT * effort
        value += chances[place] * (tasks[place].points + weights.NOVICE)
    return value, spent, tuple(chances)


def _supplies_worth(tiles: bag.ActionTiles, resources: bag.Resources, turns: float) -> float:
    """Return the worth of a hand in so many turns beyond its half point a piece as leftovers.

    Pieces that cannot be spent in time are worth nothing more.
    """
    spendable = min(turns * weights.TILE_TURN_CAP, tiles.total)
    share = spendable / tiles.total if tiles.total else 0.0
    return _tiles_worth(tiles.counts) * share + _resources_worth(resources.counts) * min(
        1.0, turns / 3
    )


@lru_cache(maxsize=_REMEMBERED)
def _tiles_worth(counts: tuple[int, ...]) -> float:
    *kinds, wild = counts
    return weights.WILD * wild + added(
        _falling_worth(number, weights.TILE, weights.MORE_TILES) for number in kinds
    )


@lru_cache(maxsize=_REMEMBERED)
def _resources_worth(counts: tuple[int, ...]) -> float:
    *basic, gold = counts
    return weights.GOLD * gold + added(
        _falling_worth(number, weights.RESOURCE, weights.MORE_RESOURCES) for number in basic
    )


def _falling_worth(count: int, first: Sequence[float], further: float) -> float:
    """The falling worth of several pieces of one kind."""
    return added(first[:count]) + further * max(count - len(first), 0)
