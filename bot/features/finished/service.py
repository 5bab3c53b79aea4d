"""The requests of people for games that are over: files, and reviews beside their other games."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.features.finished.files import FileRequest, GameFile, GameFiles
from bot.features.finished.values import StoredReview
from bot.model.errors import Problem, UserError, report_bug
from bot.model.invocation import ChannelRef
from bot.services.games.service import GameService
from bot.store import Store
from engine.ids import PointSource

_OWN_GAMES: Final = 30
"""The newest games of a person in which their points are averaged."""
_TOO_EARLY: Final = {
    GameFile.PAGE: Problem.PAGE_TOO_EARLY,
    GameFile.FILM: Problem.FILM_TOO_EARLY,
    GameFile.REVIEW: Problem.REVIEW_TOO_EARLY,
}


@dataclass(frozen=True, slots=True)
class FinishedService:
    """Has files made of games that are over, and looks up the person's other games."""

    store: Store
    games: GameService
    files: GameFiles

    async def request(
        self, game: int, kind: GameFile, person: int
    ) -> tuple[FileRequest, ChannelRef]:
        """The request of a file and the place of its game; a review is about the person's seat.

        Raises UserError before the end of the game, and while others still play its deal.
        """
        async with self.games.table(game) as table:
            if table.game.result is None:
                raise UserError(_TOO_EARLY[kind])
            await self.games.must_be_unsealed(table)
            words, names = table.words, table.picture_names(table.words)
            seat = table.seat_of(person) if kind is GameFile.REVIEW else None
            request = FileRequest(
                table.game.copy(), table.view, table.people_in(words), names, words, seat
            )
            return request, table.channel

    async def made(self, game: int, kind: GameFile, request: FileRequest) -> tuple[bytes, ...]:
        """The files that were asked for; raises UserError where they cannot be made."""
        try:
            return await self.files.get(game, kind, request)
        except UserError:
            raise
        except Exception as error:
            raise report_bug(error) from error

    async def review(self, game: int, request: FileRequest) -> StoredReview:
        """The review that was asked for; raises UserError as `made` does."""
        (text,) = await self.made(game, GameFile.REVIEW, request)
        return StoredReview.load(text)

    async def own_sources(
        self, game: int, request: FileRequest, person: int
    ) -> tuple[Mapping[PointSource, int], ...]:
        """Return the person's points by source in their newest other games of as many players.

        Somebody who only watched reads of none.
        """
        if request.seat is None:
            return ()
        players = request.game.options.players
        rows = await self.store.read(
            lambda tx: tx.results.sources(person, players, but=game, limit=_OWN_GAMES)
        )
        return tuple(
            {PointSource(source): points for source, points in json.loads(row).items()}
            for row in rows
        )
