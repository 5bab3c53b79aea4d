"""Phrases for pieces, places and what tasks ask for, and the symbols in place of such words.

A symbol is an emoji of the app. A number of pieces is a number and a symbol in every language (2
and the picture of a Herb), the name of a piece has its symbol in front. `{slot:symbol}` asks for
the symbol alone, and a bag in its `short` or `tally` form is a line of symbols and numbers. Where
there is no symbol, all of it is words, as in labels, alt texts and files, which never show symbols.
"""

import copy
import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Final

from bot.words import Catalog, Counted, Phrase, group_of, key_of, phrase
from bot.words.text import folded
from engine import conditions, ids
from engine.bag import ActionTiles, Bag, Resources
from engine.data import box
from engine.geometry import geometry


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


def task_slots(task: box.Task) -> dict[str, object]:
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


def island_phrase(island: box.Island) -> Phrase:
    """An island: its code and what it is for."""
    if island.resource is not None:
        return phrase("island.task", code=island.code, resource=island.resource)
    return phrase("island.guardian", code=island.code, guardian=island.guardian)


def place_phrase(place: ids.Place) -> Phrase:
    """A place of a guardian in a city."""
    if place.kind is ids.PlaceKind.START:
        return phrase("place.start")
    key = "place.path" if place.kind is ids.PlaceKind.PATH else "place.bonfire"
    return phrase(key, position=place.position)


def symbols_phrase(tile: box.FateTile) -> Phrase:
    """The three symbols of a fate tile in their order."""
    first, second, third = tile.symbols
    return phrase("symbols.three", first=first, second=second, third=third)


def squares_phrase(
    tile: box.FateTile, cell: str, direction: ids.Direction, printed: box.FateGrid
) -> Phrase:
    """The three symbols of a fate tile that is placed, each with its square."""
    grid = geometry(printed)
    first, second, third = (
        phrase("symbols.on", symbol=symbol, square=grid.names[square])
        for symbol, square in zip(tile.symbols, grid.placements[cell, direction].cells, strict=True)
    )
    return phrase("symbols.three", first=first, second=second, third=third)


def gnome_title(gnome: box.Specialist | box.Elder) -> Phrase:
    """Say the effect of a gnome, in a few words."""
    if isinstance(gnome, box.Specialist):
        return phrase(f"specialist.{gnome.number}.title")
    return phrase("elder.title", counts=gnome.counts)


def condition_phrase(condition: conditions.Condition) -> Phrase:
    """Say the condition of a task, as a noun phrase: 3 portals, a path tile with Shell.

    Most are called like their class, with their fields for slots; a `count` is the slot `n`.
    """
    match condition:
        case conditions.Own(what, count):
            return phrase(f"condition.own.{what.value}", n=count)
        case conditions.OfferingsOnIslands(1, each):
            return phrase("condition.offerings_on_one_island", n=each)
        case conditions.OfferingsOnIslands(islands, 1):
            return phrase("condition.offerings_spread", n=islands)
        case conditions.OfferingsOnIslands(islands, each):
            return phrase("condition.offerings_on_islands", n=islands, each=each)
        case conditions.HasResource(resource, count):
            return phrase("condition.has_resource", amount=Counted(resource, count))
        case conditions.FateGroups(symbols, size):
            return phrase("condition.fate_groups", n=len(symbols), size=size, symbols=symbols)
        case conditions.AnyFateGroups(groups, size):
            return phrase("condition.any_fate_groups", n=groups, size=size)
        case _:
            kind: type = type(condition)
            slots = {field.name: getattr(condition, field.name) for field in fields(condition)}
            if "count" in slots:
                slots["n"] = slots.pop("count")
            return phrase(f"condition.{group_of(kind)}", **slots)


_ALONE: Final = "symbol"
"""The form of a name that is its symbol, where there is one."""
_LINES: Final = frozenset({"short", "tally"})
"""The forms of a bag that make a line of it."""
_GAP: Final = "  "
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"
"""Between a number and its symbol; browsers may end a line before a picture all the same."""
_LONGEST_NAME: Final = 32
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
_MOST_CATALOGS: Final = 64


