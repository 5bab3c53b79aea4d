"""The puzzle of the day: what each person has tried, the judgement, and days solved in a row."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.features.puzzle.collection import puzzle_of
from bot.features.puzzle.tables import Puzzlers
from bot.model.clock import Clock
from bot.model.controls import Sign
from bot.model.drafts import Think
from bot.model.pages import Page
from bot.model.rows import PuzzlerRow
from bot.present.wizard.puzzle_page import (
    PUZZLE_SECONDS,
    DailyPuzzle,
    question_page,
    solution_page,
    verdict_page,
)
from bot.present.wizard.tryout import Tryout, tryout_answer
from bot.services.play.pages import WizardPage, run_in_thread
from bot.store import Store
from bot.words import Catalog
from engine import IllegalAction
from engine.notation_slots import NotationError
from engine.puzzles import Goal, Puzzle
from engine.puzzles.collection import StoredPuzzle

_UNBEGUN = Tryout()


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
        following = replace(following, token=secrets.token_hex(4))
        return replace(await self._keep(following, row, words), follows=True)

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

    def _daily(self, row: PuzzlerRow) -> DailyPuzzle:
        return DailyPuzzle(row.day, *self.puzzle_of(row.day))

    def _shown(self, row: PuzzlerRow, words: Catalog) -> tuple[Page, tuple[str, ...]]:
        """The page of a row, and what the seats in its picture are called: by their colours."""
        daily, tried = self._daily(row), Tryout.load(row.body)
        seats = daily.puzzle.game.view().seats
        names = tuple(
            words.say("term.tom") if seat.is_tom else words.name(seat.color).capitalize()
            for seat in seats
        )
        if tried == daily.solution and row.shown:
            return solution_page(daily, words), names
        if _is_over(daily, tried):
            return verdict_page(daily, tried, row, words), names
        return question_page(daily, tried, words), names

    def _pressed(self, row: PuzzlerRow, answer: str) -> PuzzlerRow | None:
        """The row after a press; None where that does not fit."""
        daily, tried = self._daily(row), Tryout.load(row.body)
        if answer == Sign.RESET:
            return replace(row, body=_UNBEGUN.dump())
        if answer == Sign.SOLUTION:
            # A person who has tried nothing has no button for it yet.
            return _shown(daily, row) if row.tries else None
        if _is_over(daily, tried):
            return None
        match tryout_answer(daily.puzzle.game, daily.puzzle.seat, tried, answer):
            case None | Think():
                return None
            case following:
                line = _lit_already(daily, following)
                return _judged(daily, replace(row, body=line.dump()), line)


def _of_today(person: int, today: int, before: PuzzlerRow | None) -> PuzzlerRow:
    """The beginning of a day: the days in a row go on if yesterday's puzzle was solved."""
    goes_on = before is not None and before.day == today - 1 and before.solved
    streak = before.streak if before is not None and goes_on else 0
    return PuzzlerRow(person, today, secrets.token_hex(4), _UNBEGUN.dump(), streak=streak)


def _lit_already(daily: DailyPuzzle, tried: Tryout) -> Tryout:
    """The line, ended where the draft lights the bonfire that is asked for.

    Nobody has to choose a place in the High Council and to confirm that.
    """
    line = Tryout((*tried.steps, tried.draft.answers))
    lights = daily.puzzle.goal is Goal.BONFIRE and tried.draft.answers and _is_over(daily, line)
    return line if lights else tried


def _judged(daily: DailyPuzzle, row: PuzzlerRow, tried: Tryout) -> PuzzlerRow:
    """The row after a line, which counts if it has come to its end; the first solution stands."""
    if row.solved or not _is_over(daily, tried):
        return row
    row = replace(row, tries=row.tries + 1)
    solves = daily.puzzle.worth(daily.played(tried)) >= daily.stored.best
    if not solves or row.shown:
        return row
    return replace(row, solved=row.tries, streak=row.streak + 1)


def _shown(daily: DailyPuzzle, row: PuzzlerRow) -> PuzzlerRow:
    return replace(row, shown=not row.solved, body=daily.solution.dump())


def _is_over(daily: DailyPuzzle, tried: Tryout) -> bool:
    """Say whether a line has come to its end; an answer that does not fit has none."""
    try:
        return bool(tried.steps) and daily.puzzle.is_over(daily.played(tried))
    except (IllegalAction, NotationError):
        return False
