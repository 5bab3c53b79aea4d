"""Hostile values: documents and texts with something in them that nobody would write."""

import copy
import json
import random
from typing import Any, Final

VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 2, 7, 8, 99, 255, 9_999, 10_000),
    *(2**31, 2**64, -(2**63), 10**30, -(10**4000), 1 << 220),
    *(0.0, 1.5, -1e308, float("nan"), float("inf"), float("-inf")),
    *("", "x", "0", "-1", "\0", "\n", "\ud800", "path", "B01", "S1", "seat_0", "x" * 3_000),
    *([], {}, [[]], [None], {"": {}}, {"tag": []}, {"tag": "end_turn"}, {"\n": 1}),
)
SIGNS: Final[tuple[str, ...]] = (
    *'{}[]:,"|;\\=#.-+',
    "\0",
    "\n",
    "\t",
    " ",
    "ß",
    "Ł",
    "İ",
    "²",
    "٣",
    "\ud800",
    "🔥",
)
DEEPEST: Final = 5_000


def nested(depth: int) -> Any:
    """A list of lists of lists; as deep as Python takes it and deeper."""
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def changed(document: Any, dice: random.Random, most: int = 3) -> Any:
    """A copy of a document with a few values exchanged, taken out, doubled or made hostile."""
    document = json.loads(json.dumps(document))
    for _ in range(dice.randint(1, most)):
        at = _some_place(document, dice)
        if at is None:
            return _hostile(dice)
        holder, key = at
        match dice.randrange(10):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, list):
                holder[key:key] = [
                    copy.deepcopy(holder[key]) for _ in range(dice.choice((1, 2, 50)))
                ]
            case 1:
                holder[dice.choice(("", "x", "tag", "0", "\n"))] = _hostile(dice)
            case 2 | 3:
                other = _some_place(document, dice)
                assert other is not None
                holder[key] = copy.deepcopy(other[0][other[1]])
            case 4 | 5 if type(holder[key]) is int:
                holder[key] += dice.choice((-8, -1, 1, 2, 8, 100))
            case 6 if dice.random() < 0.05:
                holder[key] = nested(dice.choice((50, 200)))
            case _:
                holder[key] = _hostile(dice)
    return document


def _hostile(dice: random.Random) -> Any:
    """A hostile value of its own, which may be changed in turn."""
    return copy.deepcopy(dice.choice(VALUES))


def _some_place(document: Any, dice: random.Random) -> tuple[Any, Any] | None:
    """Return a value's holder in a document and its key; each part is equally likely."""
    if not isinstance(document, dict | list) or not document:
        return None
    holder: Any = document
    while True:
        key = dice.choice(list(holder)) if isinstance(holder, dict) else dice.randrange(len(holder))
        if not isinstance(holder[key], dict | list) or not holder[key] or dice.random() < 0.1:
            return holder, key
        holder = holder[key]


def scribbled(text: str, dice: random.Random, most: int = 3) -> str:
    """A text with a few signs put in, taken out, doubled or moved."""
    for _ in range(dice.randint(1, most)):
        here, there = sorted(dice.randrange(len(text) + 1) for _ in range(2))
        there = min(there, here + dice.choice((1, 2, 20)))
        match dice.randrange(6):
            case 0:
                text = text[:here] + text[there:]
            case 1:
                text = text[:there] + text[here:there] * dice.choice((1, 3)) + text[there:]
            case 2:
                text = text[:here] + dice.choice(SIGNS) * dice.choice((1, 2, 99)) + text[here:]
            case 3:
                text = text[:here] + str(dice.choice(VALUES[:19])) + text[there:]
            case 4:
                text = text[:here] + dice.choice(SIGNS) + text[there:]
            case _:
                text = text[there:] + text[:here] if dice.random() < 0.1 else text[:here]
    return text
