"""The puzzle of the day: what each person has tried, as it is stored, and how that is judged."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.features.puzzle.pages import daily_puzzle, puzzle_page
from bot.features.puzzle.values import PUZZLE_SECONDS, PuzzlerRow, puzzle_of
from bot.model.clock import Clock
from bot.model.pages import Page
from bot.present.wizard.posed import PosedPuzzle, pressed, seat_names
from bot.present.wizard.tryout import Tryout
from bot.services.play.pages import WizardPage, run_in_thread
from bot.store.queries import Queries, columns
from bot.store.store import Store
from bot.words import Catalog
from engine.puzzles import Puzzle
from engine.puzzles.collection import StoredPuzzle

FORGET_PUZZLERS: Final = "DELETE FROM puzzlers WHERE person = :person;"


class Puzzlers(Queries):
    """The table `puzzlers`: a row for each person, of the last day on which they saw a puzzle."""

    async def get(self, person: int) -> PuzzlerRow | None:
        """The state of a person."""
        return await self._first(PuzzlerRow, "SELECT * FROM puzzlers WHERE person = ?", person)

    async def put(self, row: PuzzlerRow, after: PuzzlerRow | None) -> bool:
        """Store how far a person is now, unless another press was faster than the one `after`."""
        if await self.get(row.person) != after:
            return False
        await self._replace("puzzlers", ("person",), **columns(row))
        return True


@dataclass(frozen=True, slots=True)
class PuzzleService:
    """Shows everybody the puzzle of the day (UTC), and judges each line that comes to its end.

    A puzzle that was begun before midnight can be finished; it counts for its own day.
    """

    store: Store
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
        following = None if row.token != token else await run_in_thread(self._pressed, row, answer)
        if following is None:
            return (await self._page(row, words)).noted(words.say("puzzle.stale"))
        return await self._keep(following, row, words)

    async def _row(self, person: int) -> PuzzlerRow | None:
        return await self.store.read(lambda tx: tx.table(Puzzlers).get(person))

    async def _keep(self, row: PuzzlerRow, before: PuzzlerRow | None, words: Catalog) -> WizardPage:
        """Store how far a person is and show it; a press that came first stands."""
        if await self.store.write(lambda tx: tx.table(Puzzlers).put(row, before)):
            return await self._page(row, words)
        stored = await self._row(row.person)
        page = await self._page(row if stored is None else stored, words)
        return page.noted(words.say("puzzle.stale"))

    async def _page(self, row: PuzzlerRow, words: Catalog) -> WizardPage:
        page, names = await run_in_thread(self._shown, row, words)
        return WizardPage(page, 0, 0, row.token, names)

    def _daily(self, row: PuzzlerRow) -> PosedPuzzle:
        return daily_puzzle(row.day, *self.puzzle_of(row.day))

    def _shown(self, row: PuzzlerRow, words: Catalog) -> tuple[Page, tuple[str, ...]]:
        """The page of a row, and the names of the seats in its picture."""
        daily = self._daily(row)
        return puzzle_page(daily, row, words), seat_names(daily.puzzle, words)

    def _pressed(self, row: PuzzlerRow, answer: str) -> PuzzlerRow | None:
        """The row after a press; None where that does not fit."""
        following = pressed(self._daily(row), row, answer)
        if following is None or following.solved == row.solved:
            return following
        return replace(following, streak=row.streak + 1)


def _of_today(person: int, today: int, before: PuzzlerRow | None) -> PuzzlerRow:
    """The beginning of a day: the days in a row go on if yesterday's puzzle was solved."""
    goes_on = before is not None and before.day == today - 1 and before.solved
    streak = before.streak if before is not None and goes_on else 0
    return PuzzlerRow(
        person=person,
        day=today,
        token=secrets.token_hex(4),
        body=Tryout().dump(),
        streak=streak,
    )
