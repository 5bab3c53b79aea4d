"""The forms of actions: how each is stored and typed, and how its parameters are read.

Every slot formats a value to words and reads it back from a cursor over the words of an answer.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Protocol, TypeVar, dataclass_transform

from engine import ids
from engine.bag import ActionTiles, Bag, Resources

_Answer = TypeVar("_Answer")


class NotationFault(StrEnum):
    """The fault of a typed answer; the slots that come with it stand behind the key."""

    EMPTY = "empty"
    UNKNOWN_VERB = "unknown_verb"  # word
    MISSING = "missing"  # expected, form
    UNEXPECTED = "unexpected"  # word, expected, form
    TOO_MUCH = "too_much"  # word, form


class NotationError(ValueError):
    """A typed answer that cannot be read: a key and slots, from which a sentence is made."""

    def __init__(self, key: NotationFault, **slots: str) -> None:
        super().__init__(key)
        self.key = key
        self.slots = tuple(slots.items())


class Words:
    """A cursor over the words of one answer; `form` is the usage that errors name."""

    def __init__(self, words: Iterable[str], form: str) -> None:
        self._words = tuple(words)
        self._form = form
        self.read = 0

    @property
    def next(self) -> str | None:
        """The word ahead, None at the end."""
        return self._words[self.read] if self.read < len(self._words) else None

    def take(self, expected: str) -> str:
        """Read the word ahead. Raises NotationError at the end."""
        word = self.next
        if word is None:
            raise NotationError(NotationFault.MISSING, expected=expected, form=self._form)
        self.read += 1
        return word

    def unexpected(self, word: str, expected: str) -> NotationError:
        """The error for a word that does not belong here."""
        return NotationError(
            NotationFault.UNEXPECTED, word=word, expected=expected, form=self._form
        )

    def finish(self) -> None:
        """Raise NotationError unless all words have been read."""
        if self.next is not None:
            raise NotationError(NotationFault.TOO_MUCH, word=self.next, form=self._form)


class Slot(Protocol):
    """One parameter of a form. `usage` shows what can be typed, choices divided by a bar."""

    @property
    def usage(self) -> str:
        """Return the texts that can be typed here."""

    def format(self, value: Any) -> str:
        """The value as it is typed."""

    def parse(self, words: Words) -> Any:
        """Read the value. Raises NotationError."""


def typed(member: StrEnum) -> str:
    """An enum member as it is typed: `great-bonfire`."""
    return member.value.replace("_", "-")


@dataclass(frozen=True, slots=True)
class ChoiceSlot:
    """One member of an enum by its word or by an alias."""

    members: tuple[StrEnum, ...]
    aliases: Mapping[str, StrEnum] = field(default_factory=dict)

    @property
    def usage(self) -> str:
        """Return the texts that can be typed here."""
        return "|".join(map(typed, self.members))

    def format(self, value: StrEnum) -> str:
        """The value as it is typed."""
        return typed(value)

    def find(self, word: str) -> StrEnum | None:
        """The member that a word means, if any."""
        return next((member for member in self.members if typed(member) == word), None) or (
            self.aliases.get(word)
        )

    def parse(self, words: Words) -> StrEnum:
        """Read the value. Raises NotationError."""
        word = words.take(self.usage)
        member = self.find(word)
        if member is None:
            raise words.unexpected(word, self.usage)
        return member


@dataclass(frozen=True, slots=True)
class Number:
    """A number from `low` to `high`; `names` are words for some of them, typed instead."""

    low: int
    high: int
    names: Mapping[str, int] = field(default_factory=dict)

    @property
    def usage(self) -> str:
        """Return the texts that can be typed here."""
        return "|".join([f"{self.low}..{self.high}", *self.names])

    def format(self, value: int) -> str:
        """The value as it is typed."""
        return next((name for name, number in self.names.items() if number == value), str(value))

    def parse(self, words: Words) -> int:
        """Read the value. Raises NotationError."""
        word = words.take(self.usage)
        if word in self.names:
            return self.names[word]
        if not re.fullmatch("[0-9]{1,2}", word) or not self.low <= int(word) <= self.high:
            raise words.unexpected(word, self.usage)
        return int(word)


@dataclass(frozen=True, slots=True)
class Code:
    """The code of a piece or square in capitals, as `R07`; `r7` is read as `R07` too.

    `digits` is how many digits a code has, smaller numbers being filled up with zeros.
    """

    usage: str
    letters: str
    digits: int = 1

    def format(self, value: str) -> str:
        """The value as it is typed."""
        return value

    def parse(self, words: Words) -> str:
        """Read the value. Raises NotationError."""
        word = words.take(self.usage)
        match = re.fullmatch(f"({self.letters})([0-9]{{1,2}})", word)
        if match is None:
            raise words.unexpected(word, self.usage)
        return match[1].upper() + str(int(match[2])).zfill(self.digits)


@dataclass(frozen=True, slots=True)
class Cell:
    """A square of the Fate Area: a column letter and a row, as `c4` (margin included)."""

    usage: str = "SQUARE"

    def format(self, value: str) -> str:
        """The value as it is typed."""
        return value

    def parse(self, words: Words) -> str:
        """Read the value. Raises NotationError."""
        word = words.take(self.usage)
        if not re.fullmatch("[a-z]-?[0-9]{1,2}", word):
            raise words.unexpected(word, self.usage)
        return word


@dataclass(frozen=True, slots=True)
class PlaceSlot:
    """A guardian's place: `start`, or `path` or `bonfire` with its position."""

    usage: str = "path|bonfire 1..7"

    def format(self, value: ids.Place) -> str:
        """The value as it is typed."""
        return "start" if value == ids.START_PLACE else f"{typed(value.kind)} {value.position}"

    def parse(self, words: Words) -> ids.Place:
        """Read the value. Raises NotationError."""
        kind = ChoiceSlot((ids.PlaceKind.PATH, ids.PlaceKind.BONFIRE, ids.PlaceKind.START)).parse(
            words
        )
        if kind is ids.PlaceKind.START:
            return ids.START_PLACE
        return ids.Place(ids.PlaceKind(kind), Number(1, 7).parse(words))


