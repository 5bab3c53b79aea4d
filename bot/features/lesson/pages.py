"""The pages of a lesson: its next step, where its line was left, and its end."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.features.lesson.values import Learned, Lesson, OffPath, OnPath
from bot.model.button_choices import LessonTurn
from bot.model.buttons import OpenNewLobby, PlaySolo, SteerLesson, TakeTurn
from bot.model.controls import Sign
from bot.model.drafts import Ask, Draft, PressResult, Stale, Submit
from bot.model.messages import (
    BUTTONS_IN_ROW,
    LABEL_LIMIT,
    Button,
    Menu,
    Picture,
    PictureKind,
    Prompt,
    Row,
    Style,
)
from bot.model.pages import Page, Role, paragraph_of
from bot.present.wizard import tokens
from bot.present.wizard.fate_page import numbered_place
from bot.present.wizard.line_marks import mark_of
from bot.present.wizard.opening import opening_of
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.picture_hints import hints_of
from bot.present.wizard.summary import balance
from bot.present.wizard.wizard import wizard_page, wizard_press
from bot.words import Catalog, phrase
from bot.words.text import clip
from engine import Game
from engine.actions import (
    Action,
    EndTurn,
    MakeProcession,
    MoveShip,
    PlaceFate,
    RecruitGnome,
    TakePath,
    UseGreatBonfire,
)
from engine.advice import make_plan
from engine.ids import Seat
from engine.notation import format_action
from engine.view import View
from renderer import Hints, PieceKind, Pointed


def lesson_page(lesson: Lesson, game: Game, seat: Seat, draft: Draft, words: Catalog) -> Page:
    """The page of a draft in a game of a lesson."""
    page = wizard_page(game, seat, draft, words)
    if game.waiting is None or game.waiting.seat != seat:
        return page
    match lesson.standing(game):
        case OnPath() as at if draft == Draft():
            return _step(lesson, at, PageBuilder(game, seat, draft, words), page)
        case OnPath(_, rest) if not draft.screen:
            return _beside_the_path(rest, PageBuilder(game, seat, draft, words), page)
        case OffPath(step) if draft == Draft():
            note = phrase("lesson.left", step=step)
            return _steered(page.below(note), LessonTurn.BACK, LessonTurn.END)
        case Learned(just) if draft == Draft():
            if just:
                learned = phrase(f"lesson.{lesson.key}.learned")
                page = replace(page, paragraphs=(paragraph_of(learned),))
            return _steered(page, LessonTurn.END)
        case _:
            return page


def lesson_press(lesson: Lesson, game: Game, seat: Seat, draft: Draft, token: str) -> PressResult:
    """Return the result of a press on the draft's page in a game of a lesson."""
    if token != Sign.LESSON:
        return wizard_press(game, seat, draft, token)
    at = lesson.standing(game)
    if game.waiting is None or game.waiting.seat != seat or not isinstance(at, OnPath):
        return Stale()
    chosen = tuple(format_action(each) for each in at.rest if not isinstance(each, EndTurn))
    return Ask(Draft(chosen)) if chosen else Submit(at.rest)


def _step(lesson: Lesson, at: OnPath, builder: PageBuilder, page: Page) -> Page:
    """Return the page with the step's explanation and the lesson's choice in front."""
    words = builder.words
    following, rest = _after_start(builder, at.rest)
    if at.begun:
        told = phrase("lesson.go_on")
    else:
        told = phrase(f"lesson.{lesson.key}.{lesson.steps[at.step - 1].key}")
    heading = phrase("lesson.heading", step=at.step, steps=len(lesson.steps))
    first = following.label(rest[0])
    choice = Button(
        clip(words.say("lesson.choice", what=words.spell(first)), LABEL_LIMIT),
        tokens.answer_of(builder.game, Sign.LESSON),
        Style.GO,
    )
    steering = (LessonTurn.AGAIN, LessonTurn.END) if builder.game.moves else (LessonTurn.END,)
    pictures = _marked(following, rest) if not at.begun else page.pictures
    rows = tuple(row for row in (_unmarked(each, builder) for each in page.rows) if row)
    below = (choice, *_steering(steering, words))
    paragraphs = (paragraph_of(heading, told),)
    return replace(page, paragraphs=paragraphs, rows=(below, *rows), pictures=pictures)


def _after_start(builder: PageBuilder, rest: Sequence[Action]) -> tuple[PageBuilder, list[Action]]:
    """The position behind the start tile, where one is asked for, and what follows there."""
    opening = opening_of(builder.game, builder.seat, Draft((format_action(rest[0]),)))
    if opening is None:
        return builder, list(rest)
    behind = PageBuilder(opening.game, builder.seat, opening.draft, builder.words)
    return behind, list(rest[1:])


