"""The expected scores of all seats, turn by turn, as lines."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from engine.ids import SeatColor
from renderer import fonts
from renderer.context import fitted_line
from renderer.layout import WIDTH
from renderer.parts.header import seat_token
from renderer.pen import Pen
from renderer.scene import Anchor, Disc, Face, Group, Node, Polyline, Rect, Symbol, Text, Use, flat


class CurvePage(NamedTuple):
    """The size of a curve, the room of its lines, and of the names behind them or below."""

    width: int
    height: int
    plot: Rect
    names: Rect


WIDE_CURVE: Final = CurvePage(
    WIDTH, 640, Rect(110, 124, WIDTH - 440, 432), Rect(WIDTH - 290, 124, 254, 442)
)
NARROW_CURVE: Final = CurvePage(860, 940, Rect(100, 124, 724, 432), Rect(60, 676, 764, 240))
_TITLE: Final = (40, 36, 32, 28)
_LABEL: Final = 30
_NAME: Final = (32, 28, 26, 24)
_NUMBER: Final = 36
_APART: Final = 56
"""From name to name behind the lines, at least."""
_POINTS: Final = 20
"""From one level line to the next."""
_LEAST: Final = 40
"""Points that the height of the plot stands for, at least."""
_MOST_TURNS_NAMED: Final = 8
_STEM: Final = 62.0
_MARK: Final = 26.0
"""The length of the stem of a costly turn, and the radius of its number."""
_FALL: Final = 3
"""The distance by which the shade of a line falls below and to its right."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The points that a seat could expect at each step of a game, the last one its result.

    The steps that were `costly` are marked.
    """

    color: SeatColor
    points: tuple[float, ...]
    costly: tuple[int, ...] = ()


def levels(curves: tuple[Curve, ...]) -> tuple[int, int]:
    """The lowest and the highest of the lines across, in points."""
    every = [points for curve in curves for points in curve.points]
    low = int(min(every) // _POINTS) * _POINTS
    high = -int(-max(*every, low + _LEAST) // _POINTS) * _POINTS
    return low, high


@dataclass(frozen=True, slots=True)
class CurveWords:
    """The heading of a curve, the names of its two axes, and those of the seats."""

    title: str
    turns: str
    points: str
    names: tuple[str, ...]


def plot(
    words: CurveWords, turns: tuple[int, ...], curves: tuple[Curve, ...], page: CurvePage
) -> Group:
    """The lines, with the names of the seats where they end; `turns` are the steps' numbers.

    Lines never depend on colour alone: each ends at its seat's token. Its name stands there too,
    or below on a narrow page.
    """
    room = page.plot
    low, high = levels(curves)
    steps = max(len(turns) - 1, 1)

    def at(step: int, points: float) -> tuple[float, float]:
        part = (points - low) / (high - low)
        return room.x + room.w * step / steps, room.bottom - room.h * part

    pen = Pen()
    items: list[Node] = []
    for level in range(low, high + 1, _POINTS):
        _, y = at(0, level)
        pen.draw(Polyline(flat(((room.x, y), (room.right, y))), "ghost.mark", 2))
        items.append(Text(room.x - 16, y, str(level), _LABEL, "mute", Face.BOLD, Anchor.RIGHT))
    for step in range(0, len(turns), max(1, -(-len(turns) // _MOST_TURNS_NAMED))):
        x, _ = at(step, low)
        items.append(Text(x, room.bottom + 26, str(turns[step]), _LABEL, "mute"))
    for curve in curves:
        line = [at(step, points) for step, points in enumerate(curve.points)]
        pen.draw(Polyline(flat([(x + _FALL, y + _FALL) for x, y in line]), "shade", 7))
        pen.draw(Polyline(flat(line), f"seat.{curve.color}", 6))
    heading, size = fonts.fitted(words.title, Face.BOLD, _TITLE, page.width - 100)
    items += [
        Text(50, 52, heading, size, "fire.light", Face.BOLD, Anchor.LEFT),
        Text(room.center[0], room.bottom + 56, words.turns, _LABEL, "quiet"),
    ]
    items.append(Text(room.x, room.y - 25, words.points, _LABEL, "quiet", Face.BOLD, Anchor.LEFT))
    for curve in curves:
        for rank, step in enumerate(sorted(curve.costly)):
            place = at(step, curve.points[step])
            items.append(Use(*place, _costly(turns[step], below=_is_below(room, place[1], rank))))
    ends = [at(steps, curve.points[-1])[1] for curve in curves]
    if page is NARROW_CURVE:
        tokens = zip(curves, ends, strict=True)
        items += [Use(room.right, y, seat_token(curve.color, 15)) for curve, y in tokens]
        ends = [page.names.y] * len(curves)
    items += _names(curves, words.names, ends, page.names)
    return Group(
        "curve",
        (Use(0, 0, pen.symbol("lines")), *items),
        rect=Rect(20, 10, page.width - 40, page.height - 20),
    )


def _is_below(room: Rect, y: float, rank: int) -> bool:
    """Whether the number of a costly turn hangs: each other one, and one without room above."""
    return y - room.y < _STEM + _MARK or (rank % 2 == 1 and room.bottom - y > _STEM + _MARK)


@lru_cache(maxsize=64)
def _costly(turn: int, *, below: bool) -> Symbol:
    """The number of a costly turn, on a stem from its point of the line."""
    pen = Pen()
    y = _STEM if below else -_STEM
    pen.draw(
        Polyline(flat(((0, 0), (0, y))), "ink", 8),
        Polyline(flat(((0, 0), (0, y))), "fire.light", 4),
        Disc(0, 0, 11, "ink"),
        Disc(0, 0, 8, "fire.light"),
        Disc(0, y, _MARK, "ink"),
        Disc(0, y, _MARK - 3, "fire.light"),
        Text(0, y - 1, str(turn), _LABEL if turn < 100 else 26),
    )
    return pen.symbol(f"costly turn {turn}")


def _names(
    curves: tuple[Curve, ...], names: tuple[str, ...], ends: list[float], room: Rect
) -> list[Node]:
    """The name and result of each line, behind its end and clear of the others."""
    order = sorted(range(len(curves)), key=ends.__getitem__)
    places = [ends[seat] for seat in order]
    for upper, lower in pairwise(range(len(places))):
        places[lower] = max(places[lower], places[upper] + _APART)
    over = max(0.0, places[-1] - room.bottom)
    items: list[Node] = []
    for number, which in enumerate(order):
        curve, y = curves[which], places[number] - over
        points = Text(
            room.right, y, f"{curve.points[-1]:.0f}", _NUMBER, "parchment", Face.BOLD, Anchor.RIGHT
        )
        items += [
            Use(room.x, y, seat_token(curve.color, 18)),
            fitted_line(names[which], room.x + 30, y, _NAME, room.w - 110),
            points,
        ]
    return items
