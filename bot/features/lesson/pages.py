"""The pages of a lesson: its next step, where its line was left, and its end."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.features.lesson.values import (
    TAKE_STEP,
    Learned,
    Lesson,
    LessonTurn,
    OffPath,
    OnPath,
    StartLesson,
    SteerLesson,
)
from bot.model.buttons import OpenNewLobby, PlaySolo, TakeTurn
from bot.model.controls import Sign
from bot.model.drafts import Ask, Draft, PressResult, Stale, Submit
from bot.model.messages import (
    BUTTONS_IN_ROW,
    LABEL_LIMIT,
    Button,
    Page,
    Prompt,
    Style,
    paragraph_of,
)
from bot.model.offers import WayIn
from bot.model.pictures import Picture, PictureKind, part_of
from bot.present.wizard.answer_place import hints_of
from bot.present.wizard.asides import closer, seen
from bot.present.wizard.fate_page import numbered_place
from bot.present.wizard.guide import OWN_TURN, Guide
from bot.present.wizard.lines_page import marked_picture
from bot.present.wizard.opening import opening_of
from bot.present.wizard.page_builder import DraftState, PageBuilder
from bot.present.wizard.places import where_answered
from bot.present.wizard.summary import balance
from bot.present.wizard.wizard import wizard_page, wizard_press
from bot.words import Catalog, Phrase, phrase
from bot.words.text import clip
from engine import Game, actions
from engine.actions import Action
from engine.advice import make_plan
from engine.ids import Seat
from engine.notation import format_action, parse_action
from engine.view import View
from renderer import Hints, PieceKind, Pointed

_TRIES: Final = 2
"""The turns that people try in an open step before its own can be shown."""


def lesson_page(
    lesson: Lesson, state: DraftState, words: Catalog, ways_on: tuple[WayIn, ...]
) -> Page:
    """The page of a draft in a game of a lesson; at its end it shows the ways on."""
    missed, guide = state.draft.missed, _guide(lesson, state.game)

    def page_of(below: Draft) -> Page:
        plain = replace(below, missed=())
        builder = PageBuilder(state.game, state.seat, plain, words, guide=guide)
        return _page(lesson, builder, missed, ways_on)

    return seen(state.draft, page_of, guide.answer(Sign.WHOLE))


def _guide(lesson: Lesson, game: Game) -> Guide:
    """Return the guide along the lesson's line; in an open step it marks nothing."""
    match lesson.standing(game):
        case OnPath(step) if lesson.steps[step - 1].open:
            return Guide(chosen=(), outlook=False)
        case OnPath(_, rest):
            return Guide(chosen=rest, mark="lesson.mark")
        case _:
            return OWN_TURN


def _page(
    lesson: Lesson, builder: PageBuilder, missed: Sequence[str], ways_on: tuple[WayIn, ...]
) -> Page:
    game, seat, plain, words = builder.game, builder.seat, builder.draft, builder.words
    page = wizard_page(game, seat, plain, words, builder.guide)
    if game.waiting is None or game.waiting.seat != seat:
        return page
    first = plain == Draft()
    match lesson.standing(game):
        case OnPath() as at if first and lesson.steps[at.step - 1].open:
            return _open_step(lesson, at, builder, page, missed)
        case OnPath() as at if first:
            return _step(lesson, at, builder, page)
        case OnPath(step) if plain.screen or lesson.steps[step - 1].open:
            return page
        case OnPath():
            return _beside_the_path(builder, page)
        case OffPath(step) if first:
            note = phrase("lesson.left", step=step)
            return _steered(page.below(note), *_buttons(words, LessonTurn.BACK, LessonTurn.END))
        case Learned(just=True) if first:
            following = (phrase("lesson.next"),) if ways_on else ()
            closing = (phrase("lesson.how_it_ends"), *following)
            page = replace(page, paragraphs=tuple(map(paragraph_of, closing)))
            leading = (way.button(words, Style.GO) for way in ways_on)
            return replace(page, rows=((*leading, *_buttons(words, LessonTurn.END)), *page.rows))
        case Learned() if first:
            return _steered(page, *_buttons(words, LessonTurn.END))
        case _:
            return page


