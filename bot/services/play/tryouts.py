"""The private plans of a player: tryouts, kept from press to press, and a note on each game."""

from dataclasses import dataclass, replace
from typing import Final

from bot.model.controls import ScreenKind, Sign
from bot.model.drafts import Decided, Think
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.rows import LaidRow, LaidState, PageRow
from bot.present.posts.laid_pages import laid_page
from bot.present.wizard.line_drafts import with_lines
from bot.present.wizard.tryout import (
    MOST_CHOICES,
    MOST_LAID,
    Tryout,
    overtaken_page,
    tried_again,
    tried_on,
    tried_turns,
    tryout_answer,
    tryout_page,
)
from bot.services.games.laid_turns import first_choices, to_rows
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.services.play.pages import Reader, WizardPage, run_in_thread
from bot.store import Store, Transaction
from bot.words import Catalog
from engine.advice.ahead import Misfit
from engine.advice.lines import lines

NOTE_LIMIT: Final = 500


@dataclass(frozen=True, slots=True)
class TryoutService:
    """Opens a player's tryout and follows each press in it; the game itself never changes."""

    store: Store
    games: GameService

    async def open(self, invocation: Invocation, game: int, words: Catalog) -> WizardPage:
        """The person's tryout as it stands, or a new one; raises UserError, see `seat_playing`."""
        async with self.games.table(game) as table:
            reader = Reader(table, table.seat_playing(invocation.person.id), words)
            row = await self._row(reader)
            if row is None:
                return await self._keep(reader, Tryout())
            return await self._last(reader, row)

    async def begin_at(
        self, invocation: Invocation, game: int, start: int, words: Catalog
    ) -> WizardPage:
        """A new tryout of a game that is over, from where so many answers had been given.

        Raises UserError for who had no seat there.
        """
        async with self.games.table(game) as table:
            seat = table.seat_of(invocation.person.id)
            if seat is None:
                raise UserError(Problem.NOT_A_PLAYER)
            return await self._keep(Reader(table, seat, words), Tryout(start=start))

    async def _reader(self, table: Table, person: int, words: Catalog) -> Reader:
        """Return the reader of a tryout; in a finished game only of one that has begun there.

        Raises UserError as `Table.seat_playing` does.
        """
        seat = table.seat_of(person)
        if seat is not None and table.game.result is not None:
            reader = Reader(table, seat, words)
            row = await self._row(reader)
            if row is not None and Tryout.load(row.body).start is not None:
                return reader
        return Reader(table, table.seat_playing(person), words)

    async def follow(
        self, invocation: Invocation, game: int, token: str, answer: str, words: Catalog
    ) -> WizardPage:
        """Return the page after a press on the control `answer` of the page `token`.

        A press on another page than the last shows the last one. Raises UserError as `open` does.
        """
        async with self.games.table(game) as table:
            reader = await self._reader(table, invocation.person.id, words)
            following = await self._pressed(reader, token, answer)
            if not isinstance(following, Think):
                return following
        # Nobody else has to wait for what is thought of meanwhile.
        found = await self.games.thinker.advise(lines, following.game, reader.seat, reader.person)
        decided = with_lines(following, found)
        async with self.games.table(game) as table:
            reader = await self._reader(table, invocation.person.id, words)
            following = await self._pressed(reader, token, answer, decided)
            assert not isinstance(following, Think)
            return following

    async def leave(self, invocation: Invocation, game: int) -> None:
        """Forget what the person has tried out."""
        person = invocation.person.id
        await self.store.write(lambda tx: tx.tryouts.drop(game, person))

    async def _row(self, reader: Reader) -> PageRow | None:
        game, person = reader.table.id, reader.person
        return await self.store.read(lambda tx: tx.tryouts.get(game, person))

    async def _pressed(
        self, reader: Reader, token: str, answer: str, decided: Decided | None = None
    ) -> WizardPage | Think:
        """Return the result of a press on the page `token`; `decided` has the finished lines."""
        row = await self._row(reader)
        if row is None:
            return _stale(reader, await self._keep(reader, Tryout()))
        if row.token != token:
            return _stale(reader, await self._last(reader, row))
        page = await self._answered(reader, row, answer, decided)
        return page if isinstance(page, Think) else replace(page, follows=True)

    async def _answered(
        self, reader: Reader, row: PageRow, answer: str, decided: Decided | None
    ) -> WizardPage | Think:
        """Return the result of a press on the last page."""
        tried = Tryout.load(row.body)
        if answer == Sign.RESET:
            return await self._keep(reader, tried.at())
        sure = answer in {Sign.SURE, Sign.ANY} and tried.draft.screen.kind is ScreenKind.LAYING
        if sure and _is_newest(reader, row):
            return await self._lay(reader, row, tried, beside=answer == Sign.ANY)
        if answer == Sign.AGAIN:
            again = tried_again(reader.table.game, reader.seat, tried)
            return await self._keep(reader, again)
        if row.revision != reader.table.revision:
            return await self._last(reader, row)
        if decided is None:
            game, seat = reader.table.game, reader.seat
            following = await run_in_thread(tryout_answer, game, seat, tried, answer)
        else:
            following = tried_on(tried, decided)
        if isinstance(following, Think):
            return following
        if following is None:
            return _stale(reader, await self._last(reader, row))
        if following.draft.screen.kind is ScreenKind.LAYING:
            following = replace(following, beside=len(await self._choices(reader)))
        return await self._keep(reader, following)

    async def _choices(self, reader: Reader) -> tuple[LaidRow, ...]:
        """Return the choices laid for the next turn; none where more turns are laid."""
        game, person = reader.table.id, reader.person
        rows = await self.store.read(lambda tx: tx.laid.of_person(game, person))
        own = [row for row in rows if row.state is LaidState.LAID]
        choices = first_choices(own) if own else ()
        return choices if len(choices) == len(own) else ()

    async def _lay(
        self, reader: Reader, row: PageRow, tried: Tryout, *, beside: bool
    ) -> WizardPage:
        """Keep what was tried as turns laid ahead, and end the tryout.

        They take the place of earlier ones, or stand `beside` them as another choice.
        """
        table = reader.table
        turns = await run_in_thread(tried_turns, table.game, reader.seat, tried)
        if reader.seat in table.bots:
            raise UserError(Problem.BOT_PLAYS)
        if isinstance(turns, Misfit) or len(turns) > MOST_LAID or table.mover == reader.person:
            return _stale(reader, await self._last(reader, row))
        choices = await self._choices(reader) if beside else ()
        if beside and (len(turns) > 1 or not 0 < len(choices) < MOST_CHOICES):
            return _stale(reader, await self._last(reader, row))
        rows = (*choices, *to_rows(table, reader.person, turns, len(choices)))

        async def keep(tx: Transaction) -> None:
            await tx.laid.drop(table.id, reader.person)
            await tx.laid.put(rows)
            await tx.tryouts.drop(table.id, reader.person)

        await self.store.write(keep)
        return reader.page(laid_page(rows, reader.words), row)

    async def _last(self, reader: Reader, row: PageRow) -> WizardPage:
        """The page of a stored tryout; the game may have overtaken it."""
        if row.revision != reader.table.revision:
            return reader.page(overtaken_page(reader.words), row)
        return await self._keep(reader, Tryout.load(row.body))

    async def _keep(self, reader: Reader, tried: Tryout) -> WizardPage:
        """Store a tryout as one of the present position, and show its page."""
        page = await reader.made(tryout_page, tried)
        row = reader.row(tried.dump())
        await self.store.write(lambda tx: tx.tryouts.put(row))
        return reader.page(page, row)


def _is_newest(reader: Reader, row: PageRow) -> bool:
    return row.revision == reader.table.revision


def _stale(reader: Reader, page: WizardPage) -> WizardPage:
    return page.noted(reader.words.say("try.stale"))


@dataclass(frozen=True, slots=True)
class NoteService:
    """Reads and keeps the notes of players on their running games."""

    store: Store
    games: GameService

    async def read(self, invocation: Invocation, game: int) -> str:
        """The person's note; raises UserError for spectators and for a game that is over."""
        person = invocation.person.id
        async with self.games.table(game) as table:
            table.seat_playing(person)
        return await self.store.read(lambda tx: tx.game_notes.get(game, person))

    async def write(self, invocation: Invocation, game: int, note: str) -> str:
        """Keep a note in place of the earlier one, none where it is blank; raises as `read`."""
        kept = note.strip()[:NOTE_LIMIT].rstrip()
        person = invocation.person.id
        async with self.games.table(game) as table:
            table.seat_playing(person)
            await self.store.write(lambda tx: tx.game_notes.put(game, person, kept))
        return kept
