"""Set-up for every number of players (S0, S1 Setup)."""

from collections import Counter
from itertools import chain

import pytest

from engine import Game, GameOptions, Reason, View, conditions, ids
from engine.data import box
from tests.kit.position import city_of, options, play, state_of, why_not

COUNTS = pytest.mark.parametrize("players", [1, 2, 3, 4])
SEEDS = range(12)


def view(players: int, seed: int = 3, **settings: bool) -> View:
    return Game.new(GameOptions(players, **settings), seed).view()  # type: ignore[arg-type]


def tasks_by_island(shown: View) -> dict[str, list[box.Task]]:
    return {
        each.island.code: [slot.task for slot in each.slots if slot.task]
        for each in shown.islands
        if each.island.resource
    }


@COUNTS
def test_tasks_lie_on_the_ten_task_islands(players: int) -> None:
    islands = tasks_by_island(view(players))
    corners = {"A1", "E1", "A3", "E3"}
    assert len(islands) == 10
    for code, tasks in islands.items():
        few = players < 3 or (players == 3 and code in corners)
        assert len(tasks) == (2 if few else 3)
    every = [task.id for task in chain(*islands.values())]
    assert len(set(every)) == len(every)


@COUNTS
def test_portals_lie_evenly_around_the_great_bonfire(players: int) -> None:
    shown = view(players)
    copies = 3 if players < 3 else 4
    assert [len(space.portals) for space in shown.wheel] == [copies] * 7
    kinds = Counter(chain(*(space.portals for space in shown.wheel)))
    assert kinds == dict.fromkeys(ids.PortalKind, copies)
    assert shown.wheel_position == 0


@COUNTS
def test_the_middle_of_the_table(players: int) -> None:
    shown = view(players)
    assert [each.guardians for each in shown.islands if each.island.guardian] == [4] * 4
    assert sum(tile is not None for tile in shown.path_display) == 4
    assert sum(count for _, count in shown.paths_left) == 24
    assert sum(card is not None for card in shown.specialists) == 6
    assert len(shown.specialists_left) == (18 if players == 1 else 21)
    assert sum(card is not None for card in shown.elders) == 6
    assert [each.common for each in shown.common if each.neutral] == list(ids.CommonTask)
    assert all(space.novices == () for space in shown.council)
    assert shown.countdown is None


@COUNTS
def test_a_city_begins_with_its_guardian_six_resources_and_seven_novices(players: int) -> None:
    shown = view(players)
    for seat in shown.seats[:players]:
        assert seat.waiting_guardians == seat.guardians
        assert [str(guardian) for guardian in seat.guardians] == ["own"]
        assert {kind: seat.resources[kind] for kind in ids.Resource} == dict.fromkeys(
            ids.Resource, 1
        )
        assert seat.tiles.total == 0
        assert (seat.novices, seat.score, seat.ship) == (7, 0, None)
        assert len(seat.fate_row) == 7
        assert seat.fate_front is not None
        assert len({tile.id for tile in (*seat.fate_row, seat.fate_front)}) == 8
        assert [(pile.open is not None, pile.hidden) for pile in seat.offerings] == [(True, 4)] * 2


@COUNTS
def test_cities_colours_and_the_starting_player_are_dealt(players: int) -> None:
    starters = set()
    for seed in SEEDS:
        shown = view(players, seed)
        assert len({seat.city for seat in shown.seats}) == max(2, players)
        assert len({seat.color for seat in shown.seats}) == max(2, players)
        assert shown.seat == shown.starter
        starters.add(shown.starter)
    assert starters == set(range(players))


def test_colours_that_are_chosen_stay() -> None:
    chosen = (ids.SeatColor.PURPLE, ids.SeatColor.RED)
    game = Game.new(GameOptions(3, colors=chosen), 1)
    assert tuple(seat.color for seat in game.view().seats[:2]) == chosen
    assert game.view().seats[2].color not in chosen


def test_the_beginner_set_up_has_different_colours_on_every_island() -> None:
    for players in (2, 3, 4):
        for seed in SEEDS:
            for tasks in tasks_by_island(view(players, seed, beginner=True)).values():
                assert len({task.color for task in tasks}) == len(tasks)


