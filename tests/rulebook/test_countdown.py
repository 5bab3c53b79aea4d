"""The countdown, passing, and the end of the game (S1 End of Game)."""

import pytest

from engine import Game, Reason, ids
from engine.events import (
    CountdownHanded,
    CountdownTriggered,
    EndReason,
    Event,
    GameEnded,
    Passed,
    TurnSkipped,
)
from tests.kit.marks import long
from tests.kit.position import Position, play, state_of, why_not
from tests.kit.positions import one_turn, spent

THRESHOLDS = {2: 7, 3: 10, 4: 13}
TASKS = ("B01", "B02", "B03", "B04", "B06", "B07", "B08", "B09", "B10", "B11", "B12", "B13")


def busy(players: int = 2) -> Position:
    """Everybody holds action tiles for the Great Bonfire, enough for many turns."""
    position = Position(players=players)
    for seat in range(players):
        position.of(seat).tiles(great_bonfire=9)
    return position.of(0)


def nearly(players: int = 2, seat: int = 0) -> Position:
    """One novice is lacking, and the seat to move can ignite."""
    position = busy(players)
    others = [each for each in range(players) if each != seat]
    for number, task in enumerate(TASKS[: THRESHOLDS[players] - 1]):
        position.of(others[number % len(others)]).lit(1 + number // len(others), task)
    return position.to_move(seat).task(1, "B05").guardian("pink")


def ignite(game: Game) -> tuple[Event, ...]:
    return play(game, "ignite 1; council 8; point")


def turns_until_the_end(game: Game) -> dict[int, int]:
    """Play on; how many turns each seat still gets."""
    turns = dict.fromkeys(range(len(state_of(game).players)), 0)
    while game.result is None:
        turns[state_of(game).seat] += 1
        one_turn(game)
    return turns


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_threshold_of_novices_triggers_the_countdown(players: int) -> None:
    game = nearly(players).game()
    events = ignite(game)
    assert CountdownTriggered(0, THRESHOLDS[players]) in events
    assert game.view().countdown is not None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_novice_less_triggers_nothing(players: int) -> None:
    position = busy(players).task(1, "B05").guardian("pink")
    for number, task in enumerate(TASKS[: THRESHOLDS[players] - 2]):
        position.of(1 + number % (players - 1)).lit(2 + number // (players - 1), task)
    game = position.of(0).game()
    ignite(game)
    assert game.view().novices_sent == THRESHOLDS[players] - 1
    assert game.view().countdown is None


def test_ruling_65_own_and_neutral_and_flat_novices_count() -> None:
    position = Position().task(1, "B05").guardian("pink")
    position.council(1, "seat_1", "neutral").council(2, "seat_1", "neutral", "flat")
    game = position.council(3, "seat_1").game()
    assert CountdownTriggered(0, 7) in ignite(game)


def test_it_is_triggered_only_once() -> None:
    game = nearly().task(2, "B14").gnomes("S2").game()
    ignite(game)
    play(game, "end")
    one_turn(game)
    events = play(game, "ignite 2; council 7; point")
    assert not [each for each in events if isinstance(each, CountdownTriggered)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_29_on_an_own_trigger_everybody_gets_five_more_turns_the_starter_four(
    players: int,
) -> None:
    game = nearly(players).game()
    ignite(game)
    play(game, "end")
    turns = turns_until_the_end(game)
    assert turns == {0: 4, **dict.fromkeys(range(1, players), 5)}
    assert game.result is not None
    assert game.result.reason is EndReason.COUNTDOWN


@pytest.mark.parametrize(("players", "seat"), [(2, 1), (3, 1), (3, 2), (4, 3)])
def test_ruling_29_on_the_trigger_of_another_the_round_is_finished_first(
    players: int, seat: int
) -> None:
    game = nearly(players, seat).game()
    ignite(game)
    play(game, "end")
    turns = turns_until_the_end(game)
    assert turns == {each: 5 if each <= seat else 6 for each in range(players)}


def test_ruling_29_the_tiles_are_handed_on_from_5_to_1_and_the_last_one_ends_the_game() -> None:
    game = nearly().game()
    ignite(game)
    events = list(play(game, "end"))
    while game.result is None:
        events += one_turn(game)
    handed = [each.tile for each in events if isinstance(each, CountdownHanded)]
    assert handed == [5, 4, 3, 2, 1]
    assert isinstance(events[-1], GameEnded)
    assert events[-1].seat == 1


def test_the_view_counts_the_turns_left() -> None:
    game = nearly().game()
    assert game.view().seats[0].turns_left is None
    ignite(game)
    assert [seat.turns_left for seat in game.view().seats] == [5, 5]
    play(game, "end")
    assert [seat.turns_left for seat in game.view().seats] == [4, 5]
    one_turn(game)
    assert [seat.turns_left for seat in game.view().seats] == [4, 4]


@pytest.mark.parametrize(
    ("players", "starter"),
    [(2, 1), (3, 2), *(long(players, at) for players in (2, 3, 4) for at in range(players - 1))],
)
def test_the_view_counts_the_turns_that_each_seat_really_gets(players: int, starter: int) -> None:
    position = busy(players)
    position.state.starter = starter
    game = position.countdown(stack=3).to_move(starter).game()
    seen: list[list[int | None]] = []
    played: list[int] = []
    while game.result is None:
        seen.append([seat.turns_left for seat in game.view().seats])
        played.append(state_of(game).seat)
        one_turn(game)
    for at, told in enumerate(seen):
        assert told == [played[at:].count(seat) for seat in range(players)]


def test_before_the_countdown_nobody_passes() -> None:
    assert why_not(busy().game(), "pass") is Reason.PASS_TOO_EARLY


@pytest.mark.parametrize("tile", [5, 4, 3, 2, 1])
def test_ruling_30_others_pass_for_the_tile_just_handed_to_them(tile: int) -> None:
    game = busy(3).countdown(stack=tile - 1, handed=tile).to_move(1).game()
    assert game.view().seats[1].pass_points == tile
    assert Passed(1, tile) in play(game, "pass")
    assert game.score_sheets()[1][ids.PointSource.PASSING] == tile
    assert state_of(game).seat == 2


@pytest.mark.parametrize("tile", [5, 4, 3, 2, 1])
def test_ruling_30_the_starting_player_passes_for_the_highest_tile_on_the_stack(tile: int) -> None:
    game = busy().countdown(stack=tile).game()
    assert Passed(0, tile) in play(game, "pass")
    assert game.score_sheets()[0][ids.PointSource.PASSING] == tile


def test_ruling_30_nobody_passes_before_a_tile_is_in_force() -> None:
    game = nearly(3, seat=1).game()
    ignite(game)
    play(game, "end")
    assert state_of(game).seat == 2
    assert why_not(game, "pass") is Reason.PASS_TOO_EARLY


def test_ruling_55_the_starter_passes_for_5_after_another_trigger_and_4_after_an_own_one() -> None:
    game = nearly(2, seat=1).game()
    ignite(game)
    play(game, "end")
    assert game.view().seats[0].pass_points == 5
    own = nearly().game()
    ignite(own)
    play(own, "end")
    one_turn(own)
    assert own.view().seats[0].pass_points == 4


def test_ruling_55_whoever_passed_does_nothing_more_and_still_hands_the_tile_on() -> None:
    game = busy(3).countdown(stack=2, handed=3).to_move(1).game()
    play(game, "pass")
    one_turn(game)
    assert state_of(game).seat == 0
    events = one_turn(game)
    assert TurnSkipped(1) in events
    assert state_of(game).seat == 2
    assert game.view().seats[2].pass_points == 2


def test_ruling_55_a_starter_who_passed_still_hands_tiles_on() -> None:
    game = busy().countdown(stack=3).game()
    assert CountdownHanded(0, 3) in play(game, "pass")
    events = one_turn(game)
    assert TurnSkipped(0) in events
    assert CountdownHanded(0, 2) in events
    assert turns_until_the_end(game) == {0: 0, 1: 2}


def test_ruling_55_bonus_actions_may_precede_a_pass_which_ends_the_turn() -> None:
    position = busy().countdown(stack=3)
    for name in ("pink", "grey", "natural", "blue"):
        position.guardian(name)
    game = position.game()
    play(game, "neutral guardians; council 8; point; pass")
    assert state_of(game).seat == 1


def test_ruling_55_no_pass_after_the_main_action() -> None:
    game = busy().countdown(stack=3).game()
    play(game, "wheel 1; pay great-bonfire; reward tile goods")
    assert why_not(game, "pass") is Reason.MAIN_ACTION_DONE


def test_ruling_46_when_everybody_has_passed_the_game_ends_at_once() -> None:
    game = busy(3).countdown(stack=3).of(1).passed().of(2).passed().of(0).game()
    events = play(game, "pass")
    assert events[-1] == GameEnded(0, EndReason.ALL_PASSED)
    assert game.waiting is None
    assert game.legal_actions() == ()


def test_a_passed_player_keeps_everything_for_the_final_scoring() -> None:
    game = busy().countdown(stack=1).game()
    leftovers = game.score_sheets()[0][ids.PointSource.LEFTOVERS]
    play(game, "pass")
    one_turn(game)
    assert game.result is not None
    assert game.score_sheets()[0][ids.PointSource.LEFTOVERS] == leftovers


# Who wins


def finished(*scores: int, bonfires: tuple[int, ...] = ()) -> Game:
    """The last turn is over with these points and so many bonfires of 2 points each."""
    position = spent(len(scores)).countdown(stack=0, handed=1)
    tasks = iter(TASKS)
    for seat, score in enumerate(scores):
        lit = bonfires[seat] if bonfires else 0
        for space in range(1, lit + 1):
            position.of(seat).lit(space, next(tasks))
        spent_on = sum(
            2 if space.task in TASKS[:10] else 3
            for space in position.of(seat).player.tasks
            if space
        )
        position.scored(ids.PointSource.GREAT_BONFIRE, score - spent_on)
    game = position.to_move(len(scores) - 1).game()
    play(game, "end")
    return game


def test_most_points_win() -> None:
    result = finished(20, 31, 25).result
    assert result is not None
    assert (result.winners, result.tie_broken) == ((1,), False)


def test_a_tie_goes_to_more_bonfires() -> None:
    result = finished(30, 30, 20, bonfires=(1, 2, 3)).result
    assert result is not None
    assert (result.winners, result.tie_broken) == ((1,), True)


def test_ruling_4_a_win_that_remains_tied_is_shared() -> None:
    result = finished(30, 30, 20, bonfires=(2, 2, 3)).result
    assert result is not None
    assert (result.winners, result.tie_broken) == ((0, 1), False)


def test_ruling_28_leftovers_score_one_point_for_two_tiles_and_resources_together() -> None:
    sheet = spent().tiles(ship=3).resources(herb=1).game().score_sheets()[0]
    assert sheet[ids.PointSource.LEFTOVERS] == 2
    sheet = spent().tiles(ship=2).resources(herb=1).game().score_sheets()[0]
    assert sheet[ids.PointSource.LEFTOVERS] == 1


def test_ruling_27_seven_bonfires_score_seven_instead_of_four() -> None:
    position = spent()
    for space, task in enumerate(TASKS[:6], start=1):
        position.lit(space, task)
    four = position.task(7, "Y01").game().score_sheets()[0]
    assert four[ids.PointSource.COMMON_TASKS] == 4
    seven = position.lit(7, "Y01").game().score_sheets()[0]
    assert seven[ids.PointSource.COMMON_TASKS] == 7


def test_after_the_end_nothing_is_asked_or_undone() -> None:
    game = finished(1, 2)
    refusal = game.refusal(0, game.moves[-1].action)
    assert refusal is not None
    assert refusal.key is Reason.GAME_OVER
    assert game.undo_refusal(1) is not None


def test_ruling_55_a_bonus_action_that_triggers_lets_the_starter_pass_for_the_whole_stack() -> None:
    position = busy()
    for space, task in enumerate(TASKS[:6], start=1):
        position.of(1).lit(space, task)
    for name in ("pink", "grey", "natural", "blue"):
        position.of(0).guardian(name)
    game = position.game()
    play(game, "neutral guardians; council 8; point")
    assert game.view().seats[0].pass_points == 5
    other = position.to_move(1).of(1)
    for name in ("pink", "grey", "natural", "blue"):
        other.guardian(name)
    game = other.game()
    play(game, "neutral guardians; council 8; point")
    assert why_not(game, "pass") is Reason.PASS_TOO_EARLY


def test_ruling_70_a_starter_who_triggers_by_a_bonus_action_passes_for_five() -> None:
    position = busy()
    for space, task in enumerate(TASKS[:6], start=1):
        position.of(1).lit(space, task)
    for name in ("pink", "grey", "natural", "blue"):
        position.of(0).guardian(name)
    game = position.game()
    events = play(game, "neutral guardians; council 8; point; pass")
    assert CountdownTriggered(0, 7) in events
    assert Passed(0, 5) in events
