"""The rough number of turns that it takes to meet the condition of a task."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from math import inf
from typing import Final, assert_never

from engine import bag, conditions, ids
from engine.box_index import box_index
from engine.data.box import Task
from engine.progress import common_task_progress, common_tasks, progress
from engine.rules.gnome import MOST_GNOMES
from engine.rules.path import MOST_PATH_TILES
from engine.state import GameState, PlayerState

_TASK: Final = 1.6
"""Receive a task: sail there, and bring the resources together."""
_GUARDIAN: Final = 0.86
"""Retrieve a guardian: sail there."""
_GUARDIAN_HERE: Final = 0.53
"""Retrieve the guardian of the island where the ship lies."""
_GNOME: Final = 1.5
"""Recruit a gnome, and bring the resource together."""
_GNOME_NOT_SHOWN: Final = 2.7
"""Wait for a gnome of the resource to be displayed, too."""
_PORTAL: Final = 0.77
"""Place a portal: the Great Bonfire must reach the right space."""
_PATH: Final = 0.46
"""Build a path: the one action that needs nothing else."""
_PATH_NOT_SHOWN: Final = 1.7
"""Wait for a path tile of the resource to be displayed, too."""
_BONFIRE: Final = 3.0
"""Light another bonfire: a task, its condition, the ignition."""
_GUARDIAN_AT_BONFIRE: Final = 3.5
"""Walk a guardian to a bonfire: path, portal and procession."""
_RESOURCE: Final = 0.9
"""Hold one more resource: a procession or the Great Bonfire brings one or more."""
_TILE: Final = 0.99
"""Hold one more action tile: a fate tile brings several, but hardly what is wanted."""
_SYMBOL: Final = 1.7
"""Make a group one square larger: a fate tile with the symbol has to come next to it."""
_SYMBOLS_PER_TILE: Final = 2
"""Squares that one fate tile adds to wanted groups at best."""
_SQUARE: Final[Mapping[conditions.Squares, float]] = {
    conditions.Squares.HIGHLIGHTED: 0.67,
    conditions.Squares.GOLD: 2.1,
    conditions.Squares.OUTER_COLUMNS: 1.2,
}
"""Cover one more square of the group: some take a fate tile each, others come in threes."""
_SQUARES_PER_TILE: Final = 3
"""Squares that one fate tile covers."""

_TILE_NOT_HELD: Final = 0.59
"""Wait for the action tile that the next step needs."""

_OWNED: Final[Mapping[conditions.Owned, ids.ActionType]] = {
    conditions.Owned.GNOMES: ids.ActionType.GNOME,
    conditions.Owned.ELDERS: ids.ActionType.GNOME,
    conditions.Owned.PORTALS: ids.ActionType.GREAT_BONFIRE,
    conditions.Owned.GUARDIANS: ids.ActionType.GUARDIAN,
    conditions.Owned.GUARDIANS_AT_BONFIRES: ids.ActionType.GUARDIAN,
}
"""The action that brings one more of what a city owns; lighting a bonfire needs no tile."""
_KINDS: Final[Mapping[type[conditions.Condition], ids.ActionType]] = {
    conditions.PathWithResource: ids.ActionType.PATH,
    conditions.PathPair: ids.ActionType.PATH,
    conditions.PathsWithCrystal: ids.ActionType.PATH,
    conditions.HasGuardians: ids.ActionType.GUARDIAN,
    conditions.GnomeWithResource: ids.ActionType.GNOME,
    conditions.OfferingOnIsland: ids.ActionType.TASK,
    conditions.OfferingsOnBothIslands: ids.ActionType.TASK,
    conditions.OfferingsOnIslands: ids.ActionType.TASK,
    conditions.OfferingPileUsedUp: ids.ActionType.TASK,
    conditions.TasksOfColor: ids.ActionType.TASK,
}
"""The action that brings the next piece for the other conditions; some need none."""

COMMON: Final[Mapping[ids.CommonTask, float]] = {
    ids.CommonTask.TASKS: _TASK,
    ids.CommonTask.PORTALS: _PORTAL,
    ids.CommonTask.PATHS: _PATH,
    ids.CommonTask.GUARDIANS: _GUARDIAN,
    ids.CommonTask.GNOMES: _GNOME,
}
"""Turns for one more piece of each common task."""


class Efforts:
    """Turns to meet conditions of one box, remembered for all seats and positions of a game."""

    def __init__(self) -> None:
        self._known: dict[Hashable, float] = {}

    def of(self, task: Task, state: GameState, seat: ids.Seat) -> float:
        """Turns until a seat meets a condition: 0 when it does now, infinite when it never can."""
        condition = task.condition
        player = state.players[seat]
        key = (task.id, seat, *_LOOKED_AT[type(condition)](state, player))
        turns = self._known.get(key)
        if turns is None:
            have, need = progress(condition, state, seat)
            turns = _turns(condition, need - have, state, seat) if have < need else 0.0
            self._known[key] = turns
        return turns + _turns_for_tile(condition, player.tiles) if turns else 0.0


def _turns_for_tile(condition: conditions.Condition, tiles: bag.ActionTiles) -> float:
    """Turns to wait for the tile that the next step towards a condition needs."""
    if isinstance(condition, conditions.Own):
        kind = _OWNED.get(condition.what)
    else:
        kind = _KINDS.get(type(condition))
    held = kind is None or tiles[kind] or tiles[ids.ActionType.WILD]
    return 0.0 if held else _TILE_NOT_HELD


_Parts = Callable[[GameState, PlayerState], tuple[Hashable, ...]]


def _tiles(_state: GameState, player: PlayerState) -> tuple[Hashable, ...]:
    return (player.tiles.counts,)


def _resources(_state: GameState, player: PlayerState) -> tuple[Hashable, ...]:
    return (player.resources.counts,)


def _fate(_state: GameState, player: PlayerState) -> tuple[Hashable, ...]:
    return (player.fate.covered, player.fate.symbols, len(player.fate_row))


def _tasks(_state: GameState, player: PlayerState) -> tuple[Hashable, ...]:
    return (player.tasks,)


def _offerings(state: GameState, player: PlayerState) -> tuple[Hashable, ...]:
    return (state.islands, player.tasks.count(None))


def _piles(_state: GameState, player: PlayerState) -> tuple[Hashable, ...]:
    return (player.offerings, player.tasks.count(None))


def _path(state: GameState, player: PlayerState) -> tuple[Hashable, ...]:
    return (player.path, state.path_display)


def _guardians_at_sea(state: GameState, player: PlayerState) -> tuple[Hashable, ...]:
    return (player.guardians, state.guardians_left, player.ship)


def _gnomes(state: GameState, player: PlayerState) -> tuple[Hashable, ...]:
    return (player.gnomes, state.specialists, state.elders)


def _owned_things(state: GameState, player: PlayerState) -> tuple[Hashable, ...]:
    return (player.tasks, player.portals, player.guardians, player.gnomes, state.elders)


def _common(_state: GameState, player: PlayerState) -> tuple[Hashable, ...]:
    return common_tasks(player)


_LOOKED_AT: Final[Mapping[type[conditions.Condition], _Parts]] = {
    conditions.Own: _owned_things,
    conditions.PathWithResource: _path,
    conditions.PathPair: _path,
    conditions.PathsWithCrystal: _path,
    conditions.HasGuardians: _guardians_at_sea,
    conditions.GnomeWithResource: _gnomes,
    conditions.OfferingOnIsland: _offerings,
    conditions.OfferingsOnBothIslands: _offerings,
    conditions.OfferingsOnIslands: _offerings,
    conditions.OfferingPileUsedUp: _piles,
    conditions.BonfiresOfColors: _tasks,
    conditions.TasksOfColor: _tasks,
    conditions.HasResource: _resources,
    conditions.TwoResources: _resources,
    conditions.SameResource: _resources,
    conditions.HasTiles: _tiles,
    conditions.FateGroups: _fate,
    conditions.AnyFateGroups: _fate,
    conditions.SquaresCovered: _fate,
    conditions.AnyCommonTask: _common,
}
"""The parts of a position that each kind of condition depends on, apart from the tile in hand."""


def _turns(  # noqa: C901, PLR0912 - one case a condition
    condition: conditions.Condition, missing: int, state: GameState, seat: ids.Seat
) -> float:
    player = state.players[seat]
    match condition:
        case conditions.Own(what):
            return _owned(what, missing, state, player)
        case conditions.PathWithResource(resource):
            return _path_tile((resource,), state, player)
        case conditions.PathPair():
            last = player.path[-1].resource if player.path else None
            return _path_tile(() if last is None else (last,), state, player)
        case conditions.PathsWithCrystal():
            return _within(missing, MOST_PATH_TILES - len(player.path), _PATH)
        case conditions.HasGuardians(guardians):
            return _guardians(guardians, state, player)
        case conditions.GnomeWithResource(resource):
            return _gnome(resource, state, player)
        case (
            conditions.OfferingOnIsland()
            | conditions.OfferingsOnBothIslands()
            | conditions.OfferingsOnIslands()
        ):
            return _within(missing, player.tasks.count(None), _TASK)
        case conditions.OfferingPileUsedUp() | conditions.TasksOfColor():
            return _within(missing, player.tasks.count(None), _TASK)
        case conditions.BonfiresOfColors():
            return _BONFIRE * missing
        case conditions.HasResource() | conditions.TwoResources() | conditions.SameResource():
            return _RESOURCE * missing
        case conditions.HasTiles():
            return _TILE * missing
        case conditions.FateGroups() | conditions.AnyFateGroups():
            return _within(missing, _SYMBOLS_PER_TILE * len(player.fate_row), _SYMBOL)
        case conditions.SquaresCovered(squares):
            return _within(missing, _SQUARES_PER_TILE * len(player.fate_row), _SQUARE[squares])
        case conditions.AnyCommonTask():
            return _nearest_common_task(state, seat)
        case _:
            assert_never(condition)


def _nearest_common_task(state: GameState, seat: ids.Seat) -> float:
    standing = {each: common_task_progress(each, state, seat) for each in ids.CommonTask}
    return min(COMMON[each] * max(need - have, 0) for each, (have, need) in standing.items())


def _within(missing: int, room: int, each: float) -> float:
    return each * missing if missing <= room else inf


def _owned(what: conditions.Owned, missing: int, state: GameState, player: PlayerState) -> float:
    match what:
        case conditions.Owned.GNOMES:
            return _within(missing, MOST_GNOMES - len(player.gnomes), _GNOME)
        case conditions.Owned.ELDERS:
            shown = len(state.elders) - state.elders.count(None)
            return _within(missing, min(shown, MOST_GNOMES - len(player.gnomes)), _GNOME)
        case conditions.Owned.PORTALS:
            return _PORTAL * missing
        case conditions.Owned.GUARDIANS:
            return _GUARDIAN * missing
        case conditions.Owned.GUARDIANS_AT_BONFIRES:
            return _GUARDIAN_AT_BONFIRE * missing
        case conditions.Owned.BONFIRES:
            return _BONFIRE * missing
        case _:
            assert_never(what)


def _path_tile(wanted: Iterable[ids.Resource], state: GameState, player: PlayerState) -> float:
    if len(player.path) >= MOST_PATH_TILES:
        return inf
    shown = {tile.resource for tile in state.path_display if tile is not None}
    return _PATH if any(resource in shown for resource in wanted) else _PATH_NOT_SHOWN


def _gnome(resource: ids.Resource, state: GameState, player: PlayerState) -> float:
    if len(player.gnomes) >= MOST_GNOMES:
        return inf
    cards = box_index(state.box).gnomes
    shown = (*state.specialists, *state.elders)
    fits = any(gnome is not None and cards[gnome].resource is resource for gnome in shown)
    return _GNOME if fits else _GNOME_NOT_SHOWN


def _guardians(wanted: Iterable[ids.Guardian], state: GameState, player: PlayerState) -> float:
    owned = {guardian for guardian, _ in player.guardians}
    islands = box_index(state.box).guardian_islands
    turns = 0.0
    for guardian in wanted:
        if guardian in owned:
            continue
        if not state.guardians_left[ids.NEUTRAL_GUARDIANS.index(guardian)]:
            return inf
        turns += _GUARDIAN_HERE if player.ship == islands[guardian] else _GUARDIAN
    return turns
