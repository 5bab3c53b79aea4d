"""Parts of a painted picture, cut out and larger."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from engine.view import View
from renderer.cut_outs import HALVES, CutOut, PicturePart
from renderer.layout import HEADER, PICTURE_HEIGHT, WIDTH, columns
from renderer.parts import arc, displays, fate_row, sea, supplies, wheel_fire
from renderer.scene import Rect
from renderer.theme import PaletteName, palette

_LARGEST: Final = 1.5
"""The largest scale of a part: beyond that its edges would blur."""
_WIDEST: Final = 760.0
"""Of the pieces of a part side by side: as wide as a whole picture, they are twice as large."""
_GAP: Final = 40
_MARGIN: Final = 24
_FATE_AREA: Final = Rect(590, 482, 420, 288)
_START: Final = Rect(8, 424, 640, 348)
_SPACE: Final = (420, 300)
"""Around a task space, with its Novice, its portal and its path tile."""
_OUTWARD: Final = 44
"""From the middle of a task to the middle of what belongs to it."""
_AROUND_SHIP: Final = (582, 326)
_ISLAND: Final = (206, 222)
_AROUND_WHEEL: Final = 252
_BETWEEN: Final = 1 / 64
"""The gap between pictures side by side, by their width."""
_FEWEST_PLACES: Final = 2
_SPACES_ABOVE: Final = 188
"""The height of the upper edge that holds four spaces of the High Council."""

_WHEEL: Final = Rect(
    wheel_fire.WHEEL_CENTER[0] - _AROUND_WHEEL,
    wheel_fire.WHEEL_CENTER[1] - _AROUND_WHEEL,
    2 * _AROUND_WHEEL,
    2 * _AROUND_WHEEL,
)
_FIXED: Final[Mapping[PicturePart, tuple[Rect, ...]]] = {
    PicturePart.FATE_AREA: (_FATE_AREA,),
    PicturePart.START: (_START,),
    PicturePart.PATHS: (displays.PATHS.inset(-6),),
    PicturePart.WHEEL: (_WHEEL,),
    PicturePart.GNOMES: columns(displays.GNOMES, 2),
    PicturePart.COUNCIL: (wheel_fire.GREAT_BONFIRE_AREA._replace(h=_SPACES_ABOVE),),
    PicturePart.SEA: (Rect(4, HEADER + 4, 986, PICTURE_HEIGHT - HEADER - 4),),
    PicturePart.FIRE: (Rect(986, HEADER + 4, 608, PICTURE_HEIGHT - HEADER - 4),),
    PicturePart.COUNTDOWN: (displays.COUNTDOWN.inset(-6),),
}
"""The parts that always lie at the same place."""


@dataclass(frozen=True, slots=True)
class Cutting:
    """A part cut out of a picture, and its place on the strip, in master pixels."""

    source: Rect
    target: Rect


@dataclass(frozen=True, slots=True)
class Strip:
    """A sheet as large as its parts need, and the parts on it."""

    width: float
    height: float
    cuttings: tuple[Cutting, ...]


def strip_of(cut: CutOut, view: View) -> Strip:
    """The sheet for a part: its pieces side by side, or one below another if they are wide.

    A half of the main board fills its sheet as it is.
    """
    sources = _sources(cut, view)
    larger, margin = (1.0, 0) if cut.part in HALVES else (_LARGEST, _MARGIN)
    side_by_side = sum(source.w for source in sources) <= _WIDEST
    x, y, cuttings = float(margin), float(margin), list[Cutting]()
    for source in sources:
        target = Rect(x, y, source.w * larger, source.h * larger)
        cuttings.append(Cutting(source, target))
        x, y = (target.right + _GAP, y) if side_by_side else (x, target.bottom + _GAP)
    right = max(cutting.target.right for cutting in cuttings)
    bottom = max(cutting.target.bottom for cutting in cuttings)
    return Strip(right + margin, bottom + margin, tuple(cuttings))


def _sources(cut: CutOut, view: View) -> Sequence[Rect]:
    """The rectangles of a part in its picture."""
    islands = view.box.islands
    match cut.part:
        case PicturePart.FATE_TILES:
            return (fate_row.room_of(view.seats[cut.seat]).inset(-6), _FATE_AREA)
        case PicturePart.SUPPLIES:
            shelf = supplies.shelf_for(len(view.seats[cut.seat].gnomes))
            return tuple(supplies.with_title(rect) for rect in (shelf.resources, shelf.tiles))
        case PicturePart.SPACE:
            radius = arc.TASK_RADIUS + _OUTWARD
            middle = arc.at(radius, arc.angle(cut.position))
            return (_around(middle, *_SPACE, Rect(0, HEADER, WIDTH, _START.bottom - HEADER)),)
        case PicturePart.SHIP:
            ship = view.seats[cut.seat].ship
            at = sea.landing(islands) if ship is None else sea.place_of(islands, ship)
            return (_around(at, *_AROUND_SHIP, sea.SEA_AREA),)
        case PicturePart.ISLAND:
            at = sea.place_of(islands, cut.island)
            return (_around(at, *_ISLAND, sea.SEA_AREA.inset(-6)),)
        case _:
            return _FIXED[cut.part]


def _around(middle: tuple[float, float], w: float, h: float, within: Rect) -> Rect:
    """The rectangle of this size around a point, moved so that it lies `within` another."""
    x = min(max(middle[0] - w / 2, within.x), within.right - w)
    y = min(max(middle[1] - h / 2, within.y), within.bottom - h)
    return Rect(x, y, w, h)


_FRAME: Final = 4
"""The width of the frame around a part, in master pixels."""


def cut_out(image: Image.Image, strip: Strip, name: PaletteName, scale: float) -> Image.Image:
    """A strip with parts of an image, which was painted at that scale, each in a frame."""
    colors = palette(name)
    size = (round(strip.width * scale), round(strip.height * scale))
    sheet = Image.new("RGB", size, colors.rgb("night.low"))
    for cutting in strip.cuttings:
        source, target = _pixels(cutting.source, scale), _pixels(cutting.target, scale)
        size = (target[2] - target[0], target[3] - target[1])
        sheet.paste(colors.rgb("fire"), _pixels(cutting.target.inset(-_FRAME), scale))
        sheet.paste(image.resize(size, Image.Resampling.LANCZOS, source), target[:2])
    return sheet


def stacked(*images: Image.Image) -> Image.Image:
    """Images of one width as one, from top to bottom."""
    whole = Image.new("RGB", (images[0].width, sum(image.height for image in images)))
    top = 0
    for image in images:
        whole.paste(image, (0, top))
        top += image.height
    return whole


def side_by_side(images: Sequence[Image.Image], ground: Image.Image) -> Image.Image:
    """Images of one size as one, from left to right on a ground, a small gap between them.

    One alone takes half of it: no picture of a row is as large as a picture by itself.
    """
    width, height = images[0].size
    gap = max(1, round(width * _BETWEEN))
    places = max(_FEWEST_PLACES, len(images))
    row = ground.resize((places * (width + gap) - gap, height), Image.Resampling.NEAREST)
    for place, image in enumerate(images):
        row.paste(image, (place * (width + gap), 0))
    return row


def _pixels(rect: Rect, scale: float) -> tuple[int, int, int, int]:
    """The edges of a rectangle in pixels: left, top, right, bottom."""
    edges = (rect.x, rect.y, rect.right, rect.bottom)
    left, top, right, bottom = (round(edge * scale) for edge in edges)
    return left, top, right, bottom
