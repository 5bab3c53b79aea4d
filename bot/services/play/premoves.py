"""The turns that people planned ahead: they look at them, withdraw them, or take them back."""

from dataclasses import dataclass

from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.messages import Prompt
from bot.model.pages import Page
from bot.model.rows import PremoveState
from bot.present.posts.premove_pages import played_page, premove_page
from bot.services.consent.questions import ConsentService
from bot.services.games.saving import Saved
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.store import Store
from bot.words import Catalog
from engine.ids import Seat


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
        async with self.games.table(game) as table:
            seat = table.seat_acting(person)
            if table.mover == person:
                raise UserError(Problem.PREMOVE_OWN_TURN)
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
        async with self.games.table(game) as table:
            table.seat_playing(person)
            await self.store.write(lambda tx: tx.premoves.drop(game, person))

    async def undo(self, invocation: Invocation, game: int) -> Saved:
        """Take back the person's premove; raises UserError once anything else has happened."""
        person = invocation.person.id
        async with self.games.table(game) as table:
            seat = table.seat_acting(person)
            rows = await self.store.read(lambda tx: tx.premoves.of_person(game, person))
            newest = any(
                row.state is PremoveState.PLAYED and row.revision == table.revision for row in rows
            )
            start = _beginning(table, seat) if newest else None
            if start is None or _has_revealed(table, start):
                raise UserError(Problem.PREMOVE_TOO_LATE)
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
