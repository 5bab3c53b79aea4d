"""The prospects of a city: portals and crystals that count, guardians, common tasks."""

from collections.abc import Iterator

from engine import specialists
from engine.agents import weights
from engine.agents.chances import chance_in_time
from engine.agents.effort import COMMON
from engine.box_index import box_index
from engine.ids import POSITIONS, CommonTask, PlaceKind, Seat
from engine.progress import common_task_progress, path_crystals
from engine.scoring import COMMON_TASK_POINTS, CRYSTAL_POINTS, PORTAL_POINTS
from engine.state import GameState, PlayerState


def city_worth(state: GameState, seat: Seat, chances: tuple[float, ...], turns: float) -> float:
    """Estimate the promise of a city apart from lighting its tasks; the hand plays no part.

    `chances` are those of each position to hold a bonfire at the end, `turns` those to come.
    """
    player = state.players[seat]
    return (
        _positions(state, seat, chances, turns)
        + _guardians(state, player, chances, turns)
        + _common_tasks(state, seat, turns)
        + _lasting(player, turns)
    )


def best_in_a_turn(state: GameState, seat: Seat, chances: tuple[float, ...]) -> float:
    """Estimate the worth of one more action for a city: portal or path, procession, common task."""
    return max(
        _positions(state, seat, chances, 1.0),
        _guardians(state, state.players[seat], chances, 1.0),
        _common_tasks(state, seat, 1.0),
    )


def _positions(state: GameState, seat: Seat, chances: tuple[float, ...], turns: float) -> float:
    """Portals and crystals that may come to count beside bonfires that may come to burn."""
    player = state.players[seat]
    crystals = path_crystals(state, seat)
    cards = box_index(state.box).tasks
    value = 0.0
    portal, missing = 1.0, 0
    for number in reversed(range(len(POSITIONS))):
        space, chance = player.tasks[number], chances[number]
        lit = space is not None and space.lit
        if player.portals[number] is None:
            portal *= weights.PORTAL_NEARNESS
            missing += 1
            # Each takes a turn of its own.
            value += PORTAL_POINTS * chance * portal * (missing <= turns)
        elif not lit:
            value += PORTAL_POINTS * chance
        crystal = crystals[number] if number < len(crystals) else None
        if number >= len(crystals):
            value += CRYSTAL_POINTS * chance * weights.CRYSTAL_CHANCE * (space is not None)
        elif space is None:
            value += CRYSTAL_POINTS * chance * weights.CRYSTAL_HOPE * (crystal is not None)
        elif not lit and cards[space.task].color is crystal:
            value += CRYSTAL_POINTS * chance
    return value


def _guardians(
    state: GameState, player: PlayerState, chances: tuple[float, ...], turns: float
) -> float:
    """The bonfires that the guardians may reach, the best one for the one in front."""
    built = len(player.path) + 1
    spots = list(_spots(state, player, chances, built))
    walking = sorted(
        (place.position for _, place in player.guardians if place.kind is not PlaceKind.BONFIRE),
        reverse=True,
    )
    value = 0.0
    in_time = min(1.0, turns / (weights.LONG_GAME / 2))
    for position in walking:
        reached = [
            (points * weights.STEP_NEARNESS ** (to - position + 1), points, to)
            for points, to in spots
            if to >= position
        ]
        if reached:
            best, points, to = max(reached)
            spots.remove((points, to))
            value += weights.GUARDIAN_TRUST * best * in_time
        value += weights.WALK_LEFT * max(built - position, 0) * in_time
    return value


def _spots(
    state: GameState, player: PlayerState, chances: tuple[float, ...], built: int
) -> Iterator[tuple[float, int]]:
    """Return the score of a guardian at each free bonfire, times the chance that she can stand."""
    taken = {place.position for _, place in player.guardians if place.kind is PlaceKind.BONFIRE}
    portal = 1.0
    for position in reversed(POSITIONS):
        there = 1.0
        if player.portals[position - 1] is None:
            portal *= weights.PORTAL_NEARNESS
            there = portal
        if position not in taken and chances[position - 1]:
            path = weights.PATH_NEARNESS ** max(position - built, 0)
            points = state.box.guardian_values[position - 1]
            yield points * chances[position - 1] * there * path, position


def _common_tasks(state: GameState, seat: Seat, turns: float) -> float:
    """The common tasks that may yet be met, and the neutral novices of those that are."""
    value = 0.0
    for common in CommonTask:
        have, need = common_task_progress(common, state, seat)
        novice = weights.NOVICE if common in state.neutral else 0.0
        if have >= need:
            value += novice
            continue
        chance = chance_in_time(0.0, COMMON[common] * (need - have), turns)
        value += (COMMON_TASK_POINTS + novice) * chance * (have / need) ** weights.COMMON_EXTRA
    return value


def _lasting(player: PlayerState, turns: float) -> float:
    """Specialists, guardians, path and ship, which pay off the longer the game goes on."""
    value = (
        sum(_specialist(number, player) for number in player.abilities)
        + weights.GUARDIAN * len(player.guardians)
        + weights.PATH_IN_CITY * len(player.path)
        + weights.SAILING * (player.ship is not None)
    )
    return value * min(1.0, turns / weights.LONG_GAME)


def _specialist(number: int, player: PlayerState) -> float:
    """A specialist; one who serves a single guardian counts less until she is there."""
    guardian = specialists.repeated_guardian(number)
    waits = guardian is not None and all(guardian is not owned for owned, _ in player.guardians)
    return weights.SPECIALIST_WORTH[number] * (weights.GUARDIAN_TO_COME if waits else 1.0)
