"""The 27 specialists by name, and a question for each ability (RULINGS.md: gnomes).

The numbers are those printed on the cards, by which games, events and catalogs know a specialist.
Everybody else asks these questions or uses these names.
"""

from typing import Final, Protocol

from engine.ids import Guardian, PortalKind

SHARED_PATHS: Final = 1
LONGER_PROCESSIONS: Final = 2
TASKS_FOR_ANY_RESOURCES: Final = 3
RICHER_ELDERS: Final = 4
DOUBLE_WILD: Final = 5
CHOICE_OF_RESOURCE: Final = 6
GOLD_FOR_NOVICES: Final = 7
RESOURCE_OF_NEW_PATHS: Final = 8
GNOMES_FOR_ANY_RESOURCES: Final = 9
RESOURCE_OF_PINK: Final = 10
RESOURCE_OF_GREY: Final = 11
RESOURCE_OF_NATURAL: Final = 12
RESOURCE_OF_BLUE: Final = 13
THREE_TILES_KEPT: Final = 14
WILD_FOR_GNOMES: Final = 15
DOUBLE_FATE_SQUARES: Final = 16
ARRIVAL_PROCESSION: Final = 17
POINTS_FOR_GUARDIANS: Final = 18
REWARD_FOR_COMMON_TASKS: Final = 19
GOLD_ON_FIRST_PATH: Final = 20
FARTHER_SHIP: Final = 21
FARTHER_GREAT_BONFIRE: Final = 22
ALL_REWARDS: Final = 23
SHARED_COUNCIL_SPACES: Final = 24
PORTALS_IN_ANY_ORDER: Final = 25
TASKS_FOR_ONE_TILE: Final = 26
FATE_TILES_STICK_OUT: Final = 27

_GUARDIAN_SPECIALISTS: Final = {
    Guardian.PINK: RESOURCE_OF_PINK,
    Guardian.GREY: RESOURCE_OF_GREY,
    Guardian.NATURAL: RESOURCE_OF_NATURAL,
    Guardian.BLUE: RESOURCE_OF_BLUE,
}
"""The card that repeats the resource of each guardian; the pairing follows (RULINGS.md: gnomes)."""


class Recruiter(Protocol):
    """The owner of specialists: a player's state, or a seat as it is seen."""

    @property
    def abilities(self) -> frozenset[int]:
        """The numbers of the specialists that work for this city."""


def may_share_path_spaces(recruiter: Recruiter) -> bool:
    """Specialist 1: own path spaces may hold several guardians."""
    return SHARED_PATHS in recruiter.abilities


def extra_procession_steps(recruiter: Recruiter) -> int:
    """Specialist 2: one step more than paid, in every procession."""
    return 1 if LONGER_PROCESSIONS in recruiter.abilities else 0


def pays_any_resources_for_tasks(recruiter: Recruiter) -> bool:
    """Specialist 3: a task costs any 2 resources."""
    return TASKS_FOR_ANY_RESOURCES in recruiter.abilities


def elder_bonus(recruiter: Recruiter) -> int:
    """Specialist 4: 2 more points for each elder recruited."""
    return 2 if RICHER_ELDERS in recruiter.abilities else 0


def wild_value(recruiter: Recruiter) -> int:
    """Specialist 5: how many equal tiles a yellow tile pays for."""
    return 2 if DOUBLE_WILD in recruiter.abilities else 1


def chooses_path_resource(recruiter: Recruiter) -> bool:
    """Specialist 6: the resource of a guardian's path space is chosen."""
    return CHOICE_OF_RESOURCE in recruiter.abilities


def gold_per_novice(recruiter: Recruiter) -> int:
    """Specialist 7: Gold for each novice sent, own or neutral (ruling 13)."""
    return 1 if GOLD_FOR_NOVICES in recruiter.abilities else 0


def gains_built_resource(recruiter: Recruiter) -> bool:
    """Specialist 8: a new path tile yields its resource."""
    return RESOURCE_OF_NEW_PATHS in recruiter.abilities


