"""The six exercises that follow the lesson, each with a goal of its own: their list and pages."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from bot.features.lesson.values import (
    ExerciseAnswer,
    ExerciseRow,
    LessonTurn,
    ListExercises,
    OpenExercise,
    SteerLesson,
)
from bot.model.messages import Button, Prompt, Style
from bot.model.pages import Page
from bot.model.puzzle_attempt import MOST_STARS, drawn_stars
from bot.present.wizard.posed import PosedPuzzle, PuzzleEnding, attempt_page, solved_phrase
from bot.words import Catalog, phrase
from engine.puzzles import Goal, Puzzle
from engine.puzzles.collection import Collection, StoredPuzzle

_FILE: Final = files("bot.features.lesson").joinpath("exercises.jsonl")
EXERCISES: Final = {
    stored.goal: (game, stored)
    for game, stored in Collection.load(_FILE.read_text("utf-8").splitlines()).puzzles
}
"""All of them by their goals, as `python -m tests.features.puzzle.maker.exercises` wrote them."""
GOALS: Final = tuple(EXERCISES)
"""The goals in the order of the exercises."""


@cache
def exercise(goal: Goal) -> tuple[Puzzle, StoredPuzzle]:
    """Return the exercise with a goal, and what the judge said of it.

    It is replayed from the beginning of its game, which takes a while the first time.
    """
    game, stored = EXERCISES[goal]
    return game.puzzle(stored), stored


_IN_ROW: Final = 3


def list_page(
    rows: Mapping[Goal, ExerciseRow], words: Catalog, *, in_lesson: bool = False
) -> Prompt:
    """Return the list of the exercises with the stars of a person, and the way to their lesson."""
    stars = {goal: rows[goal].stars if goal in rows else 0 for goal in GOALS}
    lines = [
        words.say("exercise.line", n=n, name=_name(goal, words), stars=drawn_stars(stars[goal]))
        for n, goal in enumerate(GOALS, 1)
    ]
    most = MOST_STARS * len(GOALS)
    told = words.say("exercise.list", n=sum(stars.values()), most=most)
    tried = {goal for goal, row in rows.items() if row.solved or row.shown}
    following = next((goal for goal in GOALS if goal not in tried), None)
    styles = {goal: Style.GO if goal is following else Style.PLAIN for goal in GOALS}
    buttons = [Button(_name(goal, words), OpenExercise(goal), styles[goal]) for goal in GOALS]
    lesson = Button(words.say("lesson.button.back"), SteerLesson(LessonTurn.BACK))
    last = (*buttons[_IN_ROW:], *((lesson,) if in_lesson else ()))
    rows_of_buttons = (tuple(buttons[:_IN_ROW]), last)
    return Prompt("\n".join((told, *lines)), rows_of_buttons)


def posed_exercise(goal: Goal) -> PosedPuzzle:
    """Return the exercise with a goal as it is posed."""
    name = phrase(f"exercise.name.{goal}")
    heading = phrase("exercise.heading", n=GOALS.index(goal) + 1, count=len(GOALS), name=name)
    return PosedPuzzle(*exercise(goal), heading, ExerciseAnswer)


def exercise_page(posed: PosedPuzzle, row: ExerciseRow, words: Catalog) -> Page:
    """Return the page of a person's attempt at an exercise."""
    is_done = row.solved or row.shown
    following = GOALS[GOALS.index(row.goal) + 1 :][:1] if is_done else ()
    below = (
        *(
            Button(words.say("button.exercise_next"), OpenExercise(goal), Style.GO)
            for goal in following
        ),
        Button(words.say("button.exercises"), ListExercises()),
    )
    return attempt_page(posed, row, lambda: _ending(row), words, below)


def _ending(row: ExerciseRow) -> PuzzleEnding:
    return PuzzleEnding(news=(solved_phrase(row),), shown=(phrase("exercise.shown"),))


def _name(goal: Goal, words: Catalog) -> str:
    return words.say(f"exercise.name.{goal}")