@COUNTS
def test_the_start_tile_lies_in_the_middle_and_yields_five_action_tiles(players: int) -> None:
    game = Game.new(GameOptions(players), 3)
    seat = state_of(game).seat
    front = city_of(game, seat).fate_front
    play(game, f"start {front} right")
    city = city_of(game, seat)
    shown = game.view().seats[seat]
    assert shown.fate[0].cells == ("c3", "d3", "e3")
    assert city.tiles.total == 5
    assert city.tiles[ids.ActionType.WILD] == 2
    assert all(city.tiles[symbol] == 1 for symbol in shown.fate[0].tile.symbols)
    assert city.fate_front is None
    assert len(city.fate_row) == 7


def test_the_start_tile_may_be_laid_either_way_round_but_not_upright() -> None:
    game = Game.new(GameOptions(2), 3)
    front = city_of(game, state_of(game).seat).fate_front
    assert why_not(game, f"start {front} down") is Reason.START_DIRECTION
    play(game, f"start {front} left")
    assert game.view().seats[state_of(game).seat].fate[0].cells == ("e3", "d3", "c3")


def test_ruling_44_the_tile_in_front_may_be_swapped_with_the_middle_one_only() -> None:
    game = Game.new(GameOptions(2), 3)
    seat = state_of(game).seat
    row, front = city_of(game, seat).fate_row, city_of(game, seat).fate_front
    assert set(options(game)) == {
        f"start {tile} {way}" for tile in (front, row[3]) for way in ("right", "left")
    }
    assert why_not(game, f"start {row[0]} right") is Reason.START_TILE_UNKNOWN
    play(game, f"start {row[3]} right")
    assert city_of(game, seat).fate_row == (*row[:3], front, *row[4:])


def test_ruling_64_each_player_lays_the_start_tile_at_the_beginning_of_the_own_first_turn() -> None:
    game = Game.new(GameOptions(3), 3)
    first = state_of(game).seat
    second = (first + 1) % 3
    play(game, f"start {city_of(game, first).fate_front} right; path 1; pay wild; end")
    assert state_of(game).seat == second
    assert all(option.startswith("start") for option in options(game))
    assert city_of(game, second).tiles.total == 0
    play(game, f"start {city_of(game, second).fate_front} right")
    assert city_of(game, second).tiles.total == 5


def test_ruling_32_the_task_of_three_offerings_is_out_with_one_or_two_players() -> None:
    def dealt(players: int) -> bool:
        every = [
            task
            for seed in range(30)
            for tasks in tasks_by_island(view(players, seed)).values()
            for task in tasks
        ]
        wanted = conditions.OfferingsOnIslands(islands=1, each=3)
        return any(task.condition == wanted for task in every)

    assert [dealt(players) for players in (1, 2, 3, 4)] == [False, False, True, True]


def test_ruling_33_one_and_two_players_play_with_three_portals_of_each_kind() -> None:
    for players in (1, 2):
        assert sum(len(space.portals) for space in view(players).wheel) == 21


def test_ruling_67_against_tom_no_space_holds_a_portal_twice_and_no_island_a_colour() -> None:
    for seed in SEEDS:
        shown = view(1, seed)
        assert all(len(set(space.portals)) == 3 for space in shown.wheel)
        islands = tasks_by_island(shown)
        assert all(len({task.color for task in tasks}) == 2 for tasks in islands.values())
        colors = Counter(task.color for task in chain(*islands.values()))
        assert colors == {ids.Color.BLUE: 7, ids.Color.RED: 7, ids.Color.YELLOW: 6}


def test_against_tom_the_person_starts_and_tom_has_a_bare_city() -> None:
    for seed in SEEDS:
        shown = view(1, seed)
        assert (shown.starter, shown.seat) == (0, 0)
        tom = shown.seats[1]
        assert tom.is_tom
        assert (tom.novices, tom.tiles.total, tom.resources.total) == (4, 0, 0)
        assert (tom.fate, tom.fate_row, tom.fate_front, tom.offerings) == ((), (), None, ())
        assert tom.waiting_guardians == tom.guardians
        assert shown.tom is not None
        assert (shown.tom.turned, shown.tom.left) == (0, 8)


def test_against_tom_the_three_gold_specialists_stay_in_the_box() -> None:
    for seed in SEEDS:
        shown = view(1, seed)
        cards = [*filter(None, shown.specialists), *shown.specialists_left]
        assert len(cards) == 24
        assert {card.resource for card in cards} == set(ids.BASIC_RESOURCES)


def test_the_starting_tile_holds_the_guardian_and_is_no_path_space() -> None:
    game = Game.new(GameOptions(2), 3)
    assert city_of(game).guardians[0][1] == ids.START_PLACE
    assert game.view().seats[0].positions[0].path_guardians == ()
