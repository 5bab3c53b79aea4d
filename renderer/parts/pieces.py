"""The smallest pictures of the visual language: a resource, an action, a guardian, a fire.

Every function draws around the centre (x, y) at a nominal size `s`. Outline and symbol tell
pieces apart; colour comes third.
"""

import math
from typing import Final

from engine.ids import ActionType, Color, Guardian, PortalKind, Resource, SeatColor
from renderer import shapes
from renderer.pen import Pen
from renderer.scene import (
    Disc,
    Icon,
    Ink,
    Polygon,
    Polyline,
    RoundRect,
    Text,
    Wedge,
    fade,
    flat,
    mix,
    pairs,
    type_size,
)
from renderer.shapes import Outline, outline

ACTIONS: Final[dict[ActionType, tuple[Outline, str, float]]] = {
    ActionType.PATH: (Outline.HEXAGON, "path", 1.25),
    ActionType.SHIP: (Outline.CIRCLE, "ship", 1.25),
    ActionType.TASK: (Outline.DIAMOND, "task", 1.10),
    ActionType.GUARDIAN: (Outline.SHIELD, "golem", 1.20),
    ActionType.GNOME: (Outline.OCTAGON, "gnome", 1.25),
    ActionType.GREAT_BONFIRE: (Outline.DROP, "great_bonfire", 1.15),
    ActionType.WILD: (Outline.STAR, "wild", 1.10),
}
COLORS: Final[dict[Color, Outline]] = {
    Color.BLUE: Outline.CIRCLE,
    Color.RED: Outline.DIAMOND,
    Color.YELLOW: Outline.HEXAGON,
}
SEATS: Final[dict[SeatColor, Outline]] = {
    SeatColor.RED: Outline.CIRCLE,
    SeatColor.YELLOW: Outline.SQUARE,
    SeatColor.GREEN: Outline.HEXAGON,
    SeatColor.PURPLE: Outline.DIAMOND,
}
PORTALS: Final[dict[PortalKind, tuple[Outline, str]]] = {
    PortalKind.SUN: (Outline.CIRCLE, "sun"),
    PortalKind.MOON: (Outline.ARCH, "moon"),
    PortalKind.STAR: (Outline.DIAMOND, "star"),
    PortalKind.LEAF: (Outline.HEXAGON, "leaf"),
    PortalKind.WAVE: (Outline.SQUARE, "waves"),
    PortalKind.FLAME: (Outline.OCTAGON, "flame"),
    PortalKind.EYE: (Outline.SHIELD, "eye"),
}
_SLIM: Final = {Outline.DIAMOND: 0.92, Outline.STAR: 0.92, Outline.DROP: 0.92}
_WHEEL: Final = (
    ActionType.SHIP,
    ActionType.PATH,
    ActionType.WILD,
    ActionType.GREAT_BONFIRE,
    ActionType.TASK,
    ActionType.GUARDIAN,
)


def _pie(pen: Pen, x: float, y: float, r: float, inks: tuple[Ink, ...]) -> None:
    step = 360 / len(inks)
    for index, ink in enumerate(inks):
        start = -126 + step * index
        pen.draw(Wedge(x, y, 0, r, start, start + step, ink))


def resource(pen: Pen, x: float, y: float, s: float, kind: Resource) -> None:
    """A resource: a dark disc with its symbol."""
    pen.draw(Disc(x, y, s / 2, "ink"))
    pen.draw(Disc(x, y, s * 0.45, mix(f"res.{kind}", "black", 0.74)))
    pen.draw(Icon(x, y, kind.value, s * 0.74, f"res.{kind}"))


def any_resource(pen: Pen, x: float, y: float, s: float) -> None:
    """Any basic resource: a round colour wheel."""
    pen.draw(Disc(x, y, s / 2, "ink"))
    _pie(pen, x, y, s * 0.44, tuple(f"res.{kind}" for kind in tuple(Resource)[:5]))
    pen.draw(Disc(x, y, s * 0.20, "ink"))


def action(pen: Pen, x: float, y: float, s: float, kind: ActionType) -> None:
    """An action tile or fate symbol: its own outline and symbol."""
    shape, icon, share = ACTIONS[kind]
    r = s / 2 * _SLIM.get(shape, 1.0)
    ink = f"act.{kind}"
    pen.draw(Polygon(outline(shape, x, y, r * 1.04), "ink"))
    pen.draw(Polygon(outline(shape, x, y, r * 0.90), mix(ink, "white", 0.28)))
    pen.draw(Polygon(outline(shape, x, y + r * 0.05, r * 0.86), ink))
    lift = r * 0.10 if shape is Outline.DROP else 0
    pen.draw(Icon(x, y + lift, icon, r * share, "ink"))


