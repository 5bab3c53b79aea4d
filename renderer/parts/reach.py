"""The places that the guardians of a city can reach now, with the price."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine import ids
from engine.view import SeatView
from renderer import hints, scene
from renderer.context import PictureContext
from renderer.parts import pieces
from renderer.parts.arc import angle, at, inward
from renderer.parts.task_spaces import beside_bonfire
from renderer.pen import Pen
from renderer.shapes import Outline

_SIZE: Final = 48.0
_NEAR: Final = 598
_FAR: Final = 646
_HALF: Final = 2.7
"""Half the way from one shield to the next along the path, in degrees."""
_ON_PATH: Final[dict[int, tuple[scene.Point, ...]]] = {
    1: ((628, 0),),
    2: ((628, -_HALF), (628, _HALF)),
    3: ((_FAR, -_HALF), (_FAR, _HALF), (_NEAR, 0)),
    4: ((_FAR, -_HALF), (_FAR, _HALF), (_NEAR, -_HALF), (_NEAR, _HALF)),
    5: ((_FAR, -_HALF), (_FAR, _HALF), (_NEAR, -2 * _HALF), (_NEAR, 0), (_NEAR, 2 * _HALF)),
}
"""Radius and turn of each shield on a path tile, by their number."""
_AT_BONFIRE: Final[dict[int, tuple[scene.Point, ...]]] = {
    1: ((0, 0),),
    2: ((-24, 4), (26, 4)),
    3: ((-24, 4), (26, 4), (76, 4)),
    4: ((-24, 4), (26, 4), (76, 4), (54, -46)),
    5: ((-24, 4), (26, 4), (76, 4), (54, -46), (104, -46)),
}
"""Beside a bonfire, from where a guardian would stand, the middle of the city on the right."""
_ABOVE_THE_WALL: Final[tuple[scene.Point, ...]] = ((0, 0), (0, 50), (-48, 50), (0, 100), (-48, 100))
"""The spot beside a bonfire with room below, where the grid of the Fate Area is near."""
_HIGH: Final = (2, 6)


def reach(seat: SeatView, context: PictureContext) -> scene.Group:
    """A shield in the colour of each guardian on every place that she can walk to."""
    walks: dict[ids.Place, list[hints.Walk]] = {}
    for walk in context.hints.walks:
        walks.setdefault(walk.place, []).append(walk)
    items: list[scene.Node] = []
    for place, arriving in walks.items():
        spots = _spots(place, min(len(arriving), len(_ON_PATH)))
        items += [
            scene.Use(*spot, _shield(walk.guardian, seat.color, walk.tiles))
            for walk, spot in zip(arriving, spots, strict=False)
        ]
    return scene.Group("reach", tuple(items))


def _spots(place: ids.Place, count: int) -> Iterator[scene.Point]:
    """The points of `count` shields at a place."""
    if place.kind is ids.PlaceKind.BONFIRE:
        x, y = beside_bonfire(place.position)
        side = inward(place.position)
        high = place.position in _HIGH
        spots = _ABOVE_THE_WALL[:count] if high else _AT_BONFIRE[count]
        yield from ((x + dx * side, y + dy) for dx, dy in spots)
    else:
        turn = angle(place.position)
        yield from (at(radius, turn + aside) for radius, aside in _ON_PATH[count])


@lru_cache(maxsize=64)
def _shield(kind: ids.Guardian, color: ids.SeatColor, tiles: int) -> scene.Symbol:
    """A guardian who can come here, with the action tiles that it takes."""
    pen = Pen()
    ink = f"seat.{color}" if kind is ids.Guardian.OWN else f"guard.{kind}"
    pieces.possible(pen, _SIZE, Outline.SHIELD, ink)
    if tiles:
        pen.draw(scene.Text(0, 0, str(tiles), 34))
    else:
        pen.draw(scene.Icon(0, 0, "golem", _SIZE * 0.62, "ink"))
    return pen.symbol(f"{kind} for {tiles}")
