"""One piece or place by itself, large: every tile, card and space that the rules name."""

from functools import lru_cache
from typing import Final

from engine import ids
from engine.data import box
from engine.progress import COMMON_NEED
from renderer import scene
from renderer.changes import Mark
from renderer.parts import pieces, signs
from renderer.parts.cards import gnome_card, tom_card
from renderer.parts.displays import draw_counted
from renderer.parts.great_bonfire import plaque
from renderer.parts.panels import tab
from renderer.parts.sea import coast
from renderer.parts.tiles import TileLook, task_tile
from renderer.pen import Pen

PortraitPiece = (
    box.Specialist
    | box.Elder
    | box.Task
    | box.Island
    | box.WheelSpace
    | box.CouncilSpace
    | ids.CommonTask
    | ids.PortalKind
    | ids.Resource
    | ids.ActionType
    | ids.TomCard
)
_GNOME: Final = (500.0, 440.0)
_TASK: Final = (330.0, 363.0)
_TOM: Final = (460.0, 255.0)
_LAND: Final = (450.0, 380.0)
_PLAQUE: Final = 3.4
"""The scale of a space of the High Council, against the main board."""
_SHIELD: Final = (440.0, 190.0)


def portrait(piece: PortraitPiece, grid: box.FateGrid, middle: scene.Point) -> scene.Use:
    """A piece or place around a middle, at most 500 wide and 440 high.

    The `grid` is the Fate Area of its box, of which some tasks show squares.
    """
    x, y = middle
    match piece:
        case box.Specialist() | box.Elder():
            w, h = _GNOME
            return scene.Use(x - w / 2, y - h / 2, gnome_card(piece, w, h, Mark.NONE))
        case ids.TomCard():
            w, h = _TOM
            return scene.Use(x - w / 2, y - h / 2, tom_card(piece, w, h, Mark.NONE))
        case box.Task():
            return scene.Use(x, y, task_tile(piece, TileLook(*_TASK), grid))
        case box.CouncilSpace():
            return scene.Use(x, y, plaque(piece, Mark.NONE, _PLAQUE))
        case _:
            return scene.Use(x, y, _drawn(piece))


@lru_cache(maxsize=64)
def _drawn(
    piece: box.Island
    | box.WheelSpace
    | ids.CommonTask
    | ids.PortalKind
    | ids.Resource
    | ids.ActionType,
) -> scene.Symbol:
    """Draw pieces that are small, or part of something larger on the table."""
    pen = Pen()
    match piece:
        case box.Island():
            _island(pen, piece)
        case box.WheelSpace():
            _wheel_space(pen, piece)
        case ids.CommonTask():
            _common_task(pen, piece)
        case ids.PortalKind():
            pen.draw(scene.Glow(0, 0, 250, 250, "teal", 0.42))
            pieces.little_portal(pen, 0, 0, 150, piece)
        case ids.Resource():
            pieces.resource(pen, 0, 0, 330, piece)
        case ids.ActionType():
            pieces.action(pen, 0, 0, 330, piece)
    return pen.symbol(f"portrait {piece}")


def _island(pen: Pen, island: box.Island) -> None:
    coast(pen, (0, 0), _LAND, int(island.code[-1]), "rock" if island.guardian else "grass")
    if island.guardian is not None:
        pieces.golem(pen, 0, 0, 250, f"guard.{island.guardian}")
    elif island.resource is not None:
        pieces.resource(pen, 0, 0, 220, island.resource)
    pen.draw(scene.Use(-150, -150, tab(island.code, f"island {island.code}")))


def _wheel_space(pen: Pen, space: box.WheelSpace) -> None:
    """A piece of the wheel with its action tile and its reward, the hearth below."""
    pen.draw(scene.Wedge(0, 330, 160, 520, 244, 296, "ink"))
    pen.draw(scene.Wedge(0, 330, 164, 516, 244.6, 295.4, "stone.3"))
    pen.draw(scene.Wedge(0, 330, 164, 500, 244.6, 295.4, "stone"))
    pieces.action(pen, -76, -40, 140, space.tile)
    if space.resource is None:
        signs.laurel(pen, 76, -40, 144, 2)
    else:
        pieces.resource(pen, 76, -40, 136, space.resource)


def _common_task(pen: Pen, common: ids.CommonTask) -> None:
    w, h = _SHIELD
    pen.draw(scene.RoundRect(-w / 2, 6 - h / 2, w, h, 24, scene.fade("shade", 0.6)))
    pen.draw(scene.RoundRect(-w / 2, -h / 2, w, h, 24, "ink"))
    pen.draw(scene.RoundRect(4 - w / 2, 4 - h / 2, w - 8, h - 8, 21, "parchment"))
    signs.number(pen, -w / 4, 0, COMMON_NEED[common], 140)
    draw_counted(pen, w / 4 - 12, 0, 150, common)
