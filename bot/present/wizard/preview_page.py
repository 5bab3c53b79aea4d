"""The preview of a finished plan: what is done, what it brings, and how it can be changed."""

from collections.abc import Sequence
from dataclasses import replace

from bot.model.messages import OPTION_LIMIT, Button, Prompt, Row, Style
from bot.present.points import points_change
from bot.present.wizard import tokens
from bot.present.wizard.answer_symbols import answer_symbol
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.summary import balance
from bot.words import Phrase, phrase
from engine.actions import PayResources, PayTiles
from engine.advice import Plan, PlanEnding, Step, prices
from engine.agenda import AfterTurn, TurnChoice
from engine.ids import Seat
from engine.view import View

CHANGE_MENU = "changes"


def preview_page(builder: PageBuilder) -> Prompt:
    """The plan as it would be confirmed, with the city as it would be and what changes marked."""
    plan = builder.plan
    view = plan.view()
    # Payments are told in one sum with what nobody is asked for.
    unpaid = [step for step in plan.steps if not isinstance(step.action, PayTiles | PayResources)]
    lines = (
        phrase("preview.heading"),
        *builder.step_lines(unpaid),
        *_balance(plan),
        *_met(builder.view, view, builder.seat),
        *_outlook(plan),
        points_change(builder.view, view, builder.seat),
    )
    rows = (*_changes(builder), _buttons(builder))
    return replace(builder.prompt(lines, rows, view), changes=plan.known_events)


def _balance(plan: Plan) -> Sequence[Phrase]:
    lines = []
    summed = balance(plan.known_events, plan.seat)
    if summed.paid:
        lines.append(phrase("preview.pays", cost=summed.paid))
    if summed.gained:
        lines.append(phrase("preview.gains", gains=summed.gained))
    return lines


def _met(before: View, after: View, seat: Seat) -> Sequence[Phrase]:
    """The tasks that could not be lit before, and can then."""
    ready = _ready(before, seat)
    return [phrase("preview.met", task=task) for task in _ready(after, seat) if task not in ready]


def _ready(view: View, seat: Seat) -> Sequence[str]:
    tasks = [spot.task for spot in view.seats[seat].positions if spot.task is not None]
    return [held.task.id for held in tasks if held.met and not held.lit]


def _outlook(plan: Plan) -> Sequence[Phrase]:
    lines = []
    if plan.ending is PlanEnding.REVEALS:
        lines.append(phrase("try.reveals" if plan.base.is_tryout else "preview.reveals"))
    if plan.ends_turn:
        lines.append(phrase("preview.ends_turn"))
    elif isinstance(plan.decision, AfterTurn | TurnChoice):
        lines.append(phrase("preview.more"))
    return lines


def _changes(builder: PageBuilder) -> Sequence[Row]:
    """A menu of the steps that could be answered otherwise."""
    choices = tuple(
        builder.choice(
            builder.label(step.action, step.decision),
            tokens.write(tokens.CHANGE, at),
            ((phrase("preview.alternatives", n=ways),),),
            answer_symbol(step.action, builder.view, builder.seat),
        )
        for at, step in enumerate(builder.plan.steps)
        if (ways := _ways(step, builder)) > 1
    )
    return (builder.menu(choices[:OPTION_LIMIT], "change", CHANGE_MENU),) if choices else ()


def _ways(step: Step, builder: PageBuilder) -> int:
    """How many answers a step has; what is done in the turn can only be paid otherwise."""
    if isinstance(step.decision, TurnChoice | AfterTurn):
        return len(prices(builder.game, step.action))
    return step.choices


def _buttons(builder: PageBuilder) -> tuple[Button, ...]:
    name = "confirm_and_end" if builder.plan.ends_turn else "confirm"
    leaving = builder.back() if builder.draft.answers else (*builder.undo(), builder.rules())
    if not builder.plan.confirmable:
        return leaving
    return (builder.button(name, tokens.CONFIRM, Style.GO), *leaving)
