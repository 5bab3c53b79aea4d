"""`python -m fonts.build_coverage FILE`: which letters the faces have, made anew from them.

The text that comes out is that of the bundled `coverage.txt`. The program never needs this.
"""

import io
import sys
from pathlib import Path

from fontTools.ttLib import TTFont

import fonts

WINDOWS, BASIC_PLANE = 3, 1


def build() -> str:
    """A line a face: its name, and the first and last code point of every run, in hexadecimal."""
    return "".join(f"{name} {_runs(name)}\n" for name in fonts.FACES)


def _runs(name: str) -> str:
    with TTFont(io.BytesIO(fonts.read(name))) as face:
        points = sorted(face["cmap"].getcmap(WINDOWS, BASIC_PLANE).cmap)
    firsts = [point for point in points if point - 1 not in points]
    lasts = [point for point in points if point + 1 not in points]
    return " ".join(f"{first:X}-{last:X}" for first, last in zip(firsts, lasts, strict=True))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(build(), encoding="ascii")
