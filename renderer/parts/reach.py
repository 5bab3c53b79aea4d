"""The places that the guardians of a city can reach now, with the price."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine.ids import Guardian, Place, PlaceKind, SeatColor
from engine.view import SeatView
from renderer.context import PictureContext
from renderer.hints import Walk
from renderer.parts import pieces
from renderer.parts.arc import angle, at, inward
from renderer.parts.task_spaces import beside_bonfire
from renderer.pen import Pen
from renderer.scene import Group, Icon, Node, Point, Symbol, Text, Use
from renderer.shapes import Outline

_SIZE: Final = 48.0
_NEAR: Final = 598
_FAR: Final = 646
_HALF: Final = 2.7
"""Half the way from one shield to the next along the path, in degrees."""
_ON_PATH: Final[dict[int, tuple[Point, ...]]] = {
    1: ((628, 0),),
    2: ((628, -_HALF), (628, _HALF)),
    3: ((_FAR, -_HALF), (_FAR, _HALF), (_NEAR, 0)),
    4: ((_FAR, -_HALF), (_FAR, _HALF), (_NEAR, -_HALF), (_NEAR, _HALF)),
    5: ((_FAR, -_HALF), (_FAR, _HALF), (_NEAR, -2 * _HALF), (_NEAR, 0), (_NEAR, 2 * _HALF)),
}
"""Radius and turn of each shield on a path tile, by their number."""
_AT_BONFIRE: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-24, 4), (26, 4)),
    3: ((-24, 4), (26, 4), (76, 4)),
    4: ((-24, 4), (26, 4), (76, 4), (54, -46)),
    5: ((-24, 4), (26, 4), (76, 4), (54, -46), (104, -46)),
}
"""Beside a bonfire, from where a guardian would stand, the middle of the city on the right."""
_ABOVE_THE_WALL: Final[tuple[Point, ...]] = ((0, 0), (0, 50), (-48, 50), (0, 100), (-48, 100))
"""The spot beside a bonfire with room below, where the grid of the Fate Area is near."""
_HIGH: Final = (2, 6)


def reach(seat: SeatView, context: PictureContext) -> Group:
    """A shield in the colour of each guardian on every place that she can walk to."""
    walks: dict[Place, list[Walk]] = {}
    for walk in context.hints.walks:
        walks.setdefault(walk.place, []).append(walk)
    items: list[Node] = []
    for place, arriving in walks.items():
        spots = _spots(place, min(len(arriving), len(_ON_PATH)))
        items += [
            Use(*spot, _shield(walk.guardian, seat.color, walk.tiles))
            for walk, spot in zip(arriving, spots, strict=False)
        ]
    return Group("reach", tuple(items))


def _spots(place: Place, count: int) -> Iterator[Point]:
    """The points of `count` shields at a place."""
    if place.kind is PlaceKind.BONFIRE:
        x, y = beside_bonfire(place.position)
        side = inward(place.position)
        high = place.position in _HIGH
        spots = _ABOVE_THE_WALL[:count] if high else _AT_BONFIRE[count]
        yield from ((x + dx * side, y + dy) for dx, dy in spots)
    else:
        turn = angle(place.position)
        yield from (at(radius, turn + aside) for radius, aside in _ON_PATH[count])


@lru_cache(maxsize=64)
def _shield(kind: Guardian, color: SeatColor, tiles: int) -> Symbol:
    """A guardian who can come here, with the action tiles that it takes."""
    pen = Pen()
    ink = f"seat.{color}" if kind is Guardian.OWN else f"guard.{kind}"
    pieces.possible(pen, _SIZE, Outline.SHIELD, ink)
    if tiles:
        pen.draw(Text(0, 0, str(tiles), 34))
    else:
        pen.draw(Icon(0, 0, "golem", _SIZE * 0.62, "ink"))
    return pen.symbol(f"{kind} for {tiles}")
