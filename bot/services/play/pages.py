"""Private pages about a game, from press to press: what wizard and tryouts have in common."""

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import ParamSpec, TypeVar

from bot.model import drafts, messages, rows
from bot.model.errors import report_bug
from bot.model.invocation import Invocation
from bot.present.wizard.lines_page import with_lines
from bot.services.games import saving
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.store.store import Store
from bot.words import Catalog
from engine import Game, ids

_Params = ParamSpec("_Params")
_Result = TypeVar("_Result")
_Draft = TypeVar("_Draft")


@dataclass(frozen=True, slots=True)
class WizardPage:
    """The next page of a person, whose controls belong to the stored row `token`.

    `names` are those of the seats in its pictures. `done` tells what a confirmed draft led to, None
    while nothing was submitted.
    """

    page: messages.Page
    game: int
    revision: int
    token: str
    names: tuple[str, ...]
    done: saving.Saved | None = None

    @property
    def ends(self) -> bool:
        """Say whether nothing can be pressed on it any more, as the turn is over."""
        return not self.token

    @property
    def prompt(self) -> messages.Prompt:
        """The page as it is shown."""
        return self.page.prompt

    def noted(self, note: messages.Said) -> "WizardPage":
        """Return the page below a word about what has just happened."""
        return replace(self, page=self.page.below(note))


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody with a seat at a held table, who asks for private pages in their words."""

    table: Table
    seat: ids.Seat
    invocation: Invocation
    words: Catalog

    @property
    def person(self) -> int:
        """The Discord user."""
        return self.invocation.person.id

    async def build(
        self, page: Callable[[Game, ids.Seat, _Draft, Catalog], messages.Page], draft: _Draft
    ) -> messages.Page:
        """Return the page of a draft in the present position."""
        return await run_in_thread(page, self.table.game, self.seat, draft, self.words)

    def row(self, body: str) -> rows.PageRow:
        """A new page to be stored: of the present position, with a draft as text."""
        table = self.table
        return rows.PageRow(secrets.token_hex(4), table.id, self.person, table.revision, body)

    def page(self, page: messages.Page, row: rows.PageRow) -> WizardPage:
        """Return a stored page as its person sees it."""
        names = self.table.picture_names(self.words)
        return WizardPage(page, row.game, row.revision, row.token, names)


@dataclass(frozen=True, slots=True)
class PageSession(ABC):
    """Private pages about games: each person has a newest one, and only presses on that one count.

    Each press holds its game once. Where it asks for lines of play, nobody holds the game while
    these are thought of, and then the press holds it once more.
    """

    store: Store
    games: GameService

    @abstractmethod
    def _held(
        self, invocation: Invocation, game: int, words: Catalog
    ) -> AbstractAsyncContextManager[Reader]:
        """Hold a game for the reader of a page; raises UserError for anybody else."""

    @abstractmethod
    async def _pressed(
        self, reader: Reader, token: str, answer: str, found: drafts.Ask | drafts.Submit | None
    ) -> WizardPage | drafts.Think:
        """Return the result of a press on the page `token`, or the newest one where that is old.

        `found` is the draft with the lines that the press asked for, None before they are there.
        """

    async def follow(
        self, invocation: Invocation, game: int, token: str, answer: str, words: Catalog
    ) -> WizardPage:
        """Return the page after a press on the control `answer` of the page `token`.

        A press on an older page shows what is there now. Raises UserError for people who may not
        press there.
        """
        found: drafts.Ask | drafts.Submit | None = None
        while True:
            async with self._held(invocation, game, words) as reader:
                led_to = await self._pressed(reader, token, answer, found)
            if not isinstance(led_to, drafts.Think):
                return led_to
            thought = self.games.forethought.suggestion(led_to.game, reader.seat, reader.person)
            found = with_lines(led_to, await thought)


async def run_in_thread(
    work: Callable[_Params, _Result], *args: _Params.args, **kwargs: _Params.kwargs
) -> _Result:
    """Run work that plays on in copies of a game in a thread: it would block the event loop.

    Raises UserError for a bug.
    """
    try:
        return await asyncio.to_thread(work, *args, **kwargs)
    except Exception as error:
        raise report_bug(error) from error
