"""A question in the middle of a plan: ranked answers, and a stepper for payments."""

from collections.abc import Sequence
from typing import Final

from bot.model.messages import Button, Choice, Prompt, Row
from bot.present.wizard.fate_page import aimed_at, fate_rows
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.questions import question
from bot.present.wizard.rank import Judge
from bot.present.wizard.stepper import bags_of, laid_out, stepper_rows
from bot.present.wizard.summary import step_lines
from bot.words import Phrase, phrase
from engine.actions import Action, PlaceFate
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


def ask_page(scene: PageBuilder, decision: Decision) -> Prompt:
    """The open question of the draft, below what has been chosen so far."""
    lines: list[Phrase] = []
    if scene.plan.steps:
        lines += (
            phrase("prompt.chosen_so_far"),
            *step_lines(scene.plan.steps, scene.view, scene.seat),
        )
    lines += (question(decision), *aimed_at(scene), *laid_out(scene.draft.picked))
    on_board = isinstance(decision, ON_THE_BOARD) and decision not in IN_THE_CITY
    shown = scene.prompt_on_board if on_board else scene.prompt
    return shown(lines, _answers(scene, decision), scene.plan.view())


def _answers(scene: PageBuilder, decision: Decision) -> Sequence[Row]:
    options, below = scene.repriced or scene.plan.game.legal_actions(), _buttons(scene)
    if isinstance(options[0], PlaceFate):
        return fate_rows(scene, options, decision, below)
    rows = _ranked(scene, options, decision)
    return (*rows, below) if below else rows


def _ranked(scene: PageBuilder, options: Sequence[Action], decision: Decision) -> Sequence[Row]:
    ranked = Judge(scene.plan.game, scene.seat).best_first(options)
    if bags_of(options) and len(options) > BEST_PAYMENTS:
        best = tuple(_candidate(scene, each, decision) for each in ranked[:BEST_PAYMENTS])
        return (scene.menu(best, "payments"), *stepper_rows(scene, options))
    return scene.paged(ranked, lambda each: _candidate(scene, each, decision), "choose")


def _candidate(scene: PageBuilder, action: Action, decision: Decision) -> Choice:
    return scene.candidate((action,), decision)


def _buttons(scene: PageBuilder) -> tuple[Button, ...]:
    if scene.draft.answers or scene.draft.screen:
        return scene.back()
    return scene.aside()
