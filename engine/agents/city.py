"""The prospects of a city: portals and crystals that count, guardians, common tasks.

Each part looks at little of a position, and the positions of a search share most of it. So each is
a function of just that, and is remembered.
"""

from functools import lru_cache
from typing import Final

from engine import specialists
from engine.agents import weights
from engine.agents.adding import added
from engine.agents.chances import chance_in_time
from engine.agents.effort import COMMON
from engine.agents.survey import Survey
from engine.ids import COMMON_TASKS, CommonTask, Guardian, Place, PlaceKind
from engine.progress import COMMON_NEED
from engine.scoring import COMMON_TASK_POINTS, CRYSTAL_POINTS, PORTAL_POINTS
from engine.state import PlayerState

_REMEMBERED: Final = 1 << 12
"""Results that each part remembers: a megabyte or two."""


def city_worth(
    survey: Survey,
    player: PlayerState,
    neutral: frozenset[CommonTask],
    chances: tuple[float, ...],
    turns: float,
) -> float:
    """Estimate the promise of a city apart from lighting its tasks; the hand plays no part.

    `chances` are those of each position to hold a bonfire at the end, `turns` those to come.
    """
    guardians = player.guardians
    return (
        _positions(survey, chances, turns)
        + _guardians(survey, guardians, chances, turns)
        + _common_tasks(survey.common_tasks(player), neutral, turns)
        + _lasting(
            tuple(player.abilities),
            frozenset([guardian for guardian, _ in guardians]),
            len(player.path),
            player.ship is not None,
            turns,
        )
    )


def best_in_a_turn(
    survey: Survey,
    player: PlayerState,
    neutral: frozenset[CommonTask],
    chances: tuple[float, ...],
) -> float:
    """Estimate the worth of one more action for a city: portal or path, procession, common task."""
    return max(
        _positions(survey, chances, 1.0),
        _guardians(survey, player.guardians, chances, 1.0),
        _common_tasks(survey.common_tasks(player), neutral, 1.0),
    )


@lru_cache(maxsize=_REMEMBERED)
def _positions(survey: Survey, chances: tuple[float, ...], turns: float) -> float:
    """Portals and crystals that may come to count beside bonfires that may come to burn."""
    value = 0.0
    portal, missing = 1.0, 0
    for place, placed, lit, crystal in survey.beside:
        chance = chances[place]
        if not placed:
            portal *= weights.PORTAL_NEARNESS
            missing += 1
            # Each takes a turn of its own.
            if missing <= turns:
                value += PORTAL_POINTS * chance * portal
        elif not lit:
            value += PORTAL_POINTS * chance
        if crystal:
            value += CRYSTAL_POINTS * chance * crystal
    return value


@lru_cache(maxsize=_REMEMBERED)
def _guardians(
    survey: Survey,
    guardians: tuple[tuple[Guardian, Place], ...],
    chances: tuple[float, ...],
    turns: float,
) -> float:
    """The bonfires that the guardians may reach, the best one for the one in front."""
    spots = _free_spots(survey, guardians, chances)
    walking = sorted(
        [place.position for _, place in guardians if place.kind is not PlaceKind.BONFIRE],
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
        value += weights.WALK_LEFT * max(survey.built - position, 0) * in_time
    return value


def _free_spots(
    survey: Survey, guardians: tuple[tuple[Guardian, Place], ...], chances: tuple[float, ...]
) -> list[tuple[float, int]]:
    """Return the score of a guardian at each free bonfire, times the chance that she can stand."""
    taken = [place.position for _, place in guardians if place.kind is PlaceKind.BONFIRE]
    return [
        (points * chances[position - 1] * portal * path, position)
        for position, points, portal, path in survey.spots
        if position not in taken and chances[position - 1]
    ]


@lru_cache(maxsize=_REMEMBERED)
def _common_tasks(standing: tuple[int, ...], neutral: frozenset[CommonTask], turns: float) -> float:
    """The common tasks that may yet be met, and the neutral novices of those that are."""
    value = 0.0
    for common, have in zip(COMMON_TASKS, standing, strict=True):
        need = COMMON_NEED[common]
        novice = weights.NOVICE if common in neutral else 0.0
        if have >= need:
            value += novice
            continue
        chance = chance_in_time(0.0, COMMON[common] * (need - have), turns)
        value += (COMMON_TASK_POINTS + novice) * chance * (have / need) ** weights.COMMON_EXTRA
    return value


@lru_cache(maxsize=_REMEMBERED)
def _lasting(
    abilities: tuple[int, ...],
    guardians: frozenset[Guardian],
    path: int,
    sailing: bool,  # noqa: FBT001 - a cache knows positions only
    turns: float,
) -> float:
    """Specialists, guardians, path and ship, which pay off the longer the game goes on."""
    value = (
        added(_specialist(number, guardians) for number in abilities)
        + weights.GUARDIAN * len(guardians)
        + weights.PATH_IN_CITY * path
        + weights.SAILING * sailing
    )
    return value * min(1.0, turns / weights.LONG_GAME)


def _specialist(number: int, guardians: frozenset[Guardian]) -> float:
    """A specialist; one who serves a single guardian counts less until she is there."""
    guardian = specialists.repeated_guardian(number)
    waits = guardian is not None and guardian not in guardians
    return weights.SPECIALIST_WORTH[number] * (weights.GUARDIAN_TO_COME if waits else 1.0)
