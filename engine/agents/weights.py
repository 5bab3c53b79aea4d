"""The substitute's beliefs about the worth of things, in points, turns and chances.

Each number began as a rule of thumb; nearly all were then tuned together, with those of
`engine.agents.effort`, by thousands of games of the substitute against itself and against Tom
(EXPERIMENTS.md, "Weights by games"). So they say less what a thing brings by itself than how much
to hurry for it: what is met sooner than before counts far more than what is merely promised.
"""

from collections.abc import Mapping
from typing import Final

from engine import specialists

TURNS_PER_NOVICE: Final = 9.3
"""Own turns in which a player sends one novice: a task, its condition, the ignition."""
COUNTDOWN_TURNS: Final = 5
"""Turns that everybody still has once the countdown has been triggered."""
TURNS_PER_FATE_TILE: Final = 4.2
"""Turns that the action tiles of one fate tile pay for."""
TURNS_PER_TILE: Final = 0.44
"""Turns that one action tile in hand pays for; some actions take two."""

NOVICE: Final = 10.6
"""A novice to send: its point, its bonus, and that it hurries the game on while one is ahead."""
LATER_TURN: Final = 0.76
"""The worth now of a point that comes a turn later: others take what one waits for."""
SHARED_EFFORT: Final = 0.88
"""The share of a task's effort that remains when other tasks are worked on too."""

PORTAL_NEARNESS: Final = 0.81
"""Chance to place the next portal in time; to the power of how many come first."""
PATH_NEARNESS: Final = 0.84
"""Chance to build the next path tile in time, in the same way."""
NEXT_TASK: Final = 0.19
"""The share of the most promising task on the islands, the second its square, and so on."""
TASKS_AHEAD: Final = 3
"""Tasks on the islands that are thought about."""
LACKING_TILE: Final = 0.63
"""Turns until a lacking ship or task tile is there."""
LACKING_RESOURCE: Final = 1.0
"""Turns until a lacking resource is there."""
NOT_YET: Final = 0.8
"""Chance for each lacking piece that another player is not faster."""
SEA_SPENT: Final = 0.56
"""The share of the work on the tasks held that delays the next one."""
EMPTY_SPACE: Final = 0.19
"""Chance that a free task space will hold a bonfire at the end."""
CRYSTAL_CHANCE: Final = 0.31
"""Chance that a path tile still to be built matches the bonfire: three colours."""
CRYSTAL_HOPE: Final = 0.37
"""Chance that the task still to be received matches the path tile."""

GUARDIAN_TRUST: Final = 0.99
"""The share of a guardian's way to her best bonfire that comes true."""
STEP_NEARNESS: Final = 0.9
"""Chance for each step that a guardian still has to walk."""
GUARDIAN_AT_SPACE: Final = 0.3
"""Chance that a guardian comes to stand at a certain bonfire."""
GUARDIAN: Final = 2.8
"""A guardian in the city: resources at every procession."""
PATH_IN_CITY: Final = 1.0
"""A path tile beyond its crystal and common task: more kinds of resources to pass by."""
WALK_LEFT: Final = 0.17
"""A path tile that a guardian still has before her: a resource to come."""
SAILING: Final = 0.4
"""A ship at sea, so that the island action next door costs less."""

FATE_TILE: Final = 1.4
"""A fate tile not yet placed, beyond the points it is worth unplaced."""

TILE: Final = (0.37, 0.34, 0.28, 0.18)
"""The first, second ... action tile of a kind in hand, its half point as a leftover apart."""
MORE_TILES: Final = 0.12
"""Every further one: it still pairs up with another one as a substitute."""
WILD: Final = 0.63
"""A yellow tile: any kind that is missing."""
TILE_TURN_CAP: Final = 1.4
"""Action tiles that can be spent in one turn."""

RESOURCE: Final = (0.64, 0.42, 0.27)
"""The first, second ... piece of a basic resource."""
MORE_RESOURCES: Final = 0.21
"""Every further one: it pairs up as a substitute."""
GOLD: Final = 0.66
"""Gold: any resource."""

COMMON_EXTRA: Final = 1.2
"""The steepness with which progress towards a common task counts: the last piece most."""
SPECIALIST_WORTH: Final[Mapping[int, float]] = {
    specialists.SHARED_PATHS: 1.8,
    specialists.LONGER_PROCESSIONS: 2.4,
    specialists.TASKS_FOR_ANY_RESOURCES: 3.6,
    specialists.RICHER_ELDERS: 1.2,
    specialists.DOUBLE_WILD: 3.0,
    specialists.CHOICE_OF_RESOURCE: 2.4,
    specialists.GOLD_FOR_NOVICES: 3.0,
    specialists.RESOURCE_OF_NEW_PATHS: 2.4,
    specialists.GNOMES_FOR_ANY_RESOURCES: 1.8,
    specialists.RESOURCE_OF_PINK: 1.2,
    specialists.RESOURCE_OF_GREY: 1.2,
    specialists.RESOURCE_OF_NATURAL: 1.2,
    specialists.RESOURCE_OF_BLUE: 1.2,
    specialists.THREE_TILES_KEPT: 3.0,
    specialists.WILD_FOR_GNOMES: 2.4,
    specialists.DOUBLE_FATE_SQUARES: 1.8,
    specialists.ARRIVAL_PROCESSION: 1.2,
    specialists.POINTS_FOR_GUARDIANS: 2.4,
    specialists.REWARD_FOR_COMMON_TASKS: 1.8,
    specialists.GOLD_ON_FIRST_PATH: 1.8,
    specialists.FARTHER_SHIP: 1.8,
    specialists.FARTHER_GREAT_BONFIRE: 1.8,
    specialists.ALL_REWARDS: 3.6,
    specialists.SHARED_COUNCIL_SPACES: 1.8,
    specialists.PORTALS_IN_ANY_ORDER: 2.4,
    specialists.TASKS_FOR_ONE_TILE: 1.2,
    specialists.FATE_TILES_STICK_OUT: 1.8,
}
"""The specialists while many turns remain."""
GUARDIAN_TO_COME: Final = 0.3
"""The share of a specialist who serves one guardian, without her."""
LONG_GAME: Final = 12.2
"""Turns from which on lasting advantages count in full."""
