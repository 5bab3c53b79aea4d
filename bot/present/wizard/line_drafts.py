"""Lines of play in a draft: thought of, kept as text until one is chosen, and read again."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import astuple, replace
from typing import Any

from bot.model.controls import Screen, ScreenKind, parts_of_line, write_line
from bot.model.drafts import Ask, Draft, Submit, Think
from engine.actions import Action, EndTurn
from engine.advice.lines import LineOfPlay, Verdict
from engine.advice.outlook import Lighting, Outlook, Readiness, TaskAdvance
from engine.ids import PointSource
from engine.notation import format_action, parse_line


def text_of(line: LineOfPlay) -> str:
    """Write a line as a draft keeps it."""
    brings = json.dumps(astuple(line.brings), separators=(",", ":"))
    return write_line(line.verdict, str(line.points), _written(line.answers), brings)


def line_of(text: str) -> LineOfPlay:
    """Read what `text_of` wrote; raises ValueError for anything else."""
    verdict, points, answers, brings = parts_of_line(text)
    return LineOfPlay(_read(answers), Verdict(verdict), int(points), _outlook(json.loads(brings)))


def plan_of(line: LineOfPlay) -> tuple[Action, ...]:
    """The answers of a line without the end of the turn, which goes without saying."""
    return tuple(action for action in line.answers if not isinstance(action, EndTurn))


def _outlook(document: Any) -> Outlook:
    """Read what a line brings; raises ValueError or TypeError for anything else."""
    turns, lit, waits, ready, nearer = document
    return Outlook(
        int(turns),
        tuple(
            Lighting(task, at, tuple((PointSource(source), n) for source, n in points))
            for task, at, points in lit
        ),
        tuple(Readiness(*each) for each in waits),
        tuple(Readiness(*each) for each in ready),
        tuple(TaskAdvance(*each) for each in nearer),
    )


def _written(answers: Iterable[Action]) -> str:
    return ";".join(map(format_action, answers))


def _read(text: str) -> tuple[Action, ...]:
    return parse_line(text) if text else ()


def with_lines(wanted: Think, found: Sequence[LineOfPlay]) -> Ask | Submit:
    """The draft in which the first of these lines is chosen; the others are a press away.

    Where the first one only ends the turn, one of them is to be chosen.
    """
    kept = tuple(map(text_of, found))
    asking = Draft(screen=Screen(ScreenKind.LINES), lines=kept)
    first = taken(kept[0], asking)
    if isinstance(first, Submit) and len(kept) == 1:
        return first
    draft = first.draft if isinstance(first, Ask) else asking
    return Ask(replace(draft, answers=(*wanted.before, *draft.answers)))


def taken(text: str, draft: Draft) -> Ask | Submit:
    """A line as a plan that can be changed or dropped; one that only ends the turn ends it.

    A plan keeps the reason for its line, and leads back to the others.
    """
    line = line_of(text)
    plan = plan_of(line)
    if not plan:
        return Submit(line.answers)
    answers = (*draft.answers, *map(format_action, plan))
    origin = draft.dump() if len(draft.lines) > 1 else ""
    return Ask(Draft(answers, screen=Screen(ScreenKind.SUGGESTED), origin=origin, lines=(text,)))