def symbol_key(piece: object) -> str | None:
    """The key of the symbol that stands for a piece, None for what has none."""
    match piece:
        case ids.ActionType() | ids.Resource() | ids.Guardian() | ids.PortalKind():
            return key_of(piece)
        case box.Task():
            return f"task.{piece.color}"
        case box.Specialist():
            return "gnome"
        case box.Elder():
            return "elder"
        case box.Island():
            return symbol_key(piece.resource or piece.guardian)
        case _:
            return None


class PicturedCatalog(Catalog):
    """The sentences of a language with symbols in them."""

    def __init__(self, words: Catalog, emojis: Mapping[str, int]) -> None:
        """Show the emojis that there are, each by its key, in the sentences of a catalog."""
        super().__init__(words.locale, words.entries, words.numbers)
        self._emojis = emojis
        self._marks: dict[str, str] = {}

    def spell(self, value: object, form: str | None = None) -> str:
        """Write one value of a slot, with its symbol where there is one."""
        match value:
            case Counted(kind, n) if mark := self.mark(kind):
                return f"{self.spell(n)}{_NO_BREAK}{mark}"
            case Bag() if form in _LINES and (line := self._line(value)):
                return line
            case box.PathTile(crystal, resource):
                marks = self.mark(resource), self._mark(f"crystal.{crystal}")
                return _NO_BREAK.join(marks) if all(marks) else super().spell(value, form)
            case _ if mark := self.mark(value):
                return mark if form == _ALONE else f"{mark}{_NO_BREAK}{super().spell(value, form)}"
            case _:
                return super().spell(value, form)

    def mark(self, piece: object) -> str:
        """The symbol of a piece as a text shows it; nothing where there is none."""
        key = symbol_key(piece)
        return "" if key is None else self._mark(key)

    def _mark(self, key: str) -> str:
        """A symbol by its key: a client shows the picture, a screen reader says the word.

        Discord finds an emoji by its number alone (docs pull request 4983), so that its name in a
        text can be a word of the reader's language.
        """
        if (mark := self._marks.get(key)) is None:
            emoji = self._emojis.get(key)
            mark = "" if emoji is None else f"<:{self._name(key)}:{emoji}>"
            self._marks[key] = mark
        return mark

    def _name(self, key: str) -> str:
        """Return the name of an emoji here, in the letters that Discord takes.

        An action tile without a name of its own is called by the form `tile` of its symbol.
        """
        words = self.entries.get(f"symbol.{key}") or self.entries[self._formed(key, "tile")]
        letters = folded(str(words).translate(_UMLAUTS))
        return re.sub(r"[^a-z0-9]+", "_", letters).strip("_")[:_LONGEST_NAME]

    def _line(self, bag: Bag[ids.ActionType] | Bag[ids.Resource]) -> str:
        """A bag as symbols with numbers; nothing where it is empty or one of them is missing."""
        parts = [(self.mark(kind), self.spell(n)) for kind, n in bag.items()]
        if not all(mark for mark, _ in parts):
            return ""
        return _GAP.join(f"{mark}{_NO_BREAK}{n}" for mark, n in parts)


class Symbols:
    """The emojis that the bot has at Discord, each by its key; there may be none."""

    def __init__(self) -> None:
        """Have none so far."""
        self._emojis: Mapping[str, int] = {}
        self._catalogs: dict[Catalog, Catalog] = {}

    def __bool__(self) -> bool:
        return bool(self._emojis)

    def show(self, emojis: Mapping[str, int]) -> None:
        """Show these from now on, by key, and no others."""
        self._emojis = dict(emojis)
        self._catalogs.clear()

    def emoji(self, key: str) -> int | None:
        """The emoji of a symbol, if there is one."""
        return self._emojis.get(key)

    def on(self, words: Catalog) -> Catalog:
        """A catalog whose `pictured` shows the emojis that there are now."""
        if not self._emojis:
            return words
        if (dressed := self._catalogs.get(words)) is None:
            if len(self._catalogs) >= _MOST_CATALOGS:
                self._catalogs.clear()
            dressed = self._catalogs[words] = copy.copy(words)
            dressed.pictured = PicturedCatalog(words, self._emojis)
        return dressed


def with_symbols(
    tell: Callable[[Catalog], tuple[str, ...]], words: Catalog, limit: int
) -> tuple[str, ...]:
    """Lines with symbols where a text has room for them, else in words alone, which are shorter."""
    lines = tell(words.pictured)
    return lines if len("\n".join(lines)) <= limit else tell(words)
