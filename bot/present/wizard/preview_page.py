"""The preview of a finished plan: what is done, what it brings, and how it can be changed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.model.controls import ScreenKind, Sign, write_control
from bot.model.messages import Button, Menu, Page, PageLine, Role, Row, Style
from bot.present.wizard.labels import answer_symbol
from bot.present.wizard.lines_page import ShownLine, line_of
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.row_facts import in_parts, payments
from bot.present.wizard.summary import balance, points_change
from bot.words import Phrase, phrase
from bot.words.pieces import holdings_phrase
from engine.actions import Discard, PayResources, PayTiles
from engine.advice import Plan, PlanEnding
from engine.agenda import AfterTurn, TurnChoice
from engine.events import CountdownTriggered
from engine.ids import Seat
from engine.notation import format_action
from engine.view import View

_CHANGE_MENU: Final = "changes"
_MENUS: Final = 3
"""The number of steps that have their own menu: the page needs two rows more below."""
_FEW: Final = 10
"""Ways of a step that such a menu holds."""


def preview_page(builder: PageBuilder) -> Page:
    """The plan as it would be confirmed, with the city as it would be and what changes marked."""
    plan = builder.plan
    view = builder.reached
    # Payments are told in one line, each with what it is for.
    unpaid = [step for step in plan.steps if not isinstance(step.action, PayTiles | PayResources)]
    reason = _reason(builder)
    lines: tuple[Phrase | PageLine, ...] = (
        phrase("preview.suggested" if _is_suggested(builder) else "preview.heading"),
        *builder.step_lines(unpaid),
        *reason,
        *_balance(builder),
        *_given_up(plan, view),
        *(each for each in _met(builder.view, view, builder.seat) if each not in reason),
        *_ending(plan),
        *_points(builder),
    )
    page = replace(builder.page(lines, (_buttons(builder),), view), changes=plan.known_events)
    if _is_settled(builder):
        # Nothing is changed here: a person who wants another turn goes back.
        return page.without(Role.HEADING, Role.DETAIL)
    return replace(page, rows=(*_changes(builder), *page.rows))


def _is_settled(builder: PageBuilder) -> bool:
    """Say whether the answers of the draft are what a teacher has chosen."""
    if not builder.draft.answers or not builder.plan.confirmable:
        return False
    return builder.guide.settles(builder.plan.submission)


def _reason(builder: PageBuilder) -> Sequence[Phrase]:
    """Yield the reason for the suggestion."""
    kept = builder.draft.lines if _is_suggested(builder) else ()
    told: list[Phrase] = []
    for one in (ShownLine(builder, line_of(text)) for text in kept):
        why = one.why() if one.leads_to_something else None
        told += filter(None, (why, one.standing))
    return told


def _points(builder: PageBuilder) -> Sequence[Phrase]:
    """Return the line of a seat's points, where the plan changes them."""
    seat, views = builder.seat, (builder.view, builder.reached)
    before, after = ((view.seats[seat].score, view.expected(seat)) for view in views)
    if before == after or not builder.guide.outlook or _is_settled(builder):
        return ()
    return (points_change(builder.view, builder.reached, builder.seat),)


def _balance(builder: PageBuilder) -> Sequence[Phrase]:
    plan = builder.plan
    lines = []
    if paid := payments(plan.steps, builder.underway):
        cost = in_parts(paid, builder.view.seats[builder.seat])
        lines.append(phrase("preview.pays", cost=cost))
    if gained := balance(plan.known_events, plan.seat).gained:
        lines.append(phrase("preview.gains", gains=gained))
    return lines


def _given_up(plan: Plan, after: View) -> Sequence[Phrase]:
    """Yield the effect of a discard alone: nothing comes back for it, and the rest in hand."""
    if not all(isinstance(step.action, Discard) for step in plan.steps):
        return ()
    me = after.seats[plan.seat]
    return (phrase("preview.nothing_back"), holdings_phrase(me.tiles, me.resources))


def _met(before: View, after: View, seat: Seat) -> Sequence[Phrase]:
    """The tasks that could not be lit before and can then, and those of which that is over."""
    ready, then = _ready(before, seat), _ready(after, seat)
    lit = {spot.task.task.id for spot in after.seats[seat].positions if spot.task and spot.task.lit}
    return [
        *(phrase("lines.ready_now", task=task) for task in then if task not in ready),
        *(phrase("worth.breaks", task=task) for task in ready if task not in {*then, *lit}),
    ]


