"""A question in the middle of a plan: ranked answers, and a stepper for payments."""

from collections.abc import Sequence
from typing import Final

from bot.model.messages import Button, Choice, Prompt, Row
from bot.present.wizard.fate_page import aimed_at, fate_rows
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.questions import question
from bot.present.wizard.stepper import bags_of, laid_out, stepper_rows
from bot.present.wizard.summary import step_lines
from bot.words import Phrase, phrase
from engine.actions import Action, PlaceFate
from engine.advice import Evaluator
from engine.agenda import (
    BonusChoice,
    CouncilChoice,
    Decision,
    IslandChoice,
    NoviceChoice,
    PathChoice,
    RewardChoice,
    TomTaskChoice,
)
from engine.data.council import CouncilBonus

BEST_PAYMENTS: Final = 10
ON_THE_BOARD: Final = (
    BonusChoice,
    CouncilChoice,
    IslandChoice,
    NoviceChoice,
    PathChoice,
    RewardChoice,
    TomTaskChoice,
)
"""Questions about pieces of the main board: it is shown in place of the city."""

IN_THE_CITY: Final = (
    CouncilChoice(CouncilBonus.MOVE_GUARDIAN),
    CouncilChoice(CouncilBonus.FATE),
)
"""Those of them that are about the city all the same."""


def ask_page(builder: PageBuilder, decision: Decision) -> Prompt:
    """The open question of the draft, below what has been chosen so far."""
    lines: list[Phrase] = []
    if builder.plan.steps:
        lines += (
            phrase("prompt.chosen_so_far"),
            *step_lines(builder.plan.steps, builder.view, builder.seat),
        )
    lines += (question(decision), *aimed_at(builder), *laid_out(builder.draft.picked))
    on_board = isinstance(decision, ON_THE_BOARD) and decision not in IN_THE_CITY
    shown = builder.prompt_on_board if on_board else builder.prompt
    return shown(lines, _answers(builder, decision), builder.plan.view())


def _answers(builder: PageBuilder, decision: Decision) -> Sequence[Row]:
    options, below = builder.repriced or builder.plan.game.legal_actions(), _buttons(builder)
    if isinstance(options[0], PlaceFate):
        return fate_rows(builder, options, decision, below)
    rows = _ranked(builder, options, decision)
    return (*rows, below) if below else rows


def _ranked(builder: PageBuilder, options: Sequence[Action], decision: Decision) -> Sequence[Row]:
    ranked = Evaluator(builder.plan.game, builder.seat).best_first(options)
    if bags_of(options) and len(options) > BEST_PAYMENTS:
        best = tuple(_candidate(builder, action, decision) for action in ranked[:BEST_PAYMENTS])
        return (builder.menu(best, "payments"), *stepper_rows(builder, options))
    return builder.paged(ranked, lambda action: _candidate(builder, action, decision), "choose")


def _candidate(builder: PageBuilder, action: Action, decision: Decision) -> Choice:
    return builder.candidate((action,), decision)


def _buttons(builder: PageBuilder) -> tuple[Button, ...]:
    if builder.draft.answers or builder.draft.screen:
        return builder.back()
    return builder.aside()
