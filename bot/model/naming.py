"""Names that people can see and tell apart: cleaned where they come in, unique at a table."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.model.rows import PersonRow
from bot.words import Catalog
from bot.words.text import folded
from engine.ids import SeatColor

JOINERS: Final = "\u200c\u200d"
"""Signs without width that belong between others: in Persian words, in emojis of several parts."""
BLANKS: Final = re.compile("[\u115f\u1160\u2800\u3164\uffa0\\s]+")
"""White space, and letters that look like it."""
MOST_MARKS: Final = 3
"""Marks that one letter carries at most; Hebrew and Vietnamese need no more."""
BOT: Final = re.compile(r"bot\W*\d")
"""How the names of seated bots begin."""


def visible(name: str, otherwise: str) -> str:
    """A name without signs that nobody sees, that turn the line or that pile up on one letter.

    A name of nothing else is what it is called `otherwise`.

    >>> visible("A\u0301da\u202e\u200b", "ada.l"), visible("\u3164 \u200b", "ada.l")
    ('Áda', 'ada.l')
    """
    kept, marks = [], 0
    for sign in BLANKS.sub(" ", unicodedata.normalize("NFC", name)).strip():
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        hidden = kind[0] == "C" and sign not in JOINERS
        if not hidden and marks <= MOST_MARKS:
            kept.append(sign)
    shown = "".join(kept).strip(JOINERS + " ")
    seen = any(unicodedata.category(sign)[0] not in "MZC" for sign in shown)
    return shown if seen else otherwise


def told_apart(
    players: Sequence[PersonRow], colors: Sequence[SeatColor], words: Catalog
) -> tuple[PersonRow, ...]:
    """Those at a table by seat, of whom nobody is called like another, or like Tom or a bot.

    A name that could be taken for another one has the colour of the seat behind it.
    """
    tom = _plain(words.say("term.tom"))
    same = Counter(_plain(player.name) for player in players)

    def told(player: PersonRow, color: SeatColor) -> PersonRow:
        plain = _plain(player.name)
        if player.level is not None or not (same[plain] > 1 or plain == tom or BOT.match(plain)):
            return player
        name = words.say("seat.colored", name=player.name, color=words.name(color))
        return replace(player, name=name)

    return tuple(map(told, players, colors))


def _plain(name: str) -> str:
    """What a name is to a hasty reader: without case, marks, and what stands behind in brackets."""
    return re.sub(r"\s*\([^()]*\)$", "", " ".join(folded(name).split()))