def old_lesson_page(game: Game, seat: Seat, draft: Draft, words: Catalog) -> Page:
    """The page of a draft in a game of a lesson that an earlier version had."""
    page = wizard_page(game, seat, draft, words)
    if draft != Draft() or game.waiting is None or game.waiting.seat != seat:
        return page
    again = Button(words.say(f"lesson.button.{LessonTurn.AGAIN}"), StartLesson(), Style.GO)
    below = (again, *_buttons(words, LessonTurn.END))
    return _steered(page.below(phrase("lesson.rewritten")), *below)


def lesson_press(lesson: Lesson, game: Game, seat: Seat, draft: Draft, token: str) -> PressResult:
    """Return the result of a press on the draft's page in a game of a lesson."""
    plain = replace(draft, missed=())
    at = lesson.standing(game)
    if game.waiting is None or game.waiting.seat != seat or not isinstance(at, OnPath):
        return Stale() if token == TAKE_STEP else wizard_press(game, seat, plain, token)
    is_open = lesson.steps[at.step - 1].open
    if token != TAKE_STEP:
        pressed = wizard_press(game, seat, plain, token)
        return _tried(at, draft, pressed) if is_open else pressed
    if is_open and len(draft.missed) < _TRIES:
        return Stale()
    chosen = tuple(format_action(each) for each in at.rest if not isinstance(each, actions.EndTurn))
    return Ask(Draft(chosen, missed=draft.missed)) if chosen else Submit(at.rest)


def _tried(at: OnPath, draft: Draft, pressed: PressResult) -> PressResult:
    """Return the result of a press in an open step, in which no other turn than its own is played.

    The next drafts keep in mind what was missed.
    """
    match pressed:
        case Submit(turn) if turn != at.rest[: len(turn)]:
            return Ask(Draft(missed=(*draft.missed, format_action(turn[0]))))
        case Ask(following):
            return Ask(replace(following, missed=draft.missed))
        case _:
            return pressed


def _open_step(
    lesson: Lesson, at: OnPath, builder: PageBuilder, page: Page, missed: Sequence[str]
) -> Page:
    """Return the page with the step's goal in front, and why the last try was not played."""
    key = f"lesson.{lesson.key}.{lesson.steps[at.step - 1].key}"
    told = [_heading(lesson, at), phrase(key)]
    shown: tuple[Button, ...] = ()
    for tried in missed[-1:]:
        is_near = type(parse_action(tried)) is type(at.rest[0])
        told.append(phrase(f"{key}_near" if is_near else f"{key}_other"))
    if len(missed) >= _TRIES:
        shown = (builder.labelled(phrase("lesson.button.show"), TAKE_STEP, Style.GO),)
    page = replace(page, paragraphs=(paragraph_of(*told),))
    page = _steered(page, *_buttons(builder.words, LessonTurn.END))
    return replace(page, rows=(shown, *page.rows)) if shown else page


def _heading(lesson: Lesson, at: OnPath) -> Phrase:
    return phrase("lesson.heading", step=at.step, steps=len(lesson.steps))


def _step(lesson: Lesson, at: OnPath, builder: PageBuilder, page: Page) -> Page:
    """Return the page with the step's explanation and the lesson's choice in front."""
    words = builder.words
    following = _behind_start(builder, Draft((format_action(at.rest[0]),)))
    rest = at.rest[len(following.guide.begun) :]
    told = [_heading(lesson, at)]
    if at.begun:
        told.append(phrase("lesson.go_on"))
    else:
        told.append(phrase(f"lesson.{lesson.key}.{lesson.steps[at.step - 1].key}"))
    first = following.label(rest[0])
    choice = Button(
        clip(words.say("lesson.choice", what=words.spell(first)), LABEL_LIMIT),
        builder.guide.answer(TAKE_STEP),
        Style.GO,
    )
    page = _steered(page, *_buttons(words, LessonTurn.END))
    page = replace(page, paragraphs=(paragraph_of(*told),), rows=((choice,), *page.rows))
    if at.begun:
        return page
    picture = _marked(following, rest)
    if picture.cut_outs:
        return closer(page, picture, builder.guide.answer(Sign.WHOLE))
    return replace(page, picture=picture)


