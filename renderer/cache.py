"""A bounded cache that the drawing threads share."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class Cache(Generic[V]):
    """Least recently used values within a number of bytes; safe to share between threads."""

    def __init__(self, limit: int, weigh: Callable[[V], int]) -> None:
        self._limit = limit
        self._weigh = weigh
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        self._lock = threading.Lock()
        self.size = 0

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """The kept value, or a new one from `make`; two threads may make the same one at once."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
                return value
        value = make()
        with self._lock:
            if key not in self._values:
                self._values[key] = value
                self.size += self._weigh(value)
                while self.size > self._limit and len(self._values) > 1:
                    self.size -= self._weigh(self._values.popitem(last=False)[1])
        return value
