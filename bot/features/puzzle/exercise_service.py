"""The exercises: what each person has tried, as it is stored and judged."""

from dataclasses import dataclass
from typing import Final

from bot.features.puzzle.attempts import Attempts, AttemptSession
from bot.features.puzzle.exercise_pages import exercise_page, list_page, posed_exercise
from bot.features.puzzle.posed import UNTRIED, PosedPuzzle, new_token
from bot.features.puzzle.puzzle import Goal
from bot.features.puzzle.values import GOALS, ExerciseRow
from bot.model.custom_ids import UNBOUND, Binding
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.messages import Page, Prompt
from bot.model.offers import WayIn
from bot.model.telemetry import count, tallied
from bot.services.games.service import GameService
from bot.services.play.pages import WizardPage
from bot.store.store import Transaction
from bot.words import Catalog

EXERCISES_SOLVED: Final = tallied(
    "exercises_solved", "Exercises that people solved for the first time", "goal"
)
FORGET_EXERCISES: Final = "DELETE FROM exercises WHERE person = :person;"


class Exercises(Attempts[ExerciseRow]):
    """The table `exercises`: a row for each person and exercise that was opened."""

    kind = ExerciseRow
    table = "exercises"
    key = ("person", "goal")
    found = "SELECT * FROM exercises WHERE person = ? AND goal = ?"

    async def of_person(self, person: int) -> tuple[ExerciseRow, ...]:
        """The exercises that a person has opened."""
        return await self._all(ExerciseRow, "SELECT * FROM exercises WHERE person = ?", person)


@dataclass(frozen=True, slots=True)
class ExerciseService(AttemptSession[ExerciseRow]):
    """Shows the exercises to people, and judges each line that comes to its end.

    The pages know their exercise by its number, counted from 1, in place of a revision.
    """

    games: GameService

    async def all_of(self, invocation: Invocation, words: Catalog) -> tuple[Binding, Prompt]:
        """Return the list of the exercises with the person's stars, and what it is bound to.

        That is the person's game in the channel, if its kind has a way back from here.
        """
        game, back = await self._way_back(invocation)
        person = invocation.person.id
        rows = await self.store.read(lambda tx: self._table(tx).of_person(person))
        bound = UNBOUND if back is None else Binding(game)
        return bound, list_page({row.goal: row for row in rows}, words, back)

    async def open(self, person: int, goal: Goal, words: Catalog) -> WizardPage:
        """The exercise with a goal as the person left it."""
        row = await self._row(person, goal)
        if row is None:
            row = ExerciseRow(person=person, goal=goal, token=new_token(), body=UNTRIED)
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
        return await self._followed(row, token, answer, words)

    async def _way_back(self, invocation: Invocation) -> tuple[int, WayIn | None]:
        """Return the game that runs in the channel, and the way back to it for its players."""
        game = await self.store.read(lambda tx: tx.games.running_in(invocation.channel.id))
        if game is None:
            return 0, None
        async with self.games.hold(game) as table:
            return game, table.kind.way_back if table.plays(invocation.person.id) else None

    def _table(self, tx: Transaction) -> Exercises:
        return tx.of(Exercises)

    def _posed(self, row: ExerciseRow) -> PosedPuzzle:
        return posed_exercise(row.goal)

    def _page_of(self, posed: PosedPuzzle, row: ExerciseRow, words: Catalog) -> Page:
        return exercise_page(posed, row, words)

    def _kept(self, row: ExerciseRow, before: ExerciseRow | None) -> None:
        if row.solved and before is not None and not before.solved:
            count(EXERCISES_SOLVED, row.goal)
