"""The set-up by number of players (S0, S1 Setup; S1 Solo Play; RULINGS.md: portals)."""

from collections import Counter
from dataclasses import replace

import pytest

from engine import agenda, bag, ids
from engine.box_index import box_index
from engine.data.standard import STANDARD_BOX
from engine.rules.setup import new_game
from engine.state import TOM, GameOptions, GameState, OfferingPile

SEEDS = range(12)
KNOWN = box_index(STANDARD_BOX)
THREE_OFFERINGS = "Y19"


def games(options: GameOptions) -> list[GameState]:
    return [new_game(options, seed, STANDARD_BOX) for seed in SEEDS]


def colors_on_islands(game: GameState) -> list[list[ids.Color]]:
    return [[KNOWN.tasks[str(task)].color for task in island] for island in game.islands if island]


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    options = GameOptions(4)
    assert new_game(options, 1, STANDARD_BOX) == new_game(options, 1, STANDARD_BOX)
    assert new_game(options, 1, STANDARD_BOX) != new_game(options, 2, STANDARD_BOX)


@pytest.mark.parametrize("beginner", [False, True])
@pytest.mark.parametrize(("players", "tasks"), [(1, 20), (2, 20), (3, 26), (4, 30)])
def test_tasks_on_the_islands_by_number_of_players(
    players: int, tasks: int, *, beginner: bool
) -> None:
    for game in games(GameOptions(players, beginner=beginner)):
        dealt = [task for island in game.islands for task in island]
        assert len(dealt) == len(set(dealt)) == tasks
        for island, slots in zip(STANDARD_BOX.islands, game.islands, strict=True):
            if island.resource is None:
                assert slots == ()
            elif players == 3:
                assert len(slots) == (2 if island.corner else 3)
            else:
                assert len(slots) == tasks // 10


@pytest.mark.parametrize("players", [1, 2])
def test_with_one_or_two_players_the_three_offerings_task_stays_in_the_box(players: int) -> None:
    for beginner in (False, True):
        for game in games(GameOptions(players, beginner=beginner)):
            assert all(THREE_OFFERINGS not in island for island in game.islands)


def test_with_more_players_the_three_offerings_task_may_lie_on_an_island() -> None:
    dealt = [task for game in games(GameOptions(4)) for island in game.islands for task in island]
    assert THREE_OFFERINGS in dealt


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_beginner_set_up_puts_different_colours_on_every_island(players: int) -> None:
    for game in games(GameOptions(players, beginner=True)):
        for colors in colors_on_islands(game):
            assert len(set(colors)) == len(colors)


def test_without_the_beginner_set_up_an_island_may_hold_one_colour_twice() -> None:
    islands = [colors for game in games(GameOptions(3)) for colors in colors_on_islands(game)]
    assert any(len(set(colors)) < len(colors) for colors in islands)


@pytest.mark.parametrize(("players", "copies"), [(1, 3), (2, 3), (3, 4), (4, 4)])
def test_portals_are_dealt_evenly_to_the_seven_spaces(players: int, copies: int) -> None:
    for game in games(GameOptions(players)):
        assert [len(space) for space in game.wheel_portals] == [copies] * 7
        kinds = Counter(kind for space in game.wheel_portals for kind in space)
        assert kinds == dict.fromkeys(ids.PortalKind, copies)


def test_in_solo_games_no_space_holds_a_portal_twice() -> None:
    for game in games(GameOptions(1)):
        assert all(len(set(space)) == 3 for space in game.wheel_portals)


def test_solo_tasks_are_seven_blue_seven_red_six_yellow_in_pairs_of_two_colours() -> None:
    for game in games(GameOptions(1)):
        islands = colors_on_islands(game)
        assert all(len(set(colors)) == 2 for colors in islands)
        assert Counter(color for colors in islands for color in colors) == {
            ids.Color.BLUE: 7,
            ids.Color.RED: 7,
            ids.Color.YELLOW: 6,
        }


def test_solo_leaves_the_specialists_who_cost_gold_in_the_box() -> None:
    for game in games(GameOptions(1)):
        dealt = (*game.specialists, *game.hidden.specialist_pile)
        assert len(dealt) == 24
        costs = {KNOWN.specialists[str(gnome)].resource for gnome in dealt}
        assert costs == set(ids.BASIC_RESOURCES)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_six_specialists_lie_open_and_the_rest_in_the_pile(players: int) -> None:
    for game in games(GameOptions(players)):
        assert len(game.specialists) == 6
        assert {*game.specialists, *game.hidden.specialist_pile} == set(KNOWN.specialists)


def test_four_path_tiles_lie_open_and_the_rest_in_the_pile() -> None:
    for game in games(GameOptions(2)):
        assert len(game.path_display) == 4
        assert Counter((*game.path_display, *game.hidden.path_pile)) == Counter(KNOWN.path_deck)


