"""The progress of a city with a task or a common task: (have, need), met when have >= need.

Nothing here is a payment, so no yellow tile, Gold or pair stands for anything else (ruling 3).
A task that is being checked lies on its task space: it counts as a task of its colour and never
as a bonfire (rulings 25, 65). Whether a bonfire stays lit is not asked again (ruling 24).
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Final, assert_never

from engine import conditions, ids
from engine.box_index import box_index
from engine.geometry import geometry
from engine.state import GameState, PlayerState

HaveAndNeed = tuple[int, int]

COMMON_NEED: Final = {
    ids.CommonTask.TASKS: 7,
    ids.CommonTask.PORTALS: 7,
    ids.CommonTask.PATHS: 7,
    ids.CommonTask.GUARDIANS: 5,
    ids.CommonTask.GNOMES: 6,
}
"""The number that each common task asks for; path position 1 is a path tile (S1 Appendix I)."""

_COMMON_HAVE: Final[Mapping[ids.CommonTask, Callable[[PlayerState], int]]] = {
    ids.CommonTask.TASKS: lambda player: len([task for task in player.tasks if task]),
    ids.CommonTask.PORTALS: lambda player: len([portal for portal in player.portals if portal]),
    ids.CommonTask.PATHS: lambda player: len(player.path) + 1,
    ids.CommonTask.GUARDIANS: lambda player: len(player.guardians),
    ids.CommonTask.GNOMES: lambda player: len(player.gnomes),
}
"""The count of each common task in a city."""


def common_task_progress(common: ids.CommonTask, state: GameState, seat: ids.Seat) -> HaveAndNeed:
    """Return a seat's progress with a common task now."""
    return _COMMON_HAVE[common](state.players[seat]), COMMON_NEED[common]


def common_tasks(player: PlayerState) -> tuple[int, ...]:
    """Return how much a city has of each common task, in the order of `COMMON_TASKS`."""
    return tuple([_COMMON_HAVE[common](player) for common in ids.COMMON_TASKS])


def elder_points(counts: ids.ElderCount, state: GameState, seat: ids.Seat) -> int:
    """Return an elder's score: one point for each of its kind (S1 Appendix III; ruling 34)."""
    if counts is ids.ElderCount.FATE_TILES:
        return len(state.players[seat].fate.tiles)
    have, _ = common_task_progress(ids.CommonTask(counts.value), state, seat)
    return have


def progress(condition: conditions.Condition, state: GameState, seat: ids.Seat) -> HaveAndNeed:  # noqa: C901, PLR0912 - one case a condition
    """Return a seat's progress with the condition of a task now."""
    player = state.players[seat]
    match condition:
        case conditions.Own(what, count):
            return _owned(what, state, seat), count
        case conditions.PathWithResource(resource):
            return _path_resources(state, seat).count(resource), 1
        case conditions.PathPair():
            runs = groupby(_path_resources(state, seat))
            return max(len(list(run)) for _, run in runs), 2
        case conditions.PathsWithCrystal(color, count):
            return path_crystals(state, seat).count(color), count
        case conditions.HasGuardians(guardians):
            owned = {guardian for guardian, _ in player.guardians}
            return len(owned.intersection(guardians)), len(guardians)
        case conditions.GnomeWithResource(resource):
            cards = box_index(state.box).gnomes
            return sum(cards[gnome].resource is resource for gnome in player.gnomes), 1
        case conditions.OfferingOnIsland(resource):
            return _islands_with_offering(resource, state, seat), 1
        case conditions.OfferingsOnBothIslands(resource):
            return _islands_with_offering(resource, state, seat), 2
        case conditions.OfferingsOnIslands(islands, each):
            return _fill(_offerings(state, seat).values(), islands, each)
        case conditions.OfferingPileUsedUp():
            return _offering_pile(state, seat)
        case conditions.BonfiresOfColors(colors):
            lit = {color for color, is_lit in _task_colors(state, seat) if is_lit}
            return len(lit.intersection(colors)), len(colors)
        case conditions.TasksOfColor(color, count):
            return sum(color is found for found, _ in _task_colors(state, seat)), count
        case conditions.HasResource(resource, count):
            return player.resources[resource], count
        case conditions.TwoResources(each):
            return _fill((player.resources[kind] for kind in ids.BASIC_RESOURCES), 2, each)
        case conditions.SameResource(count):
            return max(player.resources[kind] for kind in ids.BASIC_RESOURCES), count
        case conditions.HasTiles(tiles):
            return sum(map(min, player.tiles.counts, tiles.counts)), tiles.total
        case conditions.FateGroups(symbols, size):
            largest = (max(_group_sizes(symbol, state, seat), default=0) for symbol in symbols)
            return _fill(largest, len(symbols), size)
        case conditions.AnyFateGroups(groups, size):
            sizes = (n for symbol in ids.FATE_SYMBOLS for n in _group_sizes(symbol, state, seat))
            return _fill(sizes, groups, size)
        case conditions.SquaresCovered(squares):
            mask = _square_mask(squares, state)
            return (player.fate.covered & mask).bit_count(), mask.bit_count()
        case conditions.AnyCommonTask():
            return _common_tasks_met(state, seat), 1
        case _:
            assert_never(condition)


