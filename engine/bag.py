"""A small immutable multiset: a hand of action tiles, a supply of resources, a cost."""

import operator
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import ClassVar, Generic, Self, TypeVar

from engine import ids

_K = TypeVar("_K", bound=StrEnum)


class Bag(Generic[_K]):
    """Counts of each kind, in the order of `KINDS`; never negative."""

    __slots__ = ("counts", "total")

    KINDS: ClassVar[tuple[StrEnum, ...]]
    INDEX: ClassVar[Mapping[StrEnum, int]]
    EMPTY: ClassVar[Self]  # type: ignore[misc]  # one shared empty bag a subclass

    counts: tuple[int, ...]
    total: int

    def __init__(self, counts: tuple[int, ...]) -> None:
        """Take one count a kind; raises ValueError for a wrong length or a negative count."""
        if len(counts) != len(self.KINDS) or min(counts) < 0:
            raise ValueError(f"not a bag of {len(self.KINDS)} kinds: {counts}")
        self.counts = counts
        self.total = sum(counts)

    @classmethod
    def of(cls, *kinds: _K) -> Self:
        """Build a bag from kinds named once for each piece."""
        counts = [0] * len(cls.KINDS)
        for kind in kinds:
            counts[cls.INDEX[kind]] += 1
        return cls(tuple(counts))

    @classmethod
    def from_mapping(cls, counts: Mapping[str, int]) -> Self:
        """Build a bag from kind -> count; raises ValueError for an unknown kind."""
        if unknown := set(counts) - set(cls.KINDS):
            raise ValueError(f"unknown kind: {min(unknown)!r:.40}")
        return cls(tuple(counts.get(kind, 0) for kind in cls.KINDS))

    def __getitem__(self, kind: _K) -> int:
        """Return the number of pieces of this kind."""
        return self.counts[self.INDEX[kind]]

    def __add__(self, other: Self) -> Self:
        """Both bags poured together."""
        return type(self)(tuple(map(operator.add, self.counts, other.counts)))

    def __sub__(self, other: Self) -> Self:
        """This bag without the pieces of the other; raises ValueError if it lacks any."""
        return type(self)(tuple(map(operator.sub, self.counts, other.counts)))

    def plus(self, kind: _K, count: int = 1) -> Self:
        """This bag with `count` more of one kind."""
        counts = list(self.counts)
        counts[self.INDEX[kind]] += count
        return type(self)(tuple(counts))

    def covers(self, other: Self) -> bool:
        """Say whether every piece of the other bag is in this one."""
        return all(map(operator.ge, self.counts, other.counts))

    def items(self) -> Iterator[tuple[_K, int]]:
        """The kinds present with their counts, in canonical order."""
        for kind, count in zip(self.KINDS, self.counts, strict=True):
            if count:
                yield kind, count  # type: ignore[misc]

    def __iter__(self) -> Iterator[_K]:
        """Every single piece, in canonical order."""
        for kind, count in self.items():
            for _ in range(count):
                yield kind

    def __bool__(self) -> bool:
        return self.total > 0

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.counts == other.counts

    def __hash__(self) -> int:
        return hash(self.counts)

    def __repr__(self) -> str:
        held = ", ".join(f"{kind.value}={count}" for kind, count in self.items())
        return f"{type(self).__name__}({held})"


class ActionTiles(Bag[ids.ActionType]):
    """Action tiles: six actions and the yellow one."""

    __slots__ = ()
    KINDS = tuple(ids.ActionType)
    INDEX: ClassVar = {kind: index for index, kind in enumerate(ids.ActionType)}
    EMPTY: ClassVar["ActionTiles"]


class Resources(Bag[ids.Resource]):
    """Resources: the five basic ones and Gold."""

    __slots__ = ()
    KINDS = tuple(ids.Resource)
    INDEX: ClassVar = {kind: index for index, kind in enumerate(ids.Resource)}
    EMPTY: ClassVar["Resources"]


ActionTiles.EMPTY = ActionTiles((0,) * 7)
Resources.EMPTY = Resources((0,) * 6)
