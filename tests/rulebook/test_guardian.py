"""Retrieve a guardian (S1 Retrieve a Guardian)."""

import pytest

from engine import Reason, events, ids
from tests.kit.position import Position, city_of, options, play, state_of, why_not

ISLANDS = {"pink": "B1", "grey": "D1", "natural": "B3", "blue": "D3"}


@pytest.mark.parametrize(("guardian", "island"), ISLANDS.items())
def test_a_guardian_comes_from_her_island_to_the_starting_tile(guardian: str, island: str) -> None:
    game = Position().ship(island).tiles(guardian=1).game()
    assert events.GuardianRetrieved(0, ids.Guardian(guardian)) in play(
        game, "guardian; pay guardian"
    )
    assert dict(city_of(game).guardians)[ids.Guardian(guardian)] == ids.START_PLACE
    left = dict(zip(ids.NEUTRAL_GUARDIANS, state_of(game).guardians_left, strict=True))
    assert left == {each: 3 if each == guardian else 4 for each in ids.NEUTRAL_GUARDIANS}


def test_a_colour_that_is_in_the_city_does_not_come_again() -> None:
    game = Position().guardian("pink").ship("B1").tiles(guardian=1).game()
    assert "guardian" not in options(game)
    assert why_not(game, "guardian") is Reason.GUARDIAN_OWNED


def test_the_ship_must_be_at_an_island_of_guardians() -> None:
    game = Position().ship("A1").tiles(guardian=1).game()
    assert why_not(game, "guardian") is Reason.ISLAND_NO_GUARDIANS
    game = Position().tiles(guardian=1).game()
    assert why_not(game, "guardian") is Reason.SHIP_NOT_AT_SEA


def test_a_guardian_costs_one_tile() -> None:
    game = Position().ship("B1").game()
    assert why_not(game, "guardian") is Reason.TILES_SHORT


def test_any_number_of_guardians_waits_on_the_starting_tile() -> None:
    game = (
        (Position().guardian("pink").guardian("grey").guardian("natural").ship("D3"))
        .tiles(guardian=1)
        .game()
    )
    play(game, "guardian; pay guardian")
    assert len(game.view().seats[0].waiting_guardians) == 5
