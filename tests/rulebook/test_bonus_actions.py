"""Bonus actions: neutral novices for common tasks that are met (S0, S1 Bonus Action)."""

from engine import Reason, ids
from engine.events import CommonTaskMet, NovicePlaced
from tests.kit.players.fulfil import SIX_PATHS
from tests.kit.position import Position, city_of, options, play, state_of, why_not


def ready() -> Position:
    """Seven path tiles, and five guardians."""
    position = Position().path(*SIX_PATHS)
    for name in ("pink", "grey", "natural", "blue"):
        position.guardian(name)
    return position


def test_a_neutral_novice_goes_to_the_council_and_brings_a_bonus() -> None:
    game = ready().game()
    assert options(game, "neutral") == ["neutral paths", "neutral guardians"]
    play(game, "neutral paths")
    events = play(game, "council 4")
    assert NovicePlaced(0, ids.Novice.NEUTRAL, 4, ids.CommonTask.PATHS) in events
    assert state_of(game).council[3] == (ids.Novice.NEUTRAL,)
    assert state_of(game).neutral == set(ids.CommonTask) - {ids.CommonTask.PATHS}
    assert city_of(game).novices == 7
    assert options(game) == ["bonus", "point"]


def test_a_neutral_novice_that_is_gone_goes_for_nobody_else() -> None:
    game = ready().without_neutral("paths").game()
    assert why_not(game, "neutral paths") is Reason.NEUTRAL_GONE


def test_a_neutral_novice_goes_to_no_space_with_another() -> None:
    game = ready().council(4, "neutral").council(5, "seat_0").game()
    play(game, "neutral paths")
    assert why_not(game, "council 4") is Reason.COUNCIL_SPACE_TAKEN
    assert why_not(game, "council 5") is None


def test_ruling_23_any_number_before_and_after_the_main_action() -> None:
    game = ready().tiles(guardian=1).game()
    play(game, "neutral paths; council 8; point")
    assert options(game, "procession") == ["procession 1"]
    play(game, "procession 1; pay guardian; walk own path 1")
    play(game, "neutral guardians; council 7; point; end")
    assert state_of(game).seat == 1


def test_ruling_23_not_in_the_middle_of_an_action() -> None:
    game = ready().tiles(guardian=2).game()
    play(game, "procession 2")
    assert why_not(game, "neutral paths") is Reason.WRONG_QUESTION
    play(game, "pay 2 guardian; walk own path 2")
    assert why_not(game, "neutral paths") is Reason.WRONG_QUESTION


def test_both_bonus_actions_in_one_turn() -> None:
    game = ready().game()
    play(game, "neutral paths; council 8; point; neutral guardians; council 7; point")
    assert options(game, "neutral") == []


def test_a_common_task_is_met_at_the_moment_the_last_piece_comes() -> None:
    game = Position().path(*SIX_PATHS[:5]).tiles(path=2).game()
    assert options(game, "neutral") == []
    assert CommonTaskMet(0, ids.CommonTask.PATHS) in play(game, "path 1; pay 2 path")
    assert options(game, "neutral") == ["neutral paths"]


def test_ruling_47_a_player_without_a_main_action_may_take_bonus_actions() -> None:
    game = ready().row().game()
    state = state_of(game)
    assert state.players[0].tiles.total == 0
    assert options(game) == ["neutral paths", "neutral guardians", "end"]
    play(game, "neutral paths; council 8; point; end")
    assert state_of(game).seat == 1


def test_ruling_47_a_bonus_may_open_a_main_action_again() -> None:
    game = ready().row().game()
    play(game, "neutral paths; council 1; bonus")
    assert "end" not in options(game)
    assert why_not(game, "end") is Reason.TURN_NOT_DONE
