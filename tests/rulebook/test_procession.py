"""Make a procession (S1 Make a Procession)."""

import pytest

from engine import Reason, bag, ids
from engine.events import GuardianMoved
from tests.kit.position import Position, city_of, options, place, play, why_not
from tests.kit.positions import procession, with_bonfire


def gained(position: Position, walks: str, steps: int = 1) -> bag.Resources:
    game = position.game()
    play(game, f"procession {steps}; pay {steps} guardian; {walks}")
    return city_of(game).resources


def test_a_guardian_walks_as_many_steps_as_are_paid() -> None:
    game = procession(2).game()
    play(game, "procession 2; pay 2 guardian")
    assert options(game) == ["walk own path 1", "walk own path 2"]
    events = play(game, "walk own path 2")
    moved = GuardianMoved(0, ids.Guardian.OWN, place("start"), place("path 2"))
    assert moved in events
    assert city_of(game).resources == bag.Resources.of(ids.Resource.HERB)


def test_the_first_path_space_brings_gold() -> None:
    assert gained(procession(1), "walk own path 1") == bag.Resources.of(ids.Resource.GOLD)


def test_only_the_space_where_the_walk_ends_brings_something() -> None:
    resources = gained(procession(4), "walk own path 4", steps=4)
    assert resources == bag.Resources.of(ids.Resource.FRUIT)


def test_every_guardian_may_walk_and_the_one_ahead_begins() -> None:
    position = procession(1, "own path 2", "pink path 1", "grey start")
    game = position.game()
    play(game, "procession 1; pay guardian")
    assert "walk grey path 1" not in options(game)  # pink stands there still
    play(game, "walk own path 3; walk pink path 2; walk grey path 1")
    assert city_of(game).resources == bag.Resources.of(
        ids.Resource.ROOT, ids.Resource.HERB, ids.Resource.GOLD
    )
    assert "end" in options(game)


def test_a_guardian_that_was_skipped_stays() -> None:
    game = procession(1, "own path 3", "pink path 1").game()
    play(game, "procession 1; pay guardian; walk pink path 2")
    assert "end" in options(game)
    assert dict(city_of(game).guardians)[ids.Guardian.OWN] == place("path 3")


def test_guardians_on_the_starting_tile_go_in_any_order() -> None:
    game = procession(2, "pink start").game()
    play(game, "procession 2; pay 2 guardian; walk pink path 2; walk own path 1")
    other = procession(2, "pink start").game()
    play(other, "procession 2; pay 2 guardian; walk own path 2; walk pink path 1")
    assert city_of(game).resources == city_of(other).resources


def test_the_procession_may_be_ended_when_somebody_has_moved() -> None:
    game = procession(1, "own path 3", "pink path 1").game()
    play(game, "procession 1; pay guardian")
    assert why_not(game, "halt") is Reason.SOMEBODY_MUST_MOVE
    play(game, "walk own path 4")
    assert options(game) == ["walk pink path 2", "halt"]
    play(game, "halt")
    assert "end" in options(game)


def test_ruling_7_a_guardian_may_overtake() -> None:
    game = procession(2, "pink path 1").game()
    play(game, "procession 2; pay 2 guardian")
    assert options(game) == ["walk pink path 2", "walk pink path 3", "walk own path 2"]
    play(game, "walk own path 2")
    assert dict(city_of(game).guardians)[ids.Guardian.PINK] == place("path 1")


def test_ruling_7_her_end_space_must_be_free_when_she_stops() -> None:
    game = procession(1, "pink path 1").game()
    play(game, "procession 1; pay guardian")
    assert why_not(game, "walk own path 1") is Reason.PLACE_TAKEN
    play(game, "walk pink path 2")
    assert why_not(game, "walk own path 1") is None


def test_ruling_7_a_guardian_that_walked_does_not_walk_again() -> None:
    game = procession(1, "pink path 1").game()
    play(game, "procession 1; pay guardian; walk pink path 2")
    assert why_not(game, "walk pink path 3") is Reason.GUARDIAN_HAS_MOVED


def test_ruling_7_whoever_was_passed_over_stays_for_this_procession() -> None:
    game = procession(2, "own path 2", "pink path 1", "grey start").game()
    play(game, "procession 2; pay 2 guardian; walk pink path 3")
    assert why_not(game, "walk own path 4") is Reason.GUARDIAN_HAS_MOVED
    assert why_not(game, "walk grey path 1") is None


