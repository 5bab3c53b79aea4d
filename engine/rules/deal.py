"""The dealing of tasks and portals under the conditions of the set-up (ruling 67)."""

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from engine.conditions import OfferingsOnIslands
from engine.data.box import Box, Island, Task
from engine.ids import Color, PortalKind
from engine.rng import Rng
from engine.state import GameOptions
from engine.tuples import divided

_FEW_TASKS: Final = 2
"""Tasks on an island with 1 or 2 players, and on the corner islands with 3."""
_MANY_TASKS: Final = 3
_SOLO_TASKS: Final[Mapping[Color, int]] = {Color.BLUE: 7, Color.RED: 7, Color.YELLOW: 6}

_T = TypeVar("_T")


def tasks_on(island: Island, players: int) -> int:
    """Return the number of tasks dealt to an island; none to a guardian's (S0 Setup)."""
    if island.resource is None:
        return 0
    few = players < 3 or (players == 3 and island.corner)
    return _FEW_TASKS if few else _MANY_TASKS


def deal_tasks(rng: Rng, options: GameOptions, box: Box) -> tuple[tuple[Task, ...], ...]:
    """Deal the tasks to the islands, in the order of the box."""
    tasks = _tasks_in_play(options, box)
    sizes = tuple(tasks_on(island, options.players) for island in box.islands)
    if options.solo:
        return _deal_pairs(rng.shuffled, _solo_tasks(rng, tasks), sizes)
    if options.beginner:
        return _deal_colors(rng, tasks, sizes)
    return divided(rng.sample(tasks, sum(sizes)), sizes)


def _tasks_in_play(options: GameOptions, box: Box) -> tuple[Task, ...]:
    """All tasks but, with 1 or 2 players, the one for 3 offerings on an island (ruling 32)."""
    return tuple(
        task
        for task in box.tasks
        if options.players > _FEW_TASKS
        or not isinstance(task.condition, OfferingsOnIslands)
        or task.condition.each <= _FEW_TASKS
    )


def _solo_tasks(rng: Rng, tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    return tuple(
        task
        for color, count in _SOLO_TASKS.items()
        for task in rng.sample((task for task in tasks if task.color is color), count)
    )


def _deal_colors(
    rng: Rng, tasks: tuple[Task, ...], sizes: tuple[int, ...]
) -> tuple[tuple[Task, ...], ...]:
    """Different colours on each island: first the islands of three, then by trial those of two."""
    piles = {color: list(rng.shuffled(t for t in tasks if t.color is color)) for color in Color}
    triples = iter(
        [
            rng.shuffled(pile.pop() for pile in piles.values())
            for size in sizes
            if size == _MANY_TASKS
        ]
    )
    rest = tuple(task for pile in piles.values() for task in pile)
    few = tuple(size if size == _FEW_TASKS else 0 for size in sizes)
    pairs = _deal_pairs(lambda pool: rng.sample(pool, sum(few)), rest, few)
    return tuple(
        next(triples) if size == _MANY_TASKS else pair
        for size, pair in zip(sizes, pairs, strict=True)
    )


def _deal_pairs(
    deal: Callable[[tuple[Task, ...]], tuple[Task, ...]],
    tasks: tuple[Task, ...],
    sizes: tuple[int, ...],
) -> tuple[tuple[Task, ...], ...]:
    """Deal anew until the tasks of every island differ in colour."""
    return _until_valid(
        lambda: divided(deal(tasks), sizes),
        lambda group: len({task.color for task in group}) == len(group),
    )


def deal_portals(rng: Rng, options: GameOptions) -> tuple[tuple[PortalKind, ...], ...]:
    """Deal the portals to the spaces of the Great Bonfire.

    There are 4 of each kind, 3 with 1 or 2 players (ruling 33). Against Tom no kind lies twice on a
    space (S1 Solo Play).
    """
    spaces = len(PortalKind)
    copies = 4 if options.players > 2 else 3
    portals = tuple(PortalKind) * copies
    if not options.solo:
        return divided(rng.shuffled(portals), (copies,) * spaces)
    return _until_valid(
        lambda: divided(rng.shuffled(portals), (copies,) * spaces),
        lambda group: len(set(group)) == len(group),
    )


def _until_valid(
    deal: Callable[[], tuple[tuple[_T, ...], ...]], is_valid: Callable[[tuple[_T, ...]], bool]
) -> tuple[tuple[_T, ...], ...]:
    """Deal until every group is valid, which makes each valid deal equally likely."""
    dealt = deal()
    while not all(is_valid(group) for group in dealt):
        dealt = deal()
    return dealt
