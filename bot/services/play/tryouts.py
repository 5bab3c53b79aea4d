"""Private tries: what a player could play on alone, kept in the database from press to press."""

import asyncio
import secrets
from dataclasses import dataclass, replace

from bot.model.errors import report_bug
from bot.model.invocation import Invocation
from bot.model.messages import Prompt
from bot.model.rows import TryoutRow
from bot.present.wizard.tokens import AGAIN, RESET
from bot.present.wizard.tryout import (
    Tryout,
    overtaken_page,
    tried_again,
    tryout_answer,
    tryout_page,
)
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.services.play.wizard import WizardPage, noted
from bot.store import Store
from bot.words import Catalog
from engine.ids import Seat


@dataclass(frozen=True, slots=True)
class _Planner:
    """Somebody at a held table who tries something out, and in which words."""

    table: Table
    seat: Seat
    person: int
    words: Catalog


class TryoutService:
    """Opens a player's try and follows each press in it; the game itself never changes."""

    def __init__(self, store: Store, games: GameService) -> None:
        """Keep tries in `store`, copy the positions of `games`."""
        self._store = store
        self._games = games

    async def open(self, invocation: Invocation, game: int, words: Catalog) -> WizardPage:
        """The person's try as it stands, or a new one; raises SorryError, see `seat_playing`."""
        async with self._games.table(game) as table:
            planner = _planner(table, invocation, words)
            row = await self._row(planner)
            if row is None:
                return await self._keep(planner, Tryout())
            return await self._last(planner, row)

    async def follow(
        self, invocation: Invocation, game: int, token: str, answer: str, words: Catalog
    ) -> WizardPage:
        """What a press on the control `answer` of the page `token` leads to.

        A press on another page than the last shows the last one. Raises SorryError as `open` does.
        """
        async with self._games.table(game) as table:
            planner = _planner(table, invocation, words)
            row = await self._row(planner)
            if row is None:
                return _stale(planner, await self._keep(planner, Tryout()))
            if row.token != token:
                return _stale(planner, await self._last(planner, row))
            return replace(await self._answered(planner, row, answer), follows=True)

    async def leave(self, invocation: Invocation, game: int) -> None:
        """Forget what the person has tried out."""
        person = invocation.person.id
        await self._store.write(lambda tx: tx.tryouts.drop(game, person))

    async def _row(self, planner: _Planner) -> TryoutRow | None:
        game, person = planner.table.id, planner.person
        return await self._store.read(lambda tx: tx.tryouts.get(game, person))

    async def _answered(self, planner: _Planner, row: TryoutRow, answer: str) -> WizardPage:
        """What a press on the last page leads to."""
        if answer == RESET:
            return await self._keep(planner, Tryout())
        tried = Tryout.load(row.tried)
        if answer == AGAIN:
            again = tried_again(planner.table.game, planner.seat, tried)
            return await self._keep(planner, again)
        if row.revision != planner.table.revision:
            return await self._last(planner, row)
        following = _following(planner, tried, answer)
        if following is None:
            return _stale(planner, await self._last(planner, row))
        return await self._keep(planner, following)

    async def _last(self, planner: _Planner, row: TryoutRow) -> WizardPage:
        """The page of a stored try; the game may have overtaken it."""
        if row.revision != planner.table.revision:
            prompt = overtaken_page(planner.words)
            return _page(planner, prompt, row)
        return await self._keep(planner, Tryout.load(row.tried))

    async def _keep(self, planner: _Planner, tried: Tryout) -> WizardPage:
        """Store a try as one of the present position, and show its page."""
        table = planner.table
        try:
            # As in the wizard: long enough to be kept off the event loop.
            prompt = await asyncio.to_thread(
                tryout_page, table.game, planner.seat, tried, planner.words
            )
        except Exception as error:
            raise report_bug(error) from error
        token = secrets.token_hex(4)
        row = TryoutRow(token, table.id, planner.person, table.revision, tried.dump())
        await self._store.write(lambda tx: tx.tryouts.put(row))
        return _page(planner, prompt, row)


def _page(planner: _Planner, prompt: Prompt, row: TryoutRow) -> WizardPage:
    names = planner.table.picture_names(planner.words)
    return WizardPage(prompt, row.game, row.revision, row.token, names)


def _planner(table: Table, invocation: Invocation, words: Catalog) -> _Planner:
    person = invocation.person.id
    return _Planner(table, table.seat_playing(person), person, words)


def _following(planner: _Planner, tried: Tryout, answer: str) -> Tryout | None:
    try:
        return tryout_answer(planner.table.game, planner.seat, tried, answer)
    except Exception as error:
        raise report_bug(error) from error


def _stale(planner: _Planner, page: WizardPage) -> WizardPage:
    return noted(page, planner.words.say("try.stale"))
