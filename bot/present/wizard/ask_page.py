"""A question in the middle of a plan: ranked answers, and a stepper for payments.

The stepper puts a payment, or what is kept, together piece by piece out of the legal ones.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Final

from bot.model.controls import Sign, write_control
from bot.model.messages import Button, Choice, Page, PageLine, Row, Style, in_rows
from bot.present.questions import question, substitutes
from bot.present.wizard.answer_place import asking_page
from bot.present.wizard.fate_page import aimed_at, fate_prompt
from bot.present.wizard.page_builder import PageBuilder
from bot.words import Counted, Phrase, key_of, phrase
from bot.words.pieces import holdings_phrase
from engine import agenda
from engine.actions import Action, Keep, PayResources, PayTiles, PlaceFate
from engine.ids import ActionType, Resource

_BY_PIECES: Final = (PayTiles, PayResources, Keep)
"""Answers that name pieces."""
_ORDER: Final = (*ActionType, *Resource)
_BEST_PAYMENTS: Final = 10


def ask_page(builder: PageBuilder, decision: agenda.Decision) -> Page:
    """The open question of the draft, below what has been chosen so far."""
    plan = builder.plan
    begun = builder.draft.answers or builder.draft.screen
    lines: list[Phrase | PageLine] = []
    if plan.steps or builder.underway is not None:
        lines += (phrase("prompt.chosen_so_far"), *builder.step_lines(plan.steps))
    me, strict = builder.view.seats[builder.seat], builder.game.options.strict_payment
    if not begun:
        lines.append(holdings_phrase(me.tiles, me.resources))
    options = builder.repriced or plan.game.legal_actions()
    lines += (question(decision), *substitutes(decision, options, me, strict=strict))
    lines += (*aimed_at(builder), *_laid_out(builder.draft.picked))
    below = builder.back() if begun else builder.aside()
    if isinstance(options[0], PlaceFate):
        return fate_prompt(builder, lines, options, below, suggested=True)
    if not begun and builder.guide.suggests:
        below = (builder.button("suggest_answer", Sign.SUGGEST), *below)
    rows = _ranked(builder, options, decision)
    return asking_page(builder, lines, (*rows, below) if below else rows, decision, options)


def _ranked(
    builder: PageBuilder, options: Sequence[Action], decision: agenda.Decision
) -> Sequence[Row]:
    ranked = builder.best_first(options)

    def candidate(action: Action) -> Choice:
        caption, suggested = builder.label(action, decision), action == ranked[0]
        return builder.candidate((action,), caption, suggested=suggested)

    by_pieces = all(isinstance(option, _BY_PIECES) for option in options)
    if by_pieces and len(options) > _BEST_PAYMENTS:
        best = tuple(map(candidate, ranked[:_BEST_PAYMENTS]))
        return (builder.menu(best, "payments"), *_stepper_rows(builder, options))
    return builder.paged(ranked, candidate, "choose")


def within(picked: Sequence[str], options: Iterable[Action]) -> list[Action]:
    """The answers that contain everything picked so far."""
    wanted = Counter(picked)
    return [action for action in options if wanted <= _pieces(action)]


def exact(picked: Sequence[str], options: Iterable[Action]) -> Action | None:
    """The answer that is exactly what has been picked."""
    wanted = Counter(picked)
    by_pieces = (action for action in options if isinstance(action, _BY_PIECES))
    return next((action for action in by_pieces if _pieces(action) == wanted), None)


def _laid_out(picked: Sequence[str]) -> tuple[Phrase, ...]:
    """A line that tells the pieces picked so far, if there are any."""
    counts = Counter(picked)
    pieces = tuple(Counted(kind, counts[kind]) for kind in _ORDER if counts[kind])
    return (phrase("stepper.laid", pieces=pieces),) if pieces else ()


def _stepper_rows(builder: PageBuilder, options: Sequence[Action]) -> tuple[Row, ...]:
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
