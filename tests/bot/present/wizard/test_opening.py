"""The first turn of a seat: a start tile chosen beforehand, changed by one press."""

import pytest

from bot.model import controls, drafts, messages
from bot.model.custom_ids import write_button
from bot.present.wizard.labels import label
from bot.present.wizard.opening import opening_of
from bot.present.wizard.wizard import begin_draft, wizard_press
from engine import Game, GameOptions, actions, agenda
from engine.notation import format_action, parse_action
from tests.kit.stack import Stack
from tests.kit.wizard_player import WORDS, check_limits, shown, tokens


def new_game() -> Game:
    return Game.new(GameOptions(1), 3)


def press(game: Game, token: str, draft: drafts.Draft | None = None) -> drafts.PressResult:
    return wizard_press(game, 0, draft or drafts.Draft(), token)


def start_of(draft: drafts.Draft) -> actions.ChooseStart:
    start = parse_action(draft.answers[0])
    assert isinstance(start, actions.ChooseStart)
    return start


def starts(game: Game) -> list[str]:
    return [each for each in tokens(shown(game)) if each.startswith(controls.Sign.START)]


def told(game: Game, start: actions.ChooseStart) -> str:
    return WORDS.spell(label(start, game.view(), 0, agenda.StartTileChoice()))


def test_a_first_turn_takes_two_presses_and_begins_with_the_start_tile() -> None:
    game = new_game()
    turn, *_, start = shown(game).rows
    assert isinstance(turn, messages.Menu)
    assert isinstance(start, messages.Menu)
    assert write_button(start.choices[0].value).startswith(controls.Sign.START)
    planned = press(game, write_button(turn.choices[0].value))
    assert isinstance(planned, drafts.Ask)
    assert told(game, start_of(planned.draft)) in shown(game, planned.draft).text
    confirmed = press(game, "!", planned.draft)
    assert isinstance(confirmed, drafts.Submit)
    assert confirmed.actions[0] == start_of(planned.draft)
    for action in confirmed.actions:
        game.submit(0, action)
    assert game.view().turn > 1


def test_every_other_start_tile_is_one_press_away() -> None:
    game = new_game()
    reached = set()
    for token in starts(game):
        changed = press(game, token)
        assert isinstance(changed, drafts.Ask)
        page = shown(game, changed.draft)
        check_limits(page)
        assert told(game, start_of(changed.draft)) in page.text
        reached.add(start_of(changed.draft))
    assert len(reached) == len(game.legal_actions()) - 1


def test_lists_questions_and_changes_keep_the_start_tile() -> None:
    game = new_game()
    changed = press(game, starts(game)[-1])
    assert isinstance(changed, drafts.Ask)
    for token in ("@path", "?", "=procession 1"):
        opened = press(game, token, changed.draft)
        assert isinstance(opened, drafts.Ask)
        check_limits(shown(game, opened.draft))
        back = press(game, "<", opened.draft)
        assert back == changed


def test_a_start_tile_given_in_a_command_is_the_one_chosen() -> None:
    game = new_game()
    wanted = game.legal_actions()[-1]
    draft = begin_draft(game, 0, (wanted,))
    assert draft.answers == (format_action(wanted),)
    assert wanted not in map(parse_action, (each[1:] for each in starts_shown(game, draft)))


def starts_shown(game: Game, draft: drafts.Draft) -> list[str]:
    return [each for each in tokens(shown(game, draft)) if each.startswith(controls.Sign.START)]


def test_nothing_can_be_taken_back_before_anything_is_confirmed() -> None:
    assert controls.Sign.UNDO not in tokens(shown(new_game()))


def test_a_start_tile_that_cannot_be_had_is_stale() -> None:
    assert isinstance(press(new_game(), f"{controls.Sign.START}start F99 right"), drafts.Stale)


def test_later_turns_offer_no_start_tile() -> None:
    game = new_game()
    game.submit(0, game.legal_actions()[0])
    assert not starts(game)


@pytest.mark.parametrize("players", [1, 2])
async def test_the_post_shows_the_city_of_who_is_called_with_the_tile_laid(
    stack: Stack, players: int
) -> None:
    game = await stack.start(players)
    async with stack.games.hold(game) as table:
        waiting, bare, shown = table.game.waiting, table.view, table.public_state.view
        assert waiting is not None
        opening = opening_of(table.game, waiting.seat, drafts.Draft())
    assert opening is not None
    laid = shown.seats[waiting.seat]
    assert laid.fate != bare.seats[waiting.seat].fate
    assert laid == opening.game.view().seats[waiting.seat]
    assert laid.tiles.total == 5
    assert shown.seats[waiting.seat + 1 :] == bare.seats[waiting.seat + 1 :]
    assert (shown.move, shown.waiting) == (bare.move, bare.waiting)
