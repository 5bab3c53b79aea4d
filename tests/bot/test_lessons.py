"""Lessons are records: played here, so that no change of the rules breaks them or their texts."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from bot.features.lesson.pages import lesson_page, lesson_press
from bot.features.lesson.values import FIRST_GAME, LESSONS, Learned, OffPath, OnPath
from bot.model.button_choices import LessonTurn
from bot.model.buttons import SteerLesson
from bot.model.controls import Sign, write_control
from bot.model.drafts import Ask, Draft, PressResult, Stale, Submit, TakeBack, Think
from bot.model.messages import Button, Menu, PeopleMenu, Prompt
from bot.model.pages import Page
from bot.present.wizard import tokens
from bot.present.wizard.summary import balance
from bot.words import catalog, phrase
from engine import Game, GameOptions
from engine.actions import Action, ChooseStart, EndTurn
from engine.bag import ActionTiles, Resources
from engine.events import (
    BonfireLit,
    Event,
    FatePlaced,
    GnomeRecruited,
    GuardianMoved,
    GuardianRetrieved,
    NovicePlaced,
    PathBuilt,
    PortalPlaced,
    ResourcesChanged,
    Source,
    TaskReceived,
    TilesChanged,
)
from engine.ids import ActionType, Guardian, PortalKind, Resource
from engine.notation import format_action, parse_action
from tests.bot.wizard_player import check_limits, thought
from tests.marks import long

LOCALES = ("en", "de", "pl")
WORDS = catalog()
MOST_PRESSES_OFF = 15
"""How long a walk off the path goes on."""


def dealt() -> Game:
    return Game.new(GameOptions(players=1), FIRST_GAME.seed)


def played(steps: int) -> Game:
    """The lesson when so many of its steps have been played."""
    game = dealt()
    for step in FIRST_GAME.steps[:steps]:
        for answer in step.answers:
            game.submit(0, answer)
    return game


def page(game: Game, draft: Draft | None = None, locale: str = "en") -> Page | Prompt:
    return lesson_page(FIRST_GAME, game, 0, draft or Draft(), catalog(locale))


def press(game: Game, token: str, draft: Draft | None = None) -> PressResult:
    return lesson_press(FIRST_GAME, game, 0, draft or Draft(), token)


def events_of(step: str) -> tuple[Event, ...]:
    """What happens to the person in a step."""
    number = next(at for at, each in enumerate(FIRST_GAME.steps) if each.key == step)
    game, events = played(number), list[Event]()
    for answer in FIRST_GAME.steps[number].answers:
        if not isinstance(answer, EndTurn):
            events += game.submit(0, answer)
    return tuple(events)


def buttons(prompt: Page | Prompt) -> list[Button]:
    return [button for row in prompt.rows if isinstance(row, tuple) for button in row]


def test_the_lesson_is_legal_and_lights_its_first_bonfire_in_its_eighth_turn() -> None:
    assert list(LESSONS.values()) == [FIRST_GAME]
    assert len(FIRST_GAME.steps) == 8
    for done in range(8):
        game = played(done)
        assert game.view().seats[0].bonfires == 0
        assert game.view().turn == 2 * done + 1
        assert FIRST_GAME.standing(game) == OnPath(
            done + 1, FIRST_GAME.steps[done].answers, begun=False
        )
    game = played(8)
    assert game.view().seats[0].bonfires == 1
    assert FIRST_GAME.standing(game) == Learned(just=True)


def test_nothing_else_could_be_lit_before() -> None:
    for done in range(8):
        spots = (spot.task for spot in played(done).view().seats[0].positions)
        ready = [held.task.id for held in spots if held is not None and held.met]
        assert ready == (["B04"] if done == 7 else [])


def test_what_the_steps_say_is_so() -> None:
    """Every fact in the sentences of the lesson, by step."""
    (task,) = [each for each in events_of("sail") if isinstance(each, TaskReceived)]
    assert (task.task, task.island) == ("B04", "E3")
    assert played(1).view().seats[0].tiles.total == 3

    wheel = events_of("wheel")
    assert PortalPlaced(0, PortalKind.MOON, 3, 7) in wheel
    assert next(e for e in wheel if isinstance(e, TilesChanged)).lost.total == 1
    assert played(1).view().seats[0].positions[6].task is not None

    moved = next(e for e in events_of("procession") if isinstance(e, GuardianMoved))
    assert (moved.guardian, moved.place.position) == (Guardian.OWN, 1)
    gold = next(e for e in events_of("procession") if isinstance(e, ResourcesChanged))
    assert gold.gained == Resources.of(Resource.GOLD)

    assert played(3).view().seats[0].tiles.total == 1
    fate = events_of("fate")
    assert any(isinstance(each, FatePlaced) for each in fate)
    assert balance(fate, 0).tiles.total == 5
    assert not balance(fate, 0).discarded

    before = played(4).view().seats[0].tiles
    assert not before[ActionType.GNOME]
    gnome = events_of("gnome")
    assert next(e for e in gnome if isinstance(e, GnomeRecruited)).gnome == "S18"
    assert next(e for e in gnome if isinstance(e, TilesChanged)).lost.total == 2

    ship = played(5).view().seats[0].ship
    assert ship == "E3"
    blue = next(e for e in events_of("guardian") if isinstance(e, GuardianRetrieved))
    assert blue.guardian is Guardian.BLUE

    fourth = played(6).view().path_display[3]
    assert fourth is not None
    assert fourth.resource is Resource.ROOT
    assert any(isinstance(each, PathBuilt) for each in events_of("path"))

    ignite = events_of("ignite")
    assert any(isinstance(each, BonfireLit) for each in ignite)
    assert any(isinstance(each, NovicePlaced) for each in ignite)
    assert not any(isinstance(e, TilesChanged) and e.source is Source.COST for e in ignite)
    assert balance(ignite, 0).tiles == ActionTiles.of(ActionType.WILD)
    assert balance(ignite, 0).goods == Resources.of(Resource.GOLD, Resource.GOLD)

    spot = played(8).view().seats[0].positions[6]
    assert spot.task is not None
    assert (spot.task.task.points, spot.portal, spot.guardian_value) == (2, True, 8)


@pytest.mark.parametrize("locale", LOCALES)
def test_each_step_says_in_two_sentences_what_is_marked_on_its_picture(locale: str) -> None:
    for done, step in enumerate(FIRST_GAME.steps):
        prompt = page(played(done), locale=locale)
        check_limits(prompt)
        told = catalog(locale).say(f"lesson.first_game.{step.key}")
        assert len(re.findall(r"[.!?](?:\s|$)", told)) <= 2, told
        assert told in prompt.text
        (picture,) = prompt.pictures
        hints = picture.hints
        assert any(
            (hints.fate, hints.sailing, hints.wheel, hints.walks, hints.lines, hints.pointed)
        )


@pytest.mark.parametrize("locale", LOCALES)
def test_its_choice_stands_first_and_nothing_is_forbidden(locale: str) -> None:
    for done in range(8):
        game = played(done)
        prompt, own = page(game, locale=locale), buttons(page(game, locale=locale))
        assert own[0].value == tokens.answer_of(game, Sign.LESSON)
        assert own[0] in prompt.rows[0]  # type: ignore[operator]
        assert own[0].label.startswith(catalog(locale).say("lesson.choice", what="").strip())
        assert SteerLesson(LessonTurn.END) in [button.value for button in own]
        assert tokens.answer_of(game, Sign.SUGGEST) not in [button.value for button in own]
        menus = [row for row in prompt.rows if isinstance(row, Menu)]
        mark = catalog(locale).say("offer.suggested")
        assert menus
        assert not any(each.description.startswith(mark) for row in menus for each in row.choices)


def test_its_choice_and_a_confirmation_play_the_step() -> None:
    for done, step in enumerate(FIRST_GAME.steps):
        game = played(done)
        chosen = press(game, Sign.LESSON)
        assert isinstance(chosen, Ask)
        check_limits(page(game, chosen.draft))
        assert press(game, Sign.CONFIRM, chosen.draft) == Submit(step.answers)


def test_a_step_that_has_begun_goes_on() -> None:
    game = played(1)
    *but_the_end, end = FIRST_GAME.steps[1].answers
    for answer in but_the_end:
        game.submit(0, answer)
    assert WORDS.say("lesson.go_on") in page(game).text
    assert press(game, Sign.LESSON) == Submit((end,))


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
    assert FIRST_GAME.standing(game) == OffPath(2, len(FIRST_GAME.steps[0].answers))
    left = page(game)
    assert left.text.startswith(WORDS.say("lesson.left", step=2))
    values = [button.value for button in buttons(left)]
    assert {SteerLesson(LessonTurn.BACK), SteerLesson(LessonTurn.END)} <= set(values)
    assert press(game, Sign.LESSON) == Stale()


def test_when_it_is_over_that_is_said_once() -> None:
    game = played(8)
    assert page(game).text.startswith(WORDS.say("lesson.first_game.learned"))
    chosen = press(game, write_control(Sign.ANSWER, "fate bottom b1 right"))
    assert isinstance(chosen, Ask)
    confirmed = press(game, Sign.CONFIRM, chosen.draft)
    assert isinstance(confirmed, Submit)
    for answer in confirmed.actions:
        game.submit(0, answer)
    assert FIRST_GAME.standing(game) == Learned(just=False)
    prompt = page(game)
    assert WORDS.say("lesson.first_game.learned") not in prompt.text
    assert SteerLesson(LessonTurn.END) in [button.value for button in buttons(prompt)]


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
            prompt = lesson_page(FIRST_GAME, self.game, 0, self.draft, catalog(self.locale))
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
        before = FIRST_GAME.standing(self.game)
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
    for answer in FIRST_GAME.line:
        assert parse_action(format_action(answer)) == answer
