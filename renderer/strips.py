"""The strip above a picture: parts of the painted picture, cut out and larger."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from PIL import Image

from engine.view import View
from renderer.cut_outs import CutOut, PicturePart
from renderer.layout import HEADER, WIDTH
from renderer.parts import arc, displays, fate_row, great_bonfire, sea, supplies
from renderer.scene import Rect
from renderer.theme import PaletteName, palette

_LARGEST: Final = 1.5
"""The largest scale of a part: beyond that its edges would blur."""
_TALLEST: Final = 380.0
_GAP: Final = 40
_MARGIN: Final = 24
_FATE_AREA: Final = Rect(590, 474, 420, 296)
_START: Final = Rect(8, 424, 640, 348)
_SPACE: Final = (420, 300)
"""Around a task space, with its Novice, its portal and its path tile."""
_OUTWARD: Final = 44
"""From the middle of a task to the middle of what belongs to it."""
_AROUND_SHIP: Final = (582, 326)
_ISLAND: Final = (206, 222)
_AROUND_WHEEL: Final = 252
_SPACES_ABOVE: Final = 188
"""The height of the upper edge that holds four spaces of the High Council."""
_NOVICES: Final = Rect(996, 82, 152, 64)


_WHEEL: Final = Rect(
    great_bonfire.WHEEL_CENTER[0] - _AROUND_WHEEL,
    great_bonfire.WHEEL_CENTER[1] - _AROUND_WHEEL,
    2 * _AROUND_WHEEL,
    2 * _AROUND_WHEEL,
)
_FIXED: Final[Mapping[PicturePart, tuple[Rect, ...]]] = {
    PicturePart.FATE_TILES: (fate_row.ROOM.inset(-6), _FATE_AREA),
    PicturePart.FATE_AREA: (_FATE_AREA,),
    PicturePart.SUPPLIES: (supplies.SUPPLIES.inset(-6),),
    PicturePart.START: (_START,),
    PicturePart.PATHS: (displays.PATHS.inset(-6),),
    PicturePart.WHEEL: (_WHEEL,),
    PicturePart.GNOMES: (displays.GNOMES,),
    PicturePart.COUNCIL: (great_bonfire.GREAT_BONFIRE_AREA._replace(h=_SPACES_ABOVE),),
    PicturePart.COUNTDOWN: (_NOVICES, displays.COUNTDOWN.inset(-6)),
}
"""The parts that always lie at the same place."""


@dataclass(frozen=True, slots=True)
class Cutting:
    """A part cut out of a picture, and its place on the strip, in master pixels."""

    source: Rect
    target: Rect


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip as wide as a picture, its height, and the parts on it, side by side."""

    height: float
    cuttings: tuple[Cutting, ...]


def strip_of(cut: CutOut, view: View) -> Strip:
    """The strip on which a part stands."""
    sources = _sources(cut, view)
    scales = [min(_LARGEST, _TALLEST / source.h) for source in sources]
    room = WIDTH - 2 * _MARGIN - _GAP * (len(sources) - 1)
    shrunk = min(1.0, room / sum(s.w * scale for s, scale in zip(sources, scales, strict=True)))
    sizes = [
        (source.w * scale * shrunk, source.h * scale * shrunk)
        for source, scale in zip(sources, scales, strict=True)
    ]
    tallest = max(h for _, h in sizes)
    whole = sum(w for w, _ in sizes) + _GAP * (len(sizes) - 1)
    lefts = accumulate((w + _GAP for w, _ in sizes[:-1]), initial=(WIDTH - whole) / 2)
    cuttings = tuple(
        Cutting(source, Rect(x, _MARGIN + (tallest - h) / 2, w, h))
        for source, x, (w, h) in zip(sources, lefts, sizes, strict=True)
    )
    return Strip(tallest + 2 * _MARGIN, cuttings)


def _sources(cut: CutOut, view: View) -> Sequence[Rect]:
    """The rectangles of a part in its picture."""
    islands = view.box.islands
    match cut.part:
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
    sheet = Image.new("RGB", (image.width, round(strip.height * scale)), colors.rgb("night.low"))
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


def _pixels(rect: Rect, scale: float) -> tuple[int, int, int, int]:
    """The edges of a rectangle in pixels: left, top, right, bottom."""
    edges = (rect.x, rect.y, rect.right, rect.bottom)
    left, top, right, bottom = (round(edge * scale) for edge in edges)
    return left, top, right, bottom
