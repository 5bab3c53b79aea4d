"""The requests of people for games that are over: files, and reviews beside their other games.

Files are made one at a time, in a process that gives way to all others.
"""

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.features.finished import values
from bot.features.finished.film import game_film
from bot.features.finished.web_page import game_page
from bot.model.errors import UserError, report_bug
from bot.model.invocation import ChannelRef
from bot.model.people import Person
from bot.present.wizard.lines_page import text_of
from bot.runtime.workers import Workers
from bot.services.games.service import GameService
from bot.store.store import Store
from bot.words import Catalog
from engine import Game, ids
from engine.advice import ADVICE_SEED
from engine.advice.lines import compared
from engine.review import CostlyTurn, review
from engine.view import View
from renderer.cache import LruCache

MOST_WAITING: Final = 10
"""Files that are made or wait for it; each takes up to a minute."""
_CACHE_BYTES: Final = 32 * 1024 * 1024


class GameFile(StrEnum):
    """The files that are made of a game."""

    PAGE = "page"
    """A page that works offline."""
    FILM = "film"
    """A film of all turns, and a short one."""
    REVIEW = "review"
    """A review of the game for one seat, as `StoredReview` writes it."""


@dataclass(frozen=True, slots=True)
class FileRequest:
    """A game that is over, as its table saw it; `now` is its end as everybody sees it.

    With a `seat` the file is made for that seat alone.
    """

    game: Game
    now: View
    people: tuple[Person, ...]
    names: tuple[str, ...]
    words: Catalog
    seat: ids.Seat | None = None


SECONDS: Final[Mapping[GameFile, float]] = {
    GameFile.PAGE: 0.05,
    GameFile.FILM: 0.03,
    GameFile.REVIEW: 0.17,
}
"""The seconds that each answer of a game takes, until this process has measured them itself."""
_Key = tuple[int, GameFile, ids.Seat | None]
"""A game, what it is made, and for which seat."""
Maker = Callable[[FileRequest], tuple[bytes, ...]]


def write_page(request: FileRequest) -> tuple[bytes, ...]:
    """The page of a game. Raises ValueError for one that is too long for the largest page."""
    names = request.names
    return (game_page(request.game, request.people, names, request.words, now=request.now),)


def make_film(request: FileRequest) -> tuple[bytes, ...]:
    """The film of a game and the short one. Raises ValueError as `game_film` does."""
    names = request.names
    film = game_film(request.game, request.people, names, request.words, now=request.now)
    return film.webp, film.gif


def make_review(request: FileRequest) -> tuple[bytes, ...]:
    """The review of a game for one of its seats, or for somebody who only watched it."""
    game, seat = request.game, request.seat
    found = review(game, seat)
    costly = () if seat is None else tuple(_stored(game, seat, each) for each in found.costly)
    rounded = tuple(tuple(round(each, 2) for each in step) for step in found.expected)
    luck, others = (tuple(round(each, 2) for each in parts) for parts in (found.luck, found.others))
    return (values.StoredReview(rounded, luck, others, costly).dump(),)


def _stored(game: Game, seat: ids.Seat, costly: CostlyTurn) -> values.StoredCost:
    then = game.at(costly.before)
    turns = (costly.played, costly.better)
    lines = map(text_of, compared(then, seat, ADVICE_SEED, turns))
    return values.StoredCost(costly.turn, costly.before, round(costly.cost, 1), *lines)


MAKERS: Final[Mapping[GameFile, Maker]] = {
    GameFile.PAGE: write_page,
    GameFile.FILM: make_film,
    GameFile.REVIEW: make_review,
}


