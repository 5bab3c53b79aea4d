"""The tokens of the wizard's controls: what a press says, short enough for a custom id."""

from collections.abc import Iterable
from typing import Final

from bot.model.drafts import Subject
from engine.actions import Action, ChooseStart
from engine.ids import End
from engine.notation import format_action, parse_line

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
