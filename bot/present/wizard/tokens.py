"""The controls of the wizard's pages that stand for answers, in a turn or in a tryout."""

from collections.abc import Iterable

from bot.model.buttons import TryoutAnswer, WizardAnswer
from bot.model.controls import Sign, notation_of, write_control
from engine import Game
from engine.actions import Action
from engine.notation import format_action, parse_line


def answer_of(game: Game, token: str) -> WizardAnswer | TryoutAnswer:
    """The button of a control on a page of `game`, which is a copy of a game in a tryout."""
    return TryoutAnswer(token) if game.is_tryout else WizardAnswer(token)


def chosen(actions: Iterable[Action]) -> str:
    """The token of a choice: its answers in notation."""
    return write_control(Sign.ANSWER, ";".join(map(format_action, actions)))


def chosen_actions(token: str) -> tuple[Action, ...]:
    """The answers of a choice; raises NotationError for anything else."""
    return parse_line(notation_of(token))
