"""Parts of a painted picture, cut out and larger."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import prod
from typing import Final

from PIL import Image

from engine.ids import Seat
from engine.view import View
from renderer.cut_outs import PHONE_BOARD, PHONE_CITY, CutOut, PicturePart
from renderer.layout import HEADER, PICTURE_HEIGHT, WIDTH, columns
from renderer.options import Options
from renderer.parts import arc, displays, fate_row, sea, supplies, wheel_fire
from renderer.scene import Point, Rect
from renderer.theme import PaletteName, palette

_LARGEST: Final = 1.5
"""The largest scale of a part: beyond that its edges would blur."""
_FRAMES: Final = ((550, 350), (281, 350))
"""The room of a picture in a classic message, on a desktop and on a phone."""
_GAP: Final = 40.0
_FRAME: Final = 4
"""The width of the frame around a part, in master pixels."""
_MARGIN: Final = 24.0
_FATE_AREA: Final = Rect(590, 472, 420, 298)
_START: Final = Rect(0, 400, 648, 372)
_ARCH: Final = Rect(0, HEADER, WIDTH, 780 - HEADER)
_SPOKE: Final = (arc.FATE_RADIUS, arc.RADIUS + 52)
"""The radii of a position: from its task, with its Novice, to the number beyond its path tile."""
_TASK: Final = (arc.FATE_RADIUS, arc.TASK_RADIUS + 78)
"""Those of its task alone."""
_BROAD: Final = 0.62 * arc.STEP
"""Degrees from the middle of a position to where nothing of it is."""
_AROUND_SHIP: Final = (582, 326)
_ISLAND: Final = (220, 240)
_CHART: Final = Rect(2, 62, 992, 673)
"""The sea with the prices above its upper islands."""
_AROUND_WHEEL: Final = 252
_BETWEEN: Final = 1 / 64
"""The gap between pictures side by side, by their width."""
_FEWEST_PLACES: Final = 2
_LIGHT: Final = 15
_OFFERINGS: Final = (supplies.OFFERINGS,)
_FOR_A_PHONE: Final = frozenset({PicturePart.SCORES, *PHONE_BOARD, *PHONE_CITY})
_Piece = tuple[Seat | None, Rect]
"""A rectangle of a city, or of the main board."""
_WIDEST: Final = {True: 1010.0, False: 810.0}
"""The widest part of a city, and of the main board, whose type a phone shows at 9 pixels."""
_DISPLAYS: Final = displays.GNOMES.y
_SCORES: Final = 608.0
"""The width of the scores alone, and of what stands below them."""
_TRAY: Final = 775
_EDGE: Final = 13.0
"""The left end of what lies below the arch."""
_BEFORE: Final = 9.0
"""The gap before the gnomes."""
_LEFT: Final = Rect(0, 0, 1010, _TRAY)
_RIGHT: Final = Rect(590, 0, 1010, _TRAY)
"""Both have the Fate Area: what stands in a city at its middle is parted nowhere."""


def _cards(x: float) -> Rect:
    """Three specialists and elders, from that place on."""
    return Rect(x, _DISPLAYS, 496, PICTURE_HEIGHT - _DISPLAYS)


def _lit(rect: Rect) -> Rect:
    """A place with the light around its pieces, as far as the picture reaches."""
    lit = rect.inset(-_LIGHT)
    left, top = max(lit.x, 0), max(lit.y, 0)
    return Rect(left, top, min(lit.right, WIDTH) - left, min(lit.bottom, PICTURE_HEIGHT) - top)


_WHEEL: Final = Rect(
    wheel_fire.WHEEL_CENTER[0] - _AROUND_WHEEL,
    wheel_fire.WHEEL_CENTER[1] - _AROUND_WHEEL,
    2 * _AROUND_WHEEL,
    2 * _AROUND_WHEEL,
)
_FIXED: Final[Mapping[PicturePart, tuple[Rect, ...]]] = {
    PicturePart.FATE_AREA: (_FATE_AREA,),
    PicturePart.START: (_START,),
    PicturePart.PATHS: (_lit(displays.PATHS),),
    PicturePart.WHEEL: (_WHEEL,),
    PicturePart.GNOMES: tuple(_lit(half) for half in columns(displays.GNOMES, 2)),
    PicturePart.COUNCIL: (_lit(wheel_fire.GREAT_BONFIRE_AREA),),
    PicturePart.COMMON: (_lit(displays.COMMON_AREA.joined(displays.COUNTDOWN)),),
    PicturePart.SCORES: (),
    PicturePart.WEST: (Rect(4, HEADER + 4, _SCORES, _DISPLAYS - HEADER - 4), _cards(4)),
    PicturePart.EAST: (Rect(578, HEADER + 4, 412, _DISPLAYS - HEADER - 4), _cards(496)),
    PicturePart.FIRE: (Rect(986, HEADER + 4, 608, PICTURE_HEIGHT - HEADER - 4),),
    PicturePart.COUNTDOWN: (_lit(displays.COUNTDOWN),),
}
"""The parts that always lie at the same place."""


@dataclass(frozen=True, slots=True)
class Cutting:
    """A piece cut out of a city, or of the main board, and its place on the strip.

    Both are in master pixels; the `city` is that of a seat, None for the main board.
    """

    city: Seat | None
    source: Rect
    target: Rect


@dataclass(frozen=True, slots=True)
class Strip:
    """A sheet as large as its parts need, and the pieces on it."""

    width: float
    height: float
    cuttings: tuple[Cutting, ...]

    def painted_at(self, scale: float) -> float:
        """The scale of the pictures for a sheet of some scale: that of its pieces, up to 1."""
        cutting = self.cuttings[0]
        crisp = scale * cutting.target.w / cutting.source.w
        return crisp if crisp <= 1 else scale

    @property
    def clarity(self) -> float:
        """The scale at which a message shows it, on a desktop times on a phone."""
        return prod(min(w / self.width, h / self.height) for w, h in _FRAMES)


def strip_of(cuts: Sequence[CutOut], view: View) -> Strip:
    """The sheet for some parts: side by side or one below another, as messages show more of it.

    Those for a phone fill their sheet, one below another.
    """
    pieces = [
        (cut.seat if cut.in_city else None, source)
        for cut in cuts
        for source in _sources(cut, view)
    ]
    if any(cut.part in _FOR_A_PHONE for cut in cuts):
        return _filling(pieces)
    ways = (_arranged(pieces, beside=beside) for beside in (True, False))
    return max(ways, key=lambda strip: strip.clarity)


def for_a_phone(cut: CutOut, view: View) -> tuple[CutOut, ...]:
    """The parts in which a phone shows a part: the left and the right half of one too wide."""
    codes = sorted(cut.islands, key=lambda code: sea.place_of(view.box.islands, code))
    places = len(codes) + len(cut.positions)
    if places <= 1 or max(each.w for each in _sources(cut, view)) <= _WIDEST[cut.in_city]:
        return (cut,)
    half = (places + 1) // 2
    left = replace(cut, positions=cut.positions[:half], islands=tuple(codes[:half]))
    right = replace(cut, positions=cut.positions[half:], islands=tuple(codes[half:]))
    return (*for_a_phone(left, view), *for_a_phone(right, view))


def _filling(pieces: Sequence[_Piece]) -> Strip:
    """The sheet with its pieces one below another, those of a city as wide as it where they can."""
    width = max((source.w for _, source in pieces), default=_SCORES)
    height, cuttings = 0.0, list[Cutting]()
    for city, source in pieces:
        larger = 1.0 if city is None else min(_LARGEST, width / source.w)
        target = Rect(0, height and height + _FRAME, source.w * larger, source.h * larger)
        cuttings.append(Cutting(city, source, target))
        height = target.bottom
    return Strip(width, height, tuple(cuttings))


def _arranged(pieces: Iterable[_Piece], *, beside: bool) -> Strip:
    """The sheet with its pieces beside each other, or one below another."""
    x, y, cuttings = _MARGIN, _MARGIN, list[Cutting]()
    for city, source in pieces:
        target = Rect(x, y, source.w * _LARGEST, source.h * _LARGEST)
        cuttings.append(Cutting(city, source, target))
        x, y = (target.right + _GAP, y) if beside else (x, target.bottom + _GAP)
    right = max(cutting.target.right for cutting in cuttings)
    bottom = max(cutting.target.bottom for cutting in cuttings)
    return Strip(right + _MARGIN, bottom + _MARGIN, tuple(cuttings))


def _sources(cut: CutOut, view: View) -> Sequence[Rect]:
    """The rectangles of a part in its picture."""
    islands = view.box.islands
    match cut.part:
        case PicturePart.FATE_TILES:
            return (fate_row.room_of(view.seats[cut.seat]).inset(-6), _FATE_AREA)
        case PicturePart.SUPPLIES:
            shelf = supplies.shelf_for(len(view.seats[cut.seat].gnomes))
            return tuple(supplies.with_title(rect) for rect in (shelf.resources, shelf.tiles))
        case PicturePart.HELPERS:
            city = view.seats[cut.seat]
            rooms = (supplies.place_for_gnomes(city), *(() if city.is_tom else _OFFERINGS))
            return tuple(_lit(supplies.with_title(room)) for room in rooms)
        case PicturePart.CITY_LEFT:
            w = _between(cut, view) - _EDGE
            return (_LEFT, Rect(_EDGE, _TRAY, w, PICTURE_HEIGHT - _TRAY))
        case PicturePart.CITY_RIGHT:
            x = _between(cut, view)
            return (_RIGHT, Rect(x, _TRAY, WIDTH - x, PICTURE_HEIGHT - _TRAY))
        case PicturePart.SPACES:
            return (_joined(_spoke(position, _SPOKE) for position in cut.positions),)
        case PicturePart.TASKS:
            return (_joined(_spoke(position, _TASK) for position in cut.positions),)
        case PicturePart.SHIP:
            ship = view.seats[cut.seat].ship
            at = sea.landing(islands) if ship is None else sea.place_of(islands, ship)
            return (_around(at, *_AROUND_SHIP, sea.SEA_AREA),)
        case PicturePart.ISLANDS:
            places = (sea.place_of(islands, code) for code in cut.islands)
            return (_joined(_around(at, *_ISLAND, _CHART) for at in places),)
        case _:
            return _FIXED[cut.part]


def _between(cut: CutOut, view: View) -> float:
    """The place before the gnomes of a city, where its lower edge is parted for a phone."""
    return supplies.place_for_gnomes(view.seats[cut.seat]).x - _BEFORE


def _spoke(position: int, radii: Point) -> Rect:
    """The rectangle around a position of the arch, from one radius to another."""
    turns = (arc.angle(position) + aside for aside in (-_BROAD, 0, _BROAD))
    xs, ys = zip(*(arc.at(radius, turn) for turn in turns for radius in radii), strict=True)
    left, right = max(min(xs), _ARCH.x), min(max(xs), _ARCH.right)
    top, bottom = max(min(ys), _ARCH.y), min(max(ys), _ARCH.bottom)
    return Rect(left, top, right - left, bottom - top)


def _joined(rects: Iterable[Rect]) -> Rect:
    """The smallest rectangle around some."""
    return reduce(Rect.joined, rects)


def _around(middle: tuple[float, float], w: float, h: float, within: Rect) -> Rect:
    """The rectangle of this size around a point, moved so that it lies `within` another."""
    x = min(max(middle[0] - w / 2, within.x), within.right - w)
    y = min(max(middle[1] - h / 2, within.y), within.bottom - h)
    return Rect(x, y, w, h)


def sheet(strip: Strip, name: PaletteName, scale: float) -> Image.Image:
    """The sheet of a strip, at that scale, before anything stands on it."""
    size = (round(strip.width * scale), round(strip.height * scale))
    return Image.new("RGB", size, palette(name).rgb("night.low"))


def cut_out(
    image: Image.Image, strip: Strip, city: Seat | None, sheet: Image.Image, options: Options
) -> None:
    """Put the pieces of a strip that an image has on its sheet, each in a frame.

    The image is that of a city, or of the main board, and painted at the scale for the sheet.
    """
    frame, scale = palette(options.palette).rgb("fire"), options.scale
    painted_at = strip.painted_at(scale)
    for cutting in strip.cuttings:
        if cutting.city == city:
            source, target = _pixels(cutting.source, painted_at), _pixels(cutting.target, scale)
            size = (target[2] - target[0], target[3] - target[1])
            sheet.paste(frame, _pixels(cutting.target.inset(-_FRAME), scale))
            sheet.paste(image.resize(size, Image.Resampling.LANCZOS, source), target[:2])


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
