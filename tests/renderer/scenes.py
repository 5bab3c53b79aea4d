"""A position as the scenes that are drawn of it, and an image as a PNG file."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from engine.view import View
from renderer import CutOut, Options, PaletteName, PicturePart, png, repainting, scene, scenes
from renderer.cache import LruCache
from renderer.color_table import colors_of, in_colors
from renderer.context import context_for
from renderer.strips import strip_of
from tests.renderer import samples

WEST_WIDTH = round(strip_of((CutOut(PicturePart.WEST, 0),), samples.middle()).width)
"""The width of the first part of a main board on a phone, which has the scores above it."""


def scenes_of(view: View, options: Options) -> Iterator[tuple[str, scene.Scene]]:
    """Every picture of a position by name."""
    context = context_for(view, options)
    yield "board", scenes.board_scene(view, context)
    yield "scores", scenes.scores_scene(view, context, WEST_WIDTH)
    for seat in range(len(view.seats)):
        yield f"city {seat}", scenes.city_scene(view, seat, context)
    yield "final", scenes.final_scene(view, context)


def changed(options: Options) -> Options:
    """Return options with the marks of a long turn."""
    return replace(options, changes=samples.a_turn())


def noted_paintings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The grounds of the scenes that will be painted, by name; nothing is kept from earlier tests.

    A scene in which nothing has changed is not painted.
    """
    painted: list[str] = []
    seen: set[png.Band] = set()
    paint = repainting.paint

    def noted(drawn: scene.Scene, *args: Any) -> Sequence[png.Band]:
        bands = paint(drawn, *args)
        if not seen.issuperset(bands):
            painted.append(drawn.ground.name)
        seen.update(bands)
        return bands

    monkeypatch.setattr(repainting, "paint", noted)
    kept = LruCache[object, repainting.Painted](99, lambda _: 1)
    monkeypatch.setattr(repainting, "pictures", kept)
    return painted


def png_of(image: Image.Image) -> bytes:
    """The bytes of the PNG file that the renderer makes of an image."""
    colors = colors_of(PaletteName.FIRELIGHT)
    return png.joined(colors, [png.Band(in_colors(image, colors))])
