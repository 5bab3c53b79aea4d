"""Nothing left to do: skipped and idle turns, and the end by exhaustion (S1 A Player's Turn)."""

import pytest

from engine import ids
from engine.events import (
    CountdownHanded,
    EndReason,
    GameEnded,
    SpecialistRevealed,
    TurnBegan,
    TurnSkipped,
)
from tests.kit.position import Position, options, play, state_of
from tests.kit.positions import nothing_but_a_bonus, one_turn, spent

SIX_ELDERS = ("EL1", "EL2", "EL3", "EL4", "EL5", "EL6")


def test_ruling_31_a_player_without_an_option_is_skipped() -> None:
    game = spent(3).of(0).tiles(great_bonfire=3).of(2).tiles(great_bonfire=3).of(0).game()
    events = one_turn(game)
    assert TurnSkipped(1) in events
    assert TurnBegan(2, 3) in events


def test_ruling_31_a_player_without_an_option_may_pass_in_the_countdown() -> None:
    game = spent().countdown(stack=2, handed=3).to_move(1).game()
    assert options(game) == ["pass", "end"]
    play(game, "pass")
    assert game.score_sheets()[1][ids.PointSource.PASSING] == 3


def test_ruling_51_when_nobody_has_an_option_in_a_full_round_the_game_ends() -> None:
    game = spent(3).tiles(great_bonfire=1).game()
    play(game, "wheel 7; pay great-bonfire; reward tile goods; discard wild")
    events = play(game, "end")
    skipped = [each.seat for each in events if isinstance(each, TurnSkipped)]
    assert skipped == [1, 2, 0]
    assert events[-1] == GameEnded(0, EndReason.EXHAUSTION)


def test_ruling_51_two_tiles_of_any_kind_are_still_an_option() -> None:
    game = spent().of(1).tiles(ship=2).of(0).tiles(great_bonfire=1).game()
    one_turn(game)
    assert state_of(game).seat == 1
    assert "end" not in options(game)


def test_ruling_51_a_single_tile_that_pays_nothing_is_no_option() -> None:
    position = spent(3).of(1).tiles(gnome=1).of(2).tiles(great_bonfire=2)
    game = position.of(0).tiles(great_bonfire=2).game()
    assert TurnSkipped(1) in one_turn(game)


def test_ruling_51_a_skipped_player_whose_option_returns_plays_again() -> None:
    # Seat 1 holds a tile and two Fruit; no gnome for Fruit is on display before one is revealed.
    position = spent(3).of(1).tiles(gnome=1).resources(fruit=2).of(2).tiles(great_bonfire=2)
    position.specialists("S5", "S2", "S1", "S7", "S8", "S13").specialist_pile("S4")
    position.state.elders = (None,) * 6
    game = position.of(0).tiles(gnome=2, great_bonfire=2).resources(root=1).game()
    events = one_turn(game)
    assert TurnSkipped(1) in events
    play(game, "wheel 2; pay great-bonfire; reward tile goods; end")
    events = play(game, "recruit S2 2; pay 2 gnome; pay root; end")
    assert SpecialistRevealed(0, 2, "S4") in events
    assert TurnBegan(1, 5) in events


def test_ruling_69_a_bonus_action_left_open_is_an_option() -> None:
    position = spent(2).tiles(great_bonfire=1)
    for name in ("pink", "grey", "natural", "blue"):
        position.guardian(name)
    game = position.game()
    events = play(game, "wheel 7; pay great-bonfire; reward tile goods; discard wild; end")
    assert TurnSkipped(1) in events
    assert events[-1] == TurnBegan(0, 3)
    assert "neutral guardians" in options(game)


def test_ruling_69_nothing_ends_by_exhaustion_once_the_countdown_runs() -> None:
    game = spent(2).countdown(stack=3).game()
    play(game, "end; end; end")
    assert state_of(game).seat == 1
    assert game.view().seats[1].pass_points == 2
    assert CountdownHanded(0, 1) in play(game, "end; end")
    assert play(game, "end")[-1] == GameEnded(1, EndReason.COUNTDOWN)


def test_ruling_69_a_seat_without_options_is_asked_as_soon_as_a_tile_reaches_it() -> None:
    game = spent(3).countdown(stack=2).of(0).tiles(great_bonfire=3).of(0).game()
    one_turn(game)
    assert options(game) == ["pass", "end"]
    assert state_of(game).seat == 1


def test_ruling_69_a_pass_is_never_an_idle_turn() -> None:
    game = spent(2).countdown(stack=1, handed=2).to_move(1).game()
    play(game, "pass")
    assert play(game, "end")[-1] == GameEnded(1, EndReason.COUNTDOWN)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_72_a_full_round_that_ends_idle_ends_the_game(players: int) -> None:
    game = nothing_but_a_bonus(players).game()
    assert options(game) == ["neutral guardians", "end"]
    events = play(game, "end")
    skipped = [each.seat for each in events if isinstance(each, TurnSkipped)]
    assert skipped == list(range(1, players))
    assert events[-1] == GameEnded(players - 1, EndReason.EXHAUSTION)


def test_ruling_72_two_seats_that_leave_their_bonus_actions_open_end_the_game() -> None:
    game = nothing_but_a_bonus().of(1).gnomes(*SIX_ELDERS).of(0).game()
    assert play(game, "end")[-1] == TurnBegan(1, 2)
    assert "neutral gnomes" in options(game)
    assert play(game, "end")[-1] == GameEnded(1, EndReason.EXHAUSTION)


def test_ruling_72_a_bonus_action_begins_the_count_again() -> None:
    game = nothing_but_a_bonus().gnomes(*SIX_ELDERS).game()
    play(game, "neutral gnomes; council 8; point")
    assert play(game, "end")[-1] == TurnBegan(0, 3)
    assert play(game, "end")[-1] == GameEnded(0, EndReason.EXHAUSTION)


def test_ruling_72_a_discard_is_an_answer_too() -> None:
    game = nothing_but_a_bonus(ship=1).game()
    assert play(game, "discard ship; end")[-1] == TurnBegan(0, 3)
    assert play(game, "end")[-1] == GameEnded(0, EndReason.EXHAUSTION)


def test_ruling_72_what_another_seat_does_begins_the_count_again() -> None:
    game = nothing_but_a_bonus(3).of(2).tiles(great_bonfire=1).of(0).game()
    assert play(game, "end")[-1] == TurnBegan(2, 3)
    play(game, "wheel 7; pay great-bonfire; reward tile goods; discard wild; end")
    events = play(game, "end")
    assert [each for each in events if isinstance(each, TurnSkipped)] == [
        TurnSkipped(1),
        TurnSkipped(2),
    ]
    assert events[-1] == GameEnded(2, EndReason.EXHAUSTION)


def test_ruling_72_idle_rounds_of_the_countdown_end_nothing() -> None:
    game = nothing_but_a_bonus().countdown(stack=5).game()
    play(game, "end; end; end; end; end; end")
    assert game.result is None


def test_ruling_72_a_person_who_only_ends_turns_ends_no_game_against_tom() -> None:
    position = Position(players=1).row().gnomes(*SIX_ELDERS)
    game = position.game()
    ended = 0
    while game.waiting is not None:
        choices = options(game)
        ended += "end" in choices
        play(game, "end" if "end" in choices else choices[0])
    assert ended > 2
    assert game.result is not None
    assert game.result.reason in {EndReason.TOM_DECK, EndReason.COUNTDOWN}
