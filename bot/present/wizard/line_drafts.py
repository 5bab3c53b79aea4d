"""Lines of play in a draft: thought of, kept as text until one is chosen, and read again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from bot.model.controls import Screen, ScreenKind, parts_of_line, write_line
from bot.model.drafts import Ask, Draft, Submit, Think
from engine.actions import Action, EndTurn
from engine.advice.lines import LineOfPlay, Verdict
from engine.notation import format_action, parse_line


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A line as a draft keeps it: what it brings can be told from a replay."""

    verdict: Verdict
    answers: tuple[Action, ...]
    later: tuple[tuple[Action, ...], ...]

    def dump(self) -> str:
        """Write it as a short text."""
        return write_line(self.verdict, *map(_written, (self.answers, *self.later)))

    @classmethod
    def load(cls, text: str) -> Self:
        """Read what `dump` wrote; raises ValueError for anything else."""
        verdict, answers, *later = parts_of_line(text)
        return cls(Verdict(verdict), _read(answers), tuple(map(_read, later)))

    @property
    def plan(self) -> tuple[Action, ...]:
        """The answers without the end of the turn, which goes without saying."""
        return tuple(action for action in self.answers if not isinstance(action, EndTurn))


def _written(answers: Iterable[Action]) -> str:
    return ";".join(map(format_action, answers))


def _read(text: str) -> tuple[Action, ...]:
    return parse_line(text) if text else ()


def with_lines(wanted: Think, found: Sequence[LineOfPlay]) -> Ask | Submit:
    """The draft in which one of these lines is chosen; a single one is chosen already."""
    kept = tuple(KeptLine(one.verdict, one.answers, one.later).dump() for one in found)
    asking = Draft(wanted.before, screen=Screen(ScreenKind.LINES), lines=kept)
    return Ask(asking) if len(kept) > 1 else taken(kept[0], Draft(wanted.before))


def taken(text: str, draft: Draft) -> Ask | Submit:
    """A line as a plan that can be changed or dropped; one that only ends the turn ends it.

    What was chosen among several leads back to them, and a single one keeps its reason.
    """
    line = KeptLine.load(text)
    chosen = draft.screen.kind is ScreenKind.LINES
    origin, kept = (draft.dump(), ()) if chosen else ("", (text,))
    if not line.plan:
        return Submit(line.answers)
    answers = (*draft.answers, *map(format_action, line.plan))
    return Ask(Draft(answers, screen=Screen(ScreenKind.SUGGESTED), origin=origin, lines=kept))
