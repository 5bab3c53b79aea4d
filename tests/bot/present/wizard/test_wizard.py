"""The private wizard: few presses, all of it changeable, always legal, nothing hidden seen."""

from dataclasses import replace

import pytest

from bot.model import controls, drafts, messages
from bot.model.custom_ids import write_button
from bot.present.questions import refusal_text
from bot.present.wizard.labels import chosen_actions
from bot.present.wizard.wizard import begin_draft, subject_completions, wizard_press
from bot.words import Counted
from engine import Game, GameOptions, IllegalAction, actions, agenda, bag, ids
from engine.data.council import CouncilBonus
from engine.notation import format_action, parse_action, parse_line
from tests.kit.marks import long
from tests.kit.pictured import pictured
from tests.kit.position import Position
from tests.kit.wizard_player import (
    WORDS,
    WizardPlayer,
    after,
    after_from,
    check_limits,
    curious,
    likely_best,
    rich,
    shown,
    tokens,
)


def test_a_game_can_be_played_by_presses_alone() -> None:
    player = WizardPlayer(Game.new(GameOptions(1), 11), curious(11))
    while player.game.waiting is not None:
        player.press()
        assert player.presses < 4000
    assert player.game.result is not None


@pytest.mark.parametrize(("players", "seed"), [long(2, 12), long(3, 13), long(4, 14)])
def test_whatever_is_pressed_the_next_page_is_within_discords_limits(
    players: int, seed: int
) -> None:
    player = WizardPlayer(Game.new(GameOptions(players), seed), curious(seed))
    while player.game.waiting is not None and player.presses < 120:
        player.press()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
def test_many_whole_games_can_be_played_by_presses_alone(seed: int) -> None:
    player = WizardPlayer(Game.new(GameOptions(1 + seed % 4), seed), curious(seed))
    while player.game.waiting is not None:
        player.press()
        assert player.presses < 6000


def test_an_ordinary_turn_takes_three_presses() -> None:
    player = WizardPlayer(Game.new(GameOptions(2), 1), likely_best)
    presses: list[int] = []
    turn, before = 1, 0
    while player.game.waiting is not None and len(presses) < 30:
        player.press()
        if player.game.view().turn != turn:
            presses.append(player.presses - before)
            turn, before = player.game.view().turn, player.presses
    # The first turn of each player begins with the choice of the start tile; a turn with a bonus
    # action takes longer too.
    ordinary = [count for count in presses[2:] if count <= 3]
    assert len(ordinary) >= 26


def test_the_turn_menu_names_what_is_possible_and_what_seems_best() -> None:
    prompt = shown(rich().game())
    menu = prompt.rows[0]
    assert isinstance(menu, messages.Menu)
    told = {write_button(choice.value) for choice in menu.choices}
    assert {"@path", "@gnome", "@great_bonfire", "@sail_task", "@fate:top", "@fate:bottom"} <= told
    assert all(choice.description for choice in menu.choices)
    assert pictured(prompt).seat == 0


def test_a_task_that_can_be_ignited_stands_in_the_menu_itself() -> None:
    game = rich().task(3, "B18").game()
    prompt = shown(game)
    assert "=ignite 3" in tokens(prompt)


def test_the_preview_shows_the_city_and_the_score_as_they_would_be() -> None:
    game = rich().task(3, "B18").game()
    draft = after(game, "=ignite 3", "=council 1")
    prompt = shown(game, draft)
    shown_view = pictured(prompt).view
    picture = shown_view.seats[0]
    assert picture.positions[2].task is not None
    assert picture.positions[2].task.lit
    assert f"→ {shown_view.expected(0)}, " in prompt.text
    assert not game.view().seats[0].bonfires


