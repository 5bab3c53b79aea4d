"""A rule as one row: what may be answered, why something else may not, and what it brings about."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine import actions, agenda, ids
from engine.refusal import Refusal
from engine.state import GameState

_A = TypeVar("_A", bound=actions.Action)


@dataclass(frozen=True, slots=True)
class Rule(Generic[_A]):
    """The row of one kind of answer, for every question that allows it.

    `answers` lists the legal ones in a fixed order. `refusal` tells why any other of this kind is
    not legal; the two must agree. `perform` edits the draft of the state that follows.
    """

    action: type[_A]
    answers: Callable[[GameState, ids.Seat], Iterable[_A]]
    refusal: Callable[[GameState, ids.Seat, _A], Refusal | None]
    perform: Callable[[GameState, ids.Seat, _A], None]

    def is_open(self, state: GameState, seat: ids.Seat) -> bool:
        """Say whether any answer of this kind is legal now."""
        return next(iter(self.answers(state, seat)), None) is not None

    def before(self, question: agenda.Frame) -> "Rule[_A]":
        """Return the rule with a question that follows once all that it asks itself is answered."""

        def perform(draft: GameState, seat: ids.Seat, action: _A) -> None:
            draft.agenda.append(question)
            self.perform(draft, seat, action)

        return Rule(self.action, self.answers, self.refusal, perform)


Rules = tuple[Rule[Any], ...]
"""The kinds of answer that a question allows, in the order in which their answers are listed."""
