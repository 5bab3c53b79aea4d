"""The tokens of the wizard's controls, short enough for a custom id: written and read here alone.

A token is one sign, and for some of them what it is about: `=path 1;pay 1 herb`, `@fate:top`, `#2`.
"""

from collections.abc import Iterable
from typing import Final

from bot.model.buttons import TryoutAnswer, WizardAnswer
from engine import Game
from engine.actions import Action
from engine.notation import format_action, parse_line

SEPARATOR: Final = ":"
ANSWER: Final = "="
"""Take these answers, in notation."""
START: Final = "s"
"""Put another start tile, in notation, in place of the one chosen beforehand."""
LIST: Final = "@"
"""Open the list of a subject; of the fate tiles the places of one, by the end of the row."""
MORE: Final = "o"
"""Open what is seldom wanted."""
WHY: Final = "?"
"""Ask why a subject is not possible, or not with one piece; without one, what can be asked."""
PAGE: Final = "#"
"""Turn to a page, counted from 0."""
CHANGE: Final = "~"
"""Ask a step of the plan anew, by its number from 0, or answer it otherwise, in notation."""
PICK: Final = "+"
"""Add a piece to what has been picked, or aim at one fate tile; without one start over."""
TAKE_PICKED: Final = "."
CONFIRM: Final = "!"
BACK: Final = "<"
UNDO: Final = "u"
SUGGEST: Final = "*"
"""Ask for lines of play; with a number from 0 take that one of those that are shown."""
TRY: Final = "t"
RESET: Final = "%"
AGAIN: Final = "&"
BOARD: Final = "b"
LEAVE: Final = "x"
LAY: Final = "y"
"""Ask whether what was tried is to be laid ahead."""
SURE: Final = "Y"
"""Lay it."""
ANY: Final = "O"
"""Lay it as another choice for the turn that is laid already."""
SOLUTION: Final = "$"
"""Show how a puzzle is solved."""
LESSON: Final = "l"
"""Take what the lesson plays in this turn."""
QUIET: Final = "q"
"""Do without the tips of the coach."""
RULES: Final = "i"
"""Look up an entry of the rules, by its token there, and come back by `BACK`."""


def write(sign: str, *about: object) -> str:
    """The token of a sign and what it is about."""
    return sign + SEPARATOR.join(map(str, about))


def read(token: str) -> tuple[str, ...]:
    """The sign of a token, and what it is about, if anything."""
    sign, about = token[:1], token[1:]
    return (sign, *about.split(SEPARATOR)) if about else (sign,)


def look_up(entry: str) -> str:
    """The token of a control that leads to an entry of the rules."""
    return RULES + entry


def looked_up(token: str) -> str | None:
    """The entry that a control leads to; None for another control."""
    return token.removeprefix(RULES) if token.startswith(RULES) else None


def answer_of(game: Game, token: str) -> WizardAnswer | TryoutAnswer:
    """The button of a control on a page of `game`, which is a copy of a game in a tryout."""
    return TryoutAnswer(token) if game.is_tryout else WizardAnswer(token)


def chosen(actions: Iterable[Action]) -> str:
    """The token of a choice: its answers in notation."""
    return write(ANSWER, ";".join(map(format_action, actions)))


def chosen_actions(token: str) -> tuple[Action, ...]:
    """The answers of a choice; raises NotationError for anything else."""
    return parse_line(token.removeprefix(ANSWER))