_NOTHING: Final = "no"
"""The word before the noun of an empty bag: `no tiles`."""


@dataclass(frozen=True, slots=True)
class BagSlot:
    """Pieces with their counts, `2 path 1 wild`; a count of 1 may be left out.

    An empty bag is `no` and its noun, so that tiles and resources stay apart.
    """

    bag: type[Bag[Any]]
    noun: str
    aliases: Mapping[str, StrEnum] = field(default_factory=dict)

    @property
    def _kinds(self) -> ChoiceSlot:
        return ChoiceSlot(self.bag.KINDS, self.aliases)

    @property
    def usage(self) -> str:
        """Return the texts that can be typed here."""
        return f"1..99 {self._kinds.usage} ..."

    def format(self, value: Bag[Any]) -> str:
        """The value as it is typed."""
        pieces = " ".join(f"{count} {typed(kind)}" for kind, count in value.items())
        return pieces or f"{_NOTHING} {self.noun}"

    def parse(self, words: Words) -> Bag[Any]:
        """Read the value. Raises NotationError."""
        if words.next == _NOTHING:
            return self._parse_nothing(words)
        counts: dict[str, int] = {}
        while words.next is not None or not counts:
            count = 1
            if words.next is not None and words.next.isdecimal():
                count = Number(1, 99).parse(words)
            kind = self._kinds.parse(words)
            counts[kind] = counts.get(kind, 0) + count
        return self.bag.from_mapping(counts)

    def _parse_nothing(self, words: Words) -> Bag[Any]:
        words.take(_NOTHING)
        word = words.take(self.noun)
        if word != self.noun:
            raise words.unexpected(word, self.noun)
        return self.bag.from_mapping({})


