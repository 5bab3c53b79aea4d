"""The score sheet of a seat by source, as it would be if the game ended now, and who wins."""

from typing import Final, NamedTuple

from engine import ids, specialists
from engine.box_index import box_index
from engine.data.box import Box, PathTile, Task
from engine.progress import COMMON_NEED, common_tasks
from engine.state import GameState, PlayerState, TaskSpace
from engine.view import Result, ScoreSheet

PORTAL_POINTS: Final = 2
CRYSTAL_POINTS: Final = 2
COMMON_TASK_POINTS: Final = 4
_ALL_BONFIRES_POINTS: Final = 7
"""For the common task of 7 tasks, when all seven are bonfires (ruling 27)."""
FATE_TILE_POINTS: Final = 3
LEFTOVERS_PER_POINT: Final = 2


def score_sheet(state: GameState, seat: ids.Seat) -> ScoreSheet:
    """Return a seat's points so far and those of a final scoring now (S1 Final Scoring).

    Tom scores by the same lines: he owns no fate tiles and no supplies, and his guardians never
    leave the Starting Tile (ruling 43).
    """
    player = state.players[seat]
    points = dict(zip(ids.IN_GAME_SOURCES, player.scored, strict=True))
    lit = position_points(state.box, player.tasks, player.portals, player.path)
    by_specialist, at_bonfires = guardian_points(state, player)
    points[ids.PointSource.SPECIALISTS] += by_specialist
    points[ids.PointSource.BONFIRES] = lit.bonfires
    points[ids.PointSource.GUARDIANS] = at_bonfires
    points[ids.PointSource.PORTALS] = lit.portals
    points[ids.PointSource.CRYSTALS] = lit.crystals
    points[ids.PointSource.COMMON_TASKS] = common_task_points(common_tasks(player), lit.lit)
    # The tile in front before the first turn is meant for the start squares and never left over.
    points[ids.PointSource.FATE_TILES] = FATE_TILE_POINTS * len(player.fate_row)
    held = player.tiles.total + player.resources.total
    points[ids.PointSource.LEFTOVERS] = held // LEFTOVERS_PER_POINT
    return ScoreSheet(tuple(points.items()))


class PositionPoints(NamedTuple):
    """The points of the positions of a city, and how many bonfires are lit there."""

    bonfires: int
    portals: int
    crystals: int
    lit: int


def position_points(
    box: Box,
    tasks: tuple[TaskSpace | None, ...],
    portals: tuple[ids.PortalKind | None, ...],
    path: tuple[PathTile, ...],
) -> PositionPoints:
    """Return the points of bonfires, and of the portals and matching crystals beside them."""
    cards = box_index(box).tasks
    crystals = (box.start_crystal, *(tile.crystal for tile in path))
    points = with_portal = matching = lit = 0
    for number, space in enumerate(tasks):
        if space is None or not space.lit:
            continue
        lit += 1
        task = cards[space.task]
        points += task.points
        with_portal += portals[number] is not None
        matching += number < len(crystals) and crystals[number] is task.color
    return PositionPoints(points, PORTAL_POINTS * with_portal, CRYSTAL_POINTS * matching, lit)


def guardian_points(state: GameState, player: PlayerState) -> tuple[int, int]:
    """Return the points that guardians at bonfires bring by specialist 18, and by themselves."""
    values = state.box.guardian_values
    points = [
        values[place.position - 1]
        for _, place in player.guardians
        if place.kind is ids.PlaceKind.BONFIRE
    ]
    if state.options.specialist_18_at_once:
        return 0, sum(points)
    return specialists.points_per_guardian_at_bonfire(player) * len(points), sum(points)


def common_task_points(standing: tuple[int, ...], lit: int) -> int:
    """Return the points of the common tasks of a city that has so much of each."""
    points = 0
    for common, have in zip(ids.COMMON_TASKS, standing, strict=True):
        need = COMMON_NEED[common]
        if have >= need:
            all_lit = common is ids.CommonTask.TASKS and lit >= need
            points += _ALL_BONFIRES_POINTS if all_lit else COMMON_TASK_POINTS
    return points


def bonfires(state: GameState, seat: ids.Seat) -> dict[int, Task]:
    """The lit task of each position that has a bonfire."""
    tasks = box_index(state.box).tasks
    return {
        position: tasks[space.task]
        for position, space in zip(ids.POSITIONS, state.players[seat].tasks, strict=True)
        if space is not None and space.lit
    }


def standing(state: GameState) -> tuple[tuple[ids.Seat, ...], bool]:
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
