"""The picture of a step of the lesson: its place, and all of it a press away."""

from bot.features.lesson.values import TAKE_STEP
from bot.model.controls import Sign
from bot.model.drafts import Ask, Draft
from tests.bot.test_lessons import CLOSED, OPEN, before, page, press
from tests.pictured import pictured


def test_the_whole_picture_is_one_press_away_and_the_step_stays() -> None:
    shown_in_part = []
    for key in CLOSED:
        game = before(key)
        step = page(game)
        if not pictured(step).cut_outs:
            continue
        shown_in_part.append(key)
        pressed = press(game, Sign.WHOLE)
        assert isinstance(pressed, Ask)
        whole = page(game, pressed.draft)
        assert pictured(whole) == pictured(step).whole
        assert whole.text == step.text
        assert press(game, TAKE_STEP, pressed.draft) == press(game, TAKE_STEP)
        assert press(game, Sign.WHOLE, pressed.draft) == Ask(Draft())
    assert shown_in_part


def test_another_look_at_an_open_step_forgets_no_try() -> None:
    for key in OPEN:
        draft = Draft(missed=("pass", "pass"))
        looked = press(before(key), Sign.FURTHER, draft)
        assert isinstance(looked, Ask)
        assert looked.draft.missed == draft.missed
        assert page(before(key), looked.draft).text == page(before(key), draft).text
