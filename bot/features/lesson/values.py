"""Lessons: fixed deals against Tom with a turn for each step, and how far a game is with one."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from importlib.resources import files
from typing import Any, Final

from bot.model import button_forms, controls
from engine import Game, actions
from engine.notation import parse_line

TAKE_STEP: Final = controls.own_sign("l")
"""The control that takes what the lesson plays in this turn."""


class LessonTurn(StrEnum):
    """A way in which a lesson can go on."""

    AGAIN = "again"
    BACK = "back"
    """From the step in which its line was left."""
    END = "end"


@button_forms.written(button_forms.Family.LOBBY, "learn")
class StartLesson(button_forms.ButtonValue):
    """Start the guided first game, or ask how one that is going on here is to go on."""


@button_forms.written(button_forms.Family.GAME, "lesson")
class SteerLesson(button_forms.ButtonValue):
    """Begin a lesson again, come back to its line, or end it."""

    to: LessonTurn


@dataclass(frozen=True)
class LessonStep:
    """One turn of a lesson: the key of its sentences, and its answers to the end of the turn.

    In an `open` one people find these answers themselves.
    """

    key: str
    answers: tuple[actions.Action, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class OnPath:
    """The lesson's own line was played so far; `rest` is what is left of the step from here.

    The steps are counted from 1. One that has `begun` has some of its answers in the game.
    """

    step: int
    rest: tuple[actions.Action, ...]
    begun: bool


@dataclass(frozen=True, slots=True)
class OffPath:
    """The line was left in a step, counted from 1, which began after so many answers."""

    step: int
    answers: int


@dataclass(frozen=True, slots=True)
class Learned:
    """The whole line was played, `just` now or some turns ago."""

    just: bool


_Standing = OnPath | OffPath | Learned
"""The progress of a game in its lesson."""


@dataclass(frozen=True)
class Lesson:
    """A lesson: the `seed` of its deal from the standard box, and its turns."""

    key: str
    seed: int
    steps: tuple[LessonStep, ...]

    @cached_property
    def line(self) -> tuple[actions.Action, ...]:
        """Every answer of the lesson."""
        return tuple(answer for step in self.steps for answer in step.answers)

    def standing(self, game: Game) -> _Standing:
        """Return the progress of a game of this lesson."""
        played = tuple(move.action for move in game.moves)
        both = zip(played, self.line, strict=False)
        same = next((at for at, (one, other) in enumerate(both) if one != other), None)
        if same is None and len(played) >= len(self.line):
            return Learned(len(played) == len(self.line))
        reached = len(played) if same is None else same
        first = 0
        for number, step in enumerate(self.steps, 1):
            if reached < first + len(step.answers):
                if same is not None:
                    return OffPath(number, first)
                return OnPath(number, step.answers[reached - first :], reached > first)
            first += len(step.answers)
        raise AssertionError("a line that is not played to its end has a next step")


def _read(key: str, document: Mapping[str, Any]) -> Lesson:
    steps = (
        LessonStep(name, tuple(parse_line(line)), name in document["open"])
        for name, line in document["steps"].items()
    )
    return Lesson(key, document["seed"], tuple(steps))


LESSONS: Final[Mapping[str, Lesson]] = {
    key: _read(key, document)
    for key, document in tomllib.loads(
        files("bot.features.lesson").joinpath("lessons.toml").read_text("utf-8")
    ).items()
}
"""Every lesson by its key."""
WAY_HOME: Final = LESSONS["way_home"]
