"""The private plans of a player: tryouts, turns that are planned ahead, and a note on each game."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Final

from bot.model.controls import Screen, ScreenKind, Sign
from bot.model.drafts import Ask, Draft, Submit, Think
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.messages import Page, Prompt
from bot.model.rows import PageRow, PremoveRow, PremoveState
from bot.present.posts.plan_pages import played_page, premove_page
from bot.present.wizard.tryout import (
    MOST_CHOICES,
    MOST_PREMOVES,
    Tryout,
    may_premove,
    overtaken_page,
    playable,
    tried_again,
    tried_on,
    tried_turns,
    tryout_answer,
    tryout_page,
)
from bot.services.consent.questions import ConsentService
from bot.services.games.moves import first_choices, to_rows
from bot.services.games.saving import Saved
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.services.play.pages import PageSession, Reader, WizardPage, run_in_thread
from bot.store.store import Store, Transaction
from bot.words import Catalog
from engine.actions import Action
from engine.advice.premoves import Misfit
from engine.ids import Seat

NOTE_LIMIT: Final = 500


@dataclass(frozen=True, slots=True)
class TryoutService(PageSession):
    """Opens a player's tryout and follows each press in it; the game itself never changes."""

    async def open(
        self, invocation: Invocation, game: int, words: Catalog, *, ahead: bool = False
    ) -> WizardPage:
        """The person's tryout as it stands, or a new one; raises UserError, see `seat_playing`.

        One `ahead` plans the next turn, out of what was tried as far as it still fits.
        """
        async with self.games.hold(game) as table:
            seat = table.seat_playing(invocation.person.id)
            reader = Reader(table, seat, invocation, words)
            row = await self._row(game, reader.person)
            tried = Tryout() if row is None else Tryout.load(row.body)
            if row is not None and row.revision != table.revision:
                if not ahead:
                    return await self._last(reader, row)
                tried = await run_in_thread(tried_again, table.game, seat, tried)
            return await self._keep(reader, replace(tried, ahead=ahead))

    async def taken(self, invocation: Invocation, game: int, token: str) -> tuple[Action, ...]:
        """Return what was tried on the page `token`, to be played; nothing where that is over.

        Raises UserError as `Table.seat_playing` does.
        """
        person = invocation.person.id
        async with self.games.hold(game) as table:
            seat, row = table.seat_playing(person), await self._row(game, person)
            if row is None or (row.token, row.revision) != (token, table.revision):
                return ()
            return playable(table.game, seat, Tryout.load(row.body))

    async def begin_at(
        self, invocation: Invocation, game: int, start: int, words: Catalog
    ) -> WizardPage:
        """A new tryout of a game that is over, from where so many answers had been given.

        Raises UserError for who had no seat there.
        """
        async with self.games.hold(game) as table:
            seat = table.seat_of(invocation.person.id)
            if seat is None:
                raise UserError(Problem.NOT_A_PLAYER)
            return await self._keep(Reader(table, seat, invocation, words), Tryout(start=start))

    @asynccontextmanager
    async def _held(
        self, invocation: Invocation, game: int, words: Catalog
    ) -> AsyncIterator[Reader]:
        """Hold a game for a tryout; a finished game only for one that has begun there.

        Raises UserError as `Table.seat_playing` does.
        """
        person = invocation.person.id
        async with self.games.hold(game) as table:
            seat = table.seat_of(person)
            row = None if table.game.result is None else await self._row(game, person)
            if seat is None or row is None or Tryout.load(row.body).start is None:
                seat = table.seat_playing(person)
            yield Reader(table, seat, invocation, words)

    async def leave(self, invocation: Invocation, game: int) -> None:
        """Forget what the person has tried out."""
        person = invocation.person.id
        await self.store.write(lambda tx: tx.tryouts.drop(game, person))

    async def _row(self, game: int, person: int) -> PageRow | None:
        return await self.store.read(lambda tx: tx.tryouts.get(game, person))

    async def _pressed(
        self, reader: Reader, token: str, answer: str, found: Ask | Submit | None
    ) -> WizardPage | Think:
        """Return the result of a press on the page `token`, or the newest one where that is old."""
        row = await self._row(reader.table.id, reader.person)
        if row is None:
            return _stale(reader, await self._keep(reader, Tryout()))
        if row.token != token:
            return _stale(reader, await self._last(reader, row))
        return await self._answered(reader, row, answer, found)

    async def _answered(
        self, reader: Reader, row: PageRow, answer: str, found: Ask | Submit | None
    ) -> WizardPage | Think:
        """Return the result of a press on the last page."""
        tried = Tryout.load(row.body)
        game, seat = reader.table.game, reader.seat
        if answer == Sign.RESET:
            return await self._keep(reader, tried.at())
        if answer == Sign.AGAIN:
            return await self._keep(reader, tried_again(game, seat, tried))
        if row.revision != reader.table.revision:
            return await self._last(reader, row)
        if answer in {Sign.SURE, Sign.ANY} and tried.draft.screen.kind is ScreenKind.PREMOVE:
            return await self._premove(reader, row, tried, beside=answer == Sign.ANY)
        if found is None:
            following = await run_in_thread(tryout_answer, game, seat, tried, answer)
        else:
            following = tried_on(tried, found)
        if isinstance(following, Think):
            return following
        if following is None:
            return _stale(reader, await self._last(reader, row))
        if following.ahead and may_premove(game, seat, following):
            return await self._planned(reader, row, following)
        if following.draft.screen.kind is ScreenKind.PREMOVE:
            following = replace(following, beside=len(await self._choices(reader)))
        return await self._keep(reader, following)

    async def _planned(self, reader: Reader, row: PageRow, tried: Tryout) -> WizardPage:
        """Plan the turn that has come to its end, or show what keeps it from being planned."""
        turns = await run_in_thread(tried_turns, reader.table.game, reader.seat, tried)
        if isinstance(turns, Misfit) or len(turns) > 1 or await self._waiting(reader):
            asked = replace(tried, draft=Draft(screen=Screen(ScreenKind.PREMOVE)))
            return await self._keep(reader, replace(asked, beside=len(await self._choices(reader))))
        return await self._premove(reader, row, tried, beside=False)

    async def _waiting(self, reader: Reader) -> Sequence[PremoveRow]:
        """Return what the person has planned in the game."""
        game, person = reader.table.id, reader.person
        rows = await self.store.read(lambda tx: tx.premoves.of_person(game, person))
        return [row for row in rows if row.state is PremoveState.WAITING]

    async def _choices(self, reader: Reader) -> tuple[PremoveRow, ...]:
        """Return the choices planned for the next turn; none where more turns are planned."""
        own = await self._waiting(reader)
        choices = first_choices(own) if own else ()
        return choices if len(choices) == len(own) else ()

    async def _premove(
        self, reader: Reader, row: PageRow, tried: Tryout, *, beside: bool
    ) -> WizardPage:
        """Keep what was tried as premoves, and end the tryout.

        They take the place of earlier ones, or stand `beside` them as another choice.
        """
        table = reader.table
        turns = await run_in_thread(tried_turns, table.game, reader.seat, tried)
        if reader.seat in table.bots:
            raise UserError("leaving.sorry.bot_plays")
        if isinstance(turns, Misfit) or len(turns) > MOST_PREMOVES or table.mover == reader.person:
            return _stale(reader, await self._last(reader, row))
        choices = await self._choices(reader) if beside else ()
        if beside and (len(turns) > 1 or not 0 < len(choices) < MOST_CHOICES):
            return _stale(reader, await self._last(reader, row))
        rows = (*choices, *to_rows(table, reader.person, turns, len(choices)))

        async def keep(tx: Transaction) -> None:
            await tx.premoves.drop(table.id, reader.person)
            await tx.premoves.put(rows)
            await tx.tryouts.drop(table.id, reader.person)

        await self.store.write(keep)
        return reader.page(premove_page(table.game, reader.seat, rows, reader.words), row)

    async def _last(self, reader: Reader, row: PageRow) -> WizardPage:
        """The page of a stored tryout; the game may have overtaken it."""
        if row.revision != reader.table.revision:
            return reader.page(overtaken_page(reader.words), row)
        return reader.page(await reader.build(tryout_page, Tryout.load(row.body)), row)

    async def _keep(self, reader: Reader, tried: Tryout) -> WizardPage:
        """Store a tryout as one of the present position, and show its page."""
        page = await reader.build(tryout_page, tried)
        row = reader.row(tried.dump())
        await self.store.write(lambda tx: tx.tryouts.put(row))
        return reader.page(page, row)


