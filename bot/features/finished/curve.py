"""The points of all seats turn by turn, as a drawing in a page."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

_WIDTH: Final = 1000
_HEIGHT: Final = 320
_LEFT: Final = 70
_BOTTOM: Final = 44
_TOP: Final = 18
DASHES: Final = ("", "14 6", "4 6", "14 5 4 5")
"""By seat: lines can be told apart without their colours."""
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200)
_MOST_LINES: Final = 5


def curve(
    points: Sequence[tuple[int, ...]], numbers: Sequence[int], colors: Sequence[str], told: str
) -> str:
    """The drawing, as SVG: for every step the points of each seat.

    `numbers` are the turns that led to the steps, 0 first; `colors` those of the seats, `told` what
    it says in words.
    """
    highest = max(1, *(max(one) for one in points))
    lines = "".join(_grid(highest))
    marks = "".join(_turns(numbers))
    seats = "".join(
        _seat([one[seat] for one in points], highest, color, DASHES[seat % len(DASHES)])
        for seat, color in enumerate(colors)
    )
    cursor = f'<line id="cursor" x1="{_LEFT}" x2="{_LEFT}" y1="{_TOP}" y2="{_HEIGHT - _BOTTOM}"/>'
    return (
        f'<svg id="curve" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(told)}"'
        f' data-left="{_LEFT}" data-width="{_WIDTH}">{lines}{marks}{seats}{cursor}</svg>'
    )


def _grid(highest: int) -> Iterator[str]:
    step = next((one for one in _STEPS if highest / one <= _MOST_LINES), _STEPS[-1])
    for value in range(0, highest + 1, step):
        y = _y(value, highest)
        yield f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>'
        place = f'x="{_LEFT - 8}" y="{y:.1f}" text-anchor="end" dominant-baseline="central"'
        yield f"<text {place}>{value}</text>"


def _turns(numbers: Sequence[int]) -> Iterator[str]:
    last = len(numbers) - 1
    for step in sorted({0, last // 4, last // 2, last * 3 // 4, last}):
        x = _x(step, last)
        side = "end" if step == last else "middle"
        yield f'<text x="{x:.1f}" y="{_HEIGHT - 8}" text-anchor="{side}">{numbers[step]}</text>'


def _seat(points: Sequence[int], highest: int, color: str, dashes: str) -> str:
    last = len(points) - 1
    path = " ".join(
        f"{_x(step, last):.1f},{_y(value, highest):.1f}" for step, value in enumerate(points)
    )
    return f'<polyline points="{path}" stroke="{color}" stroke-dasharray="{dashes}"/>'


def _x(step: int, last: int) -> float:
    return _LEFT + (_WIDTH - _LEFT) * step / max(1, last)


def _y(value: int, highest: int) -> float:
    return _TOP + (_HEIGHT - _BOTTOM - _TOP) * (1 - value / highest)
