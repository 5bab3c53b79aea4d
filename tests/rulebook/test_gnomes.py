"""Recruit a gnome: prices, limits, the display, and the six elders (S1 Recruit a Gnome)."""

import pytest

from engine import Reason, ids
from engine.events import GnomeRecruited, PointsScored, SpecialistRevealed
from tests.kit.players.fulfil import SIX_PATHS
from tests.kit.position import Position, city_of, options, play, state_of, why_not

SHOWN = ("S1", "S2", "S4", "S7", "S8", "S18")


def test_a_gnome_costs_two_tiles_and_its_resource() -> None:
    game = Position().specialists(*SHOWN).tiles(gnome=2).resources(fruit=1).game()
    assert GnomeRecruited(0, "S4", 3) in play(game, "recruit S4 2; pay 2 gnome; pay fruit")
    assert city_of(game).gnomes == ("S4",)
    assert (city_of(game).tiles.total, city_of(game).resources.total) == (0, 0)


def test_or_one_tile_and_its_resource_twice() -> None:
    game = Position().specialists(*SHOWN).tiles(gnome=1).resources(fruit=2).game()
    play(game, "recruit S4 1; pay gnome; pay 2 fruit")
    assert city_of(game).gnomes == ("S4",)


def test_no_other_price() -> None:
    game = Position().specialists(*SHOWN).tiles(gnome=3).resources(fruit=3).game()
    assert why_not(game, "recruit S4 free") is Reason.GNOME_PRICE
    prices = {option.split()[-1] for option in options(game, "recruit")}
    assert prices == {"1", "2"}


def test_a_gnome_that_is_not_displayed_cannot_come() -> None:
    game = Position().specialists(*SHOWN).tiles(gnome=2).resources(gold=1).game()
    assert why_not(game, "recruit S9 2") is Reason.GNOME_NOT_SHOWN


def test_a_city_holds_six_gnomes() -> None:
    position = Position().gnomes("S3", "S6", "S9", "S10", "EL1", "EL2").specialists(*SHOWN)
    game = position.tiles(gnome=2).resources(gold=2).game()
    assert options(game, "recruit") == []
    assert why_not(game, "recruit S4 2") is Reason.GNOMES_FULL


def test_ruling_52_the_display_of_specialists_is_refilled_at_the_end_of_the_turn() -> None:
    game = Position().specialists(*SHOWN).tiles(gnome=2).resources(fruit=1).game()
    following = state_of(game).hidden.specialist_pile[0]
    play(game, "recruit S4 2; pay 2 gnome; pay fruit")
    assert state_of(game).specialists[2] is None
    assert SpecialistRevealed(0, 3, following) in play(game, "end")
    assert state_of(game).specialists == ("S1", "S2", following, "S7", "S8", "S18")


def test_without_a_pile_the_slot_stays_empty() -> None:
    position = Position().specialists(*SHOWN).specialist_pile().tiles(gnome=2)
    game = position.resources(fruit=1).game()
    play(game, "recruit S4 2; pay 2 gnome; pay fruit; end")
    assert state_of(game).specialists == ("S1", "S2", None, "S7", "S8", "S18")


def test_elders_are_not_refilled() -> None:
    game = Position().tiles(gnome=2).resources(herb=1).game()
    play(game, "recruit EL1 2; pay 2 gnome; pay herb; end")
    assert state_of(game).elders == (None, "EL2", "EL3", "EL4", "EL5", "EL6")


ELDERS = {
    "EL1": ("herb", Position().path(*SIX_PATHS[:3]), 4),
    "EL2": ("blossom", Position().fate("F1 c3 right", "F2 c2 right", "F3 c4 right"), 3),
    "EL3": ("fruit", Position().portals(7, 6), 2),
    "EL4": ("shell", Position().task(1, "B01").lit(5, "R01").lit(2, "Y01"), 3),
    "EL5": ("root", Position().guardian("pink").guardian("grey"), 3),
    "EL6": ("gold", Position().gnomes("S3", "EL1"), 3),
}


@pytest.mark.parametrize("elder", ELDERS)
def test_an_elder_scores_one_point_for_each_thing_it_counts(elder: str) -> None:
    resource, position, points = ELDERS[elder]
    game = position.tiles(gnome=2).resources(**{resource: 1}).game()
    events = play(game, f"recruit {elder} 2; pay 2 gnome; pay {resource}")
    assert PointsScored(0, points, ids.PointSource.ELDERS) in events
    assert game.score_sheets()[0][ids.PointSource.ELDERS] == points


def test_ruling_34_the_elder_of_tasks_counts_every_tile_once() -> None:
    position = Position().lit(1, "B01").lit(2, "B02").tiles(gnome=2).resources(shell=1)
    game = position.game()
    play(game, "recruit EL4 2; pay 2 gnome; pay shell")
    assert game.score_sheets()[0][ids.PointSource.ELDERS] == 2


def test_the_points_of_an_elder_stay_as_they_were() -> None:
    game = Position().tiles(gnome=2, path=1).resources(herb=1).game()
    play(
        game, "recruit EL1 2; pay 2 gnome; pay herb; end; fate top c2 right; end; path 1; pay path"
    )
    assert game.score_sheets()[0][ids.PointSource.ELDERS] == 1


def test_the_sixth_gnome_meets_the_common_task() -> None:
    position = Position().gnomes("S3", "S6", "S9", "S10", "EL1").tiles(gnome=2)
    game = position.resources(blossom=1).game()
    assert options(game, "neutral") == []
    play(game, "recruit EL2 2; pay 2 gnome; pay blossom")
    assert options(game, "neutral") == [f"neutral {ids.CommonTask.GNOMES}"]
