"""Attempts at posed positions from press to press: stored, judged and shown again."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Generic

from bot.features.puzzle.posed import AttemptType, PosedPuzzle, pressed, seat_names
from bot.model import messages
from bot.services.play.pages import WizardPage, run_in_thread
from bot.store.queries import Queries, columns
from bot.store.store import Store, Transaction
from bot.words import Catalog


class Attempts(Queries, Generic[AttemptType]):
    """A table of attempts; the columns of the `key` name a row, and `found` is how it is read."""

    kind: type[AttemptType]
    table: ClassVar[str]
    key: ClassVar[tuple[str, ...]]
    found: ClassVar[str]

    async def get(self, *key: object) -> AttemptType | None:
        """The attempt with a key."""
        return await self._first(self.kind, self.found, *key)

    async def now(self, row: AttemptType) -> AttemptType | None:
        """The attempt that is stored by now in the place of an older or newer one."""
        return await self.get(*(getattr(row, column) for column in self.key))

    async def put(self, row: AttemptType, after: AttemptType | None) -> bool:
        """Store an attempt, unless another press was faster than the one `after`."""
        if await self.now(row) != after:
            return False
        await self._replace(self.table, self.key, **columns(row))
        return True


@dataclass(frozen=True, slots=True)
class AttemptSession(ABC, Generic[AttemptType]):
    """Attempts of people, each with a newest page: only presses on that one count."""

    store: Store

    @abstractmethod
    def _table(self, tx: Transaction) -> Attempts[AttemptType]:
        """The table of these attempts."""

    @abstractmethod
    def _posed(self, row: AttemptType) -> PosedPuzzle:
        """The puzzle of an attempt as it is posed."""

    @abstractmethod
    def _page_of(self, posed: PosedPuzzle, row: AttemptType, words: Catalog) -> messages.Page:
        """The page of an attempt."""

    def _solved(self, row: AttemptType) -> AttemptType:
        """Return an attempt that has just solved its puzzle as it is to be stored."""
        return row

    async def _row(self, *key: object) -> AttemptType | None:
        return await self.store.read(lambda tx: self._table(tx).get(*key))

    async def _followed(
        self, row: AttemptType, token: str, answer: str, words: Catalog
    ) -> WizardPage:
        """Follow a press on the control `answer` of the page `token`; an older page is stale."""
        following = None if row.token != token else await run_in_thread(self._pressed, row, answer)
        if following is None:
            return (await self._page(row, words)).noted(words.say("puzzle.stale"))
        return await self._keep(following, row, words)

    async def _keep(
        self, row: AttemptType, before: AttemptType | None, words: Catalog
    ) -> WizardPage:
        """Store how far a person is and show it; a press that came first stands."""
        if await self.store.write(lambda tx: self._table(tx).put(row, before)):
            self._kept(row, before)
            return await self._page(row, words)
        stored = await self.store.read(lambda tx: self._table(tx).now(row))
        return (await self._page(stored or row, words)).noted(words.say("puzzle.stale"))

    def _kept(self, row: AttemptType, before: AttemptType | None) -> None:
        """Count what was stored."""

    async def _page(self, row: AttemptType, words: Catalog) -> WizardPage:
        return await run_in_thread(self._shown, row, words)

    def _shown(self, row: AttemptType, words: Catalog) -> WizardPage:
        posed = self._posed(row)
        page, names = self._page_of(posed, row, words), seat_names(posed.puzzle, words)
        return WizardPage(page, 0, posed.number, row.token, names)

    def _pressed(self, row: AttemptType, answer: str) -> AttemptType | None:
        """The attempt after a press; None where that does not fit."""
        following = pressed(self._posed(row), row, answer)
        if following is None or following.solved == row.solved:
            return following
        return self._solved(following)
