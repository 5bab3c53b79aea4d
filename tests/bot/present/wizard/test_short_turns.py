"""What needs no choice is no menu, what decides nothing more is no preview, what is rare waits."""

import pytest

from bot.model import controls, drafts, messages
from bot.model.custom_ids import write_button
from bot.present.wizard.wizard import wizard_press
from engine import actions
from engine.notation import parse_line
from tests.kit.position import Position
from tests.kit.wizard_player import WORDS, buttons, check_limits, rich, shown, tokens


def menus(page: messages.Page | messages.Prompt) -> list[messages.Menu]:
    return [row for row in page.rows if isinstance(row, messages.Menu)]


@pytest.mark.parametrize("tiles", [1, 2])
def test_what_stands_alone_is_a_button(tiles: int) -> None:
    game = Position().row().countdown(3).tiles(ship=1, gnome=tiles - 1).game()
    listed = shown(game, drafts.Draft(screen=controls.Screen.read("list:discard")))
    assert bool(menus(listed)) is (tiles > 1)
    (first, *_) = tokens(listed)
    assert first.startswith("=discard")
    check_limits(listed)


def test_what_is_seldom_wanted_stands_behind_one_entry() -> None:
    game = rich().game()
    page = shown(game)
    turn = menus(page)[0]
    last = turn.choices[-1]
    assert write_button(last.value) == controls.Sign.MORE
    assert last.label == WORDS.say("subject.more")
    assert last.description == " ".join(
        f"{WORDS.say(f'subject.{each}')}." for each in ("sail", "discard")
    )
    assert not [one for one in tokens(page) if one.startswith(("@sail:", "@discard", "=discard"))]
    opened = wizard_press(game, 0, drafts.Draft(), controls.Sign.MORE)
    assert isinstance(opened, drafts.Ask)
    more = shown(game, opened.draft)
    check_limits(more)
    chosen = [one.removeprefix("=") for one in tokens(more) if one.startswith("=")]
    kinds = {type(parse_line(one)[0]) for one in chosen}
    assert kinds == {actions.MoveShip, actions.Discard}
    planned = wizard_press(game, 0, opened.draft, f"={chosen[-1]}")
    assert isinstance(planned, drafts.Ask)
    assert wizard_press(game, 0, planned.draft, controls.Sign.BACK) == opened
    assert wizard_press(game, 0, opened.draft, controls.Sign.BACK) == drafts.Ask(drafts.Draft())


def test_who_can_only_pass_does_it_by_one_press() -> None:
    game = Position().row().countdown(3).game()
    (passing,) = [one for one in buttons(shown(game)) if write_button(one.value) == "=pass"]
    assert passing.label == "Pass for 3 points and take no more turns (looks best)"
    done = wizard_press(game, 0, drafts.Draft(), "=pass")
    assert isinstance(done, drafts.Submit)
    assert done.actions[0] == actions.Pass()


def test_who_could_do_more_sees_what_passing_means_first() -> None:
    assert isinstance(
        wizard_press(rich().countdown(3).game(), 0, drafts.Draft(), "=pass"), drafts.Ask
    )


def test_another_answer_of_a_plan_is_one_choice_away() -> None:
    game = Position().tiles(ship=1, task=1, wild=1).resources(shell=2, herb=1).game()
    planned = wizard_press(game, 0, drafts.Draft(), "=ship E3;task Y11 left")
    assert isinstance(planned, drafts.Ask)
    page = shown(game, planned.draft)
    check_limits(page)
    others = [one for one in tokens(page) if one.startswith("~") and ":put " in one]
    changed = wizard_press(game, 0, planned.draft, others[-1])
    assert isinstance(changed, drafts.Ask)
    space = others[-1].rpartition(" ")[2]
    assert f"put {space}" in changed.draft.answers
    done = wizard_press(game, 0, changed.draft, controls.Sign.CONFIRM)
    assert isinstance(done, drafts.Submit)
    assert actions.PutTask(int(space)) in done.actions
    assert isinstance(wizard_press(game, 0, planned.draft, "~0:put 99"), drafts.Stale)