def _behind_start(builder: PageBuilder, draft: Draft) -> PageBuilder:
    """The builder of the pages behind the start tile, where a draft chooses one."""
    opening = opening_of(builder.game, builder.seat, draft)
    if opening is None:
        return builder
    guide = opening.guided(builder.guide)
    return PageBuilder(opening.game, builder.seat, opening.draft, builder.words, guide=guide)


def _marked(following: PageBuilder, rest: Sequence[Action]) -> Picture:
    """Return the picture that shows the step, with its beginning marked.

    Of the main board it shows the part alone, larger.
    """
    seat, first, view = following.seat, rest[0], following.view
    match first:
        case actions.MoveShip() | actions.UseGreatBonfire() | actions.MakeProcession():
            hints = hints_of(following.game, seat, following.decision, (first,))
        case actions.PlaceFate(cell=cell):
            hints = Hints(fate=(numbered_place(following, first, cell),))
            return Picture(PictureKind.FATE, view, seat, hints)
        case actions.RecruitGnome() | actions.TakePath():
            hints = Hints(pointed=tuple(_on_board(view, first)))
        case _:
            plan = make_plan(following.origin, rest)
            return marked_picture((plan,), view, seat)
    cut = where_answered(following.decision, (first,), view, seat, hints)
    if cut is None or cut.in_city:
        return Picture(PictureKind.CITY, view, seat, hints)
    return part_of(view, cut, hints=hints)


def _on_board(view: View, first: actions.RecruitGnome | actions.TakePath) -> Iterator[Pointed]:
    """The piece of a display that a step takes."""
    match first:
        case actions.RecruitGnome(gnome):
            for number, specialist in enumerate(view.specialists, 1):
                if specialist is not None and specialist.id == gnome:
                    yield Pointed(PieceKind.GNOME_ON_DISPLAY, number=number)
        case actions.TakePath(slot):
            yield Pointed(PieceKind.PATH_ON_DISPLAY, number=slot)


def _beside_the_path(builder: PageBuilder, page: Page) -> Page:
    """The preview of a plan, with a line above it where it is not the lesson's."""
    behind = _behind_start(builder, builder.draft)
    plan = behind.plan
    if not plan.confirmable or behind.guide.settles(plan.submission):
        return page
    gained = balance(plan.known_events, builder.seat).gained
    note = phrase("lesson.aside_gains", gains=gained) if gained else phrase("lesson.aside")
    # The note names what is gained: no symbols.
    return page.below(builder.words.spell(note))


def _steered(page: Page, *buttons: Button) -> Page:
    """Return a page with more buttons, in its last row of buttons where that has room."""
    rows = list(page.rows)
    for at, row in reversed(list(enumerate(rows))):
        if isinstance(row, tuple) and len(row) + len(buttons) <= BUTTONS_IN_ROW:
            rows[at] = (*row, *buttons)
            return replace(page, rows=tuple(rows))
    return replace(page, rows=(*rows, buttons))


def _buttons(words: Catalog, *to: LessonTurn) -> tuple[Button, ...]:
    """Buttons for what can be done with a lesson."""
    return tuple(Button(words.say(f"lesson.button.{each}"), SteerLesson(each)) for each in to)


def running_lesson(words: Catalog) -> Prompt:
    """That a lesson is going on here, and how it can go on."""
    steering = _buttons(words, LessonTurn.AGAIN, LessonTurn.END)
    turn = Button(words.say("table_button.turn"), TakeTurn(), Style.GO)
    return Prompt(words.say("lesson.running"), ((turn, *steering),))


def ended_lesson(words: Catalog, ways_on: tuple[WayIn, ...]) -> Prompt:
    """That a lesson is over, and what can be played now."""
    row = (
        Button(words.say("table_button.solo"), PlaySolo(), Style.GO),
        Button(words.say("table_button.new"), OpenNewLobby(), Style.MAIN),
        *(way.button(words) for way in ways_on),
    )
    return Prompt(words.say("lesson.ended"), (row,))
