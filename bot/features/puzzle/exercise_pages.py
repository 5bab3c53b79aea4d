"""The six exercises, each with a goal of its own: their list and pages."""

from collections.abc import Mapping
from typing import Final

from bot.features.puzzle import values
from bot.features.puzzle.posed import PosedPuzzle, PuzzleEnding, attempt_page, solved_phrase
from bot.features.puzzle.puzzle import Goal
from bot.model import messages
from bot.model.offers import WayIn
from bot.words import Catalog, phrase

_IN_ROW: Final = 3


def list_page(
    rows: Mapping[Goal, values.ExerciseRow], words: Catalog, back: WayIn | None = None
) -> messages.Prompt:
    """Return the list of the exercises with the stars of a person, and the way to their game."""
    stars = {goal: rows[goal].stars if goal in rows else 0 for goal in values.GOALS}
    lines = [
        words.say(
            "exercise.line", n=n, name=_name(goal, words), stars=values.drawn_stars(stars[goal])
        )
        for n, goal in enumerate(values.GOALS, 1)
    ]
    most = values.MOST_STARS * len(values.GOALS)
    told = words.say("exercise.list", n=sum(stars.values()), most=most)
    tried = {goal for goal, row in rows.items() if row.solved or row.shown}
    following = next((goal for goal in values.GOALS if goal not in tried), None)
    styles = {
        goal: messages.Style.GO if goal is following else messages.Style.PLAIN
        for goal in values.GOALS
    }
    buttons = [
        messages.Button(_name(goal, words), values.OpenExercise(goal), styles[goal])
        for goal in values.GOALS
    ]
    last = (*buttons[_IN_ROW:], *((back.button(words),) if back else ()))
    rows_of_buttons = (tuple(buttons[:_IN_ROW]), last)
    return messages.Prompt("\n".join((told, *lines)), rows_of_buttons)


def posed_exercise(goal: Goal) -> PosedPuzzle:
    """Return the exercise with a goal as it is posed."""
    number, name = values.GOALS.index(goal) + 1, phrase(f"exercise.name.{goal}")
    heading = phrase("exercise.heading", n=number, count=len(values.GOALS), name=name)
    return PosedPuzzle(*values.exercise(goal), heading, values.ExerciseAnswer, number)


def exercise_page(posed: PosedPuzzle, row: values.ExerciseRow, words: Catalog) -> messages.Page:
    """Return the page of a person's attempt at an exercise."""
    is_done = row.solved or row.shown
    following = values.GOALS[posed.number :][:1] if is_done else ()
    below = (
        *(
            messages.Button(
                words.say("button.exercise_next"), values.OpenExercise(goal), messages.Style.GO
            )
            for goal in following
        ),
        messages.Button(words.say("button.exercises"), values.ListExercises()),
    )
    return attempt_page(posed, row, lambda: _ending(row), words, below)


def _ending(row: values.ExerciseRow) -> PuzzleEnding:
    return PuzzleEnding(news=(solved_phrase(row),), shown=(phrase("exercise.shown"),))


def _name(goal: Goal, words: Catalog) -> str:
    return words.say(f"exercise.name.{goal}")
