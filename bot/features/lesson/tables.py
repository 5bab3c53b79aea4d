"""The progress of people with the exercises behind the lesson."""

from typing import Final

from bot.features.lesson.values import ExerciseRow
from bot.store.queries import Queries, columns
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
