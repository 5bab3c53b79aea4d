"""The scores, yields and costs of an answer, from the positions before and after it as JSON.

An answer is the text in which it is typed, as `reward tile goods` or `pay 2 path`; a bonus of the
High Council comes with the number of its space, as `bonus 1`.
"""

from collections import Counter
from itertools import combinations
from typing import Final

from tests.properties.printed import FATE_AREA, GNOMES, PRINTED, SEA, Json, sea_steps
from tests.properties.reckoning import (
    common_met,
    counts,
    group,
    guardians_at_bonfires,
    pass_points,
    square,
    symbols,
    works_for,
)

TOM: Final = 1
KEPT, KEPT_WITH_14 = 1, 3
WHEEL_SPACES: Final = 7
FARTHEST: Final = 3
"""Tiles that bring a ship or the Great Bonfire anywhere."""

GUARDIAN_SPECIALISTS: Final = {"pink": 10, "grey": 11, "natural": 12, "blue": 13}

Gains = tuple[Counter[str], Counter[str]]
"""Action tiles and resources."""


def scored(before: Json, answer: str, after: Json) -> Counter[tuple[int, str]]:
    """The points that the answer scores at once, by seat and source."""
    verb, *words = answer.split()
    worth, seat = PRINTED["points"], before["waiting"]["seat"]
    points: Counter[tuple[int, str]] = Counter()
    for old, new in zip(before["cities"], after["cities"], strict=True):
        at = new["seat"]
        recruited = _names(new) - _names(old)
        for elder in recruited & PRINTED["elders"].keys():
            counted = PRINTED["elders"][elder].split()[0]
            points[at, "elders"] += counts(new)[counted]
            points[at, "elders"] += worth["specialist_4"] * works_for(new, 4)
        if after["options"]["specialist_18_at_once"] and works_for(new, 18):
            arrived = len(guardians_at_bonfires(new)) - len(guardians_at_bonfires(old))
            points[at, "specialists"] += worth["specialist_18"] * max(0, arrived)
    if verb == "point":
        points[seat, "council"] += worth["council"]
    if verb == "reward" and "goods" in words and _reward(after).endswith("points"):
        points[seat, "great_bonfire"] += worth["great_bonfire"]
    if verb == "pass":
        points[seat, "passing"] += pass_points(before, before["cities"][seat]) or 0
    if after["tom"] is not None:
        points[TOM, "council"] += worth["council"] * _novices_of_tom(before, after)
        if _compensated(before, after):
            points[TOM, "tom_cards"] += worth["tom_compensated"]
    return +points


def turned_by_tom(before: Json, after: Json) -> int:
    """Return the number of cards that Tom turned in the course of an answer."""
    return after["tom"]["turned"] - before["tom"]["turned"] if after["tom"] else 0


def _names(city: Json) -> set[str]:
    return {card["id"] for card in city["gnomes"]}


def _reward(document: Json) -> str:
    """The tile and the goods of the space that the Great Bonfire points to."""
    row: str = PRINTED["great_bonfire"][str(document["great_bonfire"]["space"])]
    return row


def _novices_of_tom(before: Json, after: Json) -> int:
    """Return the number of Tom's novices, his own or laid flat, that came into the council."""
    found = [
        sum(
            novice in {"seat_1", "flat"}
            for space in document["council"]["spaces"]
            for novice in space["novices"]
        )
        for document in (before, after)
    ]
    return found[1] - found[0]


def _compensated(before: Json, after: Json) -> bool:
    if not turned_by_tom(before, after):
        return False
    card = PRINTED["tom"][after["tom"]["card"]]
    return card["compensated_by"] in common_met(before["cities"][TOM])


def gained(before: Json, answer: str, after: Json) -> Gains | None:
    """Return the gains of the seat that was asked; None where this is not reckoned."""
    seat = before["waiting"]["seat"]
    old, new = before["cities"][seat], after["cities"][seat]
    verb, *words = answer.split()
    placed = len(new["fate_area"]) - len(old["fate_area"])
    tiles: Counter[str] = Counter()
    resources: Counter[str] = Counter()
    if placed and verb == "start":
        tiles.update({"wild": 2})
        tiles.update(PRINTED["fate_tiles"][new["fate_area"][-1]["id"]].split())
    elif placed:
        tiles, resources = _of_fate_tile(new)
    elif verb == "reward":
        tile, goods = _reward(after).split()
        tiles.update([tile] if "tile" in words else [])
        resources.update([goods] if "goods" in words and goods != "points" else [])
    elif verb == "council":
        resources["gold"] += works_for(new, 7)
    elif verb == "bonus":
        gold = PRINTED["council"][words[0]] == "gold"
        tiles["wild"] += gold
        resources["gold"] += 2 * gold
    else:
        return None
    if works_for(old, 19):
        met = len(common_met(new) - common_met(old))
        tiles["wild"] += met
        resources["gold"] += met
    return +tiles, +resources


