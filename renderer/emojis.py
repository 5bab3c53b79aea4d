"""The symbols for texts: small pictures of single pieces, to be read among words.

A reader sees them 22 pixels high, on a dark page or a white one. Each therefore has a pale rim
around its dark outline: the rim stands out from the night, the outline from the paper.
"""

import hashlib
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from engine import ids
from renderer import pillow, scene
from renderer.parts import pieces
from renderer.pen import Pen
from renderer.shapes import Outline, outline
from renderer.theme import PaletteName

SIZE: Final = 128
"""Pixels of a side, as Discord recommends (resources/emoji)."""
_RIM: Final = 7.0
"""The pale rim: a bit more than one pixel of a text."""
_INK: Final = 6.0
EmojiDrawing = Callable[[Pen], None]


def _plate(pen: Pen, shape: Outline, r: float, fill: scene.Ink) -> None:
    """The rim, the outline and the ground of a piece that has a shape of its own."""
    pen.draw(scene.Polygon(outline(shape, 0, 0, r + _RIM), "white"))
    pen.draw(scene.Polygon(outline(shape, 0, 0, r), "ink"))
    pen.draw(scene.Polygon(outline(shape, 0, 0, r - _INK), fill))


def _figure(pen: Pen, icon: str, size: float, ink: scene.Ink, y: float = 0) -> None:
    """A figure that stands for itself, with its rim and outline."""
    pen.draw(scene.Icon(0, y, icon, size, "ink", _INK + _RIM, "white"))
    pen.draw(scene.Icon(0, y, icon, size, ink, _INK))


def _resource(pen: Pen, kind: ids.Resource) -> None:
    _plate(pen, Outline.CIRCLE, 56, "ink")
    pen.draw(scene.Icon(0, 0, kind.value, 86, f"res.{kind}"))


def _action(pen: Pen, kind: ids.ActionType) -> None:
    shape, icon, share = pieces.ACTIONS[kind]
    _plate(pen, shape, 50, f"act.{kind}")
    # The whole figure of a gnome is a blot at this size; the head is not.
    icon = "gnome_head" if kind is ids.ActionType.GNOME else icon
    pen.draw(scene.Icon(0, 6 if shape is Outline.DROP else 0, icon, 60 * share, "ink"))


def _crystal(pen: Pen, color: ids.Color) -> None:
    _plate(pen, pieces.COLORS[color], 50, f"task.{color}")
    pen.draw(scene.Icon(0, 0, "crystal", 60, "white", 4))


def _task(pen: Pen, color: ids.Color) -> None:
    shape = pieces.COLORS[color]
    _plate(pen, shape, 50, f"task.{color}")
    pen.draw(scene.Polygon(outline(shape, 0, 0, 33), "parchment"))
    pen.draw(scene.Icon(0, 0, "task", 56, "ink"))


def _guardian(pen: Pen, kind: ids.Guardian) -> None:
    _figure(pen, "golem", 104, "any" if kind is ids.Guardian.OWN else f"guard.{kind}")


def _portal(pen: Pen, kind: ids.PortalKind) -> None:
    shape, icon = pieces.PORTALS[kind]
    _plate(pen, shape, 50, "teal.high")
    pen.draw(scene.Icon(0, 0, icon, 72, "ink"))


def _gnome(pen: Pen) -> None:
    _figure(pen, "gnome_head", 104, "gnome")


def _elder(pen: Pen) -> None:
    _figure(pen, "elder_head", 104, "elder")


def _novice(pen: Pen, seat: ids.SeatColor | None) -> None:
    _figure(pen, "novice", 104, "seat.neutral" if seat is None else f"seat.{seat}")


def _bonfire(pen: Pen) -> None:
    _plate(pen, Outline.DROP, 50, "hearth")
    pieces.fire(pen, 0, 6, 84)


EMOJI_DRAWINGS: Final[Mapping[str, EmojiDrawing]] = {
    **{f"resource.{kind}": partial(_resource, kind=kind) for kind in ids.Resource},
    **{f"action.{kind}": partial(_action, kind=kind) for kind in ids.ActionType},
    **{f"crystal.{color}": partial(_crystal, color=color) for color in ids.Color},
    **{f"task.{color}": partial(_task, color=color) for color in ids.Color},
    **{f"guardian.{kind}": partial(_guardian, kind=kind) for kind in ids.Guardian},
    **{f"portal.{kind}": partial(_portal, kind=kind) for kind in ids.PortalKind},
    "bonfire": _bonfire,
    "gnome": _gnome,
    "elder": _elder,
    **{f"novice.{seat}": partial(_novice, seat=seat) for seat in ids.SeatColor},
    "novice.neutral": partial(_novice, seat=None),
}
"""The drawing of each symbol, by the key under which texts ask for it."""


@dataclass(frozen=True, slots=True)
class EmojiPicture:
    """The picture of a symbol: PNG bytes, and a short hash of its pixels."""

    png: bytes
    digest: str


def draw_emoji(key: str) -> EmojiPicture:
    """Draw the symbol with this key of `EMOJI_DRAWINGS`; raises KeyError for another one.

    >>> draw_emoji("resource.fruit").png[1:4]
    b'PNG'
    """
    pen = Pen()
    EMOJI_DRAWINGS[key](pen)
    image = pillow.paint_alone(pen.symbol(key), PaletteName.FIRELIGHT, SIZE)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return EmojiPicture(file.getvalue(), hashlib.sha256(image.tobytes()).hexdigest()[:8])
