"""The puzzle of the day: what each person has tried, as it is stored, and how that is judged."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.features.puzzle.attempts import Attempts, AttemptSession
from bot.features.puzzle.collection import StoredPuzzle
from bot.features.puzzle.pages import daily_puzzle, puzzle_page
from bot.features.puzzle.posed import UNTRIED, PosedPuzzle, new_token
from bot.features.puzzle.puzzle import Puzzle
from bot.features.puzzle.values import PUZZLE_SECONDS, PuzzlerRow, puzzle_of
from bot.model import messages
from bot.model.clock import Clock
from bot.services.play.pages import WizardPage
from bot.store.store import Transaction
from bot.words import Catalog

FORGET_PUZZLERS: Final = "DELETE FROM puzzlers WHERE person = :person;"


class Puzzlers(Attempts[PuzzlerRow]):
    """The table `puzzlers`: a row for each person, of the last day on which they saw a puzzle."""

    kind = PuzzlerRow
    table = "puzzlers"
    key = ("person",)
    found = "SELECT * FROM puzzlers WHERE person = ?"


@dataclass(frozen=True, slots=True)
class PuzzleService(AttemptSession[PuzzlerRow]):
    """Shows everybody the puzzle of the day (UTC), and judges each line that comes to its end.

    A puzzle that was begun before midnight can be finished; it counts for its own day.
    """

    clock: Clock
    puzzle_of: Callable[[int], tuple[Puzzle, StoredPuzzle]] = puzzle_of

    async def open(self, person: int, words: Catalog) -> WizardPage:
        """Today's puzzle as the person left it."""
        row = await self._row(person)
        today = int(self.clock.now() // PUZZLE_SECONDS)
        if row is None or row.day != today:
            return await self._keep(_of_today(person, today, row), row, words)
        return await self._page(row, words)

    async def follow(self, person: int, token: str, answer: str, words: Catalog) -> WizardPage:
        """Follow a press on the control `answer` of the page `token`.

        A press on another page than the last shows the last one.
        """
        row = await self._row(person)
        if row is None:
            return await self.open(person, words)
        return await self._followed(row, token, answer, words)

    def _table(self, tx: Transaction) -> Puzzlers:
        return tx.of(Puzzlers)

    def _posed(self, row: PuzzlerRow) -> PosedPuzzle:
        return daily_puzzle(row.day, *self.puzzle_of(row.day))

    def _page_of(self, posed: PosedPuzzle, row: PuzzlerRow, words: Catalog) -> messages.Page:
        return puzzle_page(posed, row, words)

    def _solved(self, row: PuzzlerRow) -> PuzzlerRow:
        return replace(row, streak=row.streak + 1)


def _of_today(person: int, today: int, before: PuzzlerRow | None) -> PuzzlerRow:
    """The beginning of a day: the days in a row go on if yesterday's puzzle was solved."""
    goes_on = before is not None and before.day == today - 1 and before.solved
    streak = before.streak if before is not None and goes_on else 0
    token = new_token()
    return PuzzlerRow(person=person, day=today, token=token, body=UNTRIED, streak=streak)
