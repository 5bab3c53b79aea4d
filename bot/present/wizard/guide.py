"""The guide of pages: how they speak to their reader, told before they are built."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from bot.model import button_forms, buttons
from engine import actions

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Guide:
    """The way in which pages speak to their reader."""

    answer: Callable[[str], button_forms.ButtonValue] = buttons.WizardAnswer
    """Makes a button of the text of a control."""
    plain: bool = False
    """Nothing suggests what to play."""
    ahead: bool = False
    """The turn is planned ahead: what is confirmed waits until the seat is to move."""
    sought: frozenset[actions.Action] = frozenset()
    """The answers that people are to find: none of them stands first in a list."""
    chosen: tuple[actions.Action, ...] | None = None
    """The answers of a teacher, to which `mark` leads in place of what the bot suggests."""
    mark: str = "offer.suggested"
    """The key of the mark in front of a menu's hint."""
    outlook: bool = True
    """Pages tell how many points a plan brings."""
    begun: tuple[actions.Action, ...] = ()
    """The answers before these pages, of which nothing is in the game yet."""
    alone: bool = False
    """No game is behind the pages: nothing leads to its pieces."""

    @property
    def suggests(self) -> bool:
        """Say whether the bot suggests what to play."""
        return not self.plain and self.chosen is None

    def marks(self, answers: Sequence[actions.Action], *, suggested: bool) -> bool:
        """Say whether a menu marks these answers, which the bot may suggest."""
        if self.chosen is None:
            return suggested and not self.plain
        return bool(answers) and set(self.chosen).issuperset(answers)

    def settles(self, submission: Sequence[actions.Action]) -> bool:
        """Say whether a plan does what the teacher has chosen."""
        done = (*self.begun, *submission)
        return self.chosen is not None and done == self.chosen[: len(done)]

    def listed(
        self, options: Sequence[_Item], begin: Callable[[_Item], actions.Action]
    ) -> Sequence[_Item]:
        """Return the options; one that begins what people are to find is second, not first."""
        match options:
            case (first, second, *others) if begin(first) in self.sought:
                return (second, first, *others)
            case _:
                return options


OWN_TURN: Final = Guide()
"""The way of the pages of a turn that is played now."""
