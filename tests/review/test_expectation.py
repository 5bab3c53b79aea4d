"""Expectations: lines for every phase of every kind of game, and what is sure in the end."""

import pytest

from engine import Game, GameOptions
from engine.agents.levels import Level
from engine.review import expected_points, review
from engine.review.expectation import LAST_TURNS, RUNNING_PHASES, kind_of, phase_of
from engine.review.tables import expectation_lines, level_averages
from engine.scoring import score_sheet
from tests.kit.marks import long
from tests.kit.players.brisk_games import brisk_game
from tests.kit.position import Position, state_of

SEED = 4


def test_each_phase_of_each_kind_of_game_has_a_line() -> None:
    kinds = expectation_lines()
    assert set(kinds) == {"1", "2", "3", "4", "tom"}
    assert {len(lines) for lines in kinds.values()} == {RUNNING_PHASES + LAST_TURNS}


def test_each_level_has_averages_for_each_number_of_players() -> None:
    assert set(level_averages()) == {
        (level, players) for level in Level for players in (1, 2, 3, 4)
    }


@pytest.mark.parametrize("players", [2, long(1)])
def test_a_game_that_is_over_came_to_what_its_sheets_say(players: int) -> None:
    game = brisk_game(GameOptions(players), SEED)
    found = review(game, None)
    assert found.expected[-1] == tuple(sheet.total for sheet in game.score_sheets())
    assert found.costly == ()
    for seat in range(game.options.seats):
        whole = found.expected[-1][seat] - found.expected[0][seat]
        parts = found.luck[seat] + found.own(seat) + found.others[seat]
        assert parts == pytest.approx(whole)
        assert bool(found.others[seat]) == (players > 1)


def test_a_game_that_goes_on_is_not_reviewed() -> None:
    with pytest.raises(ValueError, match="is over"):
        review(Game.new(GameOptions(2), 1), None)


def test_phases_follow_the_rounds_and_then_the_turns_that_are_left() -> None:
    state = state_of(Position(players=2).game())
    assert phase_of(state, 0) == 0
    state.turn = 2 * 3 + 1
    assert phase_of(state, 1) == 1
    state.turn = 1000
    assert phase_of(state, 0) == RUNNING_PHASES - 1
    late = state_of(Position(players=2).countdown(stack=2).game())
    assert phase_of(late, 0) == RUNNING_PHASES + LAST_TURNS - 2
    passed = state_of(Position(players=2).of(1).passed().to_move(0).countdown(stack=2).game())
    assert phase_of(passed, 1) is None
    assert expected_points(passed, 1) == score_sheet(passed, 1).total


def test_tom_is_a_kind_of_his_own() -> None:
    state = state_of(Game.new(GameOptions(1), 1))
    assert [kind_of(state, seat) for seat in (0, 1)] == ["1", "tom"]
    assert kind_of(state_of(Game.new(GameOptions(3), 1)), 1) == "3"


def test_more_points_and_prospects_promise_more() -> None:
    poor = state_of(Position(players=2).game())
    rich = state_of(Position(players=2).portals(1, 2, 3).lit(2, "R03").game())
    assert expected_points(rich, 0) > expected_points(poor, 0)
