"""The specialists: one named question for each of the 27 abilities (RULINGS.md: gnomes).

Rules ask these questions by name; no rule knows a card number.
"""

from typing import Final

from engine.ids import Guardian
from engine.state import PlayerState

GUARDIAN_SPECIALISTS: Final = {
    Guardian.PINK: 10,
    Guardian.GREY: 11,
    Guardian.NATURAL: 12,
    Guardian.BLUE: 13,
}
"""Which card repeats the resource of which guardian; the pairing follows (RULINGS.md: gnomes)."""


def may_share_path_spaces(player: PlayerState) -> bool:
    """Specialist 1: own path spaces may hold several guardians."""
    return 1 in player.abilities


def extra_procession_steps(player: PlayerState) -> int:
    """Specialist 2: one step more than paid, in every procession."""
    return 1 if 2 in player.abilities else 0


def pays_any_resources_for_tasks(player: PlayerState) -> bool:
    """Specialist 3: a task costs any 2 resources."""
    return 3 in player.abilities


def elder_bonus(player: PlayerState) -> int:
    """Specialist 4: 2 more points for each elder recruited."""
    return 2 if 4 in player.abilities else 0


def wild_value(player: PlayerState) -> int:
    """Specialist 5: how many equal tiles a yellow tile pays for."""
    return 2 if 5 in player.abilities else 1


def chooses_path_resource(player: PlayerState) -> bool:
    """Specialist 6: the resource of a guardian's path space is chosen."""
    return 6 in player.abilities


def gold_per_novice(player: PlayerState) -> int:
    """Specialist 7: Gold for each novice sent, own or neutral (ruling 13)."""
    return 1 if 7 in player.abilities else 0


def gains_built_resource(player: PlayerState) -> bool:
    """Specialist 8: a new path tile yields its resource."""
    return 8 in player.abilities


def pays_any_resources_for_gnomes(player: PlayerState) -> bool:
    """Specialist 9: a gnome costs any resources, even when it shows Gold (ruling 12)."""
    return 9 in player.abilities


def repeating_specialist(player: PlayerState, guardian: Guardian) -> int | None:
    """Specialists 10 to 13: the card that repeats this guardian's path resource, if owned."""
    number = GUARDIAN_SPECIALISTS.get(guardian)
    return number if number in player.abilities else None


def tiles_kept(player: PlayerState) -> int:
    """Specialist 14: how many action tiles may stay before a fate tile is placed."""
    return 3 if 14 in player.abilities else 1


def wild_per_gnome(player: PlayerState) -> int:
    """Specialist 15: yellow tiles for each gnome recruited, this one included."""
    return 1 if 15 in player.abilities else 0


def covered_symbol_gains(player: PlayerState) -> int:
    """Specialist 16: how often a covered square of the Fate Area is gained."""
    return 2 if 16 in player.abilities else 1


def arrival_makes_procession(player: PlayerState) -> bool:
    """Specialist 17: a new guardian on the Starting Tile makes a procession of 1 step."""
    return 17 in player.abilities


def points_per_guardian_at_bonfire(player: PlayerState) -> int:
    """Specialist 18: points for each guardian at a bonfire."""
    return 2 if 18 in player.abilities else 0


def rewards_common_tasks(player: PlayerState) -> bool:
    """Specialist 19: 1 Gold and 1 yellow tile on meeting a common task."""
    return 19 in player.abilities


def gold_on_first_path(player: PlayerState) -> int:
    """Specialist 20: Gold whenever a guardian ends on path space 1."""
    return 1 if 20 in player.abilities else 0


def extra_ship_steps(player: PlayerState) -> int:
    """Specialist 21: one step more than paid."""
    return 1 if 21 in player.abilities else 0


def extra_wheel_spaces(player: PlayerState) -> int:
    """Specialist 22: one space more than paid."""
    return 1 if 22 in player.abilities else 0


def may_take_all_rewards(player: PlayerState) -> bool:
    """Specialist 23: all three rewards of the Great Bonfire."""
    return 23 in player.abilities


def may_share_council_spaces(player: PlayerState) -> bool:
    """Specialist 24: several novices of one colour on a council space."""
    return 24 in player.abilities


def places_portals_freely(player: PlayerState) -> bool:
    """Specialist 25: portals in any order."""
    return 25 in player.abilities


def task_price_is_flat(player: PlayerState) -> bool:
    """Specialist 26: a task always costs 1 action tile."""
    return 26 in player.abilities


def fate_tiles_stick_out(player: PlayerState) -> bool:
    """Specialist 27: fate tiles may protrude beyond the Fate Area."""
    return 27 in player.abilities
