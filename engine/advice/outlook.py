"""The effects of a turn, read from a replay of it: every fact comes from the game's events.

Each game that the look-ahead followed is played once more. An outlook has only the later facts
that are true in all of these games; of this turn, those known before anything is revealed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final

from engine import actions, bag, ids
from engine.events import (
    BonfireLit,
    Event,
    ResourcesChanged,
    Source,
    TilesChanged,
)
from engine.game import Game
from engine.view import ScoreSheet, SeatView, TaskView

_UNCOUNTED: Final = ids.PointSource.LEFTOVERS
"""No aim of a turn: what is in hand changes with every payment."""
TURNS: Final = 3
"""The most own turns after the present one whose facts an outlook has."""
_ANY_DEAL: Final = 0
"""The seed of the hidden pieces where no fact depends on them."""

PointsBySource = tuple[tuple[ids.PointSource, int], ...]
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

    tiles: bag.ActionTiles = bag.ActionTiles.EMPTY
    resources: bag.Resources = bag.Resources.EMPTY


@dataclass(frozen=True, slots=True)
class Outlook:
    """The consequences of a turn, looked at to the end of so many own `turns` after it.

    `lit` and `ready` have the earliest first, without what could be lit before the turn: that
    `waits`, if it is lit later on. A task is ready that was not before and is not lit either, and
    `nearer` if it does not get so far: only those count that the seat has after this turn.
    """

    turns: int = 0
    lit: tuple[Lighting, ...] = ()
    waits: tuple[Readiness, ...] = ()
    ready: tuple[Readiness, ...] = ()
    nearer: tuple[TaskAdvance, ...] = ()

    def without(self, other: "Outlook") -> "Outlook":
        """The part that does not come of the other one as well, as soon or as far."""
        met = {each.task: each.turns for each in other.ready}
        met |= {each.task: each.turns for each in other.lit}
        have = {each.task: each.have for each in other.nearer}
        return Outlook(
            self.turns,
            tuple(each for each in self.lit if met.get(each.task, inf) > each.turns),
            self.waits,
            tuple(each for each in self.ready if met.get(each.task, inf) > each.turns),
            tuple(
                each
                for each in self.nearer
                if each.task not in met and have.get(each.task, 0) < each.have
            ),
        )


@dataclass(frozen=True, slots=True)
class ThisTurn:
    """The gains, price and points of a turn itself, as far as they are known beforehand.

    `points` are empty where they are none in all, as fate tiles that are placed score no more.
    """

    gained: Holdings
    paid: Holdings
    points: PointsBySource


@dataclass(slots=True)
class Course:
    """A turn of a seat and what follows it in one guess, by its own turns.

    `kept` are the tasks that the seat has after the turn, and how far each is; `open` those that
    could be lit before it.
    """

    game: Game
    seat: ids.Seat
    open: frozenset[str]
    turns: int = 0
    kept: dict[str, int] = field(default_factory=dict)
    lit: dict[str, tuple[int, Mapping[ids.PointSource, int]]] = field(default_factory=dict)
    ready: dict[str, int] = field(default_factory=dict)
    nearer: dict[str, TaskAdvance] = field(default_factory=dict)

    @property
    def me(self) -> SeatView:
        """The seat as the table sees it."""
        return self.game.seat_view(self.seat)

    def play(self, answers: Iterable[actions.Action]) -> None:
        """Play these answers of any seats, and note the bonfires that this seat lights."""
        for action in answers:
            asked = self.game.waiting
            assert asked is not None, "a game that was followed goes on"
            lights = isinstance(action, actions.Ignite) and asked.seat == self.seat
            before = self.me.sheet if lights else None
            for event in self.game.submit(asked.seat, action):
                if before is not None and isinstance(event, BonfireLit):
                    self.lit[event.task] = (self.turns, _more(before, self.me.sheet))

    def note_tasks(self) -> None:
        """Note the tasks that can be lit at the end of an own turn, and those that come nearer."""
        held = {task: each for task, each in _held(self.me).items() if task in self.kept}
        for task, each in held.items():
            if each.met and task not in self.open:
                self.ready.setdefault(task, self.turns)
        self.nearer = {
            task: TaskAdvance(task, each.have, each.need)
            for task, each in held.items()
            if self.kept[task] < each.have and not each.met
        }


def course(
    game: Game,
    seat: ids.Seat,
    seeds: tuple[int, int],
    answers: Sequence[actions.Action],
    rounds: Sequence[Sequence[actions.Action]],
) -> Course:
    """Play a turn and a few own turns after it, as the look-ahead did in one of its guesses.

    The first of the `seeds` deals what is hidden, the second deals it again before the last answer
    of the turn. `rounds` are what all seats answered then. Raises IllegalAction for a turn of
    another position.
    """
    copy = Game(game.guess(seeds[0]))
    before = _held(copy.seat_view(seat))
    found = Course(copy, seat, frozenset(task for task, held in before.items() if held.met))
    number = copy.view().turn
    found.play(answers[:-1])
    found.game = Game(found.game.guess(seeds[1]))
    found.play(answers[-1:])
    if found.game.waiting is not None and found.game.view().turn == number:
        found.play(rounds[0])
        rounds = rounds[1:]
    # A task that is new begins where it stands now.
    after = _held(found.me)
    found.kept = {task: before.get(task, held).have for task, held in after.items()}
    found.note_tasks()
    for answered in rounds[:TURNS]:
        found.turns += 1
        found.play(answered)
        found.note_tasks()
    return found


def outlook(courses: Sequence[Course]) -> Outlook:
    """Return the facts that the courses of a turn, at least one, have in common."""
    lit = _lit_in_all(courses)
    ready = _ready_in_all(courses, lit)
    return Outlook(
        min(course.turns for course in courses),
        tuple(each for each in lit if each.turns and each.task not in courses[0].open),
        tuple(
            Readiness(each.task, each.turns)
            for each in lit
            if each.turns and each.task in courses[0].open
        ),
        ready,
        _nearer_in_all(courses, ready),
    )


def this_turn(game: Game, seat: ids.Seat, answers: Sequence[actions.Action]) -> ThisTurn:
    """Return what a turn brings, costs and scores itself; raises IllegalAction for a misfit."""
    copy = game.fork(_ANY_DEAL)
    first = sheet = copy.seat_view(seat).sheet
    known: list[Event] = []
    for action in answers:
        before = copy.revealed
        events = copy.submit(seat, action)
        if copy.revealed > before:
            known += (event for event in events if _is_price(event))
            break
        known += events
        sheet = copy.seat_view(seat).sheet
    return ThisTurn(_gained(known, seat), _paid(known, seat), _net(_more(first, sheet)))


def _held(me: SeatView) -> dict[str, TaskView]:
    """The tasks of a city that wait to be lit, by their ids."""
    held = (spot.task for spot in me.positions if spot.task is not None)
    return {task.task.id: task for task in held if not task.lit}


def _more(before: ScoreSheet, after: ScoreSheet) -> Mapping[ids.PointSource, int]:
    """Return the points that a score sheet has more, by source; less counts below 0."""
    had = dict(before.points)
    return {source: points - had[source] for source, points in after.points}


def _net(more: Mapping[ids.PointSource, int]) -> PointsBySource:
    """Points by source, and less than before of some; nothing where that is no gain in all."""
    counted = {source: n for source, n in more.items() if n and source is not _UNCOUNTED}
    if sum(counted.values()) <= 0:
        return ()
    return tuple(sorted(counted.items(), key=lambda each: -each[1]))


def _least(gains: Sequence[Mapping[ids.PointSource, int]]) -> PointsBySource:
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


def _ready_in_all(courses: Sequence[Course], lit: Iterable[Lighting]) -> tuple[Readiness, ...]:
    """The tasks that every guess gets ready, and that are not `lit` in all of them."""
    lit_too = {each.task for each in lit}
    ready = (
        Readiness(task, max(course.ready[task] for course in courses))
        for task in courses[0].ready
        if task not in lit_too and all(task in course.ready for course in courses)
    )
    return tuple(sorted(ready, key=lambda each: each.turns))


def _nearer_in_all(
    courses: Sequence[Course], ready: Iterable[Readiness]
) -> tuple[TaskAdvance, ...]:
    """The tasks that come further in every guess and are not `ready` in all, the nearest first.

    Of each that is how far it comes at least.
    """
    ready_too = {each.task for each in ready}
    shared = [
        min((course.nearer[task] for course in courses), key=lambda each: each.have)
        for task in courses[0].nearer
        if task not in ready_too and all(task in course.nearer for course in courses)
    ]
    return tuple(sorted(shared, key=lambda each: each.need - each.have))


def _is_price(event: Event) -> bool:
    return isinstance(event, TilesChanged | ResourcesChanged) and event.source is Source.COST


def _gained(events: Iterable[Event], seat: ids.Seat) -> Holdings:
    """Return the gains of a seat from some events."""
    tiles, resources = bag.ActionTiles.EMPTY, bag.Resources.EMPTY
    for event in events:
        match event:
            case TilesChanged(to, gained) if to == seat:
                tiles += gained
            case ResourcesChanged(to, brought) if to == seat:
                resources += brought
            case _:
                pass
    return Holdings(tiles, resources)


def _paid(events: Iterable[Event], seat: ids.Seat) -> Holdings:
    """Return the price that a seat pays for something in some events."""
    tiles, resources = bag.ActionTiles.EMPTY, bag.Resources.EMPTY
    for event in events:
        match event:
            case TilesChanged(to, _, lost, Source.COST) if to == seat:
                tiles += lost
            case ResourcesChanged(to, _, given, Source.COST) if to == seat:
                resources += given
            case _:
                pass
    return Holdings(tiles, resources)
