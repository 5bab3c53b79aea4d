"""What answers look like before they are followed."""

from itertools import islice

import pytest

from engine import Game, GameOptions, actions, ids
from engine.agents import looks
from engine.agents.effort import Efforts
from engine.flow import apply_legal
from engine.legality import legal
from tests.kit.games import questions
from tests.kit.marks import long
from tests.kit.position import Position, state_of


@pytest.mark.parametrize("turns", [6, long(1000)])
def test_a_placement_brings_what_was_told(turns: int) -> None:
    compared = 0
    game = Game.new(GameOptions(2), 61)
    for seat in islice(questions(game, (0,), 61), turns):
        state = state_of(game)
        for action in legal(state):
            if not isinstance(action, actions.PlaceFate):
                continue
            tiles, gold = looks.gains(state, seat, action)
            placed = state
            if isinstance(legal(after := apply_legal(state, seat, action))[0], actions.Keep):
                placed = after
                kept = next(each for each in legal(after) if isinstance(each, actions.Keep))
                after = apply_legal(after, seat, kept)
                held = kept.tiles
            else:
                held = placed.players[seat].tiles
            player = after.players[seat]
            assert player.tiles - held == tiles
            assert (
                player.resources[ids.Resource.GOLD]
                - state.players[seat].resources[ids.Resource.GOLD]
                == gold
            )
            compared += 1
    assert compared > 20


def test_a_task_that_is_met_looks_better_than_the_same_far_off() -> None:
    near = state_of(Position(players=2).guardian("pink").guardian("blue").game())
    far = state_of(Position(players=2).game())
    tasks = [slot for slots in near.islands for slot in slots if isinstance(slot, str)]
    efforts = Efforts()
    assert all(
        looks.task(near, 0, each, efforts) >= looks.task(far, 0, each, efforts) for each in tasks
    )
    assert any(
        looks.task(near, 0, each, efforts) > looks.task(far, 0, each, efforts) for each in tasks
    )


def test_a_space_with_a_portal_looks_better_for_the_same_task() -> None:
    state = state_of(Position(players=2).portals(7).game())
    assert looks.space(state, 0, 7, "B05") > looks.space(state, 0, 6, "B05")


def test_a_path_tile_whose_crystal_fits_the_task_beside_it_looks_best() -> None:
    state = state_of(Position(players=2).path("red fruit").task(3, "B05").game())
    assert looks.path(state, 0, ids.Color.BLUE) > looks.path(state, 0, ids.Color.RED)


def test_a_guardian_at_a_bonfire_looks_best() -> None:
    state = state_of(Position(players=2).game())
    bonfire, path = ids.Place(ids.PlaceKind.BONFIRE, 3), ids.Place(ids.PlaceKind.PATH, 4)
    assert looks.walk(state, bonfire) > looks.walk(state, path)