def _stale(reader: Reader, page: WizardPage) -> WizardPage:
    return page.noted(reader.words.say("try.stale"))


@dataclass(frozen=True, slots=True)
class PremoveService:
    """Premoves, for the person whose they are."""

    store: Store
    games: GameService
    consent: ConsentService

    async def look(self, invocation: Invocation, game: int, words: Catalog) -> Prompt | None:
        """Return the page of the turns that the person planned, or of their fate; None for none.

        Raises UserError for who does not play, and for whose turn it is.
        """
        person = invocation.person.id
        async with self.games.hold(game) as table:
            seat = table.seat_acting(person)
            if table.mover == person:
                raise UserError("premove.sorry.own_turn")
            rows = await self.store.read(lambda tx: tx.premoves.of_person(game, person))
            waiting = [row for row in rows if row.state is PremoveState.WAITING]
            played = any(row.state is PremoveState.PLAYED for row in rows)
            said: list[Page] = []
            if played:
                start = _beginning(table, seat)
                revealed = start is None or _has_revealed(table, start)
                said.append(played_page(words, revealed=revealed))
            if waiting:
                said.append(premove_page(table.game, seat, waiting, words))
            return _joined(said, words) if said else None

    async def withdraw(self, invocation: Invocation, game: int) -> None:
        """Forget what the person has planned in a game; raises UserError for who does not play."""
        person = invocation.person.id
        async with self.games.hold(game) as table:
            table.seat_playing(person)
            await self.store.write(lambda tx: tx.premoves.drop(game, person))

    async def undo(self, invocation: Invocation, game: int) -> Saved:
        """Take back the person's premove; raises UserError once anything else has happened."""
        person = invocation.person.id
        async with self.games.hold(game) as table:
            seat = table.seat_acting(person)
            rows = await self.store.read(lambda tx: tx.premoves.of_person(game, person))
            newest = any(
                row.state is PremoveState.PLAYED and row.revision == table.revision for row in rows
            )
            start = _beginning(table, seat) if newest else None
            if start is None or _has_revealed(table, start):
                raise UserError("premove.sorry.too_late")
            return await self.consent.take_back_premove(invocation, table, start)


