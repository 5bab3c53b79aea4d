"""The tokens of the wizard's controls, short enough for a custom id: written and read here alone.

A token is one sign, and for some of them what it is about: `=path 1;pay 1 herb`, `@fate:top`, `#2`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.model.buttons import TryoutAnswer, WizardAnswer
from bot.model.drafts import Subject
from engine import Game
from engine.actions import Action, ChooseStart
from engine.ids import End
from engine.notation import format_action, parse_action, parse_line

ANSWER: Final = "="
LIST: Final = "@"
PAGE: Final = "#"
CHANGE: Final = "~"
PICK: Final = "+"
CONFIRM: Final = "!"
BACK: Final = "<"
UNDO: Final = "u"
WHY: Final = "?"
TAKE_PICKED: Final = "."
SUGGEST: Final = "*"
TRY: Final = "t"
RESET: Final = "%"
AGAIN: Final = "&"
BOARD: Final = "b"
LEAVE: Final = "x"
START: Final = "s"


@dataclass(frozen=True, slots=True)
class Choose:
    """Take these answers."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class PutStart:
    """Put another start tile in place of the one chosen beforehand."""

    start: ChooseStart


@dataclass(frozen=True, slots=True)
class OpenList:
    """Open the list of a subject; of the fate tiles the places of one, at an `end` of the row."""

    subject: Subject
    end: End | None = None


@dataclass(frozen=True, slots=True)
class AskWhy:
    """Ask why a subject is not possible; without one, which can be asked about."""

    subject: Subject | None = None


@dataclass(frozen=True, slots=True)
class TurnPage:
    """Turn to a page, counted from 0."""

    page: int


@dataclass(frozen=True, slots=True)
class ChangeStep:
    """Ask a step of the plan anew."""

    step: int


@dataclass(frozen=True, slots=True)
class Pick:
    """Add a piece to what has been picked, or aim at one fate tile; without one start over."""

    piece: str = ""


WizardControl = Choose | PutStart | OpenList | AskWhy | TurnPage | ChangeStep | Pick | str
"""What a token means; a control that is about nothing more is its sign."""


def read_token(token: str) -> WizardControl:
    """The control of a token; raises ValueError, or NotationError, for what cannot be one."""
    reader = _READERS.get(token[:1])
    return token if reader is None else reader(token[1:])


def _start(text: str) -> PutStart:
    action = parse_action(text)
    if not isinstance(action, ChooseStart):
        raise ValueError(text)  # noqa: TRY004 - a wrong text, not a wrong type
    return PutStart(action)


def _list(text: str) -> OpenList:
    subject, _, end = text.partition(":")
    return OpenList(Subject(subject), End(end) if end else None)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(text)
    return int(text)


_READERS: Final[Mapping[str, Callable[[str], WizardControl]]] = {
    ANSWER: lambda text: Choose(parse_line(text)),
    START: _start,
    LIST: _list,
    WHY: lambda text: AskWhy(Subject(text) if text else None),
    PAGE: lambda text: TurnPage(_number(text)),
    CHANGE: lambda text: ChangeStep(_number(text)),
    PICK: Pick,
}


def answer_of(game: Game, token: str) -> WizardAnswer | TryoutAnswer:
    """The button of a control on a page of `game`, which is a copy of a game in a tryout."""
    return TryoutAnswer(token) if game.is_tryout else WizardAnswer(token)


def chosen(actions: Iterable[Action]) -> str:
    """The token of a choice: its answers in notation."""
    return ANSWER + ";".join(map(format_action, actions))


def actions_of(token: str) -> tuple[Action, ...]:
    """The answers of a choice; raises NotationError for anything else."""
    return parse_line(token.removeprefix(ANSWER))


def starting(start: ChooseStart) -> str:
    """The token that puts another start tile in place of the one chosen beforehand."""
    return START + format_action(start)


def listing(subject: Subject) -> str:
    """The token that opens the list of a subject."""
    return f"{LIST}{subject}"


def placing(end: End) -> str:
    """The token that opens the places of a fate tile."""
    return f"{LIST}{Subject.FATE}:{end}"


def page(number: int) -> str:
    """The token that turns to a page, counted from 0."""
    return f"{PAGE}{number}"


def change(step: int) -> str:
    """The token that asks a step of the plan anew."""
    return f"{CHANGE}{step}"


def pick(piece: str = "") -> str:
    """The token that adds a piece to what has been picked; without one it starts over."""
    return PICK + piece


def aim(end: End) -> str:
    """The token that asks for the places of one fate tile."""
    return pick(end)


def why(subject: Subject) -> str:
    """The token that asks why a subject is not possible."""
    return f"{WHY}{subject}"
