"""Task conditions as phrases of the catalog."""

from typing import assert_never

from bot.words import Counted, Phrase, phrase
from engine.conditions import (
    AnyCommonTask,
    AnyFateGroups,
    BonfiresOfColors,
    Condition,
    FateGroups,
    GnomeWithResource,
    HasGuardians,
    HasResource,
    HasTiles,
    OfferingOnIsland,
    OfferingPileUsedUp,
    OfferingsOnBothIslands,
    OfferingsOnIslands,
    Own,
    PathPair,
    PathsWithCrystal,
    PathWithResource,
    SameResource,
    SquaresCovered,
    TasksOfColor,
    TwoResources,
)


def condition_phrase(condition: Condition) -> Phrase:  # noqa: C901, PLR0912 - a case each
    """What a task asks for, as a noun phrase: 3 portals, a path tile with Shell."""
    match condition:
        case Own(what, count):
            return phrase(f"condition.own.{what.value}", n=count)
        case PathWithResource(resource):
            return phrase("condition.path_with_resource", resource=resource)
        case PathPair():
            return phrase("condition.path_pair")
        case PathsWithCrystal(color, count):
            return phrase("condition.paths_with_crystal", n=count, color=color)
        case HasGuardians(guardians):
            return phrase("condition.has_guardians", guardians=guardians)
        case GnomeWithResource(resource):
            return phrase("condition.gnome_with_resource", resource=resource)
        case OfferingOnIsland(resource):
            return phrase("condition.offering_on_island", resource=resource)
        case OfferingsOnBothIslands(resource):
            return phrase("condition.offerings_on_both_islands", resource=resource)
        case OfferingsOnIslands(islands, each):
            return _offerings(islands, each)
        case OfferingPileUsedUp():
            return phrase("condition.offering_pile_used_up")
        case BonfiresOfColors(colors):
            return phrase("condition.bonfires_of_colors", colors=colors)
        case TasksOfColor(color, count):
            return phrase("condition.tasks_of_color", n=count, color=color)
        case HasResource(resource, count):
            return phrase("condition.has_resource", amount=Counted(resource, count))
        case TwoResources(each):
            return phrase("condition.two_resources", each=each)
        case SameResource(count):
            return phrase("condition.same_resource", n=count)
        case HasTiles(tiles):
            return phrase("condition.has_tiles", tiles=tiles)
        case FateGroups(symbols, size):
            return phrase("condition.fate_groups", n=len(symbols), size=size, symbols=symbols)
        case AnyFateGroups(groups, size):
            return phrase("condition.any_fate_groups", n=groups, size=size)
        case SquaresCovered(squares):
            return phrase("condition.squares_covered", squares=squares)
        case AnyCommonTask():
            return phrase("condition.any_common_task")
        case _:
            assert_never(condition)


def _offerings(islands: int, each: int) -> Phrase:
    if islands == 1:
        return phrase("condition.offerings_on_one_island", n=each)
    if each == 1:
        return phrase("condition.offerings_spread", n=islands)
    return phrase("condition.offerings_on_islands", n=islands, each=each)