def ghost_action(pen: Pen, x: float, y: float, s: float, kind: ActionType) -> None:
    """An action that is absent: its place stays recognisable."""
    shape, icon, _ = ACTIONS[kind]
    ink = f"act.{kind}"
    pen.draw(
        Polygon(outline(shape, x, y, s * 0.43), mix("panel", ink, 0.18), mix("panel", ink, 0.5), 2),
        Icon(x, y, icon, s * 0.53, mix("panel", ink, 0.5)),
    )


def price(pen: Pen, x: float, y: float, s: float, cost: tuple[ActionType, int]) -> None:
    """Draw a price in action tiles of a kind: the number in their outline."""
    kind, tiles = cost
    shape, ink = ACTIONS[kind][0], f"act.{kind}"
    r = s / 2 * _SLIM.get(shape, 1.0)
    drop = r * 0.12 if shape is Outline.DROP else -r * 0.03
    pen.draw(
        Polygon(outline(shape, x, y, r * 1.04), "ink"),
        Polygon(outline(shape, x, y, r * 0.90), ink),
        Text(x, y + drop, str(tiles), type_size(s * 0.74)),
    )


def possible(pen: Pen, s: float, shape: Outline, ink: Ink) -> None:
    """Draw the ground of an open choice: pale rimmed, in the colour of its kind."""
    pen.draw(
        Polygon(outline(shape, 0, 0, s * 0.60), "ink"),
        Polygon(outline(shape, 0, 0, s * 0.56), "free"),
        Polygon(outline(shape, 0, 0, s * 0.49), "ink"),
        Polygon(outline(shape, 0, 0, s * 0.45), ink),
    )


def any_action(pen: Pen, x: float, y: float, s: float) -> None:
    """Any action symbol or tile: an octagonal colour wheel."""
    pen.draw(Polygon(outline(Outline.OCTAGON, x, y, s / 2), "ink"))
    _pie(pen, x, y, s * 0.44, tuple(f"act.{kind}" for kind in _WHEEL))
    pen.draw(Disc(x, y, s * 0.18, "ink"))


def golem(pen: Pen, x: float, y: float, s: float, ink: Ink) -> None:
    """A guardian's figure in any ink."""
    pen.draw(Icon(x, y, "golem", s, ink, s * 0.055))


def any_guardian(pen: Pen, x: float, y: float, s: float) -> None:
    """A guardian whose colour does not matter."""
    golem(pen, x, y, s, "any")


def new_guardian(pen: Pen, x: float, y: float, s: float) -> None:
    """One of the four neutral guardians: striped."""
    inks = tuple(f"guard.{kind}" for kind in tuple(Guardian)[:4])
    pen.draw(Icon(x, y, "golem", s, inks, s * 0.055))


def guardian(
    pen: Pen, x: float, y: float, s: float, who: tuple[Guardian, SeatColor | None]
) -> None:
    """A guardian; a seat's own one wears the seat's colour, and its shape on the belt."""
    kind, seat = who
    if kind is not Guardian.OWN or seat is None:
        golem(pen, x, y, s, "any" if kind is Guardian.OWN else f"guard.{kind}")
        return
    golem(pen, x, y, s, f"seat.{seat}")
    pen.draw(
        Polygon(outline(SEATS[seat], x, y + s * 0.10, s * 0.18), "ink"),
        Polygon(
            outline(SEATS[seat], x, y + s * 0.10, s * 0.145), mix(f"seat.{seat}", "white", 0.6)
        ),
    )


def gnome(pen: Pen, x: float, y: float, s: float) -> None:
    """A gnome."""
    pen.draw(Icon(x, y, "gnome_head", s, "gnome", s * 0.05))


def elder(pen: Pen, x: float, y: float, s: float) -> None:
    """An elder."""
    pen.draw(Icon(x, y, "elder_head", s, "elder", s * 0.05))


def novice(pen: Pen, x: float, y: float, s: float, ink: Ink) -> None:
    """A novice's figure."""
    pen.draw(Icon(x, y, "novice", s, ink, s * 0.055))


def neutral_novice(pen: Pen, x: float, y: float, s: float) -> None:
    """A neutral novice: white, the colour of no seat."""
    novice(pen, x, y, s, "seat.neutral")


def bowl(pen: Pen, x: float, y: float, s: float) -> None:
    """An own offering tile: white stands for "yours, whatever your colour"."""
    edge = max(1.4, s * 0.06)
    pen.draw(
        RoundRect(x - s / 2, y - s / 2, s, s, s * 0.16, "ink"),
        RoundRect(x - s / 2 + edge, y - s / 2 + edge, s - 2 * edge, s - 2 * edge, s * 0.12, "any"),
        Icon(x, y, "offering", s * 0.76, "ink"),
    )


