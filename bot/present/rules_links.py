"""The targets of the entries of the rule look-up, and its chapters."""

from collections.abc import Mapping
from typing import Final

from engine import ids

FIRST_ENTRY: Final = "aim"
"""The entry for who asks for nothing in particular."""
CHAPTERS: Final = (
    FIRST_ENTRY,
    "turn",
    "prices",
    "points",
    "end",
    "final_scoring",
    "fate_tile",
    "action_tiles",
    "payment",
    "resources",
    "path",
    "island",
    "task",
    "ignite",
    "high_council",
    "guardian",
    "procession",
    "great_bonfire",
    "portal",
    "gnome",
    "common_task_term",
    "countdown",
    "city",
    "tom",
    "editions",
)
"""The entries of the menu below each page, as many as a menu holds."""
_COMMON: Final = tuple(f"common:{common}" for common in ids.CommonTask)
OF_ACTIONS: Final[Mapping[ids.ActionType, tuple[str, ...]]] = {
    ids.ActionType.PATH: ("path", "crystal", "prices", "payment"),
    ids.ActionType.SHIP: ("island", "prices", "payment"),
    ids.ActionType.TASK: ("task", "offering", "prices", "payment"),
    ids.ActionType.GUARDIAN: ("guardian", "procession", "prices"),
    ids.ActionType.GREAT_BONFIRE: ("great_bonfire", "portal", "prices"),
    ids.ActionType.GNOME: ("gnome", "prices", "payment"),
    ids.ActionType.WILD: ("action_tiles", "payment"),
}
"""The targets of the entry of each kind of action."""
OF_TERMS: Final[Mapping[str, tuple[str, ...]]] = {
    FIRST_ENTRY: ("turn", "task", "guardian", "final_scoring", "end"),
    "turn": ("fate_tile", "action_tiles", "ignite", "neutral_novice", FIRST_ENTRY),
    "prices": ("payment", "action_tiles", "resources"),
    "points": ("final_scoring", "great_bonfire", "high_council", "passing"),
    "end": ("countdown", "passing", "no_option", "final_scoring"),
    "fate_tile": ("fate_area", "start_tile", "action_tiles"),
    "start_tile": ("fate_tile", "fate_area"),
    "fate_area": ("fate_tile", "action_tiles"),
    "action_tiles": ("prices", "payment", "fate_tile"),
    "payment": ("prices", "action_tiles", "resources"),
    "resources": ("payment", "path", "great_bonfire"),
    "path": ("action:path", "crystal", "procession", "portal"),
    "crystal": ("path", "bonfire", "final_scoring"),
    "island": ("action:ship", "action:task", "action:guardian", "offering"),
    "offering": ("action:task", "island"),
    "task": ("action:task", "offering", "ignite"),
    "bonfire": ("ignite", "guardian", "portal", "crystal", "final_scoring"),
    "ignite": ("task", "bonfire", "novice", "high_council"),
    "novice": ("high_council", "ignite", "neutral_novice"),
    "neutral_novice": ("common_task_term", "high_council"),
    "high_council": ("novice", "neutral_novice", "countdown"),
    "guardian": ("action:guardian", "procession", "bonfire"),
    "procession": ("guardian", "path", "portal", "bonfire"),
    "great_bonfire": ("action:great_bonfire", "portal", "high_council"),
    "portal": ("great_bonfire", "city", "bonfire"),
    "gnome": ("action:gnome", "resources"),
    "common_task_term": _COMMON,
    "countdown": ("passing", "end", "starting_player"),
    "passing": ("countdown", "end"),
    "no_option": ("turn", "passing", "end"),
    "final_scoring": ("points", "bonfire", "common_task_term", "ties"),
    "ties": ("final_scoring", "editions"),
    "starting_player": ("countdown", "turn", "set_up"),
    "set_up": ("island", "great_bonfire", "start_tile", "tom"),
    "city": ("fate_area", "path", "portal", "task"),
    "tom": ("compensation", "handicap", "end"),
    "compensation": ("tom", "common_task_term"),
    "handicap": ("tom", "undo"),
    "undo": ("turn", "typed"),
    "editions": ("payment", "procession", "ties", "undo"),
    "typed": ("turn", "undo"),
}
"""The targets of the entry of each term."""
