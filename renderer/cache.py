"""A cache bounded by the size of what it holds, which threads can share."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_K = TypeVar("_K", bound=Hashable)
_V = TypeVar("_V")


class LruCache(Generic[_K, _V]):
    """The values used last, as many as fit; the newest stays even where it fits by no means.

    `size_of` measures a value, say in bytes; all together they measure `limit` at most.

    >>> cache = LruCache[str, bytes](limit=10, size_of=len)
    >>> cache.put("first", b"12345")
    >>> cache.put("second", b"1234")
    >>> cache.get("first")
    b'12345'
    >>> cache.put("third", b"123")  # "second" has not been used for the longest time
    >>> cache.get("second") is None, cache.size
    (True, 8)
    """

    def __init__(self, limit: int, size_of: Callable[[_V], int]) -> None:
        self._limit = limit
        self._size_of = size_of
        self._values: OrderedDict[_K, _V] = OrderedDict()
        self._lock = threading.Lock()
        self.size = 0

    def get(self, key: _K) -> _V | None:
        """The value of a key, which counts as used; None where there is none."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: _K, value: _V) -> None:
        """Keep a value, in place of an earlier one of its key."""
        with self._lock:
            earlier = self._values.pop(key, None)
            if earlier is not None:
                self.size -= self._size_of(earlier)
            self._values[key] = value
            self.size += self._size_of(value)
            while self.size > self._limit and len(self._values) > 1:
                _, oldest = self._values.popitem(last=False)
                self.size -= self._size_of(oldest)

    def get_or_make(self, key: _K, make: Callable[[], _V]) -> _V:
        """The value of a key, or a new one from `make`; two threads may make the same at once."""
        value = self.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value
