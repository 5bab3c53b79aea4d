"""The coach: what it tells whom, when, and how it is turned off and on."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest

from bot.model.buttons import WizardAnswer
from bot.model.coach import Idea
from bot.model.controls import Screen, Sign, Subject
from bot.model.custom_ids import write_button
from bot.model.drafts import Ask, Draft
from bot.model.messages import BUTTONS_IN_ROW, Menu, Page, Prompt
from bot.model.pictures import PictureKind
from bot.model.preferences import Appearance, Preferences
from bot.model.results import Ending, Part, ResultRow, SeatResult
from bot.model.rows import PersonRow
from bot.present.posts.settings_pages import own_text
from bot.present.rules_used import EVENTS
from bot.present.spoken import SUBJECTS
from bot.present.wizard.coach import OF_PART, Coach, ideas_of
from bot.present.wizard.wizard import begin_draft, wizard_page, wizard_press
from bot.services.play.pages import WizardPage
from bot.words import catalog
from engine import Game, GameOptions
from engine.actions import ChooseStart, EndTurn
from engine.agents import play_turn
from engine.ids import Seat
from renderer import PHONE_BOARD, PHONE_CITY, Options, PicturePart, draw_part
from tests.kit.marks import long
from tests.kit.pictured import pictured
from tests.kit.stack import Stack
from tests.kit.wizard_player import check_limits, rich, suggested

LOCALES = ("en", "de", "pl")
WORDS = catalog()
ALL = frozenset(Idea)
BY_TURN, OFTEN_ENOUGH = 14, 0.95
"""By which own turn a newcomer has met everything, in so many games."""


def tip(idea: Idea, locale: str = "en", needed: int = 7) -> str:
    return catalog(locale).say(f"coach.idea.{idea}", n=needed)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("idea", Idea)
def test_each_idea_is_told_in_two_sentences(idea: Idea, locale: str) -> None:
    plain = tip(idea, locale).replace("**", "")
    assert len(re.findall(r"[.!?](?=\s|$)", plain)) == 2, plain
    assert len(plain) <= 420


def test_there_are_thirteen_and_each_is_seen_somewhere() -> None:
    assert len(Idea) == 13
    assert set(OF_PART) == ALL
    assert set(PicturePart) - set(OF_PART.values()) == {
        PicturePart.ISLANDS,
        PicturePart.HELPERS,
        PicturePart.COMMON,
        PicturePart.TASKS,
        PicturePart.SCORES,
        *PHONE_BOARD,
        *PHONE_CITY,
    }
    assert {idea for row in EVENTS.values() for idea in SUBJECTS[row.subject].ideas} == ALL - {
        Idea.TURN,
        Idea.PAYING,
        Idea.COUNTDOWN,
    }


def above(game: Game, draft: Draft = Draft(), untold: frozenset[Idea] = ALL) -> Page | Prompt:  # noqa: B008
    assert game.waiting is not None
    page = wizard_page(game, game.waiting.seat, draft, WORDS)
    return Coach(untold).above(page, game, game.waiting.seat, draft).page


def test_the_first_turn_begins_with_what_a_turn_is_above_the_usual_page() -> None:
    game = Game.new(GameOptions(2), seed=4)
    assert game.waiting is not None
    usual = wizard_page(game, game.waiting.seat, Draft(), WORDS)
    page = above(game)
    check_limits(page)
    assert page.text == f"> {tip(Idea.TURN)}\n\n{usual.text}"
    (cut,) = pictured(page).cut_outs
    assert cut.part is PicturePart.SUPPLIES
    assert pictured(page).whole == usual.picture


def test_nothing_of_the_usual_page_is_lost_and_no_press_is_added() -> None:
    game = rich().game()
    usual, page = wizard_page(game, 0, Draft(), WORDS), above(game)
    added = {WizardAnswer(sign) for sign in (Sign.QUIET, Sign.WHOLE)}
    kept = tuple(
        row
        if isinstance(row, Menu)
        else tuple(button for button in row if button.value not in added)  # type: ignore[union-attr]
        for row in page.rows
    )
    assert tuple(row for row in kept if row) == usual.rows


def test_a_page_speaks_of_what_it_is_about() -> None:
    game = rich().game()
    for subject, idea in (
        (Subject.PATH, Idea.PATH),
        (Subject.GREAT_BONFIRE, Idea.GREAT_BONFIRE),
        (Subject.GNOME, Idea.GNOME),
        (Subject.SAIL_TASK, Idea.SAILING),
    ):
        assert ideas_of(game, 0, Draft(screen=Screen.read(f"list:{subject}")))[0] is idea
    plan = suggested(game, 0)
    assert isinstance(plan, Ask)
    assert set(ideas_of(game, 0, plan.draft)) <= ALL
    path = begin_draft(
        game, 0, (next(a for a in game.legal_actions() if "path" in str(a).lower()),)
    )
    assert Idea.PATH in ideas_of(game, 0, path)


@pytest.mark.parametrize(
    "screen", ["list:more", "lines", "why", "why:path", "change", "rules:turn"]
)
def test_it_is_silent_where_somebody_looks_up_or_compares(screen: str) -> None:
    assert ideas_of(rich().game(), 0, Draft(screen=Screen.read(screen))) == ()


def test_it_is_silent_on_what_was_told_and_for_who_waits() -> None:
    game = rich().game()
    assert above(game, untold=frozenset()) == wizard_page(game, 0, Draft(), WORDS)
    assert ideas_of(game, 1, Draft()) == ()


def test_it_is_silent_where_its_button_has_no_room() -> None:
    game = rich().game()
    page = wizard_page(game, 0, Draft(), WORDS)
    button = next(row for row in page.rows if isinstance(row, tuple))[0]
    full = replace(page, rows=((button,) * BUTTONS_IN_ROW,) * 5)
    coached = Coach(ALL).above(full, game, 0, Draft())
    assert (coached.page, coached.told) == (full, ())


def test_the_first_page_of_a_turn_shows_the_idea_alone_and_a_press_the_city() -> None:
    game = rich().game()
    page = above(game)
    part = pictured(page)
    assert part.kind is PictureKind.PART
    options = Options(WORDS.translate, ("Ada", "Bo"), scale=0.25)
    drawn = draw_part(part.view, part.cut_outs, options)
    assert drawn.alt.startswith(WORDS.say(f"alt.cut_out.{PicturePart.SUPPLIES}"))
    pressed = wizard_press(game, 0, Draft(), Sign.WHOLE)
    assert isinstance(pressed, Ask)
    city = above(game, pressed.draft)
    assert pictured(city) == pictured(wizard_page(game, 0, Draft(), WORDS))


def test_within_a_turn_the_picture_answers_the_question_of_the_page() -> None:
    game, listed = rich().game(), Draft(screen=Screen.read("list:great_bonfire"))
    page = above(game, listed)
    assert page.text.startswith(f"> {tip(Idea.GREAT_BONFIRE)}")
    assert page.picture == wizard_page(game, 0, listed, WORDS).picture


@dataclass
class Newcomer:
    """Somebody who plays by suggestions, and reads the pages of a turn: its first, its plan."""

    seat: Seat
    untold: set[Idea] = field(default_factory=lambda: set(ALL))
    turns: int = 0
    met_in: dict[Idea, int] = field(default_factory=dict)

    def reads(self, game: Game, draft: Draft) -> None:
        page = wizard_page(game, self.seat, draft, WORDS)
        coached = Coach(self.untold).above(page, game, self.seat, draft)
        check_limits(coached.page)
        for idea in coached.told:
            self.untold.remove(idea)
            self.met_in[idea] = self.turns

    def plays(self, game: Game) -> None:
        """A turn to its end."""
        self.turns += 1
        turn = game.view().turn
        self.reads(game, Draft())
        while (
            game.waiting is not None and game.waiting.seat == self.seat and game.view().turn == turn
        ):
            answers = play_turn(game, self.seat, turn)
            plan = tuple(each for each in answers if not isinstance(each, EndTurn))
            if self.untold and plan and not isinstance(plan[-1], ChooseStart):
                self.reads(game, begin_draft(game, self.seat, plan))
            for answer in answers:
                game.submit(self.seat, answer)


def met_by(seed: int) -> Iterator[int]:
    """In which of their own turns the people of a game have met everything; at worst too late."""
    players = 1 + seed % 2
    game = Game.new(GameOptions(players), seed)
    people = [Newcomer(seat) for seat in range(players)]
    while game.waiting is not None and any(each.untold and each.turns < BY_TURN for each in people):
        people[game.waiting.seat].plays(game)
    for each in people:
        yield max(each.met_in.values()) if not each.untold else BY_TURN + 1


@pytest.mark.parametrize("games", [1, long(20), pytest.param(200, marks=pytest.mark.soak)])
def test_everything_is_met_within_fourteen_turns(games: int) -> None:
    turns = [turn for seed in range(games) for turn in met_by(seed)]
    in_time = sum(turn <= BY_TURN for turn in turns)
    assert in_time >= OFTEN_ENOUGH * len(turns), sorted(turns)


def texts(page: WizardPage) -> str:
    return page.prompt.text


async def opened(stack: Stack, game: int) -> WizardPage:
    mover = await stack.mover(game)
    return await stack.wizard.open(stack.press(mover), game, WORDS)


async def test_each_tip_is_given_once_in_any_game(stack: Stack) -> None:
    first, second = await stack.start(), await stack.start(channel=8)
    mover = await stack.mover(first)
    page = await opened(stack, first)
    assert tip(Idea.TURN) in texts(page)
    assert texts(await opened(stack, first)) == texts(page), "the same page has the same tip"
    untold = await stack.store.read(lambda tx: tx.coached.untold(mover.id, ""))
    assert untold == ALL - {Idea.TURN}
    while (await stack.mover(second)).id != mover.id:
        await stack.take_turn(second, random.Random(1))
    assert tip(Idea.TURN) not in texts(await opened(stack, second))


async def test_one_press_ends_it_and_one_setting_brings_it_back(stack: Stack) -> None:
    game = await stack.start()
    mover = await stack.mover(game)
    page = await opened(stack, game)
    assert any(
        write_button(button.value) == Sign.QUIET
        for row in page.prompt.rows
        if isinstance(row, tuple)
        for button in row
    )
    page = await stack.wizard.follow(stack.press(mover), game, page.token, Sign.QUIET, WORDS)
    assert texts(page).startswith(WORDS.say("coach.quieted"))
    assert "> **" not in texts(page)
    assert not pictured(page.prompt).cut_outs
    assert "> **" not in texts(await opened(stack, game))
    await stack.preferences.change(stack.press(mover), lambda chosen: replace(chosen, coach=True))
    assert tip(Idea.TURN) in texts(await opened(stack, game))


async def test_a_press_on_an_old_page_ends_it_too(stack: Stack) -> None:
    game = await stack.start()
    mover = await stack.mover(game)
    old = await opened(stack, game)
    await opened(stack, game)
    page = await stack.wizard.follow(stack.press(mover), game, old.token, Sign.QUIET, WORDS)
    assert texts(page).startswith(WORDS.say("coach.quieted"))
    assert (await stack.preferences.of(mover.id)).coach is False


async def finish(stack: Stack, game: int, person: PersonRow) -> None:
    """Note that a person has played a game to its end."""
    row = ResultRow(game, None, 0.0, Ending.PLAYED, 2, None, None)
    seats = (SeatResult(0, person.id, person.name, Part.PLAYED, 50, 1),)
    assert await stack.store.write(lambda tx: tx.results.add(row, seats))


async def test_who_has_finished_a_game_is_not_lectured_unless_they_want_it(stack: Stack) -> None:
    game = await stack.start()
    mover = await stack.mover(game)
    await finish(stack, game, mover)
    assert "> **" not in texts(await opened(stack, game))
    await stack.preferences.change(stack.press(mover), lambda chosen: replace(chosen, coach=True))
    assert tip(Idea.TURN) in texts(await opened(stack, game))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_settings_tell_of_it(locale: str) -> None:
    words = catalog(locale)
    for chosen, key in ((None, "new"), (True, "on"), (False, "off")):
        how = words.say(f"coach_choice.{key}")
        told = own_text(Preferences(coach=chosen), Appearance(), 0.0, words, listed=True)
        assert words.say("coach.setting", how=how) in told
