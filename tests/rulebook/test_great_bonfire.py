"""Use the Great Bonfire (S1 Use the Great Bonfire).

Space 3 shows a task tile and Root, space 7 a yellow tile and 2 points; city A wants its portals
in the order Sun, Moon, Star, Leaf, Wave, Flame, Eye.
"""

import pytest

from engine import Reason, actions, ids
from engine.events import GreatBonfireTurned, PortalPlaced
from tests.kit.position import Position, city_of, options, play, state_of, why_not


def price(position: Position, space: int) -> int:
    for tiles in range(1, 5):
        position.player.tiles = position.player.tiles.plus(ids.ActionType.GREAT_BONFIRE)
        game = position.game()
        if why_not(game, f"wheel {space}") is None:
            play(game, f"wheel {space}; pay {tiles} great-bonfire")
            assert state_of(game).wheel_position == space
            return tiles
    raise AssertionError("nothing pays for it")


def turned(space: int, *portals: str, gnomes: tuple[str, ...] = ()) -> Position:
    """The first use, which turns to a space with these portals for one tile."""
    position = Position().portals_on(space, *portals).gnomes(*gnomes)
    return position.tiles(great_bonfire=1)


@pytest.mark.parametrize("space", range(1, 8))
def test_the_first_use_of_the_game_turns_to_any_space_for_one_tile(space: int) -> None:
    assert price(Position(), space) == 1


@pytest.mark.parametrize(
    ("space", "tiles"), [(4, 1), (5, 2), (6, 3), (7, 3), (1, 3), (2, 3), (3, 3)]
)
def test_later_uses_cost_one_tile_a_space_clockwise_and_three_anywhere(
    space: int, tiles: int
) -> None:
    assert price(Position().wheel(3), space) == tiles


def test_turning_goes_round_from_the_last_space_to_the_first() -> None:
    assert price(Position().wheel(7), 1) == 1
    assert price(Position().wheel(6), 1) == 2


def test_ruling_20_one_or_two_tiles_turn_it_and_three_may_leave_it() -> None:
    assert price(Position().wheel(5), 5) == 3


def test_ruling_22_any_use_of_another_is_the_first_use() -> None:
    game = Position().of(1).tiles(great_bonfire=1).of(0).tiles(great_bonfire=1).game()
    play(game, "wheel 2; pay great-bonfire; reward tile goods; end")
    assert why_not(game, "wheel 5") is Reason.TILES_SHORT
    assert why_not(game, "wheel 3") is None


def test_two_of_the_three_rewards_are_taken() -> None:
    game = turned(3, "sun", "moon", "star").game()
    events = play(game, "wheel 3; pay great-bonfire")
    assert GreatBonfireTurned(0, 0, 3) in events
    assert set(options(game)) == {
        "reward tile goods",
        "reward tile portal sun",
        "reward goods portal sun",
    }
    for rewards in ("reward tile", "reward goods", "reward tile goods portal sun"):
        assert why_not(game, rewards) is Reason.REWARDS_COUNT
    assert PortalPlaced(0, ids.PortalKind.SUN, 3, 7) in play(game, "reward goods portal sun")
    assert city_of(game).resources[ids.Resource.ROOT] == 1
    assert city_of(game).tiles.total == 0
    assert city_of(game).portals[6] is ids.PortalKind.SUN
    assert ids.PortalKind.SUN not in state_of(game).wheel_portals[2]


def test_a_space_may_give_two_points_instead_of_a_resource() -> None:
    game = turned(7).game()
    play(game, "wheel 7; pay great-bonfire; reward tile goods")
    assert city_of(game).tiles[ids.ActionType.WILD] == 1
    assert game.score_sheets()[0][ids.PointSource.GREAT_BONFIRE] == 2
    assert city_of(game).resources.total == 0


@pytest.mark.parametrize(
    ("space", "tile", "resource"),
    [
        (1, "path", "blossom"),
        (2, "gnome", "shell"),
        (3, "task", "root"),
        (4, "great_bonfire", "gold"),
        (5, "ship", "fruit"),
        (6, "guardian", "herb"),
    ],
)
def test_a_space_gives_its_tile_and_its_resource(space: int, tile: str, resource: str) -> None:
    game = Position().tiles(great_bonfire=1).game()
    play(game, f"wheel {space}; pay great-bonfire; reward tile goods")
    assert city_of(game).tiles[ids.ActionType(tile)] == 1
    assert city_of(game).resources[ids.Resource(resource)] == 1


def test_ruling_21_a_portal_must_fit_the_next_notch() -> None:
    game = turned(3, "moon", "star", "leaf").game()
    play(game, "wheel 3; pay great-bonfire")
    assert options(game) == ["reward tile goods"]
    assert why_not(game, "reward tile portal moon") is Reason.PORTAL_NOT_NEXT
    assert why_not(game, "reward tile portal sun") is Reason.PORTAL_NOT_THERE


def test_ruling_49_any_portal_of_the_space_that_fits_may_be_taken() -> None:
    game = turned(3, "moon", "star", "sun").portals().game()
    play(game, "wheel 3; pay great-bonfire")
    assert "reward tile portal sun" in options(game)


def test_ruling_50_fewer_than_three_rewards_leave_tile_and_goods() -> None:
    position = Position().portals(*range(7, 0, -1)).tiles(great_bonfire=1)
    game = position.game()
    play(game, "wheel 3; pay great-bonfire")
    assert options(game) == ["reward tile goods"]


def test_portals_are_placed_from_the_right_in_the_order_of_the_city() -> None:
    game = Position().portals(7, 6).portals_on(3, "star", "moon", "sun").tiles(great_bonfire=1)
    built = game.game()
    play(built, "wheel 3; pay great-bonfire; reward tile portal star")
    assert city_of(built).portals[4] is ids.PortalKind.STAR
    assert built.view().seats[0].next_portals[0] is ids.PortalKind.LEAF


def test_no_other_number_is_a_space() -> None:
    refusal = Position().tiles(great_bonfire=3).game().refusal(0, actions.UseGreatBonfire(8))
    assert refusal is not None
    assert refusal.key is Reason.WHEEL_SPACE_UNKNOWN
