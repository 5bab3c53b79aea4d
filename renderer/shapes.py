"""Outlines: regular shapes that tell kinds apart, organic ones of flames and islands."""

import math
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

from renderer import scene

Points = tuple[scene.Point, ...]


class Outline(StrEnum):
    """The outlines that tell kinds apart without colour."""

    CIRCLE = "circle"
    HEXAGON = "hexagon"
    OCTAGON = "octagon"
    SQUARE = "square"
    DIAMOND = "diamond"
    SHIELD = "shield"
    DROP = "drop"
    ARCH = "arch"
    STAR = "star"


def _ring(x: float, y: float, r: float, corners: int, first: float) -> Points:
    angles = (math.radians(first + 360 * i / corners) for i in range(corners))
    return tuple((x + r * math.cos(a), y + r * math.sin(a)) for a in angles)


def outline(kind: Outline, x: float, y: float, r: float) -> bytes:
    """Return an outline around (x, y) as flat points; at the same `r` all kinds look as heavy."""
    return scene.flat((x + px * r, y + py * r) for px, py in _unit(kind))


@lru_cache(maxsize=16)
def _unit(kind: Outline) -> Points:
    match kind:
        case Outline.CIRCLE:
            return _ring(0, 0, 1, 48, 0)
        case Outline.HEXAGON:
            return _ring(0, 0, 1.08, 6, -90)
        case Outline.OCTAGON:
            return _ring(0, 0, 1.04, 8, 22.5)
        case Outline.SQUARE:
            return ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9))
        case Outline.DIAMOND:
            return _ring(0, 0, 1.2, 4, -90)
        case Outline.SHIELD:
            right = ((0.95, -0.9025), (0.874, 0.2375), (0.475, 0.8075))
            left = tuple((-x, y) for x, y in reversed(right))
            return ((0, -1.026), *right, (0, 1.0925), *left)
        case Outline.DROP:
            turns = tuple(math.radians(38 + i * 284 / 40) for i in range(41))
            return (
                (0, -1.25),
                *((1.02 * math.sin(t), 0.12 - 0.98 * math.cos(t)) for t in turns),
            )
        case Outline.ARCH:
            turns = tuple(math.pi * i / 20 for i in range(21))
            bow = tuple((-0.92 * math.cos(t), -0.08 - 0.92 * math.sin(t)) for t in turns)
            return ((-0.92, 1), *bow, (0.92, 1))
        case Outline.STAR:
            radii = (1.16, 0.86) * 8
            return tuple(
                (r * math.cos(a), r * math.sin(a))
                for i, r in enumerate(radii)
                for a in (math.radians(-90 + 22.5 * i),)
            )


def doorway(x: float, y: float, w: float, h: float) -> bytes:
    """Return a round-headed opening around (x, y) as flat points."""
    turns = (math.pi * i / 20 for i in range(21))
    bow = tuple((x - w / 2 * math.cos(t), y - h / 2 + w / 2 - w / 2 * math.sin(t)) for t in turns)
    return scene.flat(((x - w / 2, y + h / 2), *bow, (x + w / 2, y + h / 2)))


def wedge(x: float, y: float, radii: tuple[float, float], angles: tuple[float, float]) -> Points:
    """Return the outline of a piece of a ring: radii and angles (degrees) are from and to.

    There is about one point for each 1.5 degrees.
    """
    (r0, r1), (a0, a1) = radii, angles
    steps = max(6, math.ceil(abs(a1 - a0) / 1.5))
    turns = [math.radians(a0 + (a1 - a0) * i / steps) for i in range(steps + 1)]
    outer = tuple((x + r1 * math.cos(a), y + r1 * math.sin(a)) for a in turns)
    inner = tuple((x + r0 * math.cos(a), y + r0 * math.sin(a)) for a in reversed(turns))
    return outer + inner


def blob(x: float, y: float, w: float, h: float, seed: int) -> bytes:
    """Return the coast of an island, a rounded rectangle that is not quite even, as flat points."""
    return scene.flat(_blob(x, y, w, h, seed))


def _blob(x: float, y: float, w: float, h: float, seed: int) -> Iterator[scene.Point]:
    for i in range(90):
        t = i * math.pi / 45
        sway = 0.014 * math.sin(5 * t + 2 * seed)
        px = _root(math.cos(t)) * (1 + 0.030 * math.sin(3 * t + seed) + sway)
        py = _root(math.sin(t)) * (1 + 0.026 * math.sin(3 * t + seed) + sway)
        yield x + w / 2 * px, y + h / 2 * py


def _root(value: float) -> float:
    return math.copysign(abs(value) ** 0.60, value)


def tongue(x: float, y: float, w: float, h: float, lean: float) -> bytes:
    """Return one tongue of a flame that stands on (x, y) as flat points."""
    left: list[scene.Point] = []
    right: list[scene.Point] = []
    for i in range(25):
        t = i / 24
        half = w * math.sin(math.pi * min(1, t * 1.02) ** 0.62) * (1 - t * 0.12)
        sway = lean * t * t + math.sin(t * 6 + 2) * w * 0.10
        left.append((x + sway - half, y - h * t))
        right.append((x + sway + half, y - h * t))
    return scene.flat(left + right[::-1])


def lick(x: float, y: float, radii: tuple[float, float], turn: float, half: float) -> bytes:
    """Return a tongue of a fire seen from above as flat points.

    It licks in the direction `turn` from the first radius to the second, and is twice `half` wide
    at its foot; both are degrees.
    """
    left: list[scene.Point] = []
    right: list[scene.Point] = []
    for i in range(10):
        t = i / 9
        r = radii[0] + (radii[1] - radii[0]) * t
        width = half * (1 - t) ** 0.8 * (1 + 0.25 * math.sin(t * 5))
        middle = turn + (4 * math.sin(t * 6 + turn) if i else 0)
        for side, points in ((-width, left), (width, right)):
            angle = math.radians(middle + side)
            points.append((x + r * math.cos(angle), y + r * math.sin(angle)))
    return scene.flat(left + right[::-1])


def wobble(seed: int, index: int) -> float:
    """Return a fixed, uneven number from 0 to 1: pieces look laid by hand, alike in every run."""
    value = (seed * 2654435761 + index * 40503 + 12345) & 0xFFFFFFFF
    value = (value ^ (value >> 15)) * 2246822519 & 0xFFFFFFFF
    return ((value ^ (value >> 13)) & 0xFFFF) / 0xFFFF


def shade(seed: int, index: int) -> float:
    """Return one of four even steps from 0 to 1, for stones that do not all look alike."""
    return round(3 * wobble(seed, index)) / 3