def _ready(view: View, seat: Seat) -> Sequence[str]:
    tasks = [spot.task for spot in view.seats[seat].positions if spot.task is not None]
    return [held.task.id for held in tasks if held.met and not held.lit]


def _ending(plan: Plan) -> Sequence[Phrase]:
    lines: list[Phrase] = []
    if any(isinstance(event, CountdownTriggered) for event in plan.known_events):
        lines.append(phrase("preview.countdown"))
    if plan.ending is PlanEnding.REVEALS:
        lines.append(phrase("try.reveals" if plan.base.is_tryout else "preview.reveals"))
    if not plan.ends_turn and isinstance(plan.decision, AfterTurn | TurnChoice):
        lines.append(phrase("preview.more"))
    return lines


def _changes(builder: PageBuilder) -> Sequence[Row]:
    """Return the menus of other answers: one for each step that has few ways.

    What is done counts more than how it is paid. Behind a last menu the other steps are asked anew.
    """
    ways = {at: _ways(builder, at) for at in range(len(builder.plan.steps))}
    few = sorted(
        (at for at, count in ways.items() if 1 < count <= _FEW),
        key=lambda at: isinstance(builder.plan.steps[at].action, PayTiles | PayResources),
    )[:_MENUS]
    rest = [at for at, count in ways.items() if count > 1 and at not in few]
    return (*(_instead(builder, at) for at in sorted(few)), *_asked_anew(builder, rest, ways))


def _instead(builder: PageBuilder, at: int) -> Menu:
    """The answers to a step of the plan, that of the plan among them to compare with."""
    step, changing = builder.plan.steps[at], _changing(builder, at)
    options = changing.repriced or changing.plan.game.legal_actions()
    ranked = changing.best_first(options)
    choices = tuple(
        replace(
            changing.candidate(
                (action,), changing.label(action, step.decision), suggested=action == ranked[0]
            ),
            value=builder.guide.answer(write_control(Sign.CHANGE, at, format_action(action))),
        )
        for action in ranked
    )
    now = builder.step_label(builder.plan.steps, at)
    return builder.menu(choices, "instead", f"{_CHANGE_MENU}{at}", step=now)


def _asked_anew(
    builder: PageBuilder, steps: Sequence[int], ways: Mapping[int, int]
) -> Sequence[Row]:
    """A menu of steps, each with its number of ways, and its other pages; none without any.

    A single one is a button, which has no room for what a payment is for: the plan above says it.
    """
    if len(steps) == 1:
        step = builder.plan.steps[steps[0]]
        now = builder.label(step.action, step.decision)
        caption = phrase("placeholder.instead", step=now)
        return ((builder.labelled(caption, write_control(Sign.CHANGE, steps[0])),),)
    choices = tuple(
        builder.choice(
            builder.step_label(builder.plan.steps, at),
            write_control(Sign.CHANGE, at),
            ((phrase("preview.alternatives", n=ways[at]),),),
            answer_symbol(builder.plan.steps[at].action, builder.view, builder.seat),
            builder.mark(suggested=builder.plan.steps[at].filled_in or _is_suggested(builder)),
        )
        for at in builder.on_page(steps)
    )
    if not choices:
        return ()
    turns = builder.page_turns(len(steps))
    return (builder.menu(choices, "change", _CHANGE_MENU), *((turns,) if turns else ()))


def _is_suggested(builder: PageBuilder) -> bool:
    """Say whether the whole plan is a suggestion."""
    return builder.draft.screen.kind is ScreenKind.SUGGESTED


def _ways(builder: PageBuilder, at: int) -> int:
    """Count the answers of a step; one that is done already can only be paid otherwise."""
    step = builder.plan.steps[at]
    if isinstance(step.decision, TurnChoice | AfterTurn):
        return len(_changing(builder, at).repriced)
    return step.choices


def _changing(builder: PageBuilder, at: int) -> PageBuilder:
    """The page on which a step of the plan is asked anew."""
    return replace(builder, draft=builder.changing(at))


def _buttons(builder: PageBuilder) -> tuple[Button, ...]:
    whole = "premove_sure" if builder.guide.ahead else "confirm_and_end"
    name = whole if builder.plan.ends_turn else "confirm"
    if _is_suggested(builder) and builder.draft.origin:
        leaving: tuple[Button, ...] = (builder.button("other_ideas", Sign.BACK), builder.rules())
    elif builder.draft.answers:
        leaving = builder.back()
    else:
        leaving = (*builder.undo(), builder.rules())
    if not builder.plan.confirmable:
        return leaving
    return (builder.button(name, Sign.CONFIRM, Style.GO), *leaving)
