"""The fire of the Great Bonfire, seen from above: its wheel of stone, its flames and its light."""

import math
from functools import lru_cache
from typing import Final

from renderer import scene
from renderer.changes import Mark
from renderer.parts import pieces
from renderer.pen import Pen
from renderer.shapes import lick, shade, wobble

GREAT_BONFIRE_AREA: Final = scene.Rect(992, 76, 594, 648)
WHEEL_CENTER: Final = (GREAT_BONFIRE_AREA.x + GREAT_BONFIRE_AREA.w / 2, 406.0)
WHEEL_RADIUS: Final = 205
_SPACES: Final = 7
WHEEL_STEP: Final = 360 / _SPACES
"""The degrees of a space."""
_FACE: Final = WHEEL_RADIUS - 3
"""The radius of the wheel within its rim."""
_COURSES: Final = ((66, 112, 3), (114, 158, 5), (160, WHEEL_RADIUS - 5, 6))
"""The radii of each ring of stones, and the number of stones in a space."""
_JOINT: Final = 55
"""Half the joint between two stones: degrees times the radius."""
_FLAMES: Final = (
    ("ember", 19, (96, 124), 3, 13),
    ("fire", 17, (84, 108), 5, 12),
    ("fire.mid", 15, (72, 92), 8, 12),
)
"""Colour, number and reach of the tongues around the hearth, a seed, and half their width."""
_FOOT: Final = 40


def direction(space: int) -> float:
    """The direction of a space 1 to 7; the last one lies in the south, where the tip starts."""
    return 90 + WHEEL_STEP * space


def draw_wheel(pen: Pen) -> None:
    """The stones of the wheel in the light of the flames, which reaches the High Council."""
    x, y = WHEEL_CENTER
    pen.draw(
        scene.Glow(x, y, 350, 350, "ember", 0.55, 1.1),
        scene.Glow(x, y, 300, 300, "fire", 0.45, 1.4),
        scene.Disc(x, y + 6, WHEEL_RADIUS + 6, scene.fade("shade", 0.66)),
        scene.Disc(x, y, WHEEL_RADIUS + 5, "ink"),
        scene.Disc(x, y, WHEEL_RADIUS + 1.5, "stone.3"),
        scene.Disc(x, y, _FACE, "stone.joint"),
    )
    for space in range(1, _SPACES + 1):
        _paving(pen, space)
    pen.draw(scene.Glow(x, y, WHEEL_RADIUS + 4, WHEEL_RADIUS + 4, "ember", 0.75, 0.9))
    for space in range(1, _SPACES + 1):
        edge = direction(space) + WHEEL_STEP / 2
        ends = [pieces.polar(x, y, r, edge) for r in (66, WHEEL_RADIUS - 4)]
        pen.draw(scene.Polyline(scene.flat(ends), "ink", 4))
    for ink, count, (low, high), seed, half in _FLAMES:
        for index in range(count):
            turn = 360 / count * (index + 0.5 * wobble(seed, index))
            tip = low + (high - low) * wobble(seed + 7, index)
            pen.draw(scene.Polygon(lick(x, y, (_FOOT, tip), turn, half), ink))
    pen.draw(scene.Glow(x, y, 120, 120, "fire.pale", 0.6, 1.3))


def _paving(pen: Pen, space: int) -> None:
    """The stones of a space, not all alike."""
    start = direction(space) - WHEEL_STEP / 2
    for ring, (r0, r1, count) in enumerate(_COURSES):
        for index in range(count):
            a0, a1 = (start + WHEEL_STEP * (index + k) / count for k in (0, 1))
            ink = scene.mix("stone.dark", "stone.2", 0.15 + 0.45 * shade(space * 13 + ring, index))
            joint = _JOINT / r1
            pen.draw(scene.Wedge(*WHEEL_CENTER, r0 + 1, r1 - 1, a0 + joint, a1 - joint, ink))


@lru_cache(maxsize=8)
def lit_space(space: int) -> scene.Symbol:
    """The light on the current space, drawn under its tile."""
    pen = Pen()
    middle = direction(space)
    angles = (middle - WHEEL_STEP / 2, middle + WHEEL_STEP / 2)
    for radius, alpha in ((60, 0.16), (100, 0.14), (140, 0.12)):
        pen.draw(scene.Wedge(0, 0, radius, _FACE, *angles, scene.fade("fire.light", alpha)))
    pen.draw(scene.Wedge(0, 0, WHEEL_RADIUS - 10, _FACE, *angles, "fire.light"))
    return pen.symbol(f"wheel at {space}")


@lru_cache(maxsize=16)
def hearth(position: int, mark: Mark) -> scene.Symbol:
    """The fire in the middle with its pink tip; position 0 is the start mark in the south."""
    pen = Pen()
    if mark is Mark.CHANGED:
        pen.halo(scene.Rect(-60, -60, 120, 120), 50)
        pen.draw(scene.Disc(0, 0, 65, "fire.light"))
    pen.draw(scene.Disc(0, 0, 58, "ink"), scene.Disc(0, 0, 54, "hearth.high"))
    for index in range(14):
        x, y = pieces.polar(0, 0, 53, 360 / 14 * index)
        pen.draw(scene.Disc(x, y, 9.5, "ink"))
        pen.draw(scene.Disc(x, y - 1, 7.6, "stone.2" if index % 2 else "stone.3"))
    pen.draw(scene.Glow(0, -10, 110, 110, "fire.light", 0.85, 1.2))
    pieces.logs(pen, 0, 30, 34)
    pieces.flame(pen, 0, 40, 108)
    turn = math.radians(direction(position or _SPACES))
    pen.draw(scene.Polygon(_tip(turn, 3.0), "ink"), scene.Polygon(_tip(turn, 0.0), "tip"))
    return pen.symbol(f"great bonfire at {position} {mark}")


def _tip(turn: float, rim: float) -> bytes:
    """Return the outline of the tip that points in a direction (radians), larger by a rim."""
    points: list[scene.Point] = []
    for aside, r in ((-0.40, 54), (0, 82), (0.40, 54), (0, 60)):
        angle = turn + aside * (1 + rim * 0.03)
        far = r + (rim if aside == 0 else -rim * 0.6)
        points.append((far * math.cos(angle), far * math.sin(angle)))
    return scene.flat(points)
