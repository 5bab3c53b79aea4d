"""The second reckoning: conditions and points from a position as JSON and a table of its own.

It knows the rules from the rule texts and the pieces from `printed.toml`. Nothing here is made
from the engine's rules or tables, so a fault in one of their rows shows as a disagreement.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from tests.properties.printed import COLORS, FATE_AREA, GNOMES, PRINTED, SEA, TASKS, Json, Square

COLUMNS: Final = "yzabcdefghi"
OUTER_COLUMNS: Final = (1, 7)


def square(name: str) -> Square:
    """(row, column) of a square, both from 1 in the printed area."""
    return int(name[1:]), COLUMNS.index(name[0]) - 1


def symbols(city: Json) -> dict[Square, str]:
    """The symbol on each covered square."""
    return {
        square(cell): symbol
        for tile in city["fate_area"]
        for cell, symbol in zip(
            tile["squares"], PRINTED["fate_tiles"][tile["id"]].split(), strict=True
        )
    }


def beside(at: Square) -> Iterator[Square]:
    """The four neighbours of a square."""
    row, column = at
    yield from ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))


def group(laid: dict[Square, str], start: Square) -> frozenset[Square]:
    """The squares that are connected with one by the same symbol."""
    found, border = {start}, [start]
    while border:
        for near in beside(border.pop()):
            if near not in found and laid.get(near) == laid[start]:
                found.add(near)
                border.append(near)
    return frozenset(found)


def is_met(document: Json, city: Json, task: str) -> bool:  # noqa: C901, PLR0912 - one case a condition
    """Say whether a city meets what a task asks for (S1 Appendix I)."""
    asked = TASKS[task]
    held: dict[str, int] = city["resources"]
    basic: list[int] = [n for kind, n in held.items() if kind != "gold"]
    kinds: list[str] = [at["path"]["resource"] for at in city["positions"] if at["path"]["built"]]
    crystals: list[str] = [at["path"]["crystal"] for at in city["positions"]]
    offerings = _offerings(document, city)
    of, number = asked.of, asked.number
    match asked.asks:
        case "a path tile with":
            return of[0] in kinds
        case "two equal path tiles side by side":
            return any(one == other for one, other in pairwise(kinds))
        case "path tiles with the crystal":
            return crystals.count(of[0]) >= number
        case "these guardians":
            return set(of) <= set(city["guardians"])
        case "a gnome with":
            return of[0] in gnome_resources(city)
        case "an offering on an island of":
            return any(SEA[code] == of[0] for code in offerings)
        case "offerings on both islands of":
            return sum(SEA[code] == of[0] for code in offerings) == 2
        case "offerings":
            return sum(n >= asked.on_each for n in offerings.values()) >= asked.islands
        case "a pile of offerings used up":
            return any(pile["open"] is None and not pile["face_down"] for pile in city["offerings"])
        case "bonfires of these colours":
            return set(of) <= {COLORS[lit[0]] for lit in bonfires(city).values()}
        case "tasks of the colour":
            return sum(COLORS[each[0]] == of[0] for each in _tasks(city)) >= number
        case "so many of the resource":
            return held.get(of[0], 0) >= number
        case "two different resources":
            return sum(n >= number for n in basic) >= 2
        case "so many equal resources":
            return any(n >= number for n in basic)
        case "action tiles":
            return not Counter(of) - Counter(city["action_tiles"])
        case "a group of each":
            laid = symbols(city)
            big = {laid[at] for at in laid if len(group(laid, at)) >= asked.size}
            return set(of) <= big
        case "groups of anything":
            laid = symbols(city)
            found = {group(laid, at) for at in laid}
            return sum(len(each) >= asked.size for each in found) >= number
        case "covered squares":
            return {at for at, sign in FATE_AREA.items() if sign in of} <= symbols(city).keys()
        case "the outer columns":
            columns = {at for at in FATE_AREA if at[1] in OUTER_COLUMNS}
            return columns <= symbols(city).keys()
        case "a common task":
            return bool(common_met(city))
        case "so many":
            return counts(city)[of[0]] >= number
        case unknown:
            raise ValueError(unknown)


def common_met(city: Json) -> set[str]:
    """The common tasks that a city meets now."""
    have = counts(city)
    return {common for common, need in PRINTED["common_tasks"].items() if have[common] >= need}


def counts(city: Json) -> dict[str, int]:
    """Return the number of each thing in a city."""
    gnomes = [card["id"] for card in city["gnomes"]]
    return {
        "tasks": len(_tasks(city)),
        "bonfires": len(bonfires(city)),
        "portals": sum(at["portal"] for at in city["positions"]),
        "paths": sum(at["path"]["built"] for at in city["positions"]),
        "fate_tiles": len(city["fate_area"]),
        "guardians": len(city["guardians"]),
        "guardians_at_bonfires": len(guardians_at_bonfires(city)),
        "gnomes": len(gnomes),
        "elders": sum(gnome.startswith("EL") for gnome in gnomes),
    }


def bonfires(city: Json) -> dict[int, str]:
    """The task of each position that is lit."""
    return {
        at["position"]: at["task"]["id"]
        for at in city["positions"]
        if at["task"] is not None and at["task"]["lit"]
    }


def guardians_at_bonfires(city: Json) -> dict[int, str]:
    """The guardian at the bonfire of a position."""
    standing = {at["position"]: at["bonfire_guardian"] for at in city["positions"]}
    return {position: guardian for position, guardian in standing.items() if guardian is not None}


def works_for(city: Json, number: int) -> bool:
    """Say whether a specialist works for the city; for Tom none does (S1 Solo Play)."""
    return not city["is_tom"] and any(card["id"] == f"S{number}" for card in city["gnomes"])


def gnome_resources(city: Json) -> set[str]:
    """The resources on the gnomes of a city."""
    return {GNOMES[card["id"]] for card in city["gnomes"]}


def final_points(document: Json, city: Json) -> dict[str, int]:
    """Return the points of the final scoring, if it came now, by source (S1 Final Scoring)."""
    worth, lit, common = PRINTED["points"], bonfires(city), common_met(city)
    at_bonfires = guardians_at_bonfires(city)
    portals = [at["position"] for at in city["positions"] if at["portal"]]
    crystals = {at["position"]: at["path"]["crystal"] for at in city["positions"]}
    shine = [position for position, task in lit.items() if crystals[position] == COLORS[task[0]]]
    points = {
        "bonfires": sum(TASKS[task].points for task in lit.values()),
        "guardians": sum(PRINTED["guardian_values"][position - 1] for position in at_bonfires),
        "portals": worth["portal"] * len(set(portals) & set(lit)),
        "crystals": worth["crystal"] * len(shine),
        "common_tasks": worth["common_task"] * len(common),
        "fate_tiles": worth["fate_tile"] * len(city["fate_row"]),
        "leftovers": _held(city) // worth["pieces_left"],
    }
    if len(lit) == PRINTED["common_tasks"]["tasks"]:
        points["common_tasks"] += worth["seven_bonfires"] - worth["common_task"]
    if works_for(city, 18) and not document["options"]["specialist_18_at_once"]:
        points["specialists"] = worth["specialist_18"] * len(at_bonfires)
    return points


def handicap(document: Json, city: Json) -> int:
    """The lead of a seat in a solo challenge: below 0 the person's, above it Tom's (ruling 68)."""
    given = document["options"]["handicap"] or 0
    return max(0, given if city["is_tom"] else -given)


def pass_points(document: Json, city: Json) -> int | None:
    """Return the points of passing now; None while it is not allowed (rulings 55, 70)."""
    countdown = document["countdown"]
    if countdown is None or city["is_tom"]:
        return None
    tile: int = countdown["stack" if city["seat"] == document["starter"] else "handed"]
    return tile or None


def winners(document: Json) -> list[int]:
    """Return the winners by the scores now: most points, then most bonfires (ruling 4)."""
    ranks = {
        city["seat"]: (
            city["score_sheet"]["total"],
            0 if document["tom"] else len(bonfires(city)),
        )
        for city in document["cities"]
    }
    return [seat for seat, rank in ranks.items() if rank == max(ranks.values())]


def _held(city: Json) -> int:
    held: list[int] = [*city["action_tiles"].values(), *city["resources"].values()]
    return sum(held)


def _tasks(city: Json) -> list[str]:
    return [at["task"]["id"] for at in city["positions"] if at["task"] is not None]


def _offerings(document: Json, city: Json) -> Counter[str]:
    """Return the number of the city's offerings on each island."""
    return Counter(
        island["code"]
        for island in document["islands"]
        for slot in island["slots"]
        if slot["offering_of"] == city["seat"]
    )
