"""The standard box: all tables of this folder together."""

from typing import Final

from engine.data.box import Box
from engine.data.council import COUNCIL
from engine.data.fate import FATE_GRID, FATE_TILES
from engine.data.gnomes import ELDERS, SPECIALISTS
from engine.data.great_bonfire import WHEEL
from engine.data.islands import ISLANDS, ROUTES_PROVENANCE, SEA_ROUTES
from engine.data.offerings import OFFERINGS
from engine.data.paths import PATH_TILES, START_CRYSTAL, START_CRYSTAL_PROVENANCE
from engine.data.portals import CITIES, GUARDIAN_VALUES, GUARDIAN_VALUES_PROVENANCE
from engine.data.tasks import TASKS
from engine.data.tom import TOM_CARDS

STANDARD_BOX: Final = Box(
    tasks=TASKS,
    specialists=SPECIALISTS,
    elders=ELDERS,
    fate_tiles=FATE_TILES,
    fate_grid=FATE_GRID,
    path_tiles=PATH_TILES,
    offerings=OFFERINGS,
    cities=CITIES,
    wheel=WHEEL,
    islands=ISLANDS,
    routes=SEA_ROUTES,
    routes_provenance=ROUTES_PROVENANCE,
    council=COUNCIL,
    tom_cards=TOM_CARDS,
    guardian_values=GUARDIAN_VALUES,
    guardian_values_provenance=GUARDIAN_VALUES_PROVENANCE,
    start_crystal=START_CRYSTAL,
    start_crystal_provenance=START_CRYSTAL_PROVENANCE,
)
