"""The View: the public position, complete, and the same however the hidden part lies."""

from collections import Counter
from dataclasses import replace

import pytest

from engine import ids
from engine.box_index import box_index
from engine.build_view import build_view
from engine.data import box
from engine.data.standard import STANDARD_BOX
from engine.face_down import redeal
from engine.game import Game
from engine.legality import legal
from engine.rules.setup import new_game
from engine.state import TOM, Countdown, GameOptions, GameState, TaskSpace, TomState
from tests.kit.games import random_game

KNOWN = box_index(STANDARD_BOX)
PLAYERS = (1, 2, 3, 4)


def setup(players: int = 2) -> GameState:
    return new_game(GameOptions(players), 8, STANDARD_BOX)


@pytest.mark.parametrize("players", PLAYERS)
def test_view_and_answers_stay_the_same_when_the_hidden_part_is_redealt(players: int) -> None:
    game = Game.new(GameOptions(players), 11)
    for _ in range(12):
        state = game._state
        for seed in (1, 2):
            twin = redeal(state, seed)
            assert twin.hidden != state.hidden
            assert build_view(twin, 5) == build_view(state, 5)
            assert legal(twin) == legal(state)
        for _ in range(9):
            if (asked := game.waiting) is not None:
                answers = game.legal_actions()
                game.submit(asked.seat, answers[len(game.moves) * 7 % len(answers)])


@pytest.mark.parametrize("players", PLAYERS)
def test_a_seat_alone_is_seen_as_it_is_in_the_view(players: int) -> None:
    game, twin = random_game(players, 4, 60), random_game(players, 4, 60)
    seats = range(len(game.view().seats))
    assert tuple(map(twin.seat_view, seats)) == game.view().seats  # made alone
    assert tuple(map(game.seat_view, seats)) == game.view().seats  # out of the view


@pytest.mark.parametrize("players", PLAYERS)
def test_no_piece_is_lost_between_view_and_box(players: int) -> None:
    for moves in (0, 60, 10_000):
        view = random_game(players, 4, moves).view()
        crystals = Counter(tile for tile in view.path_display if tile is not None)
        crystals.update(dict(view.paths_left))
        for seat in view.seats:
            crystals.update(
                box.PathTile(place.crystal, place.resource)
                for place in seat.positions
                if place.crystal is not None and place.resource is not None
            )
        assert crystals == Counter(KNOWN.path_deck)
        portals = sum(len(space.portals) for space in view.wheel)
        placed = sum(place.portal for seat in view.seats for place in seat.positions)
        assert portals + placed == (21 if players < 3 else 28)


def test_specialists_left_are_told_in_printed_order() -> None:
    view = build_view(setup(), 0)
    numbers = [card.number for card in view.specialists_left]
    assert numbers == sorted(numbers)
    shown = {card.number for card in view.specialists if card is not None}
    assert shown.isdisjoint(numbers)
    assert len(shown) + len(numbers) == 27


def test_a_used_up_slot_and_pile_are_shown_as_empty() -> None:
    state = setup()
    state.specialists = (None, *state.specialists[1:])
    state.elders = (*state.elders[:5], None)
    state.hidden = replace(state.hidden, path_pile=(), specialist_pile=())
    view = build_view(state, 0)
    assert view.specialists[0] is None
    assert view.elders[5] is None
    assert view.paths_left == ()
    assert view.specialists_left == ()


def test_the_printed_first_path_position_gives_gold_and_has_no_crystal() -> None:
    first = build_view(setup(), 0).seats[0].positions[0]
    assert (first.built, first.resource, first.crystal) == (True, ids.Resource.GOLD, None)


def test_path_tiles_cost_one_action_tile_up_to_position_4_and_then_two() -> None:
    positions = build_view(setup(), 0).seats[0].positions
    assert [place.path_price for place in positions] == [0, 1, 1, 1, 2, 2, 2]


def test_portals_fit_from_the_right_in_the_order_of_the_city() -> None:
    seat = build_view(setup(), 0).seats[0]
    layout = KNOWN.cities[seat.city].portals
    assert tuple(place.fits for place in reversed(seat.positions)) == layout
    assert seat.next_portals == layout


def test_a_position_shows_its_path_portal_task_novice_and_guardians() -> None:
    state = setup()
    player = state.players[0]
    tile = STANDARD_BOX.path_tiles[0].tile
    player.path = (tile,)
    player.tasks = (TaskSpace("B01", lit=True), TaskSpace("R07", lit=False), *player.tasks[2:])
    layout = KNOWN.cities[player.city].portals
    player.portals = (None, layout[-2], None, None, None, None, None)
    player.guardians = (
        (ids.Guardian.OWN, ids.START_PLACE),
        (ids.Guardian.PINK, ids.Place(ids.PlaceKind.PATH, 2)),
        (ids.Guardian.GREY, ids.Place(ids.PlaceKind.BONFIRE, 1)),
    )
    seat = build_view(state, 0).seats[0]
    one, two, three = seat.positions[:3]
    assert one.task is not None
    assert (one.task.task.id, one.task.lit, one.novice) == ("B01", True, False)
    assert one.bonfire_guardian is ids.Guardian.GREY
    assert one.guardian_value == 2
    assert two.task is not None
    assert (two.task.task.id, two.task.lit, two.novice) == ("R07", False, True)
    assert (two.task.have, two.task.need, two.task.met) == (1, 3, False)
    assert (two.built, two.resource, two.crystal) == (True, tile.resource, tile.crystal)
    assert two.path_guardians == (ids.Guardian.PINK,)
    assert two.portal
    assert not three.built
    assert three.task is None
    assert seat.waiting_guardians == (ids.Guardian.OWN,)
    assert seat.guardians == (ids.Guardian.OWN, ids.Guardian.PINK, ids.Guardian.GREY)
    assert seat.bonfires == 1


