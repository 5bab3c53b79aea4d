"""The contrast of type to the ground below: measured on the picture without its type."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from PIL import Image, ImageChops

from renderer import pillow, raster_cache
from renderer.measure import text_bounds
from renderer.scene import Group, Ink, Node, Rect, Scene, Shape, Symbol, Text, Use
from renderer.theme import PaletteName, Rgb, palette
from tests.renderer.colour_science import contrast
from tests.renderer.contents import Placed, leaves, texts

ENOUGH = 4.5
_SHADES = 32
"""Values of a channel that are one shade: the sky and the sea have many."""
MOST_HIDDEN = 0.4
"""The share of a piece that may lie under others: a tile with a figure shows its head."""
MOST_OF_TYPE_HIDDEN = 0.06
GROUNDS = (
    "panel",
    "terrace",
    "fate area",
    "common",
    "turn frame",
    "council",
    "stand",
    "stripe",
    "bar",
    "halo",
    "road",
    "wheel at",
)
"""The pieces on which others are meant to lie, by the beginnings of their names."""
CARRIERS = {
    "position": ("road", "no path"),
    "path": ("path", "no path"),
    "council": ("council",),
}
"""The pieces on which a label of a kind stands by design, by the beginnings of their names."""
UNDER_TYPE = ("panel", "bar")
FEW_PIXELS = 12
PHONE = 281
ROOM = 350
"""The height that a private page leaves a picture."""


@lru_cache(maxsize=4096)
def bare_symbol(symbol: Symbol) -> Symbol:
    """The symbol without its type."""
    items = tuple(bare_shape(item) for item in symbol.items if not isinstance(item, Text))
    return replace(symbol, items=items)


def bare_shape(item: Shape) -> Shape:
    return replace(item, symbol=bare_symbol(item.symbol)) if isinstance(item, Use) else item


def bare(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    found: list[Node] = []
    for node in nodes:
        if isinstance(node, Group):
            found.append(replace(node, items=bare(node.items)))
        elif isinstance(node, Use):
            symbol = bare_symbol(node.symbol)
            if symbol.items:
                found.append(replace(node, symbol=symbol))
    return tuple(found)


def lines(leaf: Placed) -> Iterator[tuple[Text, Rect]]:
    """The texts of a leaf with their boxes on the picture."""
    if isinstance(leaf.item, Text):
        yield leaf.item, text_bounds(leaf.item).moved(leaf.x, leaf.y)
        return
    for x, y, text in texts(leaf.item.symbol):
        yield text, text_bounds(text).moved(leaf.x + leaf.item.x + x, leaf.y + leaf.item.y + y)


def ground_under(canvas: Image.Image, rect: Rect) -> Rgb:
    """The colour that fills most of the rectangle; shades that are nearly equal count together."""
    area = canvas.crop((int(rect.x), int(rect.y), int(rect.right) + 1, int(rect.bottom) + 1))
    shades: dict[Rgb, Counter[Rgb]] = {}
    for count, (red, green, blue) in area.getcolors(area.width * area.height):  # type: ignore[misc, union-attr]
        near = red // _SHADES, green // _SHADES, blue // _SHADES
        shades.setdefault(near, Counter())[red, green, blue] += count
    ((ground, _),) = max(shades.values(), key=Counter.total).most_common(1)
    return ground


def faint(scene: Scene, name: PaletteName) -> list[str]:
    """The texts whose contrast against what lies under them is too small."""
    colors = palette(name)

    def rgb(color: Ink) -> Rgb:
        return colors.rgb(color)

    ground = replace(scene, ground=bare_symbol(scene.ground), items=bare(scene.items))
    canvas = pillow.paint(ground, name)
    found = []
    for leaf in leaves(scene):
        for text, rect in lines(leaf):
            under = rgb(text.outline_color) if text.outline else ground_under(canvas, rect)
            measured = contrast(rgb(text.color), under)
            if measured < ENOUGH:
                found.append(f"{leaf.path}: {text.text!r} has a contrast of {measured:.1f}")
    return found


def hidden(scene: Scene, name: PaletteName = PaletteName.FIRELIGHT) -> list[str]:
    """Pieces and type of the scene that lie too far under what is drawn after them."""
    pillow.paint(scene, name)
    found = []
    above = Image.new("L", (scene.width, scene.height))
    for leaf in reversed(list(leaves(scene))):
        for text, rect in lines(leaf):
            edges = (round(rect.x), round(rect.y), round(rect.right), round(rect.bottom))
            share = covered(above.crop(edges), None)
            if share > MOST_OF_TYPE_HIDDEN:
                found.append(f"{leaf.path}: {share:.0%} of {text.text!r} is hidden")
        if isinstance(leaf.item, Use):
            at, mask = mask_of(leaf, name)
            share = covered(above.crop((*at, at[0] + mask.width, at[1] + mask.height)), mask)
            if share > MOST_HIDDEN and not leaf.item.symbol.name.startswith(GROUNDS):
                found.append(f"{leaf.path}: {share:.0%} of {leaf.item.symbol.name} is hidden")
            above.paste(255, at, mask)
    return found


def crossed(scene: Scene, name: PaletteName = PaletteName.FIRELIGHT) -> list[str]:
    """Labels, and numbers of tasks, that lie on the drawing of another thing or under it."""
    pillow.paint(scene, name)
    every = list(leaves(scene))
    drawn = [(leaf, *mask_of(leaf, name)) for leaf in every if isinstance(leaf.item, Use)]
    found = []
    for own in every:
        for text, rect in lines(own):
            if not (text.label or symbol_name(own).startswith("task")):
                continue
            box = (round(rect.x), round(rect.y), round(rect.right), round(rect.bottom))
            carriers = (*UNDER_TYPE, *CARRIERS.get(text.label.split(" ")[0], ()))
            for leaf, (x, y), mask in drawn:
                other = symbol_name(leaf)
                if leaf is own or other.startswith(carriers):
                    continue
                part = mask.crop((box[0] - x, box[1] - y, box[2] - x, box[3] - y))
                if part.histogram()[255] > FEW_PIXELS:
                    found.append(f"{text.label or text.text} of {own.path} crosses {other}")
    return found


def symbol_name(leaf: Placed) -> str:
    """The name of a drawing; a text alone has none."""
    return leaf.item.symbol.name if isinstance(leaf.item, Use) else ""


def mask_of(leaf: Placed, name: PaletteName) -> tuple[tuple[int, int], Image.Image]:
    """The place of a drawing on the picture, and the mask of its opaque parts."""
    assert isinstance(leaf.item, Use)
    raster = raster_of(leaf.item.symbol, name)
    at = (round(leaf.x + leaf.item.x) + raster.x, round(leaf.y + leaf.item.y) + raster.y)
    return at, solid(raster.image.getchannel("a"))


def raster_of(symbol: Symbol, name: PaletteName) -> raster_cache.Raster:
    def unknown() -> raster_cache.Raster:
        raise AssertionError(f"{symbol.name} has not been drawn")

    return raster_cache.rasters.get_or_make((symbol, name, 1.0), unknown)


def solid(mask: Image.Image) -> Image.Image:
    """Return the mask of a drawing's opaque parts, without shadows and lights."""
    return mask.point(lambda value: 255 if value > 200 else 0)


def covered(above: Image.Image, mask: Image.Image | None) -> float:
    """The share of the mask (of all without one) that lies under something."""
    if mask is None:
        return above.histogram()[255] / max(1, above.width * above.height)
    own = mask.histogram()[255]
    return ImageChops.darker(above, mask).histogram()[255] / max(1, own)
