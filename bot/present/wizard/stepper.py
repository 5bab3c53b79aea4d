"""The stepper: a payment, or what is kept, put together piece by piece out of the legal ones."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Final

from bot.model.controls import Sign, write_control
from bot.model.messages import Button, Row, Style, in_rows
from bot.present.wizard.page_builder import PageBuilder
from bot.words import Counted, Phrase, key_of, phrase
from engine.actions import Action, Keep, PayResources, PayTiles
from engine.ids import ActionType, Resource

BY_PIECES: Final = (PayTiles, PayResources, Keep)
"""Answers that name pieces."""
_ORDER: Final = (*ActionType, *Resource)


def within(picked: Sequence[str], options: Iterable[Action]) -> list[Action]:
    """The answers that contain everything picked so far."""
    wanted = Counter(picked)
    return [action for action in options if wanted <= _pieces(action)]


def exact(picked: Sequence[str], options: Iterable[Action]) -> Action | None:
    """The answer that is exactly what has been picked."""
    wanted = Counter(picked)
    by_pieces = (action for action in options if isinstance(action, BY_PIECES))
    return next((action for action in by_pieces if _pieces(action) == wanted), None)


def laid_out(picked: Sequence[str]) -> tuple[Phrase, ...]:
    """A line that tells the pieces picked so far, if there are any."""
    counts = Counter(picked)
    pieces = tuple(Counted(kind, counts[kind]) for kind in _ORDER if counts[kind])
    return (phrase("stepper.laid", pieces=pieces),) if pieces else ()


def stepper_rows(builder: PageBuilder, options: Sequence[Action]) -> tuple[Row, ...]:
    """The buttons that add a piece, take what lies there, or start over."""
    picked = builder.draft.picked
    adding = [
        builder.labelled(
            phrase("stepper.add", kind=kind), write_control(Sign.PICK, kind), symbol=key_of(kind)
        )
        for kind in _addable(picked, options)
    ]
    rows: list[Row] = [*in_rows(adding)]
    if picked or exact(picked, options):
        rows.append(tuple(_closing(builder, options)))
    return tuple(rows)


def _addable(picked: Sequence[str], options: Iterable[Action]) -> list[ActionType | Resource]:
    """The kinds of which some answer that fits has more than has been picked."""
    have = Counter(picked)
    most: Counter[str] = reduce(or_, map(_pieces, within(picked, options)), Counter())
    return [kind for kind in _ORDER if most[kind] > have[kind]]


def _closing(builder: PageBuilder, options: Sequence[Action]) -> Iterable[Button]:
    if exact(builder.draft.picked, options):
        yield builder.button("take", Sign.TAKE_PICKED, Style.GO)
    if builder.draft.picked:
        yield builder.button("start_over", Sign.PICK)


def _pieces(action: Action) -> Counter[str]:
    """Count the pieces of each kind that an answer names."""
    match action:
        case PayTiles(bag) | Keep(bag) | PayResources(bag):
            return Counter[str](bag)
        case _:
            return Counter()