@dataclass(frozen=True, slots=True)
class RewardsSlot:
    """The rewards of the Great Bonfire in one go, and which portal: `tile portal sun`."""

    @property
    def usage(self) -> str:
        """Return the texts that can be typed here."""
        kinds = ChoiceSlot(tuple(ids.PortalKind)).usage
        return (
            f"{typed(ids.Reward.TILE)} {typed(ids.Reward.GOODS)} {typed(ids.Reward.PORTAL)} {kinds}"
        )

    def format(self, value: tuple[tuple[ids.Reward, ...], ids.PortalKind | None]) -> str:
        """The value as it is typed."""
        rewards, portal = value
        words = map(typed, rewards)
        if portal is None:
            return " ".join(words)
        named = f"{typed(ids.Reward.PORTAL)} {typed(portal)}"
        return " ".join(named if word == ids.Reward.PORTAL else word for word in words)

    def parse(self, words: Words) -> tuple[tuple[ids.Reward, ...], ids.PortalKind | None]:
        """Read the value. Raises NotationError."""
        portals = ChoiceSlot(tuple(ids.PortalKind))
        rewards: list[ids.Reward] = []
        portal = None
        while words.next is not None or not rewards:
            rewards.append(ids.Reward(ChoiceSlot(tuple(ids.Reward)).parse(words)))
            if rewards[-1] is ids.Reward.PORTAL:
                portal = ids.PortalKind(portals.parse(words))
        return tuple(reward for reward in ids.Reward if reward in rewards), portal


_WILD: Final = {"yellow": ids.ActionType.WILD}
_ARROWS: Final = {
    ">": ids.Direction.RIGHT,
    "v": ids.Direction.DOWN,
    "<": ids.Direction.LEFT,
    "^": ids.Direction.UP,
}

END, SIDE, COLOR = (
    ChoiceSlot(tuple(ids.End)),
    ChoiceSlot(tuple(ids.Side)),
    ChoiceSlot(tuple(ids.Color)),
)
DIRECTION: Final = ChoiceSlot(tuple(ids.Direction), _ARROWS)
ONE_RESOURCE, COMMON_TASK = ChoiceSlot(tuple(ids.Resource)), ChoiceSlot(tuple(ids.CommonTask))
ONE_GUARDIAN: Final = ChoiceSlot(tuple(ids.Guardian))
ONE_TILE: Final = ChoiceSlot(tuple(ids.ActionType), _WILD)
TASK, POSITION = Code("TASK", "[bry]", digits=2), Number(1, 7)
TILES, RESOURCES = BagSlot(ActionTiles, "tiles", _WILD), BagSlot(Resources, "resources")


@dataclass(frozen=True, slots=True)
class ActionForm:
    """The forms of one action: its tag when stored; typed, a verb, its other names, and slots.

    There is a slot for each of its fields, by their `names`, or a single one for all of them.
    """

    action: type
    names: tuple[str, ...]
    tag: str
    verb: str
    slots: tuple[Slot, ...]
    aliases: tuple[str, ...]

    @property
    def usage(self) -> str:
        """The form with what can be typed in each place: `put 1..7`."""
        return " ".join([self.verb, *(slot.usage for slot in self.slots)])

    def format(self, action: object) -> str:
        """The action as text."""
        values = tuple(getattr(action, name) for name in self.names)
        pairs = zip(self.slots, (values,) if self._joined else values, strict=True)
        return " ".join([self.verb, *(slot.format(value) for slot, value in pairs)])

    def parse(self, words: Words) -> Any:
        """Read the parameters. Raises NotationError."""
        values = [slot.parse(words) for slot in self.slots]
        words.finish()
        return self.action(*(values[0] if self._joined else values))

    @property
    def _joined(self) -> bool:
        return len(self.slots) < len(self.names)


ACTION_FORMS: Final[dict[type, ActionForm]] = {}
"""The form of every action, as `engine.actions` declares it."""


@dataclass_transform(frozen_default=True)
def answer(
    tag: str, verb: str, *slots: Slot, aliases: tuple[str, ...] = ()
) -> Callable[[type[_Answer]], type[_Answer]]:
    """Make a frozen dataclass of a kind of answer, and note how it is stored and typed."""

    def note(kind: type[_Answer]) -> type[_Answer]:
        made = dataclass(frozen=True, slots=True)(kind)
        names = tuple(kind.__annotations__)
        ACTION_FORMS[made] = ActionForm(made, names, tag, verb, slots, aliases)
        return made

    return note