def small_island(pen: Pen, x: float, y: float, w: float, h: float) -> None:
    """An island in a pictogram."""
    for by, ink in ((1.4, "ink"), (-0.8, "act.ship"), (-3.0, "sand"), (-5.4, "grass")):
        pen.draw(Polygon(shapes.blob(x, y, w + 2 * by, h + 2 * by, 2), ink))


def path_tile(pen: Pen, x: float, y: float, w: float, h: float) -> None:
    """An empty path tile: cobbled sand."""
    edge, r = max(1.6, min(w, h) * 0.045), min(w, h) * 0.13
    pen.draw(
        RoundRect(x - w / 2, y - h / 2, w, h, r, "ink"),
        RoundRect(x - w / 2 + edge, y - h / 2 + edge, w - 2 * edge, h - 2 * edge, r * 0.75, "sand"),
    )
    columns = max(3, round(w / 14))
    dx = (w - 2 * edge) / columns
    rows = max(2, round((h - 2 * edge) / dx))
    dy = (h - 2 * edge) / rows
    for i in range(columns):
        for j in range(rows):
            px, py = x - w / 2 + edge + dx * (i + 0.5), y - h / 2 + edge + dy * (j + 0.5)
            pen.draw(Disc(px, py, min(dx, dy) * 0.38, "sand.pip"))


def road(pen: Pen, x: float, y: float, s: float) -> None:
    """A path tile of any kind."""
    path_tile(pen, x, y, s * 0.86, s * 0.86)
    pen.draw(Icon(x, y, "path", s * 0.7, "sepia"))


def crystal(pen: Pen, x: float, y: float, s: float, color: Color) -> None:
    """A crystal; its shape is that of tasks of the colour."""
    shape = COLORS[color]
    r = s / 2 * (0.9 if shape is Outline.DIAMOND else 1)
    pen.draw(Polygon(outline(shape, x, y, r), "ink"))
    pen.draw(Polygon(outline(shape, x, y, r * 0.86), f"task.{color}"))
    pen.draw(Icon(x, y, "crystal", s * 0.56, "ink"))


def portal(pen: Pen, x: float, y: float, s: float) -> None:
    """A portal of any kind."""
    w = s * 0.78
    pen.draw(Polygon(shapes.doorway(x, y, w, s), "ink"))
    pen.draw(Polygon(shapes.doorway(x, y, w - s * 0.07, s - s * 0.07), "stone.3"))
    pen.draw(Polygon(shapes.doorway(x, y, w - s * 0.26, s - s * 0.20), "ink"))
    inner = shapes.doorway(x, y, w - s * 0.30, s - s * 0.24)
    glow = [(x + (px - x) * 0.55, y + s * 0.06 + (py - y) * 0.6) for px, py in pairs(inner)]
    pen.draw(Polygon(inner, "teal"), Polygon(flat(glow), mix("teal", "white", 0.6)))


def flame(pen: Pen, x: float, y: float, h: float) -> None:
    """A flame that stands on (x, y)."""
    for ink, k in (("ember", 1.0), ("fire", 0.78), ("fire.mid", 0.55), ("fire.pale", 0.32)):
        pen.draw(
            Polygon(shapes.tongue(x - h * 0.20 * k, y, h * 0.17 * k, h * 0.62 * k, -h * 0.06), ink),
            Polygon(shapes.tongue(x + h * 0.20 * k, y, h * 0.17 * k, h * 0.66 * k, h * 0.06), ink),
            Polygon(shapes.tongue(x, y, h * 0.25 * k, h * k, h * 0.03), ink),
        )


def logs(pen: Pen, x: float, y: float, w: float) -> None:
    """Two crossed logs."""
    high, low = y - w * 0.12, y + w * 0.22
    for ends in (((x - w, low), (x + w * 0.9, high)), ((x - w * 0.9, high), (x + w, low))):
        pen.draw(Polyline(flat(ends), "ink", w * 0.40))
        pen.draw(Polyline(flat(ends), "wood.high", w * 0.28))
        for end in ends:
            pen.draw(Disc(*end, w * 0.17, "parchment.dark", "wood", max(0.4, w * 0.05)))


def fire(pen: Pen, x: float, y: float, s: float) -> None:
    """A lit bonfire."""
    logs(pen, x, y + s * 0.34, s * 0.34)
    flame(pen, x, y + s * 0.40, s * 0.92)


def _medallion(pen: Pen, x: float, y: float, s: float, color: Color) -> float:
    shape = COLORS[color]
    r = s / 2 * (0.88 if shape is Outline.DIAMOND else 1)
    pen.draw(Polygon(outline(shape, x, y, r), "ink"))
    pen.draw(Polygon(outline(shape, x, y, r * 0.90), f"task.{color}"))
    return r


