"""Parts of a painted picture, larger, above another one."""

from typing import Final

from PIL import Image

from renderer.scene import Rect
from renderer.strips import Strip
from renderer.theme import PaletteName, palette

FRAME: Final = 4
"""How wide the frame around a part is, in master pixels."""


def cut_out(image: Image.Image, strip: Strip, name: PaletteName, scale: float) -> Image.Image:
    """A strip with parts of an image, which was painted at that scale, each in a frame."""
    colors = palette(name)
    sheet = Image.new("RGB", (image.width, round(strip.height * scale)), colors.rgb("night.low"))
    for cutting in strip.cuttings:
        source, target = _pixels(cutting.source, scale), _pixels(cutting.target, scale)
        size = (target[2] - target[0], target[3] - target[1])
        sheet.paste(colors.rgb("fire"), _pixels(cutting.target.inset(-FRAME), scale))
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
