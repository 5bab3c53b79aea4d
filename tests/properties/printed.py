"""The table of the second reckoning, and whatever a position shows of a piece otherwise.

A position is the JSON that `docs/position.md` describes; nothing here knows the engine.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

Json = dict[str, Any]
Square = tuple[int, int]

PRINTED: Final[Json] = tomllib.loads(Path(__file__).with_name("printed.toml").read_text("utf-8"))
COLORS: Final = {"B": "blue", "R": "red", "Y": "yellow"}
LANDING: Final = "landing"
CORNERS: Final = {"A1", "A3", "E1", "E3"}
GUARDIANS: Final = {"pink", "grey", "natural", "blue"}
COPIES_OF_A_PORTAL: Final = 4


def _picture(name: str) -> list[list[str]]:
    return [line.split() for line in PRINTED[name].strip().splitlines()]


FATE_AREA: Final[dict[Square, str]] = {
    (row, column): sign
    for row, line in enumerate(_picture("fate_area"), start=1)
    for column, sign in enumerate(line, start=1)
}
"""The sign of each square of the Fate Area, by row and column."""
SEA: Final = {
    f"{'ABCDE'[column]}{row}": kind
    for row, line in enumerate(_picture("sea"), start=1)
    for column, kind in enumerate(line)
    if kind != LANDING
}
"""The resource or the guardian of each island."""


@dataclass(frozen=True, slots=True)
class PrintedTask:
    """A task of the table: its points, what it asks for, and of what and how much of it."""

    points: int
    asks: str
    of: tuple[str, ...] = ()
    number: int = 0
    size: int = 0
    islands: int = 0
    on_each: int = 0


TASKS: Final = {
    task: PrintedTask(**row | {"of": tuple(row.get("of", ()))})
    for task, row in PRINTED["tasks"].items()
}
GNOMES: Final[dict[str, str]] = PRINTED["specialists"] | {
    elder: row.split()[1] for elder, row in PRINTED["elders"].items()
}
"""The resource of each gnome."""


def sea_steps(start: str, goal: str) -> int:
    """Return the number of steps that a ship needs from an island to another one."""
    reached, steps = {start}, 0
    while goal not in reached:
        reached |= {near for code in reached for near in SEA if _side_by_side(code, near)}
        steps += 1
    return steps


def _side_by_side(one: str, other: str) -> bool:
    columns, rows = abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1]))
    return columns + rows == 1


def portal_of(city: Json, position: int) -> str:
    """The portal that the notch of a position takes."""
    kinds: list[str] = PRINTED["cities"][city["city"]].split()
    return kinds[7 - position]


def otherwise(document: Json) -> list[str]:
    """Every piece that the position shows with another value than the table."""
    shown = {
        **dict(_middle(document)),
        **{
            f"seat {city['seat']}: {what}": pair
            for city in document["cities"]
            for what, pair in _city(city)
        },
    }
    return [
        f"{what}: {there}, not {here}" for what, (there, here) in shown.items() if there != here
    ]


Pairs = Iterator[tuple[str, tuple[object, object]]]
"""The compared pairs: the value in the position, and the one in the table."""


def _middle(document: Json) -> Pairs:
    people = document["options"]["players"]
    for island in document["islands"]:
        code = island["code"]
        kind = SEA[code]
        yield f"island {code}", (island["resource"] or island["guardian"], kind)
        yield f"slots of {code}", (len(island["slots"]), _slots(code, kind, people))
    for space in document["great_bonfire"]["spaces"]:
        pair = f"{space['tile']} {space['resource'] or 'points'}"
        expected = PRINTED["great_bonfire"][str(space["number"])]
        yield f"Great Bonfire {space['number']}", (pair, expected)
    yield from _portals(document)
    for space in document["council"]["spaces"]:
        expected = PRINTED["council"][str(space["number"])]
        yield f"council {space['number']}", (space["bonus"], expected)
    sent = sum(len(space["novices"]) for space in document["council"]["spaces"])
    yield "novices sent", (document["council"]["novices_sent"], sent)
    needed = PRINTED["novices_needed"][people - 1]
    yield "novices needed", (document["council"]["novices_needed"], needed)
    needs = {each["task"]: each["need"] for each in document["common_tasks"]}
    yield "common tasks", (needs, PRINTED["common_tasks"])
    shown = [*document["specialists"], *document["elders"]]
    for card in filter(None, shown):
        yield from _gnome(card)
    yield "path tiles", (_paths(document), PRINTED["path_tiles"])
    if (tom := document["tom"]) is not None:
        deck = sum(row["cards"] for row in PRINTED["tom"].values())
        yield "Tom's cards", ((tom["turned"] + tom["left"]) % deck, 0)
        shows = tom["card"] is not None and PRINTED["tom"][tom["card"]]["shows_gnome"]
        yield "Tom's gnome", (tom["gnome"] is not None, shows)


def _slots(code: str, kind: str, people: int) -> int:
    """Return the number of tasks dealt to an island (S1 Setup)."""
    if kind in GUARDIANS:
        return 0
    return 3 if people == 4 or (people == 3 and code not in CORNERS) else 2


def _portals(document: Json) -> Pairs:
    """No kind more often than it is in the game, on the wheel and in the cities together."""
    copies = COPIES_OF_A_PORTAL - (document["options"]["players"] <= 2)
    found = Counter(
        kind for space in document["great_bonfire"]["spaces"] for kind in space["portals"]
    )
    for city in document["cities"]:
        found.update(portal_of(city, at["position"]) for at in city["positions"] if at["portal"])
    spare = {kind: n for kind, n in found.items() if n > copies}
    yield "portals", (spare, {})


def _paths(document: Json) -> dict[str, dict[str, int]]:
    """All path tiles of the game: on display, in the pile and in the cities."""
    found: Counter[tuple[str, str]] = Counter()
    for tile in document["paths_left"]:
        found[tile["crystal"], tile["resource"]] += tile["count"]
    built = [at["path"] for city in document["cities"] for at in city["positions"][1:]]
    for tile in (*filter(None, document["path_display"]), *built):
        if tile["resource"] is not None:
            found[tile["crystal"], tile["resource"]] += 1
    colors = COLORS.values()
    return {color: {kind: n for (of, kind), n in found.items() if of == color} for color in colors}


def _gnome(card: Json) -> Pairs:
    yield card["id"], (card["resource"], GNOMES[card["id"]])
    if card["kind"] == "elder":
        counts = PRINTED["elders"][card["id"]].split()[0]
        yield f"{card['id']} counts", (card["counts"], counts)


def _city(city: Json) -> Pairs:
    for card in city["gnomes"]:
        yield from _gnome(card)
    laid = [*city["fate_area"], *city["fate_row"], *filter(None, [city["fate_front"]])]
    for tile in laid:
        expected = PRINTED["fate_tiles"][tile["id"]]
        yield f"fate tile {tile['id']}", (" ".join(tile["symbols"]), expected)
    for at in city["positions"]:
        number = at["position"]
        value = PRINTED["guardian_values"][number - 1]
        yield f"guardian value {number}", (at["guardian_value"], value)
        yield f"portal {number}", (at["portal_fits"], portal_of(city, number))
        price = PRINTED["path_prices"][number - 1]
        yield f"price of path {number}", (at["path"]["price"], price)
        if number == 1:
            first = (at["path"]["built"], at["path"]["resource"], at["path"]["crystal"])
            yield "path 1", (first, (True, "gold", None))
        if (task := at["task"]) is not None:
            told = (task["color"], task["points"])
            yield task["id"], (told, (COLORS[task["id"][0]], TASKS[task["id"]].points))
    needed = [portal_of(city, at) for at in range(7, 0, -1) if not _placed(city, at)]
    yield "portals needed", (city["next_portals"], needed)


def _placed(city: Json, position: int) -> bool:
    return bool(city["positions"][position - 1]["portal"])
