"""Task conditions as phrases of the catalog."""

from dataclasses import fields

from bot.words import Counted, Phrase, group_of, phrase
from engine.conditions import (
    AnyFateGroups,
    Condition,
    FateGroups,
    HasResource,
    OfferingsOnIslands,
    Own,
)


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