@pytest.mark.parametrize("sent", [5, 6])
def test_the_preview_says_that_the_countdown_starts(sent: int) -> None:
    """The seventh Novice starts it in a game of two."""
    position = rich().task(3, "B18")
    for space in range(1, sent + 1):
        position.council(space, *(["seat_1"] if space < 6 else ["neutral"]))
    game = position.game()
    told = (
        WORDS.say("preview.countdown") in shown(game, after(game, "=ignite 3", "=council 8")).text
    )
    assert told is (sent == 6)


def test_confirming_ends_the_turn_when_no_bonus_action_is_possible() -> None:
    game = rich().game()
    draft = after(game, "=path 1")
    outcome = wizard_press(game, 0, draft, "!")
    assert isinstance(outcome, drafts.Submit)
    assert outcome.actions[-1] == actions.EndTurn()
    assert WORDS.say("button.confirm_and_end") in [
        button.label for row in shown(game, draft).rows if isinstance(row, tuple) for button in row
    ]


def test_confirming_leaves_the_turn_open_when_a_bonus_action_is_possible() -> None:
    game = rich().portals(7, 6, 5, 4, 3, 2, 1).game()
    draft = after(game, "=path 1")
    outcome = wizard_press(game, 0, draft, "!")
    assert isinstance(outcome, drafts.Submit)
    assert outcome.actions[-1] != actions.EndTurn()
    for action in outcome.actions:
        game.submit(0, action)
    pressable = tokens(shown(game))
    assert "=end" in pressable
    assert "u" in pressable
    assert "=neutral portals" in pressable


def test_every_step_of_a_plan_can_be_changed_and_the_rest_stays() -> None:
    game = rich().game()
    draft = after(game, "=ship E1;task " + _task_on(game, "E1") + " left")
    before = _plan_lines(game, draft)
    payment = next(at for at, line in enumerate(before) if line.startswith("pay"))
    changing = after_from(game, draft, f"~{payment}")
    pressable = [each for each in tokens(shown(game, changing)) if each.startswith("=pay")]
    other = next(each for each in pressable if each != f"={before[payment]}")
    changed = after_from(game, changing, other)
    lines = _plan_lines(game, changed)
    assert lines[payment] == other.removeprefix("=")
    assert lines[0] == before[0]
    assert [line for line in lines if line.startswith("task")] == [
        line for line in before if line.startswith("task")
    ]


def test_leaving_a_change_keeps_the_plan() -> None:
    game = rich().game()
    draft = after(game, "=path 1")
    before = _plan_lines(game, draft)
    kept = after_from(game, draft, "~1", "<")
    assert _plan_lines(game, kept) == before


def test_any_payment_can_be_put_together_piece_by_piece() -> None:
    game = rich().game()
    draft = after(game, "=path 1", "~1")
    draft = after_from(game, draft, "+ship", "+task")
    assert _plan_lines(game, draft)[1] == "pay 1 ship 1 task"


def test_the_stepper_offers_only_pieces_that_lead_to_a_legal_payment() -> None:
    game = rich().game()
    draft = after(game, "=path 1", "~1", "+ship")
    pressable = tokens(shown(game, draft))
    assert "+task" in pressable
    assert "+wild" not in pressable
    assert isinstance(wizard_press(game, 0, draft, "+wild"), drafts.Stale)


def test_the_places_of_a_fate_tile_are_numbers_and_a_menu_of_the_others() -> None:
    game = Position().tiles(wild=1).game()
    numbers, menu, *_ = shown(game, after(game, "@fate:top")).rows
    assert isinstance(numbers, tuple)
    assert [each.label for each in numbers[:2]] == ["Spot 1", "Spot 2"]
    assert isinstance(menu, messages.Menu)
    places = [write_button(each.value) for each in numbers]
    places += [write_button(each.value) for each in menu.choices]
    assert all(place.startswith("=fate top") for place in places)
    assert len(set(places)) == len(places) > 10


