"""Private notes on games: each player has one a game, which only they can see."""

from typing import Final

from bot.model.invocation import Invocation
from bot.services.games.service import GameService
from bot.store import Store

NOTE_LIMIT: Final = 500


class NoteService:
    """Reads and keeps the notes of players on their running games."""

    def __init__(self, store: Store, games: GameService) -> None:
        """Keep notes in `store`, on the games of `games`."""
        self._store = store
        self._games = games

    async def read(self, invocation: Invocation, game: int) -> str:
        """The person's note; raises UserError for spectators and for a game that is over."""
        person = invocation.person.id
        async with self._games.table(game) as table:
            table.seat_playing(person)
        return await self._store.read(lambda tx: tx.game_notes.get(game, person))

    async def write(self, invocation: Invocation, game: int, note: str) -> str:
        """Keep a note in place of the earlier one, none where it is blank; raises as `read`."""
        kept = note.strip()[:NOTE_LIMIT].rstrip()
        person = invocation.person.id
        async with self._games.table(game) as table:
            table.seat_playing(person)
            await self._store.write(lambda tx: tx.game_notes.put(game, person, kept))
        return kept
