"""A wrong row of the box does not pass: the second reckoning disagrees where the row shows."""

from collections.abc import Iterator
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any

import pytest

from engine import bag, conditions, ids
from engine.data.box import Box, Task
from engine.data.standard import STANDARD_BOX
from engine.tuples import replaced
from tests.kit.marks import long
from tests.properties import rows
from tests.properties.printed import FATE_AREA, SEA

FEW = 6
"""One row in so many is changed by `make test`, all of them by `make test-long`."""


def some(*values: Any) -> list[Any]:
    """The values as cases, most of them long."""
    return [pytest.param(*row) if at % FEW == 0 else long(*row) for at, row in enumerate(values)]


@pytest.mark.parametrize("task", STANDARD_BOX.tasks, ids=lambda task: task.id)
def test_every_task_agrees(task: Task) -> None:
    assert rows.with_task(task, STANDARD_BOX) == []


@pytest.mark.parametrize(
    "task", some(*zip(STANDARD_BOX.tasks, strict=True)), ids=lambda task: task.id
)
def test_a_wrong_task_is_seen(task: Task) -> None:
    for wrong in wrong_tasks(task):
        at = STANDARD_BOX.tasks.index(task)
        box = replace(STANDARD_BOX, tasks=replaced(STANDARD_BOX.tasks, at, wrong))
        assert rows.with_task(task, box), wrong