def test_a_fate_tile_of_the_council_is_one_of_the_likely_best_or_of_one_end() -> None:
    game = rich().asked(agenda.AfterTurn(), agenda.CouncilChoice(CouncilBonus.FATE)).game()
    likely = shown(game, drafts.Draft(screen=controls.Screen.read("change")))
    assert {"+top", "+bottom"} <= set(tokens(likely))
    aimed = after_from(game, drafts.Draft(screen=controls.Screen.read("change")), "+bottom")
    places = [each for each in tokens(shown(game, aimed)) if each.startswith("=fate")]
    assert places
    assert all(each.startswith("=fate bottom") for each in places)
    assert after_from(game, aimed, "<") == drafts.Draft(screen=controls.Screen.read("change"))


def test_long_lists_are_paged() -> None:
    game = rich().game()
    draft = after(game, "@sail_task")
    first = shown(game, draft)
    if "#1" in tokens(first):
        second = shown(game, after_from(game, draft, "#1"))
        assert not set(tokens(first)[:25]) & set(tokens(second)[:25]) - {"<"}
    check_limits(first)


def test_a_plan_that_reveals_something_stops_there() -> None:
    game = rich().game()
    draft = after(game, "=path pile")
    prompt = shown(game, draft)
    assert WORDS.say("preview.reveals") in prompt.text
    assert pictured(prompt).view.seats[0].positions[1].built is False


def test_why_not_names_the_rule_for_every_kind_of_action() -> None:
    game = Position().game()
    for subject in ("ignite", "path", "sail", "task", "guardian", "gnome", "neutral", "pass"):
        draft = after(game, "?", f"?{subject}")
        prompt = shown(game, draft)
        check_limits(prompt)
        assert prompt.text.count("\n") >= 1, subject
    told = shown(game, after(game, "?path")).text
    assert WORDS.spell(Counted(ids.ActionType.PATH, 1)) in told


def test_a_task_that_is_not_met_tells_what_is_missing() -> None:
    game = Position().task(2, "R07").portals(7).game()
    assert "1 of 3" in shown(game, after(game, "?ignite")).text


def test_what_is_possible_is_said_to_be_possible() -> None:
    game = rich().game()
    assert WORDS.say("why.possible") in shown(game, after(game, "?path")).text


def test_a_token_that_does_not_fit_is_stale() -> None:
    game = rich().game()
    for token in ("", "x", "=path 9", "=ignite 5", "@nowhere", "#x", "~7", "!", "+", ".", "=pay"):
        outcome = wizard_press(game, 0, drafts.Draft(), token)
        assert isinstance(outcome, drafts.Stale) or token == "+", token


def test_a_draft_that_does_not_fit_shows_the_present_page() -> None:
    game = rich().game()
    assert shown(game, drafts.Draft(("ignite 5",))) == shown(game)
    with pytest.raises(ValueError, match="draft"):
        drafts.Draft.load("[1]")


def test_nobody_else_is_asked() -> None:
    game = rich().game()
    assert wizard_press(game, 1, drafts.Draft(), "@path") == drafts.Stale()
    assert subject_completions(game, 1, controls.Subject.PATH, WORDS) == ()
    with pytest.raises(IllegalAction):
        begin_draft(game, 1, (actions.TakePath(1),))


def test_commands_begin_a_plan_or_are_refused_with_a_rule() -> None:
    game = rich().game()
    draft = begin_draft(game, 0, (actions.TakePath(1),))
    assert _plan_lines(game, draft)[0] == "path 1"
    with pytest.raises(IllegalAction) as refused:
        begin_draft(game, 0, parse_line("ignite 3"))
    assert refusal_text(refused.value.refusal, WORDS)


def test_what_a_command_leaves_open_is_asked() -> None:
    game = rich().game()
    draft = begin_draft(game, 0, (actions.MoveShip("E1"),))
    prompt = shown(game, draft)
    assert WORDS.say("question.island") in prompt.text


