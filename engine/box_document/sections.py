"""From the sections of a plain document to a box, row by row; what adds up is checked elsewhere.

Rows come out in the order of the standard box, whatever their order in the document, because a
seed deals the same game only from decks in the same order.
"""

from collections.abc import Mapping
from itertools import product
from typing import Final

from engine.box_document.conditions import read_condition
from engine.box_document.node import BoxNode
from engine.data import box, council
from engine.geometry import square_name
from engine.ids import (
    BASIC_RESOURCES,
    FATE_SYMBOLS,
    NEUTRAL_GUARDIANS,
    ActionType,
    City,
    Color,
    ElderCount,
    Guardian,
    PortalKind,
    Resource,
    TomCard,
)

BOX_SCHEMA: Final = 1
"""The number of this form of the document."""

SECTIONS: Final = (
    "schema",
    "tasks",
    "specialists",
    "elders",
    "fate_tiles",
    "fate_grid",
    "path_tiles",
    "start_crystal",
    "offerings",
    "cities",
    "guardian_values",
    "wheel",
    "islands",
    "routes",
    "council",
    "tom_cards",
)
NO_CRYSTAL: Final = "none"
POINTS_REWARD: Final = "points"
"""The reward of a wheel space that gives 2 points instead of a resource."""

_POINTS: Final = {Color.BLUE: (2, 3), Color.RED: (4, 5), Color.YELLOW: (6, 8)}
"""The fewest and most points of a task of each colour (S1 Appendix I)."""
_TASKS_OF_A_COLOR: Final = 22
_SPECIALISTS: Final = 27
_ELDERS: Final = 6
_FATE_TILES: Final = 8
_WHEEL_SPACES: Final = 7
_GUARDIAN_VALUES: Final = (2, 8)
_MOST_COPIES: Final = 28
"""Of no single path tile, offering or card can there be more than of all path tiles together."""
_GRID_ROWS: Final = (3, 9)
_GRID_COLUMNS: Final = (3, 11)
"""The smallest and the largest Fate Area: what a fate tile needs, and what a picture can show."""
_CHART: Final = tuple(f"{column}{row}" for row in (1, 2, 3) for column in "ABCDE")
"""The places of the sea chart, row by row."""


def read_box(sections: Mapping[str, BoxNode]) -> box.Box:
    """Read all sections; faults are told at their keys, and the box means nothing if there are."""
    sections["schema"].integer(BOX_SCHEMA, BOX_SCHEMA)
    values = sections["guardian_values"].table(("values", "provenance"))
    routes = sections["routes"].table(("pairs", "provenance"))
    crystal = sections["start_crystal"].table(("crystal", "provenance"))
    return box.Box(
        tasks=_tasks(sections["tasks"]),
        specialists=_specialists(sections["specialists"]),
        elders=_elders(sections["elders"]),
        fate_tiles=_fate_tiles(sections["fate_tiles"]),
        fate_grid=_fate_grid(sections["fate_grid"]),
        path_tiles=_path_tiles(sections["path_tiles"]),
        offerings=_offerings(sections["offerings"]),
        cities=_cities(sections["cities"]),
        wheel=_wheel(sections["wheel"]),
        islands=_islands(sections["islands"]),
        routes=tuple(_route(pair) for pair in routes["pairs"].entries()),
        routes_provenance=_provenance(routes),
        council=_council(sections["council"]),
        tom_cards=_tom_cards(sections["tom_cards"]),
        guardian_values=tuple(v.integer(*_GUARDIAN_VALUES) for v in values["values"].entries()),
        guardian_values_provenance=_provenance(values),
        start_crystal=_crystal(crystal["crystal"]),
        start_crystal_provenance=_provenance(crystal),
    )


def _provenance(cells: Mapping[str, BoxNode]) -> box.Provenance:
    return cells["provenance"].choice(box.Provenance)