def pays_any_resources_for_gnomes(recruiter: Recruiter) -> bool:
    """Specialist 9: a gnome costs any resources, even when it shows Gold (ruling 12)."""
    return GNOMES_FOR_ANY_RESOURCES in recruiter.abilities


def repeating_specialist(recruiter: Recruiter, guardian: Guardian) -> int | None:
    """Specialists 10 to 13: the card that repeats this guardian's path resource, if owned."""
    number = _GUARDIAN_SPECIALISTS.get(guardian)
    return number if number in recruiter.abilities else None


def repeated_guardian(number: int) -> Guardian | None:
    """Specialists 10 to 13: whose path resource the card of a number repeats."""
    return next((each for each, card in _GUARDIAN_SPECIALISTS.items() if card == number), None)


def tiles_kept(recruiter: Recruiter) -> int:
    """Specialist 14: how many action tiles may stay before a fate tile is placed."""
    return 3 if THREE_TILES_KEPT in recruiter.abilities else 1


def wild_per_gnome(recruiter: Recruiter) -> int:
    """Specialist 15: yellow tiles for each gnome recruited, this one included."""
    return 1 if WILD_FOR_GNOMES in recruiter.abilities else 0


def covered_symbol_gains(recruiter: Recruiter) -> int:
    """Specialist 16: how often a covered square of the Fate Area is gained."""
    return 2 if DOUBLE_FATE_SQUARES in recruiter.abilities else 1


def arrival_makes_procession(recruiter: Recruiter) -> bool:
    """Specialist 17: a new guardian on the Starting Tile makes a procession of 1 step."""
    return ARRIVAL_PROCESSION in recruiter.abilities


def points_per_guardian_at_bonfire(recruiter: Recruiter) -> int:
    """Specialist 18: points for each guardian at a bonfire."""
    return 2 if POINTS_FOR_GUARDIANS in recruiter.abilities else 0


def rewards_common_tasks(recruiter: Recruiter) -> bool:
    """Specialist 19: 1 Gold and 1 yellow tile on meeting a common task."""
    return REWARD_FOR_COMMON_TASKS in recruiter.abilities


def gold_on_first_path(recruiter: Recruiter) -> int:
    """Specialist 20: Gold whenever a guardian ends on path space 1."""
    return 1 if GOLD_ON_FIRST_PATH in recruiter.abilities else 0


def extra_ship_steps(recruiter: Recruiter) -> int:
    """Specialist 21: one step more than paid."""
    return 1 if FARTHER_SHIP in recruiter.abilities else 0


def extra_wheel_spaces(recruiter: Recruiter) -> int:
    """Specialist 22: one space more than paid."""
    return 1 if FARTHER_GREAT_BONFIRE in recruiter.abilities else 0


def may_take_all_rewards(recruiter: Recruiter) -> bool:
    """Specialist 23: all three rewards of the Great Bonfire."""
    return ALL_REWARDS in recruiter.abilities


def may_share_council_spaces(recruiter: Recruiter) -> bool:
    """Specialist 24: several novices of one colour on a council space."""
    return SHARED_COUNCIL_SPACES in recruiter.abilities


def portals_due(recruiter: Recruiter, needed: tuple[PortalKind, ...]) -> tuple[PortalKind, ...]:
    """Specialist 25: which of the portals still needed, in their order, may be placed now."""
    return needed if PORTALS_IN_ANY_ORDER in recruiter.abilities else needed[:1]


def task_price_is_flat(recruiter: Recruiter) -> bool:
    """Specialist 26: a task always costs 1 action tile."""
    return TASKS_FOR_ONE_TILE in recruiter.abilities


def fate_tiles_stick_out(recruiter: Recruiter) -> bool:
    """Specialist 27: fate tiles may protrude beyond the Fate Area."""
    return FATE_TILES_STICK_OUT in recruiter.abilities
