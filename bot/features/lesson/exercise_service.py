"""The exercises behind the lesson: what each person has tried, as it is stored and judged."""

import secrets
from dataclasses import dataclass
from typing import Final

from bot.features.lesson.exercise_pages import GOALS, exercise_page, list_page, posed_exercise
from bot.features.lesson.values import ExerciseRow
from bot.model.errors import Problem, UserError
from bot.model.messages import Prompt
from bot.model.pages import Page
from bot.model.telemetry import Tallied, count
from bot.present.wizard.posed import pressed, seat_names
from bot.present.wizard.tryout import Tryout
from bot.services.play.pages import WizardPage, run_in_thread
from bot.store.queries import Queries, columns
from bot.store.store import Store
from bot.words import Catalog
from engine.puzzles import Goal

FORGET_EXERCISES: Final = "DELETE FROM exercises WHERE person = :person;"


class Exercises(Queries):
    """The table `exercises`: a row for each person and exercise that was opened."""

    async def of_person(self, person: int) -> tuple[ExerciseRow, ...]:
        """The exercises that a person has opened."""
        return await self._all(ExerciseRow, "SELECT * FROM exercises WHERE person = ?", person)

    async def get(self, person: int, goal: Goal) -> ExerciseRow | None:
        """The attempt of a person at the exercise with a goal."""
        sql = "SELECT * FROM exercises WHERE person = ? AND goal = ?"
        return await self._first(ExerciseRow, sql, person, goal)

    async def put(self, row: ExerciseRow, after: ExerciseRow | None) -> bool:
        """Store an attempt, unless another press was faster than the one `after`."""
        if await self.get(row.person, row.goal) != after:
            return False
        await self._replace("exercises", ("person", "goal"), **columns(row))
        return True


@dataclass(frozen=True, slots=True)
class ExerciseService:
    """Shows the exercises to people, and judges each line that comes to its end.

    The pages know their exercise by its number, counted from 1, in place of a revision.
    """

    store: Store

    async def all_of(self, person: int, words: Catalog, *, in_lesson: bool = False) -> Prompt:
        """Return the list of the exercises with the stars of a person, who may be in a lesson."""
        rows = await self.store.read(lambda tx: tx.table(Exercises).of_person(person))
        return list_page({row.goal: row for row in rows}, words, in_lesson=in_lesson)

    async def open(self, person: int, goal: Goal, words: Catalog) -> WizardPage:
        """The exercise with a goal as the person left it."""
        row = await self._row(person, goal)
        if row is None:
            body = Tryout().dump()
            row = ExerciseRow(person=person, goal=goal, token=secrets.token_hex(4), body=body)
            return await self._keep(row, None, words)
        return await self._page(row, words)

    async def follow(
        self, person: int, number: int, token: str, answer: str, words: Catalog
    ) -> WizardPage:
        """Follow a press on the control `answer` of the page `token` of an exercise.

        A press on another page than the last shows the last one. Raises UserError for a number
        that no exercise has.
        """
        if not 1 <= number <= len(GOALS):
            raise UserError(Problem.STALE)
        row = await self._row(person, GOALS[number - 1])
        if row is None:
            return await self.open(person, GOALS[number - 1], words)
        following = None
        if row.token == token:
            following = await run_in_thread(pressed, posed_exercise(row.goal), row, answer)
        if following is None:
            return (await self._page(row, words)).noted(words.say("puzzle.stale"))
        return await self._keep(following, row, words)

    async def _row(self, person: int, goal: Goal) -> ExerciseRow | None:
        return await self.store.read(lambda tx: tx.table(Exercises).get(person, goal))

    async def _keep(
        self, row: ExerciseRow, before: ExerciseRow | None, words: Catalog
    ) -> WizardPage:
        """Store how far a person is and show it; a press that came first stands."""
        if await self.store.write(lambda tx: tx.table(Exercises).put(row, before)):
            if row.solved and before is not None and not before.solved:
                count(Tallied.EXERCISES_SOLVED, row.goal)
            return await self._page(row, words)
        stored = await self._row(row.person, row.goal)
        page = await self._page(row if stored is None else stored, words)
        return page.noted(words.say("puzzle.stale"))

    async def _page(self, row: ExerciseRow, words: Catalog) -> WizardPage:
        page, names = await run_in_thread(_shown, row, words)
        return WizardPage(page, 0, GOALS.index(row.goal) + 1, row.token, names)


def _shown(row: ExerciseRow, words: Catalog) -> tuple[Page, tuple[str, ...]]:
    """The page of an attempt, and the names of the seats in its picture."""
    posed = posed_exercise(row.goal)
    return exercise_page(posed, row, words), seat_names(posed.puzzle, words)