def test_elders_guardians_neutral_novices_and_empty_council() -> None:
    game = new_game(GameOptions(4), 0, STANDARD_BOX)
    assert game.elders == ("EL1", "EL2", "EL3", "EL4", "EL5", "EL6")
    assert game.guardians_left == (4, 4, 4, 4)
    assert game.neutral == set(ids.CommonTask)
    assert game.council == ((),) * 8
    assert game.wheel_position == 0


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_person_starts_with_one_of_each_resource_and_the_eight_fate_tiles(
    players: int,
) -> None:
    for game in games(GameOptions(players)):
        for player in game.players[:players]:
            assert player.resources.counts == (1,) * 6
            assert player.tiles == bag.ActionTiles.EMPTY  # the five come with the start tile
            assert len(player.fate_row) == 7
            assert {*player.fate_row, player.fate_front} == set(KNOWN.fate_tiles)
            assert player.novices == 7
            assert player.guardians == ((ids.Guardian.OWN, ids.START_PLACE),)
            assert player.ship is None
            assert set(player.scored) == {0}


def test_two_offering_piles_of_five_with_the_top_tile_open() -> None:
    for game in games(GameOptions(2)):
        for player, piles in zip(game.players, game.hidden.offering_piles, strict=True):
            assert [pile.hidden for pile in player.offerings] == [4, 4]
            opened = [pile.open for pile in player.offerings]
            below = [resource for pile in piles for resource in pile]
            assert Counter((*opened, *below)) == dict.fromkeys(ids.BASIC_RESOURCES, 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cities_colours_and_starting_player_are_dealt_by_the_seed(players: int) -> None:
    dealt = games(GameOptions(players))
    for game in dealt:
        assert len({player.city for player in game.players}) == players
        assert len({player.color for player in game.players}) == players
        assert game.seat == game.starter
    assert {game.starter for game in dealt} == set(range(players))
    assert {game.players[0].city for game in dealt} == set(ids.City)
    assert {game.players[0].color for game in dealt} == set(ids.SeatColor)


def test_chosen_colours_are_kept_and_completed() -> None:
    chosen = (ids.SeatColor.GREEN, ids.SeatColor.RED)
    for game in games(GameOptions(4, colors=chosen)):
        colors = tuple(player.color for player in game.players)
        assert colors[:2] == chosen
        assert set(colors) == set(ids.SeatColor)


def test_the_starter_chooses_the_start_tile_before_the_first_turn() -> None:
    game = new_game(GameOptions(3), 5, STANDARD_BOX)
    assert game.agenda == [agenda.TurnChoice(), agenda.StartTileChoice()]


def test_tom_has_another_city_four_novices_his_guardian_and_no_supplies() -> None:
    for game in games(GameOptions(1)):
        person, tom = game.players
        assert game.starter == 0
        assert tom.city is not person.city
        assert tom.color is not person.color
        assert tom.novices == 4
        assert tom.guardians == ((ids.Guardian.OWN, ids.START_PLACE),)
        assert not tom.resources
        assert not tom.tiles
        assert tom.fate_row == ()
        assert tom.fate_front is None
        assert tom.offerings == ()
        assert Counter(game.hidden.tom_deck) == Counter(KNOWN.tom_deck)
        assert game.tom is not None


@pytest.mark.parametrize(
    ("handicap", "ahead"), [(-10, (10, 0)), (5, (0, 5)), (0, (0, 0)), (None, (0, 0))]
)
def test_a_negative_handicap_leads_the_person_and_a_positive_one_tom(
    handicap: int | None, ahead: tuple[int, int]
) -> None:
    game = new_game(GameOptions(1, handicap=handicap), 3, STANDARD_BOX)
    line = ids.IN_GAME_SOURCES.index(ids.PointSource.HANDICAP)
    assert (game.players[0].scored[line], game.players[TOM].scored[line]) == ahead
    assert sum(game.players[0].scored) + sum(game.players[TOM].scored) == sum(ahead)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (GameOptions(0), "no game for 0"),
        (GameOptions(5), "no game for 5"),
        (GameOptions(2, handicap=-10), "only solo"),
        (GameOptions(2, colors=(ids.SeatColor.RED, ids.SeatColor.RED)), "different colours"),
        (GameOptions(1, colors=tuple(ids.SeatColor)[:3]), "different colours"),
    ],
)
def test_options_that_no_table_can_play_with_are_refused(options: GameOptions, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        new_game(options, 1, STANDARD_BOX)


def test_a_box_with_other_resources_on_offerings_is_dealt() -> None:
    rows = tuple(
        replace(row, count={ids.Resource.ROOT: 1, ids.Resource.HERB: 3}.get(row.resource, 2))
        for row in STANDARD_BOX.offerings
    )
    game = new_game(GameOptions(2), 1, replace(STANDARD_BOX, offerings=rows))
    opened = [pile.open for pile in game.players[0].offerings]
    dealt = Counter((*opened, *(tile for pile in game.hidden.offering_piles[0] for tile in pile)))
    assert dealt[ids.Resource.HERB] == 3
    assert dealt[ids.Resource.ROOT] == 1
    assert all(isinstance(pile, OfferingPile) for pile in game.players[0].offerings)