class GameFiles:
    """Has files made, each once however many ask for it, and keeps the last ones."""

    def __init__(self, workers: Workers) -> None:
        """Make them by `workers`: a process takes some 170 MB.

        It ends when nothing is asked for any more.
        """
        self._workers = workers
        self._measured: dict[GameFile, float] = {}
        self._turn = asyncio.Lock()
        self._making: dict[_Key, asyncio.Task[tuple[bytes, ...]]] = {}
        self._waiting: dict[_Key, float] = {}
        self._cache = LruCache[_Key, tuple[bytes, ...]](
            _CACHE_BYTES, lambda files: sum(map(len, files))
        )

    def expected(self, game: int, kind: GameFile, request: FileRequest) -> float:
        """Return the seconds that these files will take, behind the others; 0 if they are made.

        Each kind takes as long for an answer of the game as it took the last time.
        """
        key = game, kind, request.seat
        if self._cache.get(key) is not None:
            return 0.0
        others = sum(seconds for each, seconds in self._waiting.items() if each != key)
        return others + self._alone(kind, request)

    def _alone(self, kind: GameFile, request: FileRequest) -> float:
        return self._measured.get(kind, SECONDS[kind]) * request.game.move_count

    async def get(self, game: int, kind: GameFile, request: FileRequest) -> tuple[bytes, ...]:
        """Make the files of the game with this id; raises UserError while it makes many others."""
        key = game, kind, request.seat
        if (made := self._cache.get(key)) is not None:
            return made
        task = self._making.get(key)
        if task is None:
            if len(self._making) >= MOST_WAITING:
                raise UserError("game_page.sorry.busy")
            self._waiting[key] = self._alone(kind, request)
            task = self._making[key] = asyncio.create_task(self._make(key, request))
        return await asyncio.shield(task)

    async def _make(self, key: _Key, request: FileRequest) -> tuple[bytes, ...]:
        try:
            async with self._turn:
                begun = time.perf_counter()
                made = await self._workers.run(MAKERS[key[1]], request)
            seconds = time.perf_counter() - begun
            self._measured[key[1]] = seconds / max(1, request.game.move_count)
            self._cache.put(key, made)
            return made
        finally:
            del self._making[key], self._waiting[key]
            if not self._making and not self._workers.closed:
                self._workers.replace()


_WORTH_TELLING: Final = 3.0
"""Seconds from which on people read beforehand how long they wait."""
_OWN_GAMES: Final = 30
"""The newest games of a person in which their points are averaged."""
_TOO_EARLY: Final = {
    GameFile.PAGE: "game_page.sorry.running",
    GameFile.FILM: "film.sorry.running",
    GameFile.REVIEW: "review.sorry.running",
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
        async with self.games.hold(game) as table:
            if table.game.result is None:
                raise UserError(_TOO_EARLY[kind])
            await self.games.must_be_unsealed(table)
            words, names = table.words, table.picture_names(table.words)
            seat = table.seat_of(person) if kind is GameFile.REVIEW else None
            request = FileRequest(
                table.game.copy(), table.view, table.people_in(words), names, words, seat
            )
            return request, table.channel

    def ready_at(self, game: int, kind: GameFile, request: FileRequest) -> int | None:
        """Return the Unix time at which a file will be made; None where nobody waits for it."""
        seconds = self.files.expected(game, kind, request)
        return int(self.games.clock.now() + seconds) if seconds >= _WORTH_TELLING else None

    async def made(self, game: int, kind: GameFile, request: FileRequest) -> tuple[bytes, ...]:
        """The files that were asked for; raises UserError where they cannot be made."""
        try:
            return await self.files.get(game, kind, request)
        except UserError:
            raise
        except Exception as error:
            raise report_bug(error) from error

    async def review(self, game: int, request: FileRequest) -> values.StoredReview:
        """The review that was asked for; raises UserError as `made` does."""
        (text,) = await self.made(game, GameFile.REVIEW, request)
        return values.StoredReview.load(text)

    async def own_sources(
        self, game: int, request: FileRequest, person: int
    ) -> tuple[Mapping[ids.PointSource, int], ...]:
        """Return the person's points by source in their newest other games of as many players."""
        players = request.game.options.players
        rows = await self.store.read(
            lambda tx: tx.results.sources(person, players, but=game, limit=_OWN_GAMES)
        )
        return tuple(
            {ids.PointSource(source): points for source, points in json.loads(row).items()}
            for row in rows
        )
