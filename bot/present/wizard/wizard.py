"""The private wizard: which page a draft shows, and what a press makes of it."""

from dataclasses import replace
from typing import Final

from bot.model.controls import Screen, ScreenKind, Sign, Subject, read_control
from bot.model.drafts import Ask, Draft, PressResult, Stale, Submit, TakeBack, Think
from bot.model.messages import CHOICE_LIMIT, Completion, Page, paragraph_of
from bot.present.wizard.asides import (
    LOOK_CONTROLS,
    before_reading,
    beneath,
    beside,
    is_reading,
    looking,
    reading,
    seen,
)
from bot.present.wizard.ask_page import ask_page, exact, within
from bot.present.wizard.guide import OWN_TURN, Guide
from bot.present.wizard.labels import token_of
from bot.present.wizard.lines_page import choose_line, lines_page
from bot.present.wizard.offers import offers_of
from bot.present.wizard.opening import opening_of
from bot.present.wizard.page_builder import DraftState, PageBuilder
from bot.present.wizard.preview_page import preview_page
from bot.present.wizard.turn_page import list_page, more_page, turn_page
from bot.present.wizard.why_page import why_page
from bot.words import Catalog, phrase
from bot.words.text import clip
from engine import Game, IllegalAction, Reason
from engine.actions import Action, EndTurn, Pass, TomTakes
from engine.advice import Origin, PlanEnding, make_plan
from engine.agenda import AfterTurn, TurnChoice
from engine.ids import End, Seat
from engine.notation import format_action, parse_line
from engine.refusal import refuse

_AT_ONCE: Final = (EndTurn, TomTakes)
"""Answers that need no preview: their buttons say all that they do."""


def wizard_page(
    game: Game, seat: Seat, draft: Draft, words: Catalog, guide: Guide = OWN_TURN
) -> Page:
    """The page of a draft; one that does not fit the position shows the position's own page."""
    waiting = game.waiting
    if waiting is None:
        return Page(words, (paragraph_of(phrase("error.game_over")),))
    if waiting.seat != seat:
        return Page(words, (paragraph_of(phrase("refusal.not_your_decision")),))
    if is_reading(draft):
        page = wizard_page(game, seat, before_reading(draft), words, guide)
        return beside(page, game.box, draft, guide)
    if beneath(draft) != draft:

        def page_of(below: Draft) -> Page:
            return wizard_page(game, seat, below, words, guide)

        return seen(draft, page_of, guide.answer(Sign.WHOLE))
    if opening := opening_of(game, seat, draft):
        behind = opening.guided(guide)
        return opening.shown(wizard_page(opening.game, seat, opening.draft, words, behind), guide)
    builder = PageBuilder(game, seat, draft, words, guide=guide)
    if builder.plan.ending is PlanEnding.STALE:
        builder = replace(builder, draft=Draft())
    try:
        return _page(builder)
    except (IllegalAction, ValueError):
        if not draft.lines:
            raise
        # They were kept by another version, which wrote them otherwise or had other rules.
        return _page(replace(builder, draft=Draft()))


def _page(builder: PageBuilder) -> Page:
    match builder.draft.screen:
        case Screen(ScreenKind.WHY, about):
            return why_page(builder, Subject(about) if about else None)
        case Screen(ScreenKind.MORE):
            return more_page(builder)
        case Screen(ScreenKind.LIST, about):
            return list_page(builder, Subject(about))
        case Screen(ScreenKind.LINES) if builder.draft.lines:
            return lines_page(builder)
    if builder.plan.ending is not PlanEnding.ASKS:
        return preview_page(builder)
    decision = builder.plan.decision or AfterTurn()
    if isinstance(decision, TurnChoice | AfterTurn) and not builder.repriced:
        return turn_page(builder)
    return ask_page(builder, decision)


def wizard_press(game: Game, seat: Seat, draft: Draft, token: str) -> PressResult:
    """Return the result of a press on a control of the draft's page."""
    waiting = game.waiting
    if waiting is None or waiting.seat != seat:
        return Stale()
    try:
        return _pressed(game, seat, draft, token)
    except (ValueError, IndexError):
        return Stale()


def _pressed(game: Game, seat: Seat, draft: Draft, token: str) -> PressResult:
    """Return what a press leads to; raises ValueError or IndexError for a misfit."""
    control = read_control(token)
    match control:
        case (Sign.RULES, entry):
            return Ask(reading(draft, entry))
        case _ if is_reading(draft):
            return Ask(before_reading(draft)) if control == (Sign.BACK,) else Stale()
        case (sign,) if sign in LOOK_CONTROLS:
            return Ask(looking(draft, sign))
    draft = beneath(draft)
    if opening := opening_of(game, seat, draft):
        match control:
            case (Sign.START, start):
                return opening.changed(start)
            case _:
                return opening.outcome(wizard_press(opening.game, seat, opening.draft, token))
    state = DraftState(game, seat, draft)
    return Stale() if state.plan.ending is PlanEnding.STALE else _outcome(state, control)