def path_crystals(state: GameState, seat: ids.Seat) -> tuple[ids.Color | None, ...]:
    """The crystals of the path positions built so far, from position 1 on."""
    return (state.box.start_crystal, *(tile.crystal for tile in state.players[seat].path))


def _path_resources(state: GameState, seat: ids.Seat) -> tuple[ids.Resource, ...]:
    return (ids.Resource.GOLD, *(tile.resource for tile in state.players[seat].path))


def _owned(what: conditions.Owned, state: GameState, seat: ids.Seat) -> int:
    player = state.players[seat]
    match what:
        case conditions.Owned.GNOMES:
            return len(player.gnomes)
        case conditions.Owned.ELDERS:
            elders = box_index(state.box).elders
            return sum(gnome in elders for gnome in player.gnomes)
        case conditions.Owned.PORTALS:
            return sum(portal is not None for portal in player.portals)
        case conditions.Owned.GUARDIANS:
            return len(player.guardians)
        case conditions.Owned.GUARDIANS_AT_BONFIRES:
            return sum(place.kind is ids.PlaceKind.BONFIRE for _, place in player.guardians)
        case conditions.Owned.BONFIRES:
            return sum(space is not None and space.lit for space in player.tasks)
        case _:
            assert_never(what)


def _task_colors(state: GameState, seat: ids.Seat) -> list[tuple[ids.Color, bool]]:
    """The colour of every task and bonfire, and whether it is lit."""
    tasks = box_index(state.box).tasks
    spaces = state.players[seat].tasks
    return [(tasks[space.task].color, space.lit) for space in spaces if space is not None]


def _offerings(state: GameState, seat: ids.Seat) -> dict[str, int]:
    """Return the number of own offerings on each island, by its code."""
    return {
        island.code: sum(slot == seat for slot in slots)
        for island, slots in zip(state.box.islands, state.islands, strict=True)
    }


def _islands_with_offering(resource: ids.Resource, state: GameState, seat: ids.Seat) -> int:
    offerings = _offerings(state, seat)
    return sum(offerings[code] > 0 for code in box_index(state.box).islands_of.get(resource, ()))


def _offering_pile(state: GameState, seat: ids.Seat) -> HaveAndNeed:
    """The tiles used up of the lower of the two piles."""
    height = len(box_index(state.box).offerings) // len(ids.SIDES)
    piles = state.players[seat].offerings
    left = min((pile.hidden + (pile.open is not None) for pile in piles), default=height)
    return height - left, height


def _fill(amounts: Iterable[int], groups: int, size: int) -> HaveAndNeed:
    """Return the fill of as many measures of `size` each as the best `groups` amounts make."""
    best = sorted(amounts, reverse=True)[:groups]
    return sum(min(amount, size) for amount in best), groups * size


def _group_sizes(symbol: ids.ActionType, state: GameState, seat: ids.Seat) -> list[int]:
    mask = state.players[seat].fate.symbols[ids.FATE_SYMBOLS.index(symbol)]
    return geometry(state.box.fate_grid).group_sizes(mask)


def _square_mask(squares: conditions.Squares, state: GameState) -> int:
    area = geometry(state.box.fate_grid)
    match squares:
        case conditions.Squares.HIGHLIGHTED:
            return area.highlighted
        case conditions.Squares.GOLD:
            return area.gold
        case conditions.Squares.OUTER_COLUMNS:
            return area.outer_columns
        case _:
            assert_never(squares)


def _common_tasks_met(state: GameState, seat: ids.Seat) -> int:
    standing = zip(ids.COMMON_TASKS, common_tasks(state.players[seat]), strict=True)
    return sum(have >= COMMON_NEED[common] for common, have in standing)
