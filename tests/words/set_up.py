"""The set-up for each number of players, as the engine deals it."""

from collections import Counter

from engine import Game, GameOptions, ids
from engine.box_index import box_index
from engine.data.standard import STANDARD_BOX as BOX
from tests.kit.position import state_of


def copies(players: int) -> int:
    """Return the number of portals of each kind in a game."""
    view = Game.new(GameOptions(players), seed=1).view()
    return sum(len(space.portals) for space in view.wheel) // len(ids.POSITIONS)


def tasks_each(players: int) -> list[int]:
    """The numbers of tasks that islands hold at the beginning, in order of size."""
    view = Game.new(GameOptions(players), seed=1).view()
    held = {sum(slot.task is not None for slot in island.slots) for island in view.islands}
    return sorted(held - {0})


def solo_tasks() -> list[int]:
    """The tasks of a solo game by color, those that differ on an island, and what else differs.

    That is the number of equal portals that no space holds, and of specialists that are left out.
    """
    assert tasks_each(1) == tasks_each(2)
    game = Game.new(GameOptions(1), seed=1)
    view, state = game.view(), state_of(game)
    tasks = [[slot.task for slot in island.slots if slot.task] for island in view.islands]
    colors = Counter(task.color for held in tasks for task in held)
    (differ,) = {len({task.color for task in held}) for held in tasks if held}
    assert all(len(set(space.portals)) == len(space.portals) for space in view.wheel)
    dealt = {*state.hidden.specialist_pile, *state.specialists}
    gnomes = box_index(BOX).gnomes
    left = [gnomes[code] for code in gnomes if code.startswith("S") and code not in dealt]
    assert {gnome.resource for gnome in left} == {ids.Resource.GOLD}
    return [*(colors[each] for each in ids.Color), differ, 2, len(left)]
