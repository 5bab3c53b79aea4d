"""Games that are not in memory, pickled: bytes are not searched for garbage, and soon unpacked."""

import copyreg
import io
import pickle
from collections.abc import Callable
from typing import Final, NamedTuple

from engine import Game
from engine.data.box import Box
from renderer.cache import LruCache

_LIMIT: Final = 16 << 20
"""Bytes of all packed games together; a game takes 6 kB at its beginning and 30 kB at its end."""

_boxes: Final[dict[int, Box]] = {}
"""The boxes of packed games, which are not packed with them. Equal ones are one: they are few."""


def pack(game: Game) -> bytes:
    """A game as bytes for this process alone, in a fifth of the time that a replay takes."""
    file = io.BytesIO()
    packer = pickle.Pickler(file, pickle.HIGHEST_PROTOCOL)
    packer.dispatch_table = {**copyreg.dispatch_table, Box: _without_box}
    packer.dump(game)
    return file.getvalue()


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
    """Pickled games by id, each at a revision of its log; the least recently used make room."""

    def __init__(self, limit: int = _LIMIT) -> None:
        """Hold `limit` bytes at most."""
        self._limit = limit
        self._games = LruCache[int, _Packed](limit, lambda packed: len(packed.game))

    def put(self, number: int, revision: int, game: bytes) -> None:
        """Keep a game, in place of its earlier revision; not one for which there is no room."""
        if len(game) <= self._limit:
            self._games.put(number, _Packed(revision, game))

    def get(self, number: int, revision: int) -> bytes | None:
        """A game as it was at a revision; None when it is not kept."""
        packed = self._games.get(number)
        return None if packed is None or packed.revision != revision else packed.game