def test_fate_tiles_are_shown_with_their_squares() -> None:
    game = Game.new(GameOptions(2), 3)
    asked = game.waiting
    assert asked is not None
    game.submit(asked.seat, game.legal_actions()[0])
    seat = game.view().seats[asked.seat]
    assert [tile.cells for tile in seat.fate] in ([("c3", "d3", "e3")], [("e3", "d3", "c3")])
    assert seat.fate_front is None
    assert len(seat.fate_row) == 7


def test_islands_show_tasks_offerings_guardians_and_ships() -> None:
    state = setup()
    place = [island.code for island in STANDARD_BOX.islands].index("C1")
    state.islands = (*state.islands[:place], ("B01", 1), *state.islands[place + 1 :])
    state.guardians_left = (3, 4, 4, 4)
    state.players[1].ship = "C1"
    views = {view.island.code: view for view in build_view(state, 0).islands}
    assert [slot.number for slot in views["C1"].slots] == [1, 2]
    assert [slot.task and slot.task.id for slot in views["C1"].slots] == ["B01", None]
    assert [slot.offering for slot in views["C1"].slots] == [None, 1]
    assert views["C1"].ships == (1,)
    assert views["B1"].guardians == 3
    assert views["B1"].slots == ()
    assert views["C1"].guardians == 0


def test_the_offering_of_seat_0_is_not_taken_for_an_empty_slot() -> None:
    state = setup()
    place = [island.code for island in STANDARD_BOX.islands].index("C1")
    state.islands = (*state.islands[:place], (0, None), *state.islands[place + 1 :])
    slots = build_view(state, 0).islands[place].slots
    assert [slot.offering for slot in slots] == [0, None]


def test_council_and_common_tasks_with_their_novices() -> None:
    state = setup()
    state.council = ((ids.Novice.SEAT_1, ids.Novice.NEUTRAL), *state.council[1:])
    state.neutral -= {ids.CommonTask.GNOMES}
    view = build_view(state, 0)
    assert view.council[0].novices == (ids.Novice.SEAT_1, ids.Novice.NEUTRAL)
    assert view.novices_sent == 2
    assert view.novices_needed == 7
    assert {common.common: common.neutral for common in view.common} == {
        common: common is not ids.CommonTask.GNOMES for common in ids.CommonTask
    }
    assert [common.need for common in view.common] == [7, 7, 7, 5, 6]


@pytest.mark.parametrize(("players", "needed"), [(1, 7), (2, 7), (3, 10), (4, 13)])
def test_novices_needed_for_the_countdown(players: int, needed: int) -> None:
    assert build_view(setup(players), 0).novices_needed == needed


def test_the_countdown_shows_turns_left_and_points_for_passing() -> None:
    state = setup(3)
    state.starter = state.seat = 0
    assert build_view(state, 0).countdown is None
    state.countdown = Countdown(triggered_by=2, stack=3, handed=4)
    state.seat = 1
    view = build_view(state, 0)
    assert view.countdown is not None
    assert (view.countdown.stack, view.countdown.handed) == (3, 4)
    assert [seat.turns_left for seat in view.seats] == [3, 4, 4]
    assert [seat.pass_points for seat in view.seats] == [3, 4, 4]


@pytest.mark.parametrize(
    ("turned", "left", "deck_pass"), [(0, 8, 1), (1, 7, 1), (8, 0, 1), (9, 7, 2), (32, 0, 4)]
)
def test_toms_deck_is_counted(turned: int, left: int, deck_pass: int) -> None:
    state = setup(1)
    state.tom = TomState(turned, ids.TomCard.PATH, "S4", ("S4",))
    tom = build_view(state, 0).tom
    assert tom is not None
    assert (tom.turned, tom.left, tom.deck_pass) == (turned, left, deck_pass)
    assert tom.gnome == KNOWN.specialists["S4"]


def test_tom_has_no_novices_beside_his_bonfires() -> None:
    seat = build_view(setup(1), 0).seats[TOM]
    assert seat.is_tom
    assert not any(place.novice for place in seat.positions)
    assert seat.novices == 4
    assert seat.offerings == ()


@pytest.mark.parametrize("players", PLAYERS)
def test_a_finished_game_shows_its_result_and_waits_for_nobody(players: int) -> None:
    game = random_game(players, 5)
    view = game.view()
    assert view.waiting is None
    assert view.result == game.result
    assert view.move == game.move_count
    totals = [seat.sheet.total for seat in view.seats]
    assert view.result is not None
    assert all(totals[seat] == max(totals) for seat in view.result.winners)
    assert all(len(seat.positions) == len(ids.POSITIONS) for seat in view.seats)
