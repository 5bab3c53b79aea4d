"""Boxes as documents: the round trip, every fault with its key path, and the digest."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from engine import conditions, ids
from engine.box_document import BoxError, box_digest, box_from_document, box_to_document
from engine.data.box import Box, Provenance
from engine.data.standard import STANDARD_BOX

Document = dict[str, Any]


def document() -> Document:
    return deepcopy(box_to_document(STANDARD_BOX))


def faults(edited: object) -> list[str]:
    with pytest.raises(BoxError) as error:
        box_from_document(edited)
    return [str(fault) for fault in error.value.faults]


def confirmed() -> Box:
    """A box as an owner of the printed game might have it."""
    tasks = list(STANDARD_BOX.tasks)
    tasks[0] = replace(tasks[0], points=3, provenance=Provenance.TEXT)
    tasks[8] = replace(tasks[8], condition=conditions.OfferingOnIsland(ids.Resource.ROOT))
    return replace(STANDARD_BOX, tasks=tuple(tasks), start_crystal=ids.Color.BLUE)


@pytest.mark.parametrize("box", [STANDARD_BOX, confirmed()], ids=["standard", "confirmed"])
def test_a_box_survives_the_way_through_json(box: Box) -> None:
    assert box_from_document(json.loads(json.dumps(box_to_document(box)))) == box


def test_the_order_of_keys_carries_nothing() -> None:
    def reversed_keys(value: object) -> object:
        if isinstance(value, dict):
            return {key: reversed_keys(value[key]) for key in reversed(value)}
        return value

    assert box_from_document(reversed_keys(document())) == STANDARD_BOX


def test_equal_boxes_come_out_as_one_object() -> None:
    assert box_from_document(document()) is STANDARD_BOX
    other = box_to_document(confirmed())
    assert box_from_document(other) is box_from_document(deepcopy(other))


def test_the_digest_names_the_content() -> None:
    assert box_digest(STANDARD_BOX) == box_digest(replace(STANDARD_BOX))
    assert box_digest(confirmed()) != box_digest(STANDARD_BOX)
    assert len(box_digest(STANDARD_BOX)) == 32


def put(path: str, value: object) -> Callable[[Document], None]:
    *above, last = path.split(".")

    def edit(edited: Document) -> None:
        for key in above:
            edited = edited[key]
        edited[last] = value

    return edit


def cut(path: str) -> Callable[[Document], None]:
    *above, last = path.split(".")

    def edit(edited: Document) -> None:
        for key in above:
            edited = edited[key]
        del edited[last]

    return edit


BAD: list[tuple[Callable[[Document], None], str]] = [
    (put("schema", 2), "schema must be 1, not 2"),
    (cut("wheel"), "wheel is missing"),
    (put("wheels", {}), "wheels is not known here"),
    (put("elders", []), "elders must be a table, not a list"),
    (cut("tasks.R07"), "tasks.R07 is missing"),
    (put("tasks.R23", {}), "tasks.R23 is not known here"),
    (put("tasks.R07.points", 6), "tasks.R07.points must be a whole number from 4 to 5, not 6"),
    (put("tasks.B07.points", 1), "tasks.B07.points must be a whole number from 2 to 3, not 1"),
    (put("tasks.Y07.points", 9), "tasks.Y07.points must be a whole number from 6 to 8, not 9"),
    (
        put("tasks.B01.points", "2"),
        'tasks.B01.points must be a whole number from 2 to 3, not "2"',
    ),
    (
        put("tasks.B01.points", value=True),
        "tasks.B01.points must be a whole number from 2 to 3, not true",
    ),
    (cut("tasks.B01.condition.kind"), "tasks.B01.condition.kind is missing"),
    (
        put("tasks.B01.condition.resource", "wood"),
        (
            "tasks.B01.condition.resource must be one of blossom, fruit, herb, shell, root, gold, "
            'not "wood"'
        ),
    ),
    (put("tasks.B01.condition.count", 2), "tasks.B01.condition.count is not known here"),
    (
        put("tasks.R02.condition.count", 4),
        "tasks must hold 0 red tasks that ask for own what=gnomes count=4, not 1",
    ),
    (
        put("tasks.R03.condition.resource", "herb"),
        "tasks must hold 1 red tasks that ask for resource gold count=4, not 0",
    ),
    (
        put("tasks.R04.condition.guardians", ["pink", "pink"]),
        "tasks.R04.condition.guardians must all be different",
    ),
    (
        put("tasks.B19.condition.symbols", ["wild"]),
        "tasks.B19.condition.symbols must be actions: no fate tile shows yellow",
    ),
    (
        put("tasks.Y12.condition.tiles", {"path": 4}),
        "tasks must hold 3 yellow tasks that ask for action_tiles tiles=5, not 2",
    ),
    (
        put("specialists.S1.resource", "gold"),
        "specialists must hold 3 specialists that cost Gold, not 4",
    ),
    (put("elders.EL1.counts", "gnomes"), "elders must hold the count paths once, not 0 times"),
    (
        put("fate_tiles.F1.symbols", ["task", "ship", "task"]),
        "fate_tiles.F1.symbols must be three different actions",
    ),
    (
        put("fate_tiles.F1.symbols", ["task", "ship"]),
        "fate_tiles.F1.symbols must be three different actions",
    ),
    (
        put("fate_tiles.F1.symbols", ["task", "ship", "wild"]),
        (
            "fate_tiles.F1.symbols.3 must be one of path, ship, task, guardian, great_bonfire, "
            'gnome, not "wild"'
        ),
    ),
    (put("fate_grid.rows", 2), "fate_grid.rows must be a whole number from 3 to 9, not 2"),
    (
        put("fate_grid.start", ["c3", "d3", "d4"]),
        "fate_grid.start must be three neighbouring squares of one row",
    ),
    (
        put("fate_grid.start", ["b3", "d3", "e3"]),
        "fate_grid.start must be three neighbouring squares of one row",
    ),
    (put("fate_grid.start", []), "fate_grid.start must be three neighbouring squares of one row"),
    (put("fate_grid.gold", ["h1"]), "fate_grid.gold.1 must be a square from a1 to g5"),
    (put("fate_grid.gold", ["a1", "a1"]), "fate_grid.gold.2 names a square twice"),
    (put("fate_grid.gold", ["c3"]), "fate_grid.gold must not lie under the start strip"),
    (put("fate_grid.highlighted", []), "fate_grid.highlighted must name at least one square"),
    (put("fate_grid.wild", ["b1"]), "fate_grid.wild must not lie on the Gold squares"),
    (
        put("path_tiles.blue_herb.count", 3),
        "path_tiles must hold 10 path tiles with a blue crystal, not 11",
    ),
    (
        cut("path_tiles.yellow_herb"),
        "path_tiles must hold 8 path tiles with a yellow crystal, not 7",
    ),
    (put("path_tiles.green_herb", {}), "path_tiles.green_herb is not known here"),
    (
        put("start_crystal.crystal", "green"),
        'start_crystal.crystal must be one of none, blue, red, yellow, not "green"',
    ),
    (put("offerings.herb.count", 1), "offerings must hold 10 offering tiles, not 9"),
    (
        put("cities.A.portals", ["sun"] * 7),
        "cities.A.portals must hold the portal sun once, not 7 times",
    ),
    (
        put("cities.A.portals", box_to_document(STANDARD_BOX)["cities"]["B"]["portals"]),  # type: ignore[index]
        "cities must each have another order of portals",
    ),
    (put("guardian_values.values", [2, 3]), "guardian_values.values must hold 7 values, not 2"),
    (
        put("guardian_values.values", [1, 3, 4, 5, 6, 7, 8]),
        "guardian_values.values.1 must be a whole number from 2 to 8, not 1",
    ),
    (cut("wheel.7"), "wheel.7 is missing"),
    (
        put("wheel.1.reward", "fish"),
        'wheel.1.reward must be one of blossom, fruit, herb, shell, root, gold, points, not "fish"',
    ),
    (put("islands.A1.resource", "herb"), "islands must hold 2 islands of blossom, not 1"),
    (put("islands.B1.guardian", "grey"), "islands must hold the guardian pink once, not 0 times"),
    (put("islands.A1.guardian", "pink"), "islands.A1 must have either a resource or a guardian"),
    (cut("islands.A1.resource"), "islands.A1 must have either a resource or a guardian"),
    (put("islands.F1", {}), "islands.F1 is not known here"),
    (cut("islands.A1.corner"), "islands must hold 4 corner islands, not 3"),
    (put("islands.B1.corner", value=True), "islands.B1.corner must be an island with tasks"),
    (
        put("islands.A1.corner", "yes"),
        'islands.A1.corner must be true or false, not "yes"',
    ),
    (put("routes.pairs", [["A1", "C3"]]), "routes.pairs.1 names C3, which is no island"),
    (put("routes.pairs", [["A1", "A1"]]), "routes.pairs.1 must name two different islands"),
    (put("routes.pairs", ["A1-B1"]), 'routes.pairs.1 must be a list, not "A1-B1"'),
    (
        put("routes.pairs", [["A1", "B1"], ["B1", "A1"]]),
        "routes.pairs.2 joins B1 and A1 a second time",
    ),
    (put("routes.pairs", [["A1", "B1"]]), "routes.pairs must lead from A1 to E3"),
    (put("council.2.bonus", "gold"), "council must hold the bonus path once, not 0 times"),
    (put("tom_cards.path.count", 3), "tom_cards must hold 8 cards, not 9"),
    (cut("tom_cards.path"), "tom_cards.path is missing"),
    (
        put("council.1.provenance", "sure"),
        'council.1.provenance must be one of text, deduced, reconstructed, not "sure"',
    ),
]


@pytest.mark.parametrize(("edit", "told"), BAD, ids=[told[:60] for _, told in BAD])
def test_a_fault_is_told_at_its_key(edit: Callable[[Document], None], told: str) -> None:
    edited = document()
    edit(edited)
    assert told in faults(edited)


def test_all_faults_are_told_at_once() -> None:
    edited = document()
    for change in (
        put("tasks.R07.points", 6),
        put("tasks.R08.points", 6),
        put("specialists.S1.resource", "gold"),
        cut("islands.A1.corner"),
        cut("council"),
    ):
        change(edited)
    assert len(faults(edited)) == 5


def test_a_section_that_cannot_be_read_is_not_counted_too() -> None:
    edited = document()
    edited["tasks"]["R02"]["condition"] = {"kind": "own", "what": "gnomes"}
    assert faults(edited) == ["tasks.R02.condition.count is missing"]


@pytest.mark.parametrize("value", [None, [], "box", 3])
def test_what_is_no_table_at_all_is_one_fault(value: object) -> None:
    assert len(faults(value)) == 1


@pytest.mark.parametrize("value", [None, [], "own", {"kind": []}, {"kind": None}])
def test_an_odd_condition_is_a_fault_and_no_crash(value: object) -> None:
    edited = document()
    edited["tasks"]["B01"]["condition"] = value
    assert all(fault.startswith("tasks.B01.condition") for fault in faults(edited))
