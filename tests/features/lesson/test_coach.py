"""The coach in a lesson: it leaves the line to the lesson, and speaks beside it."""

from typing import Final

from bot.features.lesson import values
from bot.features.lesson.service import OF_STEP, LessonGame
from bot.model import drafts
from bot.model.coach import Idea
from bot.present.wizard.coach import Coach
from bot.present.wizard.wizard import wizard_page
from bot.words import catalog
from engine import Game, GameOptions
from engine.agents import play_turn

WORDS: Final = catalog()
ALL: Final = frozenset(Idea)


def test_each_idea_of_the_line_is_told_at_a_step_of_it() -> None:
    assert set(OF_STEP) <= {step.key for step in values.WAY_HOME.steps}


def test_on_the_line_of_a_lesson_the_lesson_speaks() -> None:
    game = Game.new(GameOptions(1), values.WAY_HOME.seed)
    kind = LessonGame(values.WAY_HOME.key)
    for step in values.WAY_HOME.steps:
        assert kind.explains(game) == OF_STEP.get(step.key, ())
        for answer in step.answers:
            game.submit(0, answer)
    assert kind.explains(game) == ()


def test_who_leaves_the_path_of_a_lesson_goes_on_under_the_coach() -> None:
    game = Game.new(GameOptions(1), values.WAY_HOME.seed)
    for answer in (*values.WAY_HOME.steps[0].answers, *values.WAY_HOME.steps[1].answers):
        game.submit(0, answer)
    stray = next(answer for answer in play_turn(game, 0, 1))
    assert stray != values.WAY_HOME.steps[2].answers[0]
    for answer in play_turn(game, 0, 1):
        game.submit(0, answer)
    untold = ALL - {Idea.SAILING, Idea.TASK}
    page = wizard_page(game, 0, drafts.Draft(), WORDS)
    assert LessonGame(values.WAY_HOME.key).explains(game) is None
    coached = Coach(untold).above(page, game, 0, drafts.Draft())
    assert coached.told == (Idea.TURN,)
