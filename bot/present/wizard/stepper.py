"""The stepper: a payment, or what is kept, put together piece by piece out of the legal ones."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from bot.model.messages import Button, Row, Style
from bot.present.wizard import tokens
from bot.present.wizard.page_builder import PageBuilder
from bot.words import Counted, Phrase, phrase
from engine.actions import Action, Keep, PayResources, PayTiles
from engine.bag import ActionTiles, Resources
from engine.ids import ActionType, Resource

ROW: Final = 5
Piece = ActionType | Resource
ORDER: Final[tuple[Piece, ...]] = (*ActionType, *Resource)


def bag_of(action: Action) -> ActionTiles | Resources | None:
    """The pieces that an answer names, None if it is not about pieces."""
    match action:
        case PayTiles(tiles) | Keep(tiles):
            return tiles
        case PayResources(resources):
            return resources
        case _:
            return None


def bags_of(options: Iterable[Action]) -> bool:
    """Whether every answer is about pieces."""
    return all(bag_of(action) is not None for action in options)


def within(picked: Sequence[str], options: Iterable[Action]) -> list[Action]:
    """The answers that contain everything picked so far."""
    wanted = Counter(picked)
    return [action for action in options if wanted <= _count(action)]


def exact(picked: Sequence[str], options: Iterable[Action]) -> Action | None:
    """The answer that is exactly what has been picked."""
    wanted = Counter(picked)
    pieces = (action for action in options if bag_of(action) is not None)
    return next((action for action in pieces if _count(action) == wanted), None)


def laid_out(picked: Sequence[str]) -> tuple[Phrase, ...]:
    """A line that tells the pieces picked so far, if there are any."""
    counts = Counter(picked)
    pieces = tuple(Counted(kind, counts[kind]) for kind in ORDER if counts[kind])
    return (phrase("stepper.laid", pieces=pieces),) if pieces else ()


def stepper_rows(builder: PageBuilder, options: Sequence[Action]) -> tuple[Row, ...]:
    """The buttons that add a piece, take what lies there, or start over."""
    picked = builder.draft.picked
    fitting = within(picked, options)
    addable = _addable(picked, fitting)
    adding = [
        builder.labelled(phrase("stepper.add", kind=kind), tokens.pick(kind)) for kind in addable
    ]
    rows: list[Row] = [tuple(adding[at : at + ROW]) for at in range(0, len(adding), ROW)]
    if picked or exact(picked, options):
        rows.append(tuple(_closing(builder, options)))
    return tuple(rows)


def _addable(picked: Sequence[str], fitting: Iterable[Action]) -> list[Piece]:
    """The kinds of which some fitting answer has more than has been picked."""
    have = Counter(picked)
    kinds: dict[Piece, None] = {}
    for action in fitting:
        bag = bag_of(action)
        for kind, count in bag.items() if bag is not None else ():
            if count > have[kind]:
                kinds[kind] = None
    return sorted(kinds, key=ORDER.index)


def _closing(builder: PageBuilder, options: Sequence[Action]) -> Iterable[Button]:
    if exact(builder.draft.picked, options):
        yield builder.button("take", tokens.TAKE_PICKED, Style.GO)
    if builder.draft.picked:
        yield builder.button("start_over", tokens.PICK)


def _count(action: Action) -> Counter[str]:
    bag = bag_of(action)
    return Counter({str(kind): count for kind, count in bag.items()} if bag is not None else {})
