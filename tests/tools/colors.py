"""Choose the 256 colors of each palette: `python -m tests.tools.colors > renderer/colors.json`.

The colors that the palette names are among them as they are, since they tell pieces apart. The
others begin as frequent colors that lie far from one another, and then move to the middle of the
colors that each of them stands for. The pictures of whole games say how often a color occurs.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Final

from PIL import Image

from bot.cli.bench_pictures import positions_of
from bot.cli.simulate import game_seed, random_game
from engine import STANDARD_BOX, GameOptions
from renderer import PaletteName, pillow, scenes
from renderer.color_table import CELL_BITS, in_colors
from renderer.context import context_for
from renderer.scene import Scene
from renderer.theme import Rgb, palette
from tests.renderer.scenes import scenes_of

COUNT: Final = 256
POSITIONS: Final = 16
ROUNDS: Final = 30
_RARE: Final = 0.7
"""The exponent of a share of the pixels: below 1 the small colored pieces count for more."""
_IN_A_ROW: Final = 16

Shares = dict[Rgb, float]


def pictures() -> Iterator[Scene]:
    """Scenes of games with one to four players: boards, cities, Fate Areas, final sheets."""
    games = [random_game(GameOptions(n), game_seed(n, 0), STANDARD_BOX) for n in range(1, 5)]
    for view, options in positions_of(games, POSITIONS):
        yield from (scene for _, scene in scenes_of(view, options))
        context = context_for(view, replace(options, changes=()))
        yield scenes.fate_scene(view, 0, context)


def shares(name: PaletteName) -> Shares:
    """The colors of all pictures, each as the mean of those that Pillow holds for one, weighted."""
    sums: defaultdict[Rgb, list[float]] = defaultdict(lambda: [0.0] * 4)
    for scene in pictures():
        image = pillow.paint(scene, name)
        found = image.getcolors(image.width * image.height)
        assert found is not None
        for count, color in found:
            assert isinstance(color, tuple)
            red, green, blue = color
            mine = sums[red >> CELL_BITS, green >> CELL_BITS, blue >> CELL_BITS]
            for channel, value in enumerate((red, green, blue, 1)):
                mine[channel] += count * value
    total = sum(mine[3] for mine in sums.values())
    return {
        (round(red / n), round(green / n), round(blue / n)): (n / total) ** _RARE
        for red, green, blue, n in sums.values()
    }


def distance(one: Rgb, other: Rgb) -> int:
    """The square of the distance of two colors, as Pillow measures it."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def named(name: PaletteName) -> list[Rgb]:
    """The colors that a palette names, one of those that Pillow holds for one."""
    cells = {tuple(v >> CELL_BITS for v in color): color for color in palette(name).tokens.values()}
    return list(cells.values())


def spread(named: list[Rgb], weights: Mapping[Rgb, float]) -> list[Rgb]:
    """The named colors, and with them frequent ones that are far from all others."""
    chosen = list(named)
    nearest = {color: min(distance(color, one) for one in chosen) for color in weights}
    while len(chosen) < COUNT:
        chosen.append(max(nearest, key=lambda color: nearest[color] * weights[color]))
        nearest = {color: min(far, distance(color, chosen[-1])) for color, far in nearest.items()}
    return chosen


def settled(colors: list[Rgb], fixed: int, weights: Mapping[Rgb, float]) -> list[Rgb]:
    """The colors; those after the first `fixed` moved to the middle of those nearest to them."""
    line = Image.new("RGB", (len(weights), 1))
    line.putdata(list(weights))
    for _ in range(ROUNDS):
        sums = [[0.0] * 4 for _ in colors]
        nearest = in_colors(line, bytes(chain.from_iterable(colors)))
        for (color, weight), index in zip(weights.items(), nearest.tobytes(), strict=True):
            for channel, value in enumerate((*color, 1)):
                sums[index][channel] += weight * value
        for index in range(fixed, COUNT):
            red, green, blue, total = sums[index]
            if total:
                middle = (round(red / total), round(green / total), round(blue / total))
                if middle not in colors:
                    colors[index] = middle
    return colors


def rows_of(colors: list[Rgb]) -> list[str]:
    """The colors in hexadecimal digits, some in a row."""
    digits = [bytes(color).hex() for color in sorted(colors)]
    return ["".join(digits[at : at + _IN_A_ROW]) for at in range(0, COUNT, _IN_A_ROW)]


def main() -> None:
    """Write the colors of all palettes."""
    tables = {}
    for name in PaletteName:
        weights, fixed = shares(name), named(name)
        tables[name.value] = rows_of(settled(spread(fixed, weights), len(fixed), weights))
    json.dump(tables, sys.stdout, indent=1)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
