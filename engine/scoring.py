"""The score sheet of a seat by source, as it would be if the game ended now, and who wins."""

from typing import Final

from engine import specialists
from engine.box_index import box_index
from engine.data.box import Task
from engine.ids import (
    COMMON_TASKS,
    IN_GAME_SOURCES,
    POSITIONS,
    CommonTask,
    PlaceKind,
    PointSource,
    Seat,
)
from engine.progress import common_task_progress, path_crystals
from engine.state import GameState
from engine.view import Result, ScoreSheet

PORTAL_POINTS: Final = 2
CRYSTAL_POINTS: Final = 2
COMMON_TASK_POINTS: Final = 4
_ALL_BONFIRES_POINTS: Final = 7
"""For the common task of 7 tasks, when all seven are bonfires (ruling 27)."""
FATE_TILE_POINTS: Final = 3
LEFTOVERS_PER_POINT: Final = 2


def score_sheet(state: GameState, seat: Seat) -> ScoreSheet:
    """Return a seat's points so far and those of a final scoring now (S1 Final Scoring).

    Tom scores by the same lines: he owns no fate tiles and no supplies, and his guardians never
    leave the Starting Tile (ruling 43).
    """
    player = state.players[seat]
    points = dict(zip(IN_GAME_SOURCES, player.scored, strict=True))
    lit = bonfires(state, seat)
    at_bonfires = _positions_of_guardians(state, seat)
    if not state.options.specialist_18_at_once:
        each = specialists.points_per_guardian_at_bonfire(player)
        points[PointSource.SPECIALISTS] += each * len(at_bonfires)
    points[PointSource.BONFIRES] = sum(task.points for task in lit.values())
    points[PointSource.GUARDIANS] = sum(
        state.box.guardian_values[position - 1] for position in at_bonfires
    )
    points[PointSource.PORTALS] = PORTAL_POINTS * len(
        [position for position in lit if player.portals[position - 1] is not None]
    )
    crystals = dict(zip(POSITIONS, path_crystals(state, seat), strict=False))
    points[PointSource.CRYSTALS] = CRYSTAL_POINTS * len(
        [position for position, task in lit.items() if crystals.get(position) is task.color]
    )
    points[PointSource.COMMON_TASKS] = sum(
        _common_task_points(common, state, seat) for common in COMMON_TASKS
    )
    # The tile in front before the first turn is meant for the start squares and never left over.
    points[PointSource.FATE_TILES] = FATE_TILE_POINTS * len(player.fate_row)
    held = player.tiles.total + player.resources.total
    points[PointSource.LEFTOVERS] = held // LEFTOVERS_PER_POINT
    return ScoreSheet(tuple(points.items()))


def bonfires(state: GameState, seat: Seat) -> dict[int, Task]:
    """The lit task of each position that has a bonfire."""
    tasks = box_index(state.box).tasks
    return {
        position: tasks[space.task]
        for position, space in zip(POSITIONS, state.players[seat].tasks, strict=True)
        if space is not None and space.lit
    }


def standing(state: GameState) -> tuple[tuple[Seat, ...], bool]:
    """Return the winners if the game ended now, and whether bonfires break a tie.

    Most points win; among equals most bonfires, and a tie that remains is shared (ruling 4).
    In a solo game equal scores are a draw.
    """
    totals = [score_sheet(state, seat).total for seat in range(len(state.players))]
    first = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    if state.options.solo or len(first) == 1:
        return first, False
    lit = {seat: len(bonfires(state, seat)) for seat in first}
    winners = tuple(seat for seat in first if lit[seat] == max(lit.values()))
    return winners, len(winners) < len(first)


def result(state: GameState) -> Result | None:
    """Return the end of the game, None while it goes on."""
    if state.ended is None:
        return None
    winners, tie_broken = standing(state)
    return Result(state.ended, winners, tie_broken)


def _positions_of_guardians(state: GameState, seat: Seat) -> list[int]:
    """The positions whose bonfire a guardian stands at."""
    return [
        place.position
        for _, place in state.players[seat].guardians
        if place.kind is PlaceKind.BONFIRE
    ]


def _common_task_points(common: CommonTask, state: GameState, seat: Seat) -> int:
    have, need = common_task_progress(common, state, seat)
    if have < need:
        return 0
    if common is CommonTask.TASKS and len(bonfires(state, seat)) >= need:
        return _ALL_BONFIRES_POINTS
    return COMMON_TASK_POINTS
