"""Steps of the lesson are counted, for operators."""

from bot.features.lesson.service import LESSON_STEPS, LessonGame
from bot.features.lesson.values import WAY_HOME
from bot.model.telemetry import TALLY
from engine import Game, GameOptions


def test_each_step_of_the_lesson_is_counted_once() -> None:
    kind, game = LessonGame(WAY_HOME.key), Game.new(GameOptions(players=1), WAY_HOME.seed)
    before = TALLY.copy()
    for answer in WAY_HOME.line:
        game.submit(0, answer)
        kind.answered(game)
    assert TALLY - before == {(LESSON_STEPS, step.key): 1 for step in WAY_HOME.steps}


def test_beside_the_lesson_nothing_is_counted() -> None:
    kind, game = LessonGame(WAY_HOME.key), Game.new(GameOptions(players=1), WAY_HOME.seed)
    other = next(each for each in game.legal_actions() if each != WAY_HOME.line[0])
    before = TALLY.copy()
    game.submit(0, other)
    kind.answered(game)
    assert before == TALLY