def _marked(following: PageBuilder, rest: Sequence[Action]) -> tuple[Picture, ...]:
    """Return the picture that shows the step, with its beginning marked."""
    game, seat, first = following.game, following.seat, rest[0]
    kind, hints = PictureKind.CITY, Hints()
    match first:
        case MoveShip() | UseGreatBonfire():
            kind, hints = PictureKind.BOARD, hints_of(game, seat, following.decision, (first,))
        case PlaceFate(cell=cell):
            place = numbered_place(following, first, cell)
            kind, hints = PictureKind.FATE, Hints(fate=(place,))
        case MakeProcession():
            hints = hints_of(game, seat, following.decision, (first,))
        case RecruitGnome() | TakePath():
            kind, hints = PictureKind.BOARD, Hints(pointed=tuple(_on_board(following.view, first)))
        case _:
            plan = make_plan(following.origin, rest)
            hints = Hints(lines=(mark_of(plan, following.view),))
    city = None if kind is PictureKind.BOARD else seat
    return (Picture(kind, following.view, city, hints),)


def _on_board(view: View, first: RecruitGnome | TakePath) -> Iterator[Pointed]:
    """The piece of a display that a step takes."""
    match first:
        case RecruitGnome(gnome):
            for number, specialist in enumerate(view.specialists, 1):
                if specialist is not None and specialist.id == gnome:
                    yield Pointed(PieceKind.GNOME_ON_DISPLAY, number=number)
        case TakePath(slot):
            yield Pointed(PieceKind.PATH_ON_DISPLAY, number=slot)


def _unmarked(row: Row, builder: PageBuilder) -> Row:
    """A row without suggestions: in a step the lesson's is the one."""
    if isinstance(row, Menu):
        return replace(row, choices=tuple(replace(choice, mark="") for choice in row.choices))
    if isinstance(row, tuple):
        suggest = tokens.answer_of(builder.game, Sign.SUGGEST)
        return tuple(button for button in row if button.value != suggest)
    return row


def _beside_the_path(rest: Sequence[Action], builder: PageBuilder, page: Page) -> Page:
    """The preview of a plan, with a line above it where it is not the lesson's."""
    opening = opening_of(builder.game, builder.seat, builder.draft)
    begun: tuple[Action, ...] = ()
    if opening is not None:
        begun = (opening.start,)
        builder = PageBuilder(opening.game, builder.seat, opening.draft, builder.words)
    plan = builder.plan
    submission = (*begun, *plan.submission)
    if not plan.confirmable:
        return page
    if submission == tuple(rest[: len(submission)]):
        return page.without(Role.OUTLOOK)
    gained = balance(plan.known_events, builder.seat).gained
    note = phrase("lesson.aside_gains", gains=gained) if gained else phrase("lesson.aside")
    # The note names what is gained: no symbols.
    return page.below(builder.words.spell(note))


def _steered(page: Page, *steering: LessonTurn) -> Page:
    """Return a page with buttons for what can be done with the lesson."""
    *rows, last = page.rows
    buttons = _steering(steering, page.words)
    if isinstance(last, tuple) and len(last) + len(buttons) <= BUTTONS_IN_ROW:
        below: tuple[Row, ...] = ((*last, *buttons),)
    else:
        below = (last, buttons)
    return replace(page, rows=(*rows, *below))


def _steering(to: Sequence[LessonTurn], words: Catalog) -> tuple[Button, ...]:
    return tuple(Button(words.say(f"lesson.button.{each}"), SteerLesson(each)) for each in to)


def running_lesson(words: Catalog) -> Prompt:
    """That a lesson is going on here, and how it can go on."""
    steering = (
        Button(words.say(f"lesson.button.{to}"), SteerLesson(to))
        for to in (LessonTurn.AGAIN, LessonTurn.END)
    )
    turn = Button(words.say("table_button.turn"), TakeTurn(), Style.GO)
    return Prompt(words.say("lesson.running"), ((turn, *steering),))


def ended_lesson(words: Catalog) -> Prompt:
    """That a lesson is over, and what can be played now."""
    row = (
        Button(words.say("table_button.solo"), PlaySolo(), Style.GO),
        Button(words.say("table_button.new"), OpenNewLobby(), Style.MAIN),
    )
    return Prompt(words.say("lesson.ended"), (row,))
