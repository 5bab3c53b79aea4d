"""The tokens of the wizard's controls: what a press says, short enough for a custom id."""

from collections.abc import Iterable
from typing import Final

from bot.prompt import Subject
from engine.actions import Action
from engine.ids import Direction, End
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


def chosen(actions: Iterable[Action]) -> str:
    """The token of a choice: its answers in notation."""
    return ANSWER + ";".join(map(format_action, actions))


def actions_of(token: str) -> tuple[Action, ...]:
    """The answers of a choice; raises NotationError for anything else."""
    return parse_line(token.removeprefix(ANSWER))


def listing(subject: Subject) -> str:
    """The token that opens the list of a subject."""
    return f"{LIST}{subject}"


def page(number: int) -> str:
    """The token that turns to a page, counted from 0."""
    return f"{PAGE}{number}"


def change(step: int) -> str:
    """The token that asks a step of the plan anew."""
    return f"{CHANGE}{step}"


def pick(*pieces: str) -> str:
    """The token that adds pieces to what has been picked."""
    return PICK + ":".join(pieces)


def aim(end: End, direction: Direction) -> str:
    """The token that narrows the places of a fate tile."""
    return pick(end, direction)


def why(subject: Subject) -> str:
    """The token that asks why a subject is not possible."""
    return f"{WHY}{subject}"
