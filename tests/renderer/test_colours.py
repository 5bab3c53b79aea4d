"""Colours for everybody: contrast of type, and kinds that stay apart in every kind of sight.

Colour vision deficiencies after Machado, Oliveira and Fernandes (2009) at full severity;
differences as CIEDE2000.
"""

import math
from itertools import combinations

import pytest

from engine import ids
from renderer import scene
from renderer.parts import pieces
from renderer.pen import Pen
from renderer.theme import PaletteName, Rgb, palette
from tests.renderer.colour_science import CIEDE2000, SIGHTS, contrast

TYPE_ON_GROUND = (
    ("parchment", "panel"),
    ("parchment", "abyss"),
    ("parchment", "plum"),
    ("parchment", "card.specialist"),
    ("parchment", "stone"),
    ("parchment", "medal"),
    ("mute", "panel"),
    ("mute", "abyss"),
    ("quiet", "panel"),
    ("fire.light", "panel"),
    ("fire.light", "abyss"),
    ("free", "panel"),
    ("met", "panel"),
    ("ink", "parchment"),
    ("ink", "fire"),
    ("ink", "fire.light"),
    ("ink", "met"),
    ("ink", "task.blue"),
    ("ink", "task.red"),
    ("ink", "task.yellow"),
    ("ink", "card.elder"),
    ("gain", "parchment"),
    ("loss", "parchment"),
    ("sepia", "parchment"),
    ("sepia", "parchment.low"),
    ("ink", "act.path"),
    ("ink", "act.ship"),
    ("ink", "act.task"),
    ("ink", "act.guardian"),
    ("ink", "act.gnome"),
    ("ink", "act.great_bonfire"),
    ("ink", "act.wild"),
)


def worst(names: list[str], sight: str, which: PaletteName) -> float:
    tokens = palette(which).tokens
    seen: list[Rgb] = [SIGHTS[sight](tokens[name]) for name in names]
    return min(CIEDE2000(one, other) for one, other in combinations(seen, 2))


@pytest.mark.parametrize("which", PaletteName)
@pytest.mark.parametrize(("ink", "ground"), TYPE_ON_GROUND)
def test_type_stands_out_from_its_ground(ink: str, ground: str, which: PaletteName) -> None:
    tokens = palette(which).tokens
    assert contrast(tokens[ink], tokens[ground]) >= 4.5


@pytest.mark.parametrize("which", PaletteName)
@pytest.mark.parametrize("sight", SIGHTS)
def test_action_colours_stay_apart_in_every_sight(sight: str, which: PaletteName) -> None:
    assert worst([f"act.{kind}" for kind in ids.ActionType], sight, which) >= 10


@pytest.mark.parametrize("which", PaletteName)
@pytest.mark.parametrize("sight", SIGHTS)
def test_colours_of_tasks_stay_apart_in_every_sight(sight: str, which: PaletteName) -> None:
    assert worst([f"task.{color}" for color in ids.Color], sight, which) >= 20


@pytest.mark.parametrize("which", PaletteName)
@pytest.mark.parametrize("sight", SIGHTS)
def test_guardians_and_seats_stay_apart_in_every_sight(sight: str, which: PaletteName) -> None:
    assert worst([f"guard.{kind}" for kind in tuple(ids.Guardian)[:4]], sight, which) >= 10
    assert worst([f"seat.{color}" for color in ids.SeatColor], sight, which) >= 10


def test_resources_whose_colours_come_close_rest_on_symbols_of_their_own() -> None:
    names = [f"res.{kind}" for kind in ids.Resource]
    assert min(worst(names, sight, which) for sight in SIGHTS for which in PaletteName) < 10
    drawn = []
    for kind in ids.Resource:
        pen = Pen()
        pieces.resource(pen, 0, 0, 50, kind)
        drawn.append({item.name for item in pen.symbol("").items if isinstance(item, scene.Icon)})
    assert all(drawn)
    assert sum(map(len, drawn)) == len(set().union(*drawn))


def test_every_palette_gives_every_token() -> None:
    names = [set(palette(which).tokens) for which in PaletteName]
    assert names[0] == names[1]


def test_the_contrast_palette_raises_the_contrast_of_panels() -> None:
    plain, strong = (palette(which).tokens for which in PaletteName)
    for ink in ("parchment", "mute", "quiet"):
        assert contrast(strong[ink], strong["panel"]) > contrast(plain[ink], plain["panel"])


def test_the_reference_values_of_ciede2000_hold() -> None:
    # Black and white differ by 100, equal colours by nothing.
    assert math.isclose(CIEDE2000((0, 0, 0), (255, 255, 255)), 100, abs_tol=0.1)
    assert CIEDE2000((12, 34, 56), (12, 34, 56)) == 0


def test_every_kind_has_a_shape_or_symbol_of_its_own() -> None:
    for shapes in (pieces.SEATS, pieces.COLORS, pieces.PORTALS, pieces.ACTIONS):
        assert len(set(shapes.values())) == len(shapes)
