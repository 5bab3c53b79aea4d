"""The sky over a city, each seat's at its own time of day, and the light of its lit bonfires."""

import math
from functools import lru_cache
from typing import Final

from engine import ids
from engine.view import SeatView
from renderer import scene
from renderer.layout import PICTURE_HEIGHT, WIDTH
from renderer.parts.arc import ARC_CENTER, RADIUS, STEP, TASK_RADIUS, angle, at
from renderer.parts.panels import header_bar
from renderer.pen import Pen
from renderer.shapes import wobble

_HALFWAY: Final = 430
_HORIZON: Final = 770
_SUNSET: Final[scene.Point] = (150, 560)
_SUNRISE: Final[scene.Point] = (1468, 566)
_MOON: Final[scene.Point] = (1508, 420)
_STARS: Final = 110
_FLOORS: Final = ((350, 475, 0.24), (486, 574, 0.14))
"""The radii of the stones that a lit bonfire lights along its spoke, and how strongly."""
_DOME: Final = 230.0


def draw_sky(pen: Pen, color: ids.SeatColor) -> None:
    """Dusk over red, dawn over yellow, northern lights over green, and the moon over purple."""
    high, mid, low = (f"sky.{color}.{band}" for band in ("high", "mid", "low"))
    pen.draw(
        scene.Gradient(0, 0, WIDTH, _HALFWAY, high, mid),
        scene.Gradient(0, _HALFWAY, WIDTH, _HORIZON - _HALFWAY, mid, low),
        scene.Gradient(0, _HORIZON, WIDTH, PICTURE_HEIGHT - _HORIZON, "night.high", "night.low"),
    )
    match color:
        case ids.SeatColor.RED:
            x, y = _SUNSET
            pen.draw(
                scene.Glow(x, y + 60, 460, 320, "fire", 0.6, 1.2), scene.Disc(x, y, 44, "fire.mid")
            )
        case ids.SeatColor.YELLOW:
            x, y = _SUNRISE
            _stars(pen, 40)
            pen.draw(scene.Glow(x, y + 40, 420, 320, "fire.light", 0.5, 1.2))
            pen.draw(scene.Disc(x, y, 42, "fire.pale"))
        case ids.SeatColor.GREEN:
            _stars(pen, _STARS)
            _northern_lights(pen)
        case ids.SeatColor.PURPLE:
            x, y = _MOON
            _stars(pen, _STARS)
            pen.draw(
                scene.Glow(x, y, 150, 150, "parchment", 0.35, 1.2),
                scene.Disc(x, y, 38, "parchment"),
            )
            pen.draw(scene.Disc(x + 17, y - 9, 33, mid))
    _hills(pen, 640, 70, 1.0 + len(color), scene.mix(mid, "shade", 0.35))
    _hills(pen, 705, 50, 3.0 + len(color), scene.mix(mid, "shade", 0.65))


def _stars(pen: Pen, count: int) -> None:
    for index in range(count):
        x, y = WIDTH * wobble(4, index), 80 + 430 * wobble(6, index) ** 1.3
        ink = scene.fade("parchment", 0.25 + 0.5 * wobble(8, index))
        pen.draw(scene.Disc(x, y, 0.9 + 1.1 * wobble(2, index), ink))


def _northern_lights(pen: Pen) -> None:
    for fold in range(5):
        curtain = (
            (x, 290 + fold * 30 + 46 * math.sin(x / 160 + fold * 0.5))
            for x in range(0, WIDTH + 1, 20)
        )
        pen.draw(scene.Polyline(scene.flat(curtain), scene.fade("teal", 0.09), 60))


def _hills(pen: Pen, top: float, height: float, seed: float, ink: scene.Ink) -> None:
    """A ridge across the picture, as high as `height` above and below `top`."""
    ridge = [
        (
            x,
            top
            - height
            * (
                0.5 * math.sin(x / 131 + seed)
                + 0.3 * math.sin(x / 47 + 3 * seed)
                + 0.2 * math.sin(x / 19 + seed)
            ),
        )
        for x in range(0, WIDTH + 1, 10)
    ]
    pen.draw(scene.Polygon(scene.flat([(0, _HORIZON), *ridge, (WIDTH, _HORIZON)]), ink))


def lit_sky(seat: SeatView) -> scene.Group:
    """The light over the walls beside each lit bonfire, and above it the bar on top."""
    lit = (
        position.position
        for position in seat.positions
        if position.task is not None and position.task.lit
    )
    domes = (scene.Use(*at(RADIUS, angle(number)), _dome()) for number in lit)
    return scene.Group("lit sky", (*domes, scene.Use(0, 0, header_bar())))


@lru_cache(maxsize=1)
def _dome() -> scene.Symbol:
    pen = Pen()
    pen.draw(scene.Glow(0, 0, _DOME, _DOME, "fire", 0.5, 1.2))
    return pen.symbol("dome of light")


def spoke_light(position: int) -> scene.Use:
    """The light of the burning task of a position along its spoke."""
    return scene.Use(0, 0, _spoke_light(position))


@lru_cache(maxsize=8)
def _spoke_light(position: int) -> scene.Symbol:
    pen = Pen()
    start = 180 + STEP * (position - 1) + 0.4
    for r0, r1, alpha in _FLOORS:
        pen.draw(
            scene.Wedge(*ARC_CENTER, r0, r1, start, start + STEP - 0.8, scene.fade("fire", alpha))
        )
    return pen.symbol(f"light of spoke {position}")


def firelight(position: int) -> scene.Use:
    """The light of the burning task of a position on the stones around it."""
    return scene.Use(*at(TASK_RADIUS, angle(position)), _firelight())


@lru_cache(maxsize=1)
def _firelight() -> scene.Symbol:
    pen = Pen()
    pen.draw(scene.Glow(0, 8, 136, 136, "glow", 0.62, 1.25))
    return pen.symbol("firelight")