def _tasks(node: BoxNode) -> tuple[box.Task, ...]:
    colors = {color: color.value[0].upper() for color in Color}
    numbers = range(1, _TASKS_OF_A_COLOR + 1)
    ids = {f"{colors[color]}{number:02}": color for color, number in product(Color, numbers)}
    rows = node.table(ids)
    return tuple(_task(task, color, rows[task]) for task, color in ids.items())


def _task(task: str, color: Color, node: BoxNode) -> box.Task:
    cells = node.table(("points", "condition", "provenance"))
    points = cells["points"].integer(*_POINTS[color])
    return box.Task(task, color, points, read_condition(cells["condition"]), _provenance(cells))


def _specialists(node: BoxNode) -> tuple[box.Specialist, ...]:
    numbers = range(1, _SPECIALISTS + 1)
    rows = node.table(f"S{number}" for number in numbers)
    cells = {number: rows[f"S{number}"].table(("resource", "provenance")) for number in numbers}
    return tuple(
        box.Specialist(f"S{number}", number, row["resource"].choice(Resource), _provenance(row))
        for number, row in cells.items()
    )


def _elders(node: BoxNode) -> tuple[box.Elder, ...]:
    numbers = range(1, _ELDERS + 1)
    rows = node.table(f"EL{number}" for number in numbers)
    cells = {
        number: rows[f"EL{number}"].table(("counts", "resource", "provenance"))
        for number in numbers
    }
    return tuple(
        box.Elder(
            f"EL{number}",
            number,
            row["counts"].choice(ElderCount),
            row["resource"].choice(Resource),
            _provenance(row),
        )
        for number, row in cells.items()
    )


def _fate_tiles(node: BoxNode) -> tuple[box.FateTile, ...]:
    rows = node.table(f"F{number}" for number in range(1, _FATE_TILES + 1))
    return tuple(_fate_tile(tile, row) for tile, row in rows.items())


def _fate_tile(tile: str, node: BoxNode) -> box.FateTile:
    cells = node.table(("symbols", "provenance"))
    listed = cells["symbols"].entries()
    symbols = [ActionType(entry.word(FATE_SYMBOLS)) for entry in listed]
    if len(symbols) != 3 or len(set(symbols)) != 3:
        cells["symbols"].tell("must be three different actions")
        symbols = list(FATE_SYMBOLS)
    return box.FateTile(tile, (symbols[0], symbols[1], symbols[2]), _provenance(cells))


def _fate_grid(node: BoxNode) -> box.FateGrid:
    keys = ("rows", "columns", "start", "highlighted", "gold", "wild", "provenance")
    cells = node.table(keys)
    rows = cells["rows"].integer(*_GRID_ROWS)
    columns = cells["columns"].integer(*_GRID_COLUMNS)
    names = {
        square_name(square): square for square in product(range(1, rows + 1), range(1, columns + 1))
    }
    squares = {key: _squares(cells[key], names) for key in keys[2:6]}
    return box.FateGrid(
        rows=rows,
        columns=columns,
        start=tuple(sorted(squares["start"])),
        highlighted=frozenset(squares["highlighted"]),
        gold=frozenset(squares["gold"]),
        wild=frozenset(squares["wild"]),
        provenance=_provenance(cells),
    )


def _squares(node: BoxNode, names: Mapping[str, tuple[int, int]]) -> list[tuple[int, int]]:
    found = []
    for entry in node.entries():
        if not isinstance(entry.value, str) or entry.value not in names:
            entry.tell(f"must be a square from {min(names)} to {max(names)}")
        elif names[entry.value] in found:
            entry.tell("names a square twice")
        else:
            found.append(names[entry.value])
    return found


def _path_tiles(node: BoxNode) -> tuple[box.PathTileRow, ...]:
    tiles = {
        f"{color}_{resource}": box.PathTile(color, resource)
        for color, resource in product(Color, Resource)
    }
    rows = node.table((), tiles)
    cells = {key: rows[key].table(("count", "provenance")) for key in tiles if key in rows}
    return tuple(
        box.PathTileRow(tiles[key], row["count"].integer(1, _MOST_COPIES), _provenance(row))
        for key, row in cells.items()
    )


