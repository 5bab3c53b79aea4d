"""A question in the middle of a plan: ranked answers, and a stepper for payments."""

from collections.abc import Sequence
from typing import Final

from bot.model.controls import Sign
from bot.model.messages import Choice, PictureKind, Row
from bot.model.pages import Page
from bot.present.questions import question
from bot.present.wizard.fate_page import aimed_at, fate_prompt
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.picture_hints import hints_of
from bot.present.wizard.stepper import BY_PIECES, laid_out, stepper_rows
from bot.words import Phrase, phrase
from bot.words.pieces import holdings_phrase
from engine import agenda
from engine.actions import Action, PlaceFate
from engine.data.council import CouncilBonus

_BEST_PAYMENTS: Final = 10
_ON_THE_BOARD: Final = (
    agenda.BonusChoice,
    agenda.CouncilChoice,
    agenda.IslandChoice,
    agenda.NoviceChoice,
    agenda.PathChoice,
    agenda.RewardChoice,
    agenda.TomTaskChoice,
)
"""Questions about pieces of the main board: it is shown in place of the city."""

_IN_THE_CITY: Final = (
    agenda.CouncilChoice(CouncilBonus.MOVE_GUARDIAN),
    agenda.CouncilChoice(CouncilBonus.FATE),
)
"""Those of them that are about the city all the same."""


def ask_page(builder: PageBuilder, decision: agenda.Decision) -> Page:
    """The open question of the draft, below what has been chosen so far."""
    plan = builder.plan
    begun = builder.draft.answers or builder.draft.screen
    lines: list[Phrase] = []
    if plan.steps or builder.underway is not None:
        lines += (phrase("prompt.chosen_so_far"), *builder.step_lines(plan.steps))
    if not begun:
        me = builder.view.seats[builder.seat]
        lines.append(holdings_phrase(me.tiles, me.resources))
    lines += (question(decision), *aimed_at(builder), *laid_out(builder.draft.picked))
    options = builder.repriced or plan.game.legal_actions()
    below = builder.back() if begun else builder.aside()
    if isinstance(options[0], PlaceFate):
        return fate_prompt(builder, lines, options, below, suggested=True)
    if not begun:
        below = (builder.button("suggest_answer", Sign.SUGGEST), *below)
    rows = _ranked(builder, options, decision)
    on_board = isinstance(decision, _ON_THE_BOARD) and decision not in _IN_THE_CITY
    kind = PictureKind.BOARD if on_board else PictureKind.CITY
    hints = hints_of(plan.game, builder.seat, decision, options)
    return builder.page(lines, (*rows, below) if below else rows, plan.view(), kind, hints)


def _ranked(
    builder: PageBuilder, options: Sequence[Action], decision: agenda.Decision
) -> Sequence[Row]:
    ranked = builder.best_first(options)

    def candidate(action: Action) -> Choice:
        caption, suggested = builder.label(action, decision), action == ranked[0]
        return builder.candidate((action,), caption, suggested=suggested)

    by_pieces = all(isinstance(option, BY_PIECES) for option in options)
    if by_pieces and len(options) > _BEST_PAYMENTS:
        best = tuple(map(candidate, ranked[:_BEST_PAYMENTS]))
        return (builder.menu(best, "payments"), *stepper_rows(builder, options))
    return builder.paged(ranked, candidate, "choose")
