"""Games that are not at hand, packed: bytes are not searched for garbage, and soon unpacked."""

import pickle
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

from bot.runtime.pickling import packed
from engine import Game
from engine.data.box import Box

LIMIT: Final = 16 << 20
"""Bytes of all packed games together; a game takes 6 kB at its beginning and 30 kB at its end."""

_boxes: Final[dict[int, Box]] = {}
"""The boxes of packed games, which are not packed with them. Equal ones are one: they are few."""


def pack(game: Game) -> bytes:
    """A game as bytes for this process alone, in a fifth of the time that a replay takes."""
    return packed(game, {Box: _without_box})


def unpack(given: bytes) -> Game:
    """The game that `pack` was given, as another one that is equal."""
    game = pickle.loads(given)  # noqa: S301 - bytes that never left this process
    assert isinstance(game, Game)
    return game


def _without_box(box: Box) -> tuple[Callable[[int], Box], tuple[int]]:
    _boxes[id(box)] = box
    return _same_box, (id(box),)


def _same_box(key: int) -> Box:
    return _boxes[key]


class _Packed(NamedTuple):
    revision: int
    game: bytes


class GameCache:
    """Packed games by id, each at a revision of its log; the least recently used make room."""

    def __init__(self, limit: int = LIMIT) -> None:
        """Hold `limit` bytes at most."""
        self._limit = limit
        self._games: OrderedDict[int, _Packed] = OrderedDict()
        self._bytes = 0

    def put(self, number: int, revision: int, game: bytes) -> None:
        """Lay a game here, in place of its earlier revision."""
        self._drop(number)
        self._games[number] = _Packed(revision, game)
        self._bytes += len(game)
        while self._bytes > self._limit:
            self._drop(next(iter(self._games)))

    def get(self, number: int, revision: int) -> bytes | None:
        """A game as it was at a revision; None when it does not lie here."""
        found = self._games.get(number)
        if found is None or found.revision != revision:
            return None
        self._games.move_to_end(number)
        return found.game

    def _drop(self, number: int) -> None:
        found = self._games.pop(number, None)
        if found is not None:
            self._bytes -= len(found.game)
