"""Phrases for pieces, places and what tasks ask for."""

from dataclasses import fields

from bot.words import Counted, Phrase, group_of, phrase
from engine.bag import ActionTiles, Resources
from engine.conditions import (
    AnyFateGroups,
    Condition,
    FateGroups,
    HasResource,
    OfferingsOnIslands,
    Own,
)
from engine.data.box import Elder, FateGrid, FateTile, Island, Specialist, Task
from engine.geometry import geometry
from engine.ids import Direction, Place, PlaceKind


def points_phrase(points: int) -> Phrase:
    """A number of points."""
    return phrase("count.points", n=points)


def bag_pieces(*bags: ActionTiles | Resources) -> tuple[Counted, ...]:
    """The counted pieces of several bags as one list."""
    return tuple(Counted(kind, n) for bag in bags for kind, n in bag.items())


def holdings_phrase(tiles: ActionTiles, resources: Resources) -> Phrase:
    """Say the holdings of a seat; a kind of which there is nothing is named as such."""
    if not (tiles or resources):
        return phrase("holdings.nothing")
    if not tiles:
        return phrase("holdings.resources", resources=resources)
    if not resources:
        return phrase("holdings.tiles", tiles=tiles)
    return phrase("holdings.both", tiles=tiles, resources=resources)


def task_slots(task: Task) -> dict[str, object]:
    """Return the slots of sentences about a task: which it is, its points and what it asks for."""
    condition = condition_phrase(task.condition)
    return {"task": task, "points": points_phrase(task.points), "condition": condition}


def progress_phrase(have: int, need: int) -> Phrase:
    """Say the reader's progress with a task."""
    if have >= need:
        return phrase("worth.met_already")
    return phrase("offer.task_progress", have=have, need=need)


def bonus_phrase(bonus: str) -> Phrase:
    """Say the grant of a space of the High Council."""
    return phrase(f"council_bonus.{bonus}")


def island_phrase(island: Island) -> Phrase:
    """An island: its code and what it is for."""
    if island.resource is not None:
        return phrase("island.task", code=island.code, resource=island.resource)
    return phrase("island.guardian", code=island.code, guardian=island.guardian)


def place_phrase(place: Place) -> Phrase:
    """A place of a guardian in a city."""
    if place.kind is PlaceKind.START:
        return phrase("place.start")
    key = "place.path" if place.kind is PlaceKind.PATH else "place.bonfire"
    return phrase(key, position=place.position)


def symbols_phrase(tile: FateTile) -> Phrase:
    """The three symbols of a fate tile in their order."""
    first, second, third = tile.symbols
    return phrase("symbols.three", first=first, second=second, third=third)


def squares_phrase(tile: FateTile, cell: str, direction: Direction, printed: FateGrid) -> Phrase:
    """The three symbols of a fate tile that is placed, each with its square."""
    grid = geometry(printed)
    first, second, third = (
        phrase("symbols.on", symbol=symbol, square=grid.names[square])
        for symbol, square in zip(tile.symbols, grid.placements[cell, direction].cells, strict=True)
    )
    return phrase("symbols.three", first=first, second=second, third=third)


def gnome_title(gnome: Specialist | Elder) -> Phrase:
    """Say the effect of a gnome, in a few words."""
    if isinstance(gnome, Specialist):
        return phrase(f"specialist.{gnome.number}.title")
    return phrase("elder.title", counts=gnome.counts)


def condition_phrase(condition: Condition) -> Phrase:
    """Say the condition of a task, as a noun phrase: 3 portals, a path tile with Shell.

    Most are called like their class, with their fields for slots; a `count` is the slot `n`.
    """
    match condition:
        case Own(what, count):
            return phrase(f"condition.own.{what.value}", n=count)
        case OfferingsOnIslands(1, each):
            return phrase("condition.offerings_on_one_island", n=each)
        case OfferingsOnIslands(islands, 1):
            return phrase("condition.offerings_spread", n=islands)
        case OfferingsOnIslands(islands, each):
            return phrase("condition.offerings_on_islands", n=islands, each=each)
        case HasResource(resource, count):
            return phrase("condition.has_resource", amount=Counted(resource, count))
        case FateGroups(symbols, size):
            return phrase("condition.fate_groups", n=len(symbols), size=size, symbols=symbols)
        case AnyFateGroups(groups, size):
            return phrase("condition.any_fate_groups", n=groups, size=size)
        case _:
            kind: type = type(condition)
            slots = {field.name: getattr(condition, field.name) for field in fields(condition)}
            if "count" in slots:
                slots["n"] = slots.pop("count")
            return phrase(f"condition.{group_of(kind)}", **slots)