def _beginning(table: Table, seat: Seat) -> int | None:
    """The answer with which the last turn began, if that was the seat's."""
    starts = table.game.take_back_points
    if starts and table.game.moves[starts[-1]].seat == seat:
        return starts[-1]
    return None


def _has_revealed(table: Table, start: int) -> bool:
    """Say whether anything came to light since this answer."""
    return any(move.revealed for move in table.game.moves[start:])


def _joined(said: list[Page], words: Catalog) -> Prompt:
    """Return several pages as one."""
    paragraphs = tuple(paragraph for page in said for paragraph in page.paragraphs)
    return Page(words, paragraphs, tuple(row for page in said for row in page.rows)).prompt


@dataclass(frozen=True, slots=True)
class NoteService:
    """Reads and keeps the notes of players on their running games."""

    store: Store
    games: GameService

    async def read(self, invocation: Invocation, game: int) -> str:
        """The person's note; raises UserError for spectators and for a game that is over."""
        person = invocation.person.id
        async with self.games.hold(game) as table:
            table.seat_playing(person)
        return await self.store.read(lambda tx: tx.game_notes.get(game, person))

    async def write(self, invocation: Invocation, game: int, note: str) -> str:
        """Keep a note in place of the earlier one, none where it is blank; raises as `read`."""
        kept = note.strip()[:NOTE_LIMIT].rstrip()
        person = invocation.person.id
        async with self.games.hold(game) as table:
            table.seat_playing(person)
            await self.store.write(lambda tx: tx.game_notes.put(game, person, kept))
        return kept
