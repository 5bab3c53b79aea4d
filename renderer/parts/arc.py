"""The places in the half disc of a city: radii from its centre, and directions."""

from typing import Final

from renderer import scene
from renderer.parts import pieces

ARC_CENTER: Final[scene.Point] = (800, 772)
RADIUS: Final = 692
FATE_RADIUS: Final = 338
TASK_RADIUS: Final = 412
STEP: Final = 180 / 7
"""From one of the seven positions to the next, in degrees."""
MIDDLE: Final = 4
"""The position on top; those before it lie on the left."""


def angle(position: int) -> float:
    """The direction of a position from 1 to 7."""
    return 180 + STEP * (position - 0.5)


def at(radius: float, degrees: float) -> scene.Point:
    """The point in a direction, so far from the centre."""
    return pieces.polar(*ARC_CENTER, radius, degrees)


def inward(position: int) -> int:
    """The side of a position on which the middle of the city lies: 1 for the right, else -1."""
    return 1 if position <= MIDDLE else -1