def test_guardians_never_walk_back() -> None:
    game = procession(2, "own path 3").game()
    play(game, "procession 2; pay 2 guardian")
    assert why_not(game, "walk own path 2") is Reason.GUARDIAN_BACKWARDS
    assert why_not(game, "walk own start") is Reason.START_NOT_ALLOWED
    assert why_not(game, "walk pink path 1") is Reason.GUARDIAN_NOT_OWNED


def test_the_path_must_be_built() -> None:
    game = procession(2, "own path 4").game()
    play(game, "procession 1; pay guardian")
    assert why_not(game, "walk own path 6") is Reason.PATH_NOT_BUILT
    assert options(game) == ["walk own path 5"]


def test_one_step_turns_off_to_a_bonfire_and_brings_no_resource() -> None:
    game = procession(2, "own path 2", built=with_bonfire()).game()
    play(game, "procession 2; pay 2 guardian")
    assert set(options(game)) == {"walk own path 3", "walk own path 4", "walk own bonfire 3"}
    play(game, "walk own bonfire 3")
    assert city_of(game).resources.total == 0
    assert game.score_sheets()[0].total >= 4
    assert dict(city_of(game).guardians)[ids.Guardian.OWN] == ids.Place(ids.PlaceKind.BONFIRE, 3)


def test_turning_off_costs_a_step_of_its_own() -> None:
    game = procession(1, "own path 2", built=with_bonfire()).game()
    play(game, "procession 1; pay guardian")
    assert why_not(game, "walk own bonfire 3") is Reason.GUARDIAN_TOO_FAR


def test_a_guardian_turns_off_only_through_a_portal_to_a_lit_bonfire() -> None:
    game = procession(1, "own path 3", built=Position().lit(3, "B01")).game()
    play(game, "procession 1; pay guardian")
    assert why_not(game, "walk own bonfire 3") is Reason.PORTAL_MISSING
    unlit = Position().portals(7, 6, 5, 4, 3).task(3, "B01")
    game = procession(1, "own path 3", built=unlit).game()
    play(game, "procession 1; pay guardian")
    assert why_not(game, "walk own bonfire 3") is Reason.BONFIRE_UNLIT


def test_a_bonfire_holds_one_guardian() -> None:
    position = procession(1, "pink bonfire 3", "own path 3", built=with_bonfire())
    game = position.game()
    play(game, "procession 1; pay guardian")
    assert why_not(game, "walk own bonfire 3") is Reason.PLACE_TAKEN


def test_ruling_9_a_guardian_at_a_bonfire_does_not_leave_in_a_procession() -> None:
    game = procession(1, "own bonfire 3", "pink path 1", built=with_bonfire()).game()
    play(game, "procession 1; pay guardian")
    assert options(game) == ["walk pink path 2"]


def test_ruling_8_a_procession_needs_somebody_who_can_move() -> None:
    game = procession(1, "own path 5").game()
    assert options(game, "procession") == []
    assert why_not(game, "procession 1") is Reason.NO_GUARDIAN_CAN_MOVE


def test_ruling_8_only_a_longer_procession_may_be_possible() -> None:
    position = procession(2, "own path 5", "pink path 4", "grey path 3")
    game = position.path("red fruit").game()
    play(game, "procession 1; pay guardian")
    assert options(game) == ["walk own path 6"]
    blocked = procession(3, "own path 5", "pink path 4").game()
    assert why_not(blocked, "procession 1") is Reason.NO_GUARDIAN_CAN_MOVE


def test_ruling_58_steps_that_nobody_can_walk_are_not_paid() -> None:
    game = procession(4, "own path 3").game()
    assert options(game, "procession") == ["procession 1", "procession 2"]
    assert why_not(game, "procession 3") is Reason.STEPS_WASTED


def test_ruling_58_no_step_is_paid_towards_a_bonfire_that_is_taken_for_good() -> None:
    built = Position().portals(7, 6, 5).lit(5, "B01")
    game = procession(3, "pink bonfire 5", "own path 4", built=built).game()
    assert options(game, "procession") == ["procession 1"]


@pytest.mark.parametrize("steps", [1, 3])
def test_each_step_costs_one_tile(steps: int) -> None:
    game = procession(steps - 1).game()
    assert why_not(game, f"procession {steps}") is not None
    assert why_not(procession(steps).game(), f"procession {steps}") is None


def test_the_rulebook_example_two_guardians_move_and_a_third_may_not() -> None:
    game = procession(1, "own path 3", "natural start", "pink path 2").game()
    play(game, "procession 1; pay guardian; walk own path 4; walk natural path 1")
    assert city_of(game).resources == bag.Resources.of(ids.Resource.FRUIT, ids.Resource.GOLD)
    assert dict(city_of(game).guardians)[ids.Guardian.PINK] == place("path 2")