def colored_fire(pen: Pen, x: float, y: float, s: float, color: Color) -> None:
    """A bonfire of a colour."""
    r = _medallion(pen, x, y, s, color)
    pen.draw(Polygon(outline(COLORS[color], x, y, r * 0.70), "hearth"))
    flame(pen, x, y + s * 0.27, s * 0.60)


def colored_task(pen: Pen, x: float, y: float, s: float, color: Color) -> None:
    """A task of a colour."""
    r = _medallion(pen, x, y, s, color)
    pen.draw(Polygon(outline(COLORS[color], x, y, r * 0.70), "parchment"))
    pen.draw(Icon(x, y, "task", s * 0.44, "ink"))


def task_or_fire(pen: Pen, x: float, y: float, s: float, color: Color) -> None:
    """A task or bonfire of a colour: both shapes, overlapping."""
    colored_task(pen, x - s * 0.20, y - s * 0.13, s * 0.72, color)
    colored_fire(pen, x + s * 0.20, y + s * 0.13, s * 0.72, color)


def scroll_and_fire(pen: Pen, x: float, y: float, s: float, ink: Ink) -> None:
    """A task or bonfire of any colour."""
    pen.draw(Icon(x - s * 0.36, y, "task", s * 0.78, ink))
    fire(pen, x + s * 0.34, y + s * 0.04, s * 0.92)


def fate_strip(pen: Pen, x: float, y: float, w: float, actions: tuple[ActionType, ...]) -> None:
    """A fate tile lying across, `w` long."""
    q = w / 3
    pen.draw(RoundRect(x - w / 2 - q * 0.08, y - q * 0.58, w + q * 0.16, q * 1.16, q * 0.2, "ink"))
    pen.draw(RoundRect(x - w / 2, y - q / 2, w, q, q * 0.16, "strip"))
    for index, kind in enumerate(actions):
        action(pen, x + (index - 1) * q, y, q * 0.80, kind)


def fate_column(pen: Pen, x: float, y: float, h: float, actions: tuple[ActionType, ...]) -> None:
    """A fate tile standing upright, `h` high, its first symbol on top."""
    q = h / 3
    pen.draw(RoundRect(x - q * 0.58, y - h / 2 - q * 0.08, q * 1.16, h + q * 0.16, q * 0.2, "ink"))
    pen.draw(RoundRect(x - q / 2, y - h / 2, q, h, q * 0.16, "strip"))
    for index, kind in enumerate(actions):
        action(pen, x, y + (index - 1) * q, q * 0.80, kind)


def token(pen: Pen, x: float, y: float, r: float, seat: SeatColor) -> None:
    """A seat: its shape in its colour with a meeple."""
    shape, ink = SEATS[seat], f"seat.{seat}"
    pen.draw(
        Polygon(outline(shape, x, y + r * 0.12, r * 1.06), fade("shade", 0.6)),
        Polygon(outline(shape, x, y, r * 1.04), mix(ink, "black", 0.62)),
        Polygon(outline(shape, x, y, r * 0.92), mix(ink, "white", 0.28)),
        Polygon(outline(shape, x, y + r * 0.05, r * 0.88), ink),
        Icon(x, y, "player", r * 1.3, "ink"),
    )


def ship(pen: Pen, x: float, y: float, s: float, seat: SeatColor) -> None:
    """A seat's ship; its shape is painted on the hull."""
    pen.draw(
        Icon(x, y, "ship", s, f"seat.{seat}", s * 0.06),
        Polygon(outline(SEATS[seat], x, y + s * 0.27, s * 0.155 * 1.25), "ink"),
        Polygon(
            outline(SEATS[seat], x, y + s * 0.27, s * 0.155), mix(f"seat.{seat}", "white", 0.55)
        ),
    )


def little_portal(pen: Pen, x: float, y: float, r: float, kind: PortalKind) -> None:
    """A portal at small size: flat, its symbol large."""
    shape, icon = PORTALS[kind]
    q = r * (0.90 if shape is Outline.DIAMOND else 1)
    wide = 1.12 if shape in (Outline.DIAMOND, Outline.ARCH) else 1.30
    pen.draw(
        Polygon(outline(shape, x, y, q * 1.08), "ink"),
        Polygon(outline(shape, x, y, q * 0.96), "stone.3"),
        Polygon(outline(shape, x, y, q * 0.84), "teal.high"),
        Icon(x, y + (r * 0.05 if shape is Outline.ARCH else 0), icon, r * wide, "ink"),
    )


def polar(x: float, y: float, r: float, degrees: float) -> tuple[float, float]:
    """A point at a distance and angle from (x, y)."""
    turn = math.radians(degrees)
    return x + r * math.cos(turn), y + r * math.sin(turn)
