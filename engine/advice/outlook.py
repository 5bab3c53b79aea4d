"""The effects of a line of play, read from a replay of it: every fact comes from the game's events.

A line is played in several guesses at what is hidden. What it brings later is told only as far as
it comes true in each of them; of this turn, what is known before anything is revealed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.actions import Action
from engine.bag import ActionTiles, Resources
from engine.events import (
    BonfireLit,
    Event,
    PortalPlaced,
    ResourcesChanged,
    Source,
    TilesChanged,
    TurnBegan,
)
from engine.game import Game
from engine.ids import PointSource, Seat
from engine.state import TOM
from engine.view import ScoreSheet, SeatView, TaskView

_UNCOUNTED: Final = PointSource.LEFTOVERS
"""No aim of a turn: what is in hand changes with every payment."""

PointsBySource = tuple[tuple[PointSource, int], ...]
"""Points by source, the most first."""


@dataclass(frozen=True, slots=True)
class Lighting:
    """A bonfire that is lit so many own `turns` on, 0 for this one, and the points it brings."""

    task: str
    turns: int
    points: PointsBySource


@dataclass(frozen=True, slots=True)
class Readiness:
    """A task of the city that can be lit so many own `turns` on, 0 for this one."""

    task: str
    turns: int


@dataclass(frozen=True, slots=True)
class TaskAdvance:
    """The progress that a line makes with a task of the city that is still not met."""

    task: str
    have: int
    need: int


@dataclass(frozen=True, slots=True)
class Holdings:
    """Action tiles and resources."""

    tiles: ActionTiles = ActionTiles.EMPTY
    resources: Resources = Resources.EMPTY


@dataclass(frozen=True, slots=True)
class Outlook:
    """The effects of a line, looked at to the end of so many own `turns` after this one.

    `lit` and `ready` have the earliest first; a task is ready that was not before and is not lit
    either, and `nearer` if it does not get so far: only those count that the seat has after this
    turn. `points` are what the score sheet has more in
    the end. `gained` and `paid` are what this turn brings and costs, as far as it is known
    beforehand.
    """

    turns: int
    lit: tuple[Lighting, ...]
    ready: tuple[Readiness, ...]
    nearer: tuple[TaskAdvance, ...]
    points: PointsBySource
    portals: int
    gained: Holdings
    paid: Holdings


@dataclass(slots=True)
class Course:
    """The events for a seat in one guess, by the own turn in which they happened."""

    turns: int = 0
    lit: dict[str, tuple[int, Mapping[PointSource, int]]] = field(default_factory=dict)
    ready: dict[str, int] = field(default_factory=dict)
    nearer: dict[str, TaskAdvance] = field(default_factory=dict)
    portals: int = 0
    more: Mapping[PointSource, int] = field(default_factory=dict)


def left_alone(game: Game, seat: Seat, seed: int) -> Game:
    """A guess at what is hidden, in which the seat plays on as if all others had passed.

    Tom turns his cards all the same.
    """
    state = game.guess(seed)
    for other, player in enumerate(state.players):
        is_tom = state.options.solo and other == TOM
        player.passed = player.passed or not (other == seat or is_tom)
    return Game(state)


def outlook(
    game: Game,
    seat: Seat,
    seed: int,
    answers: Sequence[Action],
    later: Sequence[Sequence[Action]],
) -> Outlook:
    """Play a line anew, in guess after guess, and tell what it brings.

    `answers` are those of this turn, `later` those that follow in each guess; guess number n is
    dealt from `seed` + n. Raises IllegalAction for a line of another position.
    """
    courses = [
        _course(left_alone(game, seat, seed + guess), seat, answers, following)
        for guess, following in enumerate(later)
    ]
    known = _known(left_alone(game, seat, seed), seat, answers)
    return Outlook(
        min(course.turns for course in courses),
        _lit_in_all(courses),
        _ready_in_all(courses),
        _nearer_in_all(courses),
        _least([course.more for course in courses]),
        min(course.portals for course in courses),
        _gained(known, seat),
        _paid(known, seat),
    )


def _course(game: Game, seat: Seat, answers: Sequence[Action], later: Sequence[Action]) -> Course:
    """Play answers and note what they do for a seat, for the tasks that it has after this turn."""
    course = Course()
    begun = 0
    first = me = game.view().seats[seat]
    wanted: set[str] = set()
    for number, action in enumerate((*answers, *later), 1):
        asked = game.waiting
        if asked is None:
            break
        course.turns = begun
        events = game.submit(asked.seat, action)
        before, me = me, game.view().seats[seat]
        for event in events:
            match event:
                case BonfireLit(to, _, task) if to == seat:
                    course.lit[task] = (course.turns, _more(before.sheet, me.sheet))
                case PortalPlaced(to) if to == seat:
                    course.portals += 1
                case TurnBegan(to) if to == seat:
                    begun += 1
                case _:
                    pass
        if number <= len(answers):
            wanted = set(_held(me))
        for task in (_can_be_lit(me) - _can_be_lit(first)) & wanted:
            course.ready.setdefault(task, course.turns)
    course.nearer = {
        task: further for task, further in _nearer(first, me).items() if task in wanted
    }
    course.more = _more(first.sheet, me.sheet)
    return course


def _held(me: SeatView) -> dict[str, TaskView]:
    """The tasks of a city that wait to be lit, by their ids."""
    held = (spot.task for spot in me.positions if spot.task is not None)
    return {task.task.id: task for task in held if not task.lit}


def _can_be_lit(me: SeatView) -> set[str]:
    """Those of them that are met."""
    return {task for task, held in _held(me).items() if held.met}


def _nearer(before: SeatView, after: SeatView) -> dict[str, TaskAdvance]:
    """The tasks of a city that have come further; what was received meanwhile began at 0."""
    had = {task: held.have for task, held in _held(before).items()}
    return {
        task: TaskAdvance(task, held.have, held.need)
        for task, held in _held(after).items()
        if held.have > had.get(task, 0)
    }


def _more(before: ScoreSheet, after: ScoreSheet) -> Mapping[PointSource, int]:
    """Return the points that a score sheet has more, by source; less counts below 0."""
    had = dict(before.points)
    return {source: points - had[source] for source, points in after.points}


def _least(gains: Sequence[Mapping[PointSource, int]]) -> PointsBySource:
    """The points that all of these have at least, without what is no gain."""
    least = {source: min(gain[source] for gain in gains) for source in gains[0]}
    kept = ((source, points) for source, points in least.items() if points > 0)
    return tuple(
        sorted((each for each in kept if each[0] is not _UNCOUNTED), key=lambda each: -each[1])
    )


def _lit_in_all(courses: Sequence[Course]) -> tuple[Lighting, ...]:
    """The bonfires that every guess lights, each with the latest of their turns."""
    shared = [task for task in courses[0].lit if all(task in course.lit for course in courses)]
    lit = (
        Lighting(
            task,
            max(course.lit[task][0] for course in courses),
            _least([course.lit[task][1] for course in courses]),
        )
        for task in shared
    )
    return tuple(sorted(lit, key=lambda each: each.turns))


def _ready_in_all(courses: Sequence[Course]) -> tuple[Readiness, ...]:
    """The tasks that every guess gets ready, and that are not lit in all of them."""
    lit = {each.task for each in _lit_in_all(courses)}
    ready = (
        Readiness(task, max(course.ready[task] for course in courses))
        for task in courses[0].ready
        if task not in lit and all(task in course.ready for course in courses)
    )
    return tuple(sorted(ready, key=lambda each: each.turns))


def _nearer_in_all(courses: Sequence[Course]) -> tuple[TaskAdvance, ...]:
    """The tasks that come further in every guess without getting ready in all, the nearest first.

    Of each that is how far it comes at least.
    """
    ready = {each.task for each in _ready_in_all(courses)}
    shared = [
        min((course.nearer[task] for course in courses), key=lambda each: each.have)
        for task in courses[0].nearer
        if task not in ready and all(task in course.nearer for course in courses)
    ]
    return tuple(sorted(shared, key=lambda each: each.need - each.have))


def _known(game: Game, seat: Seat, answers: Iterable[Action]) -> tuple[Event, ...]:
    """Return the effects of this turn before any reveal, and the price of the reveal."""
    known: list[Event] = []
    for action in answers:
        before = game.revealed
        events = game.submit(seat, action)
        if game.revealed > before:
            return (*known, *(event for event in events if _is_price(event)))
        known += events
    return tuple(known)


def _is_price(event: Event) -> bool:
    return isinstance(event, TilesChanged | ResourcesChanged) and event.source is Source.COST


def _gained(events: Iterable[Event], seat: Seat) -> Holdings:
    """Return the gains of a seat from some events."""
    tiles, resources = ActionTiles.EMPTY, Resources.EMPTY
    for event in events:
        match event:
            case TilesChanged(to, gained) if to == seat:
                tiles += gained
            case ResourcesChanged(to, brought) if to == seat:
                resources += brought
            case _:
                pass
    return Holdings(tiles, resources)


def _paid(events: Iterable[Event], seat: Seat) -> Holdings:
    """Return the price that a seat pays for something in some events."""
    tiles, resources = ActionTiles.EMPTY, Resources.EMPTY
    for event in events:
        match event:
            case TilesChanged(to, _, lost, Source.COST) if to == seat:
                tiles += lost
            case ResourcesChanged(to, _, given, Source.COST) if to == seat:
                resources += given
            case _:
                pass
    return Holdings(tiles, resources)
