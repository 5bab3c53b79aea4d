"""Chance: a small generator without bias, and one named stream of it for every shuffle of a game.

The words come from BLAKE2b in counter mode rather than from a generator with one small integer
of state: the engine is public, and from the opening layout nobody may work out the deck order.
"""

from collections.abc import Iterable
from hashlib import blake2b
from struct import Struct
from typing import Final, TypeVar

SEED_BITS: Final = 128
"""The longest seed; real games use all of it, simulations small numbers."""

_T = TypeVar("_T")

_WORDS: Final = Struct("<16I")
_WORD_RANGE: Final = 1 << 32


class Rng:
    """A stream of uniform numbers that depends on its key alone, on every machine and version."""

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, key: bytes) -> None:
        """Start the stream of a key of up to 64 bytes."""
        self._key = key
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = blake2b(self._block.to_bytes(8, "little"), key=self._key).digest()
            self._words = list(_WORDS.unpack(block))
            self._block += 1
        return self._words.pop()

    def below(self, bound: int) -> int:
        """Draw a number from 0 to `bound` - 1, each equally likely; `bound` is 1 to 2**32."""
        if not 1 <= bound <= _WORD_RANGE:
            raise ValueError(f"no number below {bound} can be drawn")
        limit = _WORD_RANGE - _WORD_RANGE % bound
        word = self._word()
        while word >= limit:
            word = self._word()
        return word % bound

    def sample(self, pieces: Iterable[_T], count: int) -> tuple[_T, ...]:
        """Draw `count` of the pieces in random order (the front of a Fisher-Yates shuffle)."""
        pool = list(pieces)
        for place in range(count):
            other = place + self.below(len(pool) - place)
            pool[place], pool[other] = pool[other], pool[place]
        return tuple(pool[:count])

    def shuffled(self, pieces: Iterable[_T]) -> tuple[_T, ...]:
        """All the pieces in random order, each order equally likely."""
        pool = tuple(pieces)
        return self.sample(pool, len(pool))


def stream(seed: int, name: str, count: int) -> Rng:
    """Open the stream of the `count`-th use of a name.

    The streams of a seed tell nothing about each other or about the seed. Raises ValueError for
    a seed that is negative or longer than `SEED_BITS`.
    """
    if seed < 0 or seed.bit_length() > SEED_BITS:
        raise ValueError(f"a seed is a number from 0 to 2**{SEED_BITS} - 1")
    key = blake2b(digest_size=32, person=b"bonfire stream")
    key.update(seed.to_bytes(SEED_BITS // 8, "little"))
    key.update(count.to_bytes(8, "little"))
    key.update(name.encode())
    return Rng(key.digest())
