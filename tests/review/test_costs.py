"""Turns that cost much: what is thrown away is found, what is doubtful is not called so."""

from collections.abc import Callable
from functools import partial

import pytest

from engine import Game, GameOptions
from engine.actions import EndTurn, Ignite, Pass
from engine.review import costs
from engine.review.costs import LEAST_COST, SURE, costly_turns
from tests.bench.reviews import judged_again
from tests.kit.games import SEED, thrown_away
from tests.kit.marks import long
from tests.kit.players.brisk_games import brisk_game
from tests.kit.position import Position


def test_a_bonfire_that_is_not_lit_costs() -> None:
    (found,) = costly_turns(thrown_away(), 0, SEED)
    assert (found.before, found.played[0]) == (0, Pass())
    assert any(isinstance(each, Ignite) for each in found.better)
    assert found.cost >= max(LEAST_COST, SURE * found.error)


@pytest.mark.parametrize(
    "play",
    [
        thrown_away,
        *(
            long(partial(brisk_game, GameOptions(players), seed))
            for players, seed in ((1, 2), (2, 1), (4, 1))
        ),
    ],
)
def test_what_is_told_is_a_turn_of_the_game_and_a_legal_better_one(
    play: Callable[[], Game],
) -> None:
    game = play()
    found = costly_turns(game, 0, SEED)
    assert len(found) <= costs.MOST_COSTLY_TURNS
    assert [each.cost for each in found] == sorted((each.cost for each in found), reverse=True)
    for each in found:
        then = game.at(each.before)
        assert then.view().turn == each.turn
        played = [move.action for move in game.moves[each.before :]][: len(each.played)]
        assert tuple(played) == each.played
        for answer in each.better:
            then.submit(0, answer)
        assert each.better != each.played
        assert each.cost >= LEAST_COST


def test_what_guesses_do_not_agree_on_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costs, "SURE", 1e9)
    game = thrown_away()
    monkeypatch.setattr(costs, "stdev", lambda _: 1.0)
    assert costly_turns(game, 0, SEED) == ()


def test_what_hard_values_hardly_more_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costs, "_MARGIN", 1e9)
    monkeypatch.setattr(costs, "_judged", pytest.fail)
    assert costly_turns(thrown_away(), 0, SEED) == ()


def test_a_closer_look_agrees_about_what_is_thrown_away() -> None:
    game = thrown_away()
    (found,) = costly_turns(game, 0, SEED)
    assert judged_again(game, 0, found, SEED + 100) > 0


def test_a_game_of_one_answer_costs_nobody_anything() -> None:
    game = Position(players=2).of(1).passed().to_move(0).countdown(stack=1).game()
    while game.waiting is not None:
        ends = [each for each in game.legal_actions() if isinstance(each, EndTurn | Pass)]
        game.submit(game.waiting.seat, ends[0])
    assert game.result is not None
    assert costly_turns(game, 1, SEED) == ()