def test_completions_are_the_legal_answers() -> None:
    game = rich().game()
    paths = subject_completions(game, 0, controls.Subject.PATH, WORDS)
    assert {each.value for each in paths} >= {"=path 1", "=path pile"}
    for subject in controls.Subject:
        for choice in subject_completions(game, 0, subject, WORDS):
            assert len(choice.label) <= 100
            first = chosen_actions(choice.value)[0]
            assert game.refusal(0, first) is None


def test_a_bonus_action_is_taken_by_presses() -> None:
    game = rich().portals(7, 6, 5, 4, 3, 2, 1).game()
    draft = after(game, "=neutral portals", "=council 1")
    outcome = wizard_press(game, 0, draft, "!")
    assert isinstance(outcome, drafts.Submit)
    assert isinstance(outcome.actions[0], actions.SendNeutral)
    assert outcome.actions[-1] != actions.EndTurn()


def test_a_payment_keeps_what_the_island_needs() -> None:
    game = Position().tiles(task=1, ship=1).resources(herb=1, blossom=1, fruit=1, gold=2).game()
    offered = subject_completions(game, 0, controls.Subject.SAIL_TASK, WORDS)
    assert offered
    draft = begin_draft(game, 0, chosen_actions(offered[0].value))
    payments = [parse_action(line) for line in _plan_lines(game, draft) if line.startswith("pay")]
    assert payments[0] == actions.PayTiles(bag.ActionTiles.of(ids.ActionType.SHIP))


def _plan_lines(game: Game, draft: drafts.Draft) -> list[str]:
    outcome = wizard_press(game, 0, draft, "~0")
    assert isinstance(outcome, drafts.Ask)
    return list(outcome.draft.later)


def _task_on(game: Game, code: str) -> str:
    island = next(each for each in game.view().islands if each.island.code == code)
    return next(slot.task.id for slot in island.slots if slot.task)


def test_a_list_of_another_question_is_empty_and_can_be_left() -> None:
    game = rich().game()
    game.submit(0, actions.TakePath(1))
    prompt = shown(game, drafts.Draft(screen=controls.Screen.read("list:path"), page=-3))
    check_limits(prompt)
    assert tokens(prompt) == ["<", controls.write_control(controls.Sign.RULES, "action:path")]


def test_the_price_of_a_gnome_can_be_changed_in_its_plan() -> None:
    game = rich().game()
    dear = next(each for each in game.legal_actions() if isinstance(each, actions.RecruitGnome))
    cheap = replace(dear, tiles=3 - dear.tiles)
    asking = after(game, f"={format_action(dear)}", "~0")
    page = shown(game, asking)
    check_limits(page)
    menu = page.rows[0]
    assert isinstance(menu, messages.Menu)
    assert {write_button(each.value) for each in menu.choices} == {
        f"={format_action(each)}" for each in (dear, cheap)
    }
    assert len({each.description for each in menu.choices}) == 2
    assert _plan_lines(game, after_from(game, asking, "<"))[0] == format_action(dear)
    changed = after_from(game, asking, f"={format_action(cheap)}")
    assert _plan_lines(game, changed)[0] == format_action(cheap)


def test_the_price_of_a_gnome_can_be_changed_after_the_first_steps_of_a_plan() -> None:
    """A bonus action comes before: the menu holds prices alone, not all that a turn offers."""
    game = rich().portals(7, 6, 5, 4, 3, 2, 1).game()
    dear = next(each for each in game.legal_actions() if isinstance(each, actions.RecruitGnome))
    draft = after(game, "=neutral portals", "=council 1", f"={format_action(dear)}")
    page = shown(game, draft)
    check_limits(page)
    menus = [row for row in page.rows if isinstance(row, messages.Menu)]
    values = [{write_button(each.value) for each in menu.choices} for menu in menus]
    assert {f"~3:recruit {dear.gnome} {tiles}" for tiles in (1, 2)} in values


def test_what_is_done_in_a_turn_is_chosen_from_the_turn_page_alone() -> None:
    game = rich().game()
    assert "~0" not in tokens(shown(game, after(game, "=path 1")))
