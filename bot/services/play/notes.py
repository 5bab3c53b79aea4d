"""Private notes on games: each player has one a game, which only they can see."""

from dataclasses import dataclass
from typing import Final

from bot.model.invocation import Invocation
from bot.services.games.service import GameService
from bot.store import Store

NOTE_LIMIT: Final = 500


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
