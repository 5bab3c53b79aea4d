"""The way from a button's request to the text in its custom id, and back.

A value says nothing of the label, and leaves out the game, which is that of the message. Its text
stands beside it, `vote:7:bot`: `written` names the family and the words, and each field is written
behind them, with a colon between. Anybody can send any text, and buttons of earlier
versions hang in channels for years: the type of a field says how it is checked.
"""

import re
from collections.abc import Callable
from dataclasses import astuple, dataclass, fields
from enum import StrEnum
from functools import partial
from typing import Annotated, Any, Final, TypeVar, dataclass_transform, get_origin

COLON: Final = ":"
LARGEST_NUMBER: Final = 2**63 - 1
"""The largest number of a row or of a Discord user that the database holds."""
LAST_PAGE: Final = 9_999
_LAST_SEAT: Final = 3
_PIECE: Final = re.compile(r"[a-zA-Z0-9_.]{1,24}")
"""The code by which a piece is asked about."""
_SET: Final = re.compile(r"[a-zA-Z0-9_/+-]{1,32}")
"""The token of a value of a setting, such as the name of a time zone."""
UNREADABLE_TURN: Final = -1
"""Stands for the number of a turn that nobody can read."""


class Family(StrEnum):
    """The family of things that a button of the core belongs to."""

    WIZARD = "w"
    TRYOUT = "r"
    GAME = "t"
    LOBBY = "l"
    RESULTS = "h"
    PERSON = "p"
    RULES = "k"


FAMILIES: Final[set[str]] = set(Family)
"""Those of the core, and those that features have for themselves."""


def own_family(text: str) -> str:
    """Return the family of a feature's own; raises ValueError where another has this text."""
    if text in FAMILIES:
        raise ValueError(f"there is a family {text} already")
    FAMILIES.add(text)
    return text


def number(text: str, most: int = LARGEST_NUMBER) -> int:
    """A number without a sign; raises ValueError for anything else, and beyond `most`."""
    plain = text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST_NUMBER))
    if not plain or int(text) > most:
        raise ValueError(text)
    return int(text)


def _turn(text: str) -> int:
    """The number of a turn, UNREADABLE_TURN for what is none: that has an answer of its own."""
    try:
        return number(text)
    except ValueError:
        return UNREADABLE_TURN


def _matching(pattern: re.Pattern[str], text: str) -> str:
    """Return a text that a pattern describes; raises ValueError for any other."""
    if not pattern.fullmatch(text):
        raise ValueError(text)
    return text


RowNumber = Annotated[int, number]
PageNumber = Annotated[int, partial(number, most=LAST_PAGE)]
SeatNumber = Annotated[int, partial(number, most=_LAST_SEAT)]
TurnNumber = Annotated[int, _turn]
PieceToken = Annotated[str, partial(_matching, _PIECE)]
ValueToken = Annotated[str, partial(_matching, _SET)]
"""Types of fields with the function that reads them; a field that is an enum reads itself."""


@dataclass(frozen=True, slots=True)
class ButtonValue:
    """The request that a button makes of the bot."""


ButtonType = TypeVar("ButtonType", bound=ButtonValue)


@dataclass(frozen=True, slots=True)
class ButtonForm:
    """The written form of one kind of button: its words, then one field after the other.

    A reader of a field raises ValueError for what cannot stand there.
    """

    family: str
    words: str | None
    """None for a kind with one field that is the text as it stands."""
    kind: Callable[..., ButtonValue]
    readers: tuple[Callable[[str], object], ...]

    def write(self, value: ButtonValue) -> str:
        """The button as text."""
        texts = map(str, astuple(value))
        return COLON.join(texts if self.words is None else (self.words, *texts))

    def read(self, text: str) -> ButtonValue | None:
        """The button that `write` wrote, None for the text of another form."""
        if self.words is None:
            return self.kind(text)
        parts = text.removeprefix(self.words).split(COLON)
        if not text.startswith(self.words) or parts[0] or len(parts) != len(self.readers) + 1:
            return None
        try:
            return self.kind(
                *(read(part) for read, part in zip(self.readers, parts[1:], strict=True))
            )
        except ValueError:
            return None


FORMS: Final[dict[type[ButtonValue], ButtonForm]] = {}
"""The written form of every kind of button; of a family the first form that fits is read."""


@dataclass_transform(frozen_default=True)
def written(
    family: str, words: str | None = None
) -> Callable[[type[ButtonType]], type[ButtonType]]:
    """Make a frozen dataclass of a kind of button, and note how it is written."""

    def note(kind: type[ButtonType]) -> type[ButtonType]:
        made = dataclass(frozen=True, slots=True)(kind)
        readers = tuple(_reader(field.type) for field in fields(made))
        FORMS[made] = ButtonForm(family, words, made, readers)
        return made

    return note


def _reader(kind: Any) -> Any:
    return kind.__metadata__[0] if get_origin(kind) is Annotated else kind