def wrong_tasks(task: Task) -> Iterator[Task]:
    """The task with other points, another number or another thing that it asks for."""
    yield replace(task, points=task.points - 1)
    yield replace(task, points=task.points // 2)
    for field in fields(task.condition):
        for value in others(getattr(task.condition, field.name)):
            yield replace(task, condition=replace(task.condition, **{field.name: value}))


def others(value: Any) -> Iterator[Any]:
    """Values that could stand by mistake in the place of one."""
    match value:
        case int():
            yield value + 1
            yield value - 1
        case bag.ActionTiles():
            kinds = list(value)
            yield bag.ActionTiles.of(*kinds[1:])
            yield bag.ActionTiles.of(ids.ActionType.WILD, *kinds[1:])
        case tuple():
            if len(value) > 1:
                yield value[1:]
            yield (*value[:-1], _another(value[-1], value))
        case StrEnum():
            yield _another(value, (value,))


def _another(value: StrEnum, besides: tuple[StrEnum, ...]) -> StrEnum:
    """A value of the same kind that is none of these, or stands twice where all are there."""
    return next((each for each in type(value) if each not in besides), besides[0])


CITY_ORDERS = [
    (city, one)
    for city in range(len(STANDARD_BOX.cities))
    for one in range(len(STANDARD_BOX.cities[city].portals) - 1)
]


@pytest.mark.parametrize(("city", "place"), some(*CITY_ORDERS))
def test_a_wrong_order_of_portals_is_seen(city: int, place: int) -> None:
    row = STANDARD_BOX.cities[city]
    kinds = list(row.portals)
    kinds[place], kinds[place + 1] = kinds[place + 1], kinds[place]
    wrong = replace(row, portals=tuple(kinds))
    assert rows.in_set_ups(replace(STANDARD_BOX, cities=replaced(STANDARD_BOX.cities, city, wrong)))


def wrong_boxes() -> Iterator[Any]:
    """Boxes with one wrong row each, by its name."""
    box = STANDARD_BOX
    for at, wheel in enumerate(box.wheel):
        other = box.wheel[at - 1]
        for wrong in (replace(wheel, tile=other.tile), replace(wheel, resource=other.resource)):
            yield f"wheel {at + 1}", replace(box, wheel=replaced(box.wheel, at, wrong))
    for at, island in enumerate(box.islands):
        changed = replace(island, corner=not island.corner)
        if island.resource is not None:
            yield island.code, replace(box, islands=replaced(box.islands, at, changed))
            kind = _another(island.resource, (island.resource,))
            changed = replace(island, resource=ids.Resource(kind))
            yield island.code, replace(box, islands=replaced(box.islands, at, changed))
    for at, space in enumerate(box.council):
        bonus = replace(space, bonus=box.council[at - 1].bonus)
        yield f"council {at + 1}", replace(box, council=replaced(box.council, at, bonus))
    for at, row in enumerate(box.path_tiles):
        more = replace(row, count=row.count + 1)
        yield f"path tiles {at}", replace(box, path_tiles=replaced(box.path_tiles, at, more))
    for at, value in enumerate(box.guardian_values):
        values = replaced(box.guardian_values, at, value + 1)
        yield f"guardian value {at + 1}", replace(box, guardian_values=values)
    for at, card in enumerate(box.tom_cards):
        more_cards = replace(card, count=card.count + 1)
        yield f"Tom {card.card}", replace(box, tom_cards=replaced(box.tom_cards, at, more_cards))
    yield "start crystal", replace(box, start_crystal=ids.Color.BLUE)
    for at, tile in enumerate(box.fate_tiles):
        first, second, third = tile.symbols
        turned = replace(tile, symbols=(second, first, third))
        yield tile.id, replace(box, fate_tiles=replaced(box.fate_tiles, at, turned))


WRONG_BOXES = list(wrong_boxes())


@pytest.mark.parametrize(
    "box", some(*((box,) for _, box in WRONG_BOXES)), ids=[name for name, _ in WRONG_BOXES]
)
def test_a_wrong_row_is_seen_in_the_set_up(box: Box) -> None:
    assert rows.in_set_ups(box)


@pytest.mark.parametrize("at", range(len(STANDARD_BOX.specialists)))
def test_every_specialist_agrees_and_a_wrong_one_is_seen(at: int) -> None:
    box, card = STANDARD_BOX, STANDARD_BOX.specialists[at]
    assert rows.with_gnome(card.id, box) == []
    wrong = replace(card, resource=ids.Resource(_another(card.resource, (card.resource,))))
    changed = replace(box, specialists=replaced(box.specialists, at, wrong))
    assert rows.with_gnome(card.id, changed)


@pytest.mark.parametrize("at", range(len(STANDARD_BOX.elders)))
def test_every_elder_agrees_and_a_wrong_one_is_seen(at: int) -> None:
    box, elder = STANDARD_BOX, STANDARD_BOX.elders[at]
    assert rows.with_gnome(elder.id, box) == []
    resource = ids.Resource(_another(elder.resource, (elder.resource,)))
    for wrong in (
        replace(elder, counts=box.elders[at - 1].counts),
        replace(elder, resource=resource),
    ):
        changed = replace(box, elders=replaced(box.elders, at, wrong))
        assert rows.with_gnome(elder.id, changed)


@pytest.mark.parametrize("card", list(ids.TomCard))
def test_whether_a_card_of_tom_shows_a_gnome_is_seen(card: ids.TomCard) -> None:
    assert rows.with_card(card, STANDARD_BOX) == []
    at = next(at for at, row in enumerate(STANDARD_BOX.tom_cards) if row.card is card)
    row = STANDARD_BOX.tom_cards[at]
    wrong = replace(row, reveals_gnome=not row.reveals_gnome)
    box = replace(STANDARD_BOX, tom_cards=replaced(STANDARD_BOX.tom_cards, at, wrong))
    assert rows.with_card(card, box)


# The Fate Area


@pytest.mark.parametrize(("row", "column"), sorted(FATE_AREA))
def test_the_squares_of_tasks_agree_and_a_wrong_one_is_seen(row: int, column: int) -> None:
    at, grid = (row, column), STANDARD_BOX.fate_grid
    for squares in conditions.Squares:
        assert rows.with_squares(squares, at, STANDARD_BOX) == []
    wrong = replace(grid, highlighted=grid.highlighted ^ {at})
    assert rows.with_squares(
        conditions.Squares.HIGHLIGHTED, at, replace(STANDARD_BOX, fate_grid=wrong)
    )
    wrong = replace(grid, gold=grid.gold ^ {at})
    assert rows.with_squares(conditions.Squares.GOLD, at, replace(STANDARD_BOX, fate_grid=wrong))


@pytest.mark.parametrize(("strip", "beside"), rows.STRIPS)
def test_what_a_fate_tile_covers_agrees_and_a_wrong_square_is_seen(strip: str, beside: str) -> None:
    assert rows.with_fate_tile(strip, beside, STANDARD_BOX) == []
    grid = STANDARD_BOX.fate_grid
    for at in rows.squares_of(strip):
        for wrong in (
            replace(grid, gold=grid.gold ^ {at}),
            replace(grid, wild=grid.wild ^ {at}),
        ):
            assert rows.with_fate_tile(strip, beside, replace(STANDARD_BOX, fate_grid=wrong)), at


# The sea


@pytest.mark.parametrize("start", some(*zip(sorted(SEA), strict=True)))
def test_the_prices_of_voyages_agree(start: str) -> None:
    for goal in sorted(SEA.keys() - {start}):
        assert rows.with_voyage(start, goal, STANDARD_BOX) == [], goal


def test_a_wrong_route_is_seen() -> None:
    routes = STANDARD_BOX.routes
    for start, goal in routes:
        left = tuple(route for route in routes if route != (start, goal))
        assert rows.with_voyage(start, goal, replace(STANDARD_BOX, routes=left)), (start, goal)
    for start, goal in (("A1", "B2"), ("B3", "D3"), ("C2", "B3")):
        more = (*routes, (start, goal))
        assert rows.with_voyage(start, goal, replace(STANDARD_BOX, routes=more)), (start, goal)
