"""Lessons are records: played here, so that no change of the rules breaks them or their texts."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from bot.features.lesson.service import LessonGame
from bot.features.lesson.values import (
    TAKE_STEP,
    WAY_HOME,
    LessonTurn,
    OffPath,
    OnPath,
    StartLesson,
    SteerLesson,
)
from bot.model.buttons import WizardAnswer
from bot.model.controls import Sign, Subject, write_control
from bot.model.drafts import Ask, Draft, PressResult, Stale, Submit, TakeBack, Think
from bot.model.messages import Menu, Page, PeopleMenu, Prompt
from bot.model.people import Person
from bot.present.posts.turn_posts import turn_notice
from bot.present.wizard.summary import balance
from bot.present.wizard.wizard import wizard_page
from bot.words import catalog, phrase
from engine import Game, GameOptions
from engine.actions import Action, ChooseStart, EndTurn
from engine.events import Event
from engine.notation import format_action, parse_action
from tests.features.lesson.steps import (
    CLOSED,
    LOCALES,
    OPEN,
    before,
    dealt,
    page,
    played,
    press,
    step_of,
)
from tests.kit.marks import long
from tests.kit.pictured import pictured
from tests.kit.stack import OFFERS
from tests.kit.wizard_player import buttons, check_limits, thought

WORDS = catalog()
MOST_PRESSES_OFF = 15
"""How long a walk off the path goes on."""


@pytest.mark.parametrize("locale", LOCALES)
def test_help_and_post_say_the_same_of_the_first_fate_tile(locale: str) -> None:
    """The page below that post does not repeat it."""
    words, game = catalog(locale), dealt()
    told = words.say("turn.first_tile")
    assert told in words.say("help.start")
    assert told in turn_notice(game, (Person("Ada", "@Ada"),), words).foot
    assert told not in page(game, locale=locale).text


@pytest.mark.parametrize("locale", LOCALES)
def test_each_step_says_what_is_marked_on_its_picture(locale: str) -> None:
    for done, step in enumerate(WAY_HOME.steps):
        prompt = page(played(done), locale=locale)
        check_limits(prompt)
        told = catalog(locale).say(f"lesson.way_home.{step.key}")
        assert told in prompt.text
        picture = pictured(prompt)
        hints = picture.hints
        marked = (hints.fate, hints.sailing, hints.wheel, hints.walks, hints.lines, hints.pointed)
        assert any(marked) != step.open


@pytest.mark.parametrize("locale", LOCALES)
def test_its_choice_stands_first_and_nothing_is_forbidden(locale: str) -> None:
    for key in CLOSED:
        game = before(key)
        prompt, own = page(game, locale=locale), buttons(page(game, locale=locale))
        assert own[0].value == WizardAnswer(TAKE_STEP)
        assert prompt.rows[0] == (own[0],)
        assert own[0].label.startswith(catalog(locale).say("lesson.choice", what="").strip())
        assert SteerLesson(LessonTurn.END) in [button.value for button in own]
        assert WizardAnswer(Sign.SUGGEST) not in [button.value for button in own]
        menus = [row for row in prompt.rows if isinstance(row, Menu)]
        assert menus


def test_the_deed_stands_before_its_price_on_each_plan() -> None:
    for key in CLOSED:
        game = before(key)
        deed, *others = page(game, asked_in(key)).text.splitlines()
        lesson = next(one.label for one in buttons(page(game)) if "Lesson: " in one.label)
        assert without_symbols(deed) == f"• {lesson.removeprefix('Lesson: ')}"
        assert others
    assert "Sun portal" in page(before("wheel"), asked_in("wheel")).text


def without_symbols(text: str) -> str:
    return re.sub(r"<[^>]*> ?", "", text)


def asked_in(key: str) -> Draft:
    asked = press(before(key), TAKE_STEP)
    assert isinstance(asked, Ask)
    return asked.draft


def marks(prompt: Page | Prompt) -> list[tuple[str, str]]:
    """The marked entries of menus: the mark and the control."""
    menus = (row for row in prompt.rows if isinstance(row, Menu))
    choices = [choice for menu in menus for choice in menu.choices]
    return [(each.mark, getattr(each.value, "token", "")) for each in choices if each.mark]


def test_menus_mark_the_choice_of_the_lesson_and_nothing_else() -> None:
    own = WORDS.say("lesson.mark")
    first = {key: marks(page(before(key))) for key in CLOSED}
    assert first == {
        "sail": [(own, "=ship E1;task B01 left")],
        "path": [(own, "=path 1")],
        "gnome": [],
        "procession": [],
        "fate": [(own, "=fate top b2 right")],
        "wheel": [(own, "=great-bonfire 3")],
    }
    game = before("gnome")
    asked = press(game, write_control(Sign.LIST, Subject.GNOME))
    assert isinstance(asked, Ask)
    listed = page(game, asked.draft)
    assert marks(listed) == [(own, "=recruit S25 1")]
    preview = press(before("wheel"), TAKE_STEP)
    assert isinstance(preview, Ask)
    own_preview = page(before("wheel"), preview.draft)
    assert not any(isinstance(row, Menu) for row in own_preview.rows)
    other = Draft(("great-bonfire 3", "pay 1 wild", "reward tile portal sun"))
    changes = marks(page(before("wheel"), other))
    assert {(mark, token.split(":")[-1]) for mark, token in changes} == {
        (own, "pay 2 ship"),
        (own, "reward goods portal sun"),
    }


def test_a_page_of_places_suggests_none() -> None:
    game = before("ignite")
    asked = press(game, write_control(Sign.CHANGE, 3), Draft(("ignite 2", "council 8", "bonus")))
    assert isinstance(asked, Ask)
    suggested = WORDS.say("offer.marked", offer="").strip()
    assert suggested in wizard_page(game, 0, asked.draft, WORDS).text
    assert suggested not in page(game, asked.draft).text


def test_its_choice_and_a_confirmation_play_the_step() -> None:
    for key in CLOSED:
        game = before(key)
        chosen = press(game, TAKE_STEP)
        assert isinstance(chosen, Ask)
        check_limits(page(game, chosen.draft))
        assert press(game, Sign.CONFIRM, chosen.draft) == Submit(step_of(key).answers)


FOUND = {
    "ignite": ("=ignite 2", "=council 1", "!"),
    "home": ("@procession", "=procession 2", "~2:walk own bonfire 2", "!"),
}
"""The presses of somebody who finds the turn of an open step."""
ASTRAY = {
    "ignite": {"near": ("=ignite 2", "=council 6", "!"), "other": ("=path 1", "!")},
    "home": {
        "near": ("@procession", "=procession 2", "~2:walk own path 2", "!"),
        "other": ("=recruit EL4 2", "!"),
    },
}
"""Those of somebody who does not, by how near they come."""


def pressed(game: Game, controls: tuple[str, ...], draft: Draft | None = None) -> PressResult:
    """Return the result of one press after another."""
    at = draft or Draft()
    result: PressResult = Ask(at)
    for control in controls:
        assert isinstance(result, Ask), control
        check_limits(page(game, result.draft))
        assert marks(page(game, result.draft)) == []
        result = press(game, control, result.draft)
    return result


@pytest.mark.parametrize("key", OPEN)
def test_in_an_open_step_people_find_the_move_themselves(key: str) -> None:
    assert pressed(before(key), FOUND[key]) == Submit(step_of(key).answers)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", OPEN)
def test_another_move_is_not_played_there_and_the_page_says_kindly_why(
    key: str, locale: str
) -> None:
    game, words = before(key), catalog(locale)
    goal = words.say(f"lesson.way_home.{key}")
    show = WizardAnswer(TAKE_STEP)
    assert press(game, TAKE_STEP) == Stale()
    draft = Draft()
    for tries, how in enumerate(("near", "other"), 1):
        assert show not in [button.value for button in buttons(page(game, draft))]
        missed = pressed(game, ASTRAY[key][how], draft)
        assert isinstance(missed, Ask)
        draft = Draft.load(missed.draft.dump())
        assert draft == Draft(missed=missed.draft.missed)
        assert len(draft.missed) == tries
        told = page(game, draft, locale)
        check_limits(told)
        assert goal in told.text
        assert words.say(f"lesson.way_home.{key}_{how}") in told.text
    assert buttons(page(game, draft, locale))[0].label == words.say("lesson.button.show")
    assert pressed(game, FOUND[key], draft) == Submit(step_of(key).answers)
    assert pressed(game, (TAKE_STEP, Sign.CONFIRM), draft) == Submit(step_of(key).answers)


def test_a_lesson_of_an_earlier_version_offers_the_new_one() -> None:
    game, kind = Game.new(GameOptions(players=1), 400), LessonGame.of("first_game")
    for locale in LOCALES:
        words = catalog(locale)
        told = kind.page(OFFERS, game, 0, Draft(), words)
        check_limits(told)
        assert told.text.startswith(words.say("lesson.rewritten"))
        values = [button.value for button in buttons(told)]
        assert {StartLesson(), SteerLesson(LessonTurn.END)} <= set(values)
    assert str(kind) == "lesson first_game"
    assert kind.press(game, 0, Draft(), TAKE_STEP) == Stale()
    assert kind.explains(game) is None
    assert kind.last_word(game) is None
    chosen = kind.press(game, 0, Draft(), "=ship E3;task B04 left")
    assert isinstance(chosen, Ask)
    assert WORDS.say("lesson.rewritten") not in kind.page(OFFERS, game, 0, chosen.draft, WORDS).text
    assert isinstance(kind.press(game, 0, chosen.draft, Sign.CONFIRM), Submit)


def test_a_step_that_has_begun_goes_on() -> None:
    game = played(1)
    *but_the_end, end = WAY_HOME.steps[1].answers
    for answer in but_the_end:
        game.submit(0, answer)
    assert WORDS.say("lesson.go_on") in page(game).text
    assert press(game, TAKE_STEP) == Submit((end,))


def test_another_way_is_told_and_leads_back() -> None:
    game = played(1)
    asked = press(game, write_control(Sign.ANSWER, "fate top b2 right"))
    assert isinstance(asked, Ask)
    told = page(game, asked.draft).text
    assert told.startswith("The lesson has something else in mind, but this gains you")
    confirmed = press(game, Sign.CONFIRM, asked.draft)
    assert isinstance(confirmed, Submit)
    for answer in confirmed.actions:
        game.submit(0, answer)
    assert WAY_HOME.standing(game) == OffPath(2, len(WAY_HOME.steps[0].answers))
    left = page(game)
    assert left.text.startswith(WORDS.say("lesson.left", step=2))
    values = [button.value for button in buttons(left)]
    assert {SteerLesson(LessonTurn.BACK), SteerLesson(LessonTurn.END)} <= set(values)
    assert press(game, TAKE_STEP) == Stale()


@dataclass
class Wanderer:
    """Somebody who presses anything, from some step of the lesson on."""

    dice: random.Random
    locale: str
    game: Game
    draft: Draft = field(default_factory=Draft)

    def walk(self) -> None:
        for _ in range(MOST_PRESSES_OFF):
            if self.game.waiting is None:
                return
            prompt = page(self.game, self.draft, self.locale)
            check_limits(prompt)
            offered = list(self.pressable(prompt))
            assert offered, f"a dead end: {prompt.text}"
            token = Sign.CONFIRM if Sign.CONFIRM in offered and self.dice.random() < 0.6 else None
            self.take(token or self.dice.choice(offered), prompt)

    def pressable(self, prompt: Page | Prompt) -> Iterator[str]:
        for row in prompt.rows:
            assert not isinstance(row, PeopleMenu)
            for each in row.choices if isinstance(row, Menu) else row:
                token = getattr(each.value, "token", None)
                if token is not None and token[:1] not in {Sign.TRY, *Sign.SUGGEST}:
                    yield token

    def take(self, token: str, prompt: Page | Prompt) -> None:
        before = WAY_HOME.standing(self.game)
        match press(self.game, token, self.draft):
            case Ask(draft):
                self.draft = draft
            case Think() as wanted:
                outcome = thought(wanted, 0)
                self.draft = outcome.draft if isinstance(outcome, Ask) else Draft()
            case TakeBack():
                self.game.undo(0)
                self.draft = Draft()
            case Submit(actions):
                self.check_note(prompt, actions, before)
                self.submit(actions)
                self.draft = Draft()
            case Stale():
                raise AssertionError(f"{token} is offered and stale: {prompt.text}")

    def submit(self, actions: tuple[Action, ...]) -> None:
        for answer in actions:
            if self.game.refusal(0, answer) is not None:
                return
            revealed = self.game.revealed
            self.game.submit(0, answer)
            if self.game.revealed > revealed:
                return

    def check_note(
        self, prompt: Page | Prompt, actions: tuple[Action, ...], before: object
    ) -> None:
        """What is told above the preview is what the answers then do."""
        say, first = catalog(self.locale).spell, prompt.text.split("\n")[0]
        events, twin = list[Event](), Game.load(self.game.dump())
        for answer in actions:
            if isinstance(answer, EndTurn) or twin.revealed > self.game.revealed:
                break
            made = twin.submit(0, answer)
            # The start tile is none of the plan's merits.
            events += () if isinstance(answer, ChooseStart) else made
        gained = balance(events, 0).gained
        aside = say(phrase("lesson.aside"))
        told = say(phrase("lesson.aside_gains", gains=gained)) if gained else aside
        follows = isinstance(before, OnPath) and actions == before.rest[: len(actions)]
        if not isinstance(before, OnPath) or follows:
            assert first not in {aside, told}
        elif twin.revealed == self.game.revealed and self.draft.answers and not self.draft.screen:
            assert first == told


@pytest.mark.parametrize("walks", [9, long(60), pytest.param(1000, marks=pytest.mark.soak)])
def test_who_leaves_the_path_finds_no_dead_end_and_no_false_word(walks: int) -> None:
    for seed in range(walks):
        dice = random.Random(seed)
        Wanderer(dice, LOCALES[seed % 3], played(dice.randrange(9))).walk()


def test_notation_of_the_lesson_is_the_short_one() -> None:
    for answer in WAY_HOME.line:
        assert parse_action(format_action(answer)) == answer
