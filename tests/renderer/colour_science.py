"""Contrast, colour differences, and how colours look with a colour vision deficiency."""

import math
from collections.abc import Callable
from functools import partial

from renderer.theme import Rgb

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

PROTAN: Matrix = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTAN: Matrix = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
TRITAN: Matrix = (
    (1.255528, -0.076749, -0.178779),
    (-0.078411, 0.930809, 0.147602),
    (0.004733, 0.691367, 0.303900),
)
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE: Triple = (0.95047, 1.0, 1.08883)


def linear(value: float) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def coded(share: float) -> int:
    share = min(1.0, max(0.0, share))
    value = share * 12.92 if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055
    return round(value * 255)


def times(matrix: Matrix, vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def linears(color: Rgb) -> Triple:
    red, green, blue = (linear(value) for value in color)
    return red, green, blue


def seen_with(matrix: Matrix, color: Rgb) -> Rgb:
    red, green, blue = (coded(share) for share in times(matrix, linears(color)))
    return red, green, blue


def unchanged(color: Rgb) -> Rgb:
    return color


SIGHTS: dict[str, Callable[[Rgb], Rgb]] = {
    "normal": unchanged,
    "protan": partial(seen_with, PROTAN),
    "deutan": partial(seen_with, DEUTAN),
    "tritan": partial(seen_with, TRITAN),
}


def contrast(one: Rgb, other: Rgb) -> float:
    """The contrast ratio of WCAG 2."""
    light, dark = sorted((times(TO_XYZ, linears(color))[1] for color in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab(color: Rgb) -> Triple:
    def root(share: float) -> float:
        return share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116

    x, y, z = (root(v / w) for v, w in zip(times(TO_XYZ, linears(color)), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def CIEDE2000(one: Rgb, other: Rgb) -> float:  # noqa: N802 - the name of the formula
    """The difference of two colours (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = lab(one), lab(other)
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    level, c = (l1 + l2) / 2, (c1 + c2) / 2
    h = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * math.cos(math.radians(h - 30))
        + 0.24 * math.cos(math.radians(2 * h))
        + 0.32 * math.cos(math.radians(3 * h + 6))
        - 0.20 * math.cos(math.radians(4 * h - 63))
    )
    sl = 1 + 0.015 * (level - 50) ** 2 / math.sqrt(20 + (level - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    spread = 30 * math.exp(-(((h - 275) / 25) ** 2))
    rt = -2 * math.sqrt(c**7 / (c**7 + 25**7)) * math.sin(math.radians(2 * spread))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, dh / sh
    return math.sqrt(dl**2 + dc**2 + dh**2 + rt * dc * dh)
