"""Private pages about a game, from press to press: what wizard and tryouts have in common."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ParamSpec, TypeVar

from bot.model.errors import report_bug
from bot.model.messages import Prompt
from bot.model.pages import Page, Said
from bot.model.rows import PageRow
from bot.services.games.saving import Saved
from bot.services.games.table import Table
from bot.words import Catalog
from engine import Game
from engine.ids import Seat

_Params = ParamSpec("_Params")
_Result = TypeVar("_Result")
_Draft = TypeVar("_Draft")


@dataclass(frozen=True, slots=True)
class WizardPage:
    """The next page of a person, whose controls belong to the stored row `token`.

    `names` are those of the seats in its pictures. `done` tells what a confirmed draft led to, None
    while nothing was submitted. It `follows` the page that was pressed on, if that was the newest
    one: what hangs there can stay.
    """

    page: Page
    game: int
    revision: int
    token: str
    names: tuple[str, ...]
    done: Saved | None = None
    follows: bool = False

    @property
    def ends(self) -> bool:
        """Say whether nothing can be pressed on it any more, as the turn is over."""
        return not self.token

    @property
    def prompt(self) -> Prompt:
        """The page as it is shown."""
        return self.page.prompt

    def noted(self, note: Said) -> "WizardPage":
        """Return the page below a word about what has just happened."""
        return replace(self, page=self.page.below(note))


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody with a seat at a held table who is shown private pages, and in which words."""

    table: Table
    seat: Seat
    words: Catalog

    @property
    def person(self) -> int:
        """The Discord user."""
        return self.table.players[self.seat].id

    async def made(
        self, page: Callable[[Game, Seat, _Draft, Catalog], Page], draft: _Draft
    ) -> Page:
        """Return the page of a draft in the present position."""
        return await run_in_thread(page, self.table.game, self.seat, draft, self.words)

    def row(self, body: str) -> PageRow:
        """A new page to be stored: of the present position, with a draft as text."""
        table = self.table
        return PageRow(secrets.token_hex(4), table.id, self.person, table.revision, body)

    def page(self, page: Page, row: PageRow) -> WizardPage:
        """Return a stored page as its person sees it."""
        names = self.table.picture_names(self.words)
        return WizardPage(page, row.game, row.revision, row.token, names)


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
