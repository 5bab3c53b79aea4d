"""The pages of a try: what they say, within Discord's limits, and never a face-down piece."""

import random

import pytest

from bot.model.controls import Screen, Sign
from bot.model.drafts import Draft
from bot.present.wizard.summary import points_change
from bot.present.wizard.tryout import (
    Tryout,
    overtaken_page,
    tried_again,
    tryout_answer,
    tryout_page,
)
from engine import Game, GameOptions
from tests.kit.marks import long
from tests.kit.pictured import pictured
from tests.kit.position import Position
from tests.kit.wizard_player import (
    WORDS,
    answers,
    check_limits,
    curious,
    rich,
    shown,
    tokens,
    tried_out,
)

REVEALS = WORDS.say("try.reveals")


def after(game: Game, *pressed: str, seat: int = 0) -> Tryout:
    tried = Tryout()
    for token in pressed:
        following = tried_out(game, seat, tried, token)
        assert following is not None, (token, tried)
        tried = following
    return tried


def page_text(game: Game, *pressed: str) -> str:
    return tryout_page(game, 0, after(game, *pressed), WORDS).text


@pytest.mark.parametrize(
    ("players", "seed", "tries", "presses"),
    [(1, 21, 2, 12), long(1, 21, 4, 40), long(2, 22, 4, 40), long(4, 24, 4, 40)],
)
def test_whatever_is_pressed_the_next_page_is_within_discords_limits(
    players: int, seed: int, tries: int, presses: int
) -> None:
    game, choose = Game.new(GameOptions(players), seed), curious(seed)
    dice = random.Random(seed)
    for _ in range(tries):
        tried = Tryout()
        seat = dice.randrange(players)
        for _ in range(presses):
            prompt = tryout_page(game, seat, tried, WORDS)
            check_limits(prompt)
            pressable = [
                each
                for each in answers(prompt)
                if each not in (Sign.RESET, Sign.LEAVE, Sign.SURE, Sign.UNDO)
            ]
            if not pressable:
                break
            following = tried_out(game, seat, tried, choose(pressable))
            assert following is not None
            assert Tryout.load(following.dump()) == following
            tried = following
        for _ in range(25):
            if game.waiting is not None:
                game.submit(game.waiting.seat, dice.choice(game.legal_actions()))


def test_the_turn_page_offers_to_try_out_and_a_try_does_not() -> None:
    game = rich().game()
    assert Sign.TRY in tokens(shown(game))
    assert Sign.TRY not in tokens(tryout_page(game, 0, Tryout(), WORDS))


def test_a_new_try_has_nothing_to_take_back() -> None:
    pressable = tokens(tryout_page(rich().game(), 0, Tryout(), WORDS))
    assert {Sign.BOARD, Sign.LEAVE} <= set(pressable)
    assert not {Sign.UNDO, Sign.RESET} & set(pressable)


def test_pages_tell_the_steps_and_the_difference_of_the_score() -> None:
    game = rich().task(3, "B18").game()
    before = game.view()
    tried = after(game, "=ignite 3", "=council 1", "!")
    trial = tryout_page(game, 0, tried, WORDS)
    after_it = pictured(trial).view
    assert after_it.expected(0) > before.expected(0)
    assert WORDS.spell(points_change(before, after_it, 0)) in trial.text
    assert "B18" in trial.text.partition("\n\n")[0]


def test_a_first_turn_is_told_as_its_start_tile_and_what_is_done_after_it() -> None:
    game = Game.new(GameOptions(2), 1)
    turn = next(each for each in tokens(tryout_page(game, 0, Tryout(), WORDS)) if each[0] == "=")
    tried = after(game, turn, "!")
    start, done, *_ = tried.steps[0]
    assert (start.split()[0], f"={done}") == ("start", turn.partition(";")[0])
    _, told, _ = page_text(game, turn, "!").partition("\n\n")[0].split("\n")
    planned = page_text(game, turn).split("\n")
    first, *then = (part.removesuffix(".") for part in told.split(" → "))
    assert {first, *(f"• {part}" for part in then)} <= set(planned)
    assert then


def test_a_path_tile_that_is_taken_is_not_replaced() -> None:
    game = rich().game()
    tried = after(game, "=path 2", "!")
    view = pictured(tryout_page(game, 0, after(game, "=path 2", "!", Sign.BOARD), WORDS)).view
    assert view.path_display[1] is None
    assert tryout_answer(game, 0, tried, "=path 2") is None


@pytest.mark.parametrize("press", ["=path pile", "=refresh"])
def test_what_would_turn_up_something_cannot_be_confirmed(press: str) -> None:
    game = rich().display(*["blue herb"] * 2, *["blue fruit"] * 2).game()
    told = page_text(game, press)
    assert REVEALS in told
    tried = after(game, press)
    assert "!" not in tokens(tryout_page(game, 0, tried, WORDS))
    assert tryout_answer(game, 0, tried, "!") is None


def test_a_try_without_a_turn_left_says_so() -> None:
    game = Position().countdown(by=0, stack=1).tiles(path=1).game()
    tried = after(game, "=path 1", "!")
    prompt = tryout_page(game, 0, tried, WORDS)
    assert WORDS.say("try.over") in prompt.text
    assert {Sign.UNDO, Sign.RESET, Sign.LEAVE} <= set(tokens(prompt))
    check_limits(prompt)


def test_steps_are_kept_up_to_the_first_that_a_new_position_does_not_allow() -> None:
    tried = after(rich().game(), "=path 2", "!", "=path 3", "!", "=path 1", "!")
    again = tried_again(rich().display("blue herb", "blue fruit").game(), 0, tried)
    assert again == Tryout(tried.steps[:1])


def test_the_page_of_an_overtaken_try_is_within_discords_limits() -> None:
    check_limits(overtaken_page(WORDS))


@pytest.mark.parametrize("text", ["", "[]", "[1]", '[[["path 1"]]]', '{"steps":[]}', "[[],{}]"])
def test_what_another_version_wrote_is_an_empty_try(text: str) -> None:
    assert Tryout.load(text) == Tryout()


def test_a_step_that_nobody_can_read_ends_the_steps() -> None:
    tried = Tryout((("path 1", "pay 1 path", "end"), ("jump 3",), ("end",)))
    game = rich().game()
    assert tried_again(game, 0, tried) == Tryout(tried.steps[:1])
    check_limits(tryout_page(game, 0, tried, WORDS))


def test_the_draft_of_a_try_is_kept_with_it() -> None:
    tried = Tryout((("path 1", "end"),), Draft(("ship E1",), screen=Screen.read("change")))
    assert Tryout.load(tried.dump()) == tried


def test_a_step_tells_all_that_came_with_it() -> None:
    game = rich().task(3, "B18").island("E1", "B09").game()
    pressed = ("=ignite 3", "=council 7;bonus;ship E1;task B09 left", "!")
    (line,) = page_text(game, *pressed).partition("\n\n")[0].split("\n")[1:-1]
    first, *then = line.split(" → ")
    assert first.startswith("• Ignite B18 ")
    assert [part.split(" ")[0] for part in then] == ["Council", "Sail", "Take"]


def test_every_control_of_the_main_board_leads_somewhere_after_the_last_turn() -> None:
    game = Position().countdown(by=0, stack=1).tiles(path=1).game()
    tried = after(game, "=path 1", "!", Sign.BOARD)
    for token in tokens(tryout_page(game, 0, tried, WORDS)):
        assert tryout_answer(game, 0, tried, token) is not None, token
