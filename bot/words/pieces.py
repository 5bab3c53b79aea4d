"""Phrases for pieces and places: islands, places of guardians, tasks, gnomes, fate tiles."""

from bot.words import Counted, Phrase, phrase
from bot.words.conditions import condition_phrase
from engine.bag import ActionTiles, Resources
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