def _outcome(state: DraftState, control: tuple[str, ...]) -> PressResult:  # noqa: C901, PLR0912 - a case each
    """Return the result of a press; raises ValueError or IndexError for a wrong token."""
    draft = state.draft
    match control:
        case [Sign.ANSWER, line]:
            return _chosen(state, parse_line(line))
        case [Sign.CONFIRM] if state.plan.confirmable:
            return Submit(state.plan.submission)
        case [Sign.SUGGEST]:
            return Think(state.game)
        case [Sign.SUGGEST, number]:
            return choose_line(draft.lines[_number(number)], draft)
        case [Sign.UNDO]:
            return TakeBack()
        case [Sign.BACK]:
            return Ask(_back(draft))
        case [Sign.MORE]:
            return Ask(replace(draft, screen=Screen(ScreenKind.MORE), page=0, picked=()))
        case [Sign.LIST, subject]:
            return Ask(replace(draft, screen=_list_of(subject), page=0, picked=()))
        case [Sign.LIST, subject, end]:
            picked = (str(End(end)),)
            return Ask(replace(draft, screen=_list_of(subject), page=0, picked=picked))
        case [Sign.WHY]:
            return Ask(Draft(screen=Screen(ScreenKind.WHY)))
        case [Sign.WHY, subject]:
            return Ask(Draft(screen=_why_not(subject)))
        case [Sign.WHY, subject, piece]:
            return Ask(Draft(screen=_why_not(subject), picked=(piece,)))
        case [Sign.PAGE, number]:
            return Ask(replace(draft, page=_number(number)))
        case [Sign.CHANGE, number]:
            return Ask(state.changing(_number(number)))
        case [Sign.CHANGE, number, line]:
            changing = DraftState(state.game, state.seat, state.changing(_number(number)))
            return _chosen(changing, parse_line(line))
        case [Sign.PICK]:
            return Ask(replace(draft, picked=()))
        case [Sign.PICK, piece]:
            return _picked(state, piece)
        case [Sign.TAKE_PICKED]:
            complete = exact(draft.picked, state.plan.game.legal_actions())
            return _chosen(state, (complete,)) if complete else Stale()
        case _:
            return Stale()


def _list_of(subject: str) -> Screen:
    return Screen(ScreenKind.LIST, Subject(subject))


def _why_not(subject: str) -> Screen:
    return Screen(ScreenKind.WHY, Subject(subject))


def _number(text: str) -> int:
    """The number in a token, from 0; raises ValueError."""
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(text)
    return int(text)


def _chosen(state: DraftState, actions: tuple[Action, ...]) -> PressResult:
    draft = state.draft
    if not draft.answers and isinstance(actions[0], _AT_ONCE):
        fits = state.game.refusal(state.seat, actions[0]) is None
        return Submit(actions[:1]) if fits else Stale()
    plan = make_plan(state.origin, (*state.answers, *actions))
    if plan.ending is PlanEnding.STALE:
        return Stale()
    if not draft.answers and isinstance(actions[0], Pass) and state.game.only_passes:
        return Submit(plan.submission)
    answers = (*draft.answers, *map(format_action, actions))
    came_from = draft.dump() if draft.screen.lists else draft.origin
    return Ask(Draft(answers, draft.later[1:], origin=came_from))


def _back(draft: Draft) -> Draft:
    """One page back: out of an aim, a change, a list, or the whole plan to where it was chosen."""
    if draft.picked and not draft.screen.lists:
        return replace(draft, picked=(), page=0)
    if draft.screen.kind is ScreenKind.CHANGE:
        return Draft((*draft.answers, *draft.later), origin=draft.origin)
    if draft.screen and draft.screen.kind is not ScreenKind.SUGGESTED:
        return Draft(draft.answers, origin=draft.origin)
    return Draft.load(draft.origin) if draft.origin else Draft()


def _picked(state: DraftState, piece: str) -> PressResult:
    """Add a piece; what is complete and cannot grow is taken at once."""
    if piece in tuple(End):
        return Ask(replace(state.draft, picked=(piece,), page=0))
    picked = (*state.draft.picked, piece)
    fitting = within(picked, state.plan.game.legal_actions())
    if not fitting:
        return Stale()
    complete = exact(picked, fitting)
    if complete and len(fitting) == 1:
        return _chosen(state, (complete,))
    return Ask(replace(state.draft, picked=picked))


def begin_draft(game: Game, seat: Seat, actions: tuple[Action, ...]) -> Draft:
    """The draft of answers given in a command; raises IllegalAction for a misfit."""
    waiting = game.waiting
    if waiting is None:
        raise IllegalAction(refuse(Reason.GAME_OVER))
    if waiting.seat != seat:
        raise IllegalAction(refuse(Reason.NOT_YOUR_DECISION, seat=waiting.seat))
    plan = make_plan(Origin(game, seat), actions)
    if plan.ending is PlanEnding.STALE and plan.misfit is not None:
        refusal = plan.game.refusal(seat, plan.misfit)
        raise IllegalAction(refusal or refuse(Reason.WRONG_QUESTION, asked=waiting.decision))
    return Draft(tuple(map(format_action, actions)))


def subject_completions(
    game: Game, seat: Seat, subject: Subject, words: Catalog
) -> tuple[Completion, ...]:
    """The legal answers of a subject now, the likely best first, for the completion of commands.

    Empty when the seat is not asked. `Subject.ANSWER` is whatever question is open.
    """
    waiting = game.waiting
    if waiting is None or waiting.seat != seat:
        return ()
    builder = PageBuilder(game, seat, Draft(), words)
    if subject is Subject.ANSWER:
        ranked = builder.origin.judgement.best_first(game, game.legal_actions())
        return tuple(_completion(builder, (action,)) for action in ranked)
    if not isinstance(waiting.decision, TurnChoice | AfterTurn):
        return ()
    offered = offers_of(builder.origin, subject)
    # A voyage without anything on the island is named by its first answer alone, as the payment
    # comes before the island asks.
    named = 1 if subject is Subject.SAIL else 2
    return tuple(_completion(builder, offer.actions[:named]) for offer in offered)


def _completion(builder: PageBuilder, actions: tuple[Action, ...]) -> Completion:
    text = builder.words.say("offer.together", steps=tuple(map(builder.label, actions)))
    return Completion(clip(text, CHOICE_LIMIT), token_of(actions))


def finished_page(words: Catalog) -> Page:
    """The private word after a turn has been published."""
    return Page(words, (paragraph_of(phrase("prompt.finished")),))