def _crystal(node: BoxNode) -> Color | None:
    word = node.word((NO_CRYSTAL, *Color))
    return None if word == NO_CRYSTAL else Color(word)


def _offerings(node: BoxNode) -> tuple[box.OfferingRow, ...]:
    rows = node.table((), Resource)
    cells = {kind: rows[kind].table(("count", "provenance")) for kind in Resource if kind in rows}
    return tuple(
        box.OfferingRow(kind, row["count"].integer(1, _MOST_COPIES), _provenance(row))
        for kind, row in cells.items()
    )


def _cities(node: BoxNode) -> tuple[box.CityLayout, ...]:
    cells = {city: row.table(("portals", "provenance")) for city, row in node.table(City).items()}
    return tuple(
        box.CityLayout(City(city), row["portals"].choices(PortalKind), _provenance(row))
        for city, row in cells.items()
    )


def _wheel(node: BoxNode) -> tuple[box.WheelSpace, ...]:
    rows = node.table(str(number) for number in range(1, _WHEEL_SPACES + 1))
    return tuple(_wheel_space(int(number), row) for number, row in rows.items())


def _wheel_space(number: int, node: BoxNode) -> box.WheelSpace:
    cells = node.table(("tile", "reward", "provenance"))
    reward = cells["reward"].word((*Resource, POINTS_REWARD))
    resource = None if reward == POINTS_REWARD else Resource(reward)
    return box.WheelSpace(number, cells["tile"].choice(ActionType), resource, _provenance(cells))


def _islands(node: BoxNode) -> tuple[box.Island, ...]:
    rows = node.table((), _CHART)
    return tuple(_island(code, rows[code]) for code in _CHART if code in rows)


def _island(code: str, node: BoxNode) -> box.Island:
    cells = node.table(("provenance",), ("resource", "guardian", "corner"))
    if ("resource" in cells) == ("guardian" in cells):
        node.tell("must have either a resource or a guardian")
    resource = cells["resource"].word(BASIC_RESOURCES) if "resource" in cells else None
    guardian = cells["guardian"].word(NEUTRAL_GUARDIANS) if "guardian" in cells else None
    return box.Island(
        code,
        Resource(resource) if resource else None,
        Guardian(guardian) if guardian else None,
        corner="corner" in cells and cells["corner"].flag(),
        provenance=_provenance(cells),
    )


def _route(node: BoxNode) -> tuple[str, str]:
    ends = [entry.word(_CHART) for entry in node.entries()]
    if len(ends) != 2 or ends[0] == ends[1]:
        node.tell("must name two different islands")
        return _CHART[0], _CHART[1]
    return ends[0], ends[1]


def _council(node: BoxNode) -> tuple[box.CouncilSpace, ...]:
    rows = node.table(str(row.number) for row in council.COUNCIL)
    cells = {number: row.table(("bonus", "provenance")) for number, row in rows.items()}
    names = [row.bonus for row in council.COUNCIL]
    return tuple(
        box.CouncilSpace(int(number), row["bonus"].word(names), _provenance(row))
        for number, row in cells.items()
    )


def _tom_cards(node: BoxNode) -> tuple[box.TomCardRow, ...]:
    rows = node.table(TomCard)
    return tuple(_tom_card(TomCard(card), row) for card, row in rows.items())


def _tom_card(card: TomCard, node: BoxNode) -> box.TomCardRow:
    cells = node.table(("count", "reveals_gnome", "provenance"))
    return box.TomCardRow(
        card,
        cells["count"].integer(1, _MOST_COPIES),
        reveals_gnome=cells["reveals_gnome"].flag(),
        provenance=_provenance(cells),
    )
