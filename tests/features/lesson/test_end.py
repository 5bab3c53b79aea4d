"""The end of the lesson: what is said there, and the ways on."""

from bot.features.lesson import values
from bot.features.lesson.pages import ended_lesson, lesson_page
from bot.features.lesson.service import LessonGame
from bot.model import controls, drafts
from bot.present.wizard.page_builder import DraftState
from bot.words import catalog
from tests.features.lesson.steps import page, played, press
from tests.kit.stack import OFFERS
from tests.kit.wizard_player import buttons

WORDS = catalog()


def test_its_end_names_and_shows_no_exercises_that_the_bot_does_not_have() -> None:
    without = lesson_page(values.WAY_HOME, DraftState(played(8), 0, drafts.Draft()), WORDS, ())
    assert without.text == WORDS.say("lesson.how_it_ends")
    assert buttons(without)[0].value == values.SteerLesson(values.LessonTurn.END)
    ways_on = {way.value for way in OFFERS.learned}
    assert ways_on.isdisjoint(button.value for button in buttons(ended_lesson(WORDS, ())))


def test_when_it_is_over_that_is_said_once() -> None:
    kind, game = LessonGame(values.WAY_HOME.key), played(8)
    learned = kind.last_word(game)
    assert learned is not None
    assert [kind.last_word(played(done)) for done in range(8)] == [None] * 8
    last = ("lesson.how_it_ends", "lesson.next")
    assert page(game).text == "\n\n".join(map(WORDS.say, last))
    ways = [*(way.value for way in OFFERS.learned), values.SteerLesson(values.LessonTurn.END)]
    assert [button.value for button in buttons(page(game))[: len(ways)]] == ways
    chosen = press(game, controls.write_control(controls.Sign.ANSWER, "path 1"))
    assert isinstance(chosen, drafts.Ask)
    confirmed = press(game, controls.Sign.CONFIRM, chosen.draft)
    assert isinstance(confirmed, drafts.Submit)
    for answer in confirmed.actions:
        game.submit(0, answer)
    assert values.WAY_HOME.standing(game) == values.Learned(just=False)
    prompt = page(game)
    assert kind.last_word(game) is None
    assert WORDS.say("lesson.next") not in prompt.text
    assert values.SteerLesson(values.LessonTurn.END) in [button.value for button in buttons(prompt)]
