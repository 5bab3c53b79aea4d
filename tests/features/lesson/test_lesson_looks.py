"""The pages of a step of the lesson: its picture, all of it a press away, and its plan."""

from bot.features.lesson import values
from bot.model import drafts
from bot.model.controls import Sign
from tests.features.lesson.steps import CLOSED, OPEN, before, dealt, page, press
from tests.kit.pictured import pictured
from tests.kit.wizard_player import buttons


def test_the_whole_picture_is_one_press_away_and_the_step_stays() -> None:
    shown_in_part = []
    for key in CLOSED:
        game = before(key)
        step = page(game)
        if not pictured(step).cut_outs:
            continue
        shown_in_part.append(key)
        pressed = press(game, Sign.WHOLE)
        assert isinstance(pressed, drafts.Ask)
        whole = page(game, pressed.draft)
        assert pictured(whole) == pictured(step).whole
        assert whole.text == step.text
        assert press(game, values.TAKE_STEP, pressed.draft) == press(game, values.TAKE_STEP)
        assert press(game, Sign.WHOLE, pressed.draft) == drafts.Ask(drafts.Draft())
    assert shown_in_part


def test_another_look_at_an_open_step_forgets_no_try() -> None:
    for key in OPEN:
        draft = drafts.Draft(missed=("pass", "pass"))
        looked = press(before(key), Sign.FURTHER, draft)
        assert isinstance(looked, drafts.Ask)
        assert looked.draft.missed == draft.missed
        assert page(before(key), looked.draft).text == page(before(key), draft).text


def test_the_plan_of_the_lesson_is_not_changed() -> None:
    """Neither by a menu nor, where one step alone could be, by a button."""
    game = dealt()
    for answer in values.WAY_HOME.line[:3]:
        game.submit(0, answer)
    chosen = press(game, values.TAKE_STEP)
    assert isinstance(chosen, drafts.Ask)
    controls = [getattr(one.value, "token", "") for one in buttons(page(game, chosen.draft))]
    assert Sign.CONFIRM in controls
    assert not [one for one in controls if one.startswith(Sign.CHANGE)]
