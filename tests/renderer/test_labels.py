"""Every place that a menu or command names carries its short name on a picture."""

from dataclasses import replace

import pytest

from engine import ids
from engine.build_view import build_view
from engine.geometry import geometry
from engine.state import GameOptions
from engine.view import View
from renderer import Options
from tests.kit.marks import long
from tests.properties.games import GOALS, states
from tests.renderer import samples, telling
from tests.renderer.contents import labels
from tests.renderer.legibility import crossed
from tests.renderer.scenes import scenes_of


def found(view: View, options: Options, picture: str) -> frozenset[str]:
    return labels(dict(scenes_of(view, options))[picture])


def test_the_board_names_islands_wheel_council_slots_and_cards(options: Options) -> None:
    on_board = found(samples.opening(), options, "board")
    assert {f"island {island.code}" for island in samples.BOX.islands} <= on_board
    assert {f"wheel {number}" for number in range(1, 8)} <= on_board
    assert {f"council {number}" for number in range(1, 9)} <= on_board
    assert {f"path slot {number}" for number in range(1, 5)} <= on_board
    view = samples.opening()
    cards = [card for card in (*view.specialists, *view.elders) if card is not None]
    assert {f"gnome {card.id}" for card in cards} <= on_board


def test_the_board_names_every_task_on_an_island(options: Options) -> None:
    view = samples.opening()
    tasks = {slot.task.id for place in view.islands for slot in place.slots if slot.task}
    assert len(tasks) == 30
    assert {f"task {task}" for task in tasks} <= found(view, options, "board")


def test_a_city_names_positions_squares_tasks_and_piles(options: Options) -> None:
    view = samples.middle()
    in_city = found(view, options, "city 0")
    assert {f"position {number}" for number in range(1, 8)} <= in_city
    assert {f"fate column {letter}" for letter in "abcdefg"} <= in_city
    assert {f"fate row {number}" for number in range(1, 6)} <= in_city
    assert {"fate top", "fate bottom", "offering left", "offering right"} <= in_city
    tasks = [place.task for place in view.seats[0].positions if place.task]
    assert {f"task {task.task.id}" for task in tasks if not task.lit} <= in_city


def test_the_tile_in_front_is_named_before_the_first_turn(options: Options) -> None:
    assert "fate front" in found(samples.opening(), options, "city 0")


def test_squares_of_the_margin_are_named_when_tiles_stick_out(options: Options) -> None:
    in_city = found(samples.crowded(), options, "city 0")
    rows = geometry(samples.BOX.fate_grid).rows
    letters = {name.rstrip("-0123456789") for name in rows[0]}
    assert {f"fate column {letter}" for letter in letters} <= in_city
    assert {f"fate row {number}" for number in range(-1, 8)} <= in_city


def test_a_larger_fate_area_is_named_to_its_last_square(options: Options) -> None:
    in_city = found(samples.custom_grid(), options, "city 0")
    assert {"fate column i", "fate row 9"} <= in_city


def crossings(view: View, options: Options) -> list[str]:
    """The labels of the board and of all cities that lie where another thing is drawn."""
    shown = [scene for name, scene in scenes_of(view, options) if name not in {"scores", "final"}]
    return [fault for scene in shown for fault in crossed(scene)]


@pytest.mark.parametrize("players", [3, *map(long, (2, 4))])
def test_no_label_lies_on_the_drawing_of_another_thing(players: int, options: Options) -> None:
    """At the start, in the middle and at the end of a game."""
    game = list(states(GameOptions(players), players, GOALS))
    for move in (1, len(game) // 2, len(game) - 1):
        assert crossings(build_view(game[move], move), options) == [], move


@pytest.mark.parametrize("players", [4, *map(long, (1, 2, 3))])
@pytest.mark.parametrize("code", ["A1", "B2", "E3", "B3"])
def test_no_ship_lies_on_the_name_of_its_island(code: str, players: int, options: Options) -> None:
    assert crossings(telling.ships_at(code, *range(players)), options) == []


@pytest.mark.parametrize("position", ["every task met", "sticking out", "crowded"])
def test_guardians_who_are_home_cover_no_label(position: str, options: Options) -> None:
    view = telling.POSITIONS[position]()
    kinds = tuple(ids.Guardian)
    home = tuple(
        replace(place, bonfire_guardian=kinds[place.position % len(kinds)])
        for place in view.seats[0].positions
    )
    assert crossings(telling.first_seat(view, positions=home), options) == []