def _of_fate_tile(city: Json) -> Gains:
    """One tile for each square of the groups that it joins, and what it covers (ruling 66)."""
    laid, twice = symbols(city), 1 + works_for(city, 16)
    tiles: Counter[str] = Counter()
    resources: Counter[str] = Counter()
    for at in map(square, city["fate_area"][-1]["squares"]):
        tiles[laid[at]] += len(group(laid, at))
        tiles["wild"] += twice * (FATE_AREA.get(at) == "Y")
        resources["gold"] += twice * (FATE_AREA.get(at) == "G")
    return tiles, resources


def brought(city: Json, guardian: str, position: int, chosen: str = "") -> Counter[str]:
    """The resources that a guardian brings who ends on a path tile (ruling 60)."""
    printed: str = city["positions"][position - 1]["path"]["resource"]
    repeated = GUARDIAN_SPECIALISTS.get(guardian)
    times = 2 if repeated is not None and works_for(city, repeated) else 1
    found = Counter({chosen or printed: times})
    found["gold"] += position == 1 and works_for(city, 20)
    return +found


def kept(before: Json, answer: str) -> tuple[Counter[str], int]:
    """The action tiles that stay when a fate tile is placed, and how many may stay at most."""
    city = before["cities"][before["waiting"]["seat"]]
    most = KEPT_WITH_14 if works_for(city, 14) else KEPT
    verb, *words = answer.split()
    return (_bag(words) if verb == "keep" else Counter(city["action_tiles"])), most


def _bag(words: list[str]) -> Counter[str]:
    """`2 path 1 wild`, `path wild` or `no tiles` as counts."""
    found: Counter[str] = Counter()
    times = 1
    for word in words if words != ["no", "tiles"] else []:
        if word.isdigit():
            times = int(word)
        else:
            found[word.replace("-", "_").replace("yellow", "wild")] += times
            times = 1
    return found


def price(before: Json, answer: str) -> tuple[str, int] | None:
    """Return the kind and number of an answer's action tiles; None where it costs none."""
    if before["waiting"]["question"].startswith("council"):
        return None
    verb, *words = answer.split()
    city = before["cities"][before["waiting"]["seat"]]
    match verb:
        case "path" | "refresh":
            return "path", PRINTED["path_prices"][counts(city)["paths"]]
        case "ship":
            return "ship", _ship_price(city, words[0])
        case "task":
            return "task", _task_price(before, city)
        case "guardian":
            return "guardian", 1
        case "procession":
            return "guardian", int(words[0])
        case "great-bonfire":
            return "great_bonfire", _wheel_price(before, city, int(words[0]))
        case "recruit":
            return "gnome", int(words[1])
    return None


def _ship_price(city: Json, island: str) -> int:
    if city["ship"] is None:
        return 1
    steps: int = sea_steps(city["ship"], island) - works_for(city, 21)
    return max(1, min(steps, FARTHEST))


def _task_price(document: Json, city: Json) -> int:
    """One tile more for each own offering that lies on the island."""
    if works_for(city, 26):
        return 1
    island = next(each for each in document["islands"] if each["code"] == city["ship"])
    owners: list[int | None] = [slot["offering_of"] for slot in island["slots"]]
    return 1 + owners.count(city["seat"])


def _wheel_price(document: Json, city: Json, space: int) -> int:
    now = document["great_bonfire"]["space"]
    if now == 0:
        return 1
    steps = (space - now) % WHEEL_SPACES or WHEEL_SPACES
    return max(1, min(steps - works_for(city, 22), FARTHEST))


def resources_due(before: Json, answer: str) -> tuple[list[str], int] | None:
    """The resources that an answer costs by name, and how many of any kind; None for nothing."""
    verb, *words = answer.split()
    city = before["cities"][before["waiting"]["seat"]]
    if verb == "task":
        if works_for(city, 3):
            return [], 2
        offered = {pile["side"]: pile["open"] for pile in city["offerings"]}
        return [SEA[city["ship"]], offered[words[1]]], 0
    if verb == "recruit" and words[1] != "free":
        count = 3 - int(words[1])
        return ([], count) if works_for(city, 9) else ([GNOMES[words[0]]] * count, 0)
    return None


def is_exact(answer: str, needed: list[str], anything: int) -> bool:
    """Say whether a payment of resources pays what is due, and would not without any of them."""
    bag = list(_bag(answer.split()[1:]).elements())
    return _pays(bag, needed, anything) and not any(
        _pays(bag[:at] + bag[at + 1 :], needed, anything) for at in range(len(bag))
    )


def _pays(bag: list[str], needed: list[str], anything: int) -> bool:
    """Each by itself, by a Gold or by any two."""
    if not needed:
        return len(bag) >= anything
    ways = [(needed[0],), ("gold",), *combinations(bag, 2)]
    return any(
        not Counter(way) - Counter(bag)
        and _pays(list((Counter(bag) - Counter(way)).elements()), needed[1:], anything)
        for way in ways
    )


def paid(answer: str, kind: str) -> int:
    """Return the number of tiles of a kind that a payment stands for, without specialist 5."""
    bag = _bag(answer.split()[1:])
    own, wild = bag.pop(kind, 0), bag.pop("wild", 0)
    return own + wild + sum(bag.values()) // 2
