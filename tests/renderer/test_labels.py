"""Every place that a menu or command names carries its short name on a picture."""

from engine.geometry import geometry
from engine.view import View
from renderer import Options
from tests.renderer import samples
from tests.renderer.contents import labels
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
