"""What menus and commands name, and what is counted, can be read on a phone.

A message is 281 pixels wide there, as `tests/browser/test_whole_pictures.py` measures.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.words import catalog, languages
from renderer import PHONE_BOARD, PHONE_CITY, CutOut, Options, scenes
from renderer.context import context_for
from renderer.cut_outs import PicturePart
from renderer.layout import WIDTH
from renderer.measure import bounds
from renderer.scene import Rect, Scene, Text
from renderer.strips import strip_of
from tests.renderer import samples, telling
from tests.renderer.contents import leaves, texts
from tests.renderer.hinted import HINTS
from tests.renderer.lint import all_texts
from tests.renderer.scenes import scenes_of

PHONE = 281
ALONE = 400
"""The width at which a Fate Area is read that somebody opens."""
PARTS = (*PHONE_BOARD, *PHONE_CITY)
READABLE = 9.0
OUT = {"sticking out": telling.sticking_out(), "margin open": telling.margin_open()}
VIEWS = {
    "middle": samples.middle(),
    "crowded": samples.crowded(),
    "solo": samples.solo(),
    **OUT,
}
SYMBOLS = ("portal", "notch", "task", "badge", "possible", "offering", "ship", "council")


def shown(which: PicturePart, view: str, options: Options) -> tuple[Scene, float, list[Rect]]:
    """A scene, the width of a part of it on its sheet, and where that lies."""
    seen, cut = VIEWS[view], CutOut(which, 0)
    context = context_for(seen, replace(options, hints=HINTS))
    strip = strip_of((cut,), seen)
    scene = (
        scenes.city_scene(seen, 0, context) if cut.in_city else scenes.board_scene(seen, context)
    )
    return scene, strip.width, [cutting.source for cutting in strip.cuttings]


def named(scene: Scene, parts: list[Rect]) -> Iterator[tuple[str, float]]:
    """Each labelled text within some parts, and its size."""
    for leaf in leaves(scene):
        found = [(0.0, 0.0, leaf.item)] if isinstance(leaf.item, Text) else []
        if not isinstance(leaf.item, Text):
            x, y = leaf.item.x, leaf.item.y
            found = [(x + dx, y + dy, text) for dx, dy, text in texts(leaf.item.symbol)]
        for x, y, text in found:
            if text.label and any(_has(part, leaf.x + x, leaf.y + y) for part in parts):
                yield text.label, text.size


def _has(part: Rect, x: float, y: float) -> bool:
    return part.x <= x <= part.right and part.y <= y <= part.bottom


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("which", PARTS)
def test_every_name_can_be_read_on_a_phone(which: PicturePart, view: str, language: str) -> None:
    options = Options(catalog(language).translate, ("Ada", "Bo", "Cyprian", "Wanda Dee"))
    scene, width, parts = shown(which, view, options)
    sizes = ((label, size * PHONE / width) for label, size in named(scene, parts))
    assert {f"{label}: {size:.1f}" for label, size in sizes if size < READABLE} == set()


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("which", PARTS)
def test_every_symbol_is_large_enough_on_a_phone(
    which: PicturePart, view: str, options: Options
) -> None:
    scene, width, parts = shown(which, view, options)
    small = set()
    for leaf in leaves(scene):
        if isinstance(leaf.item, Text) or not leaf.item.symbol.name.startswith(SYMBOLS):
            continue
        if any(_has(part, leaf.x + leaf.item.x, leaf.y + leaf.item.y) for part in parts):
            height = bounds(leaf.item.symbol.items).h * PHONE / width
            if height < READABLE:
                small.add(f"{leaf.item.symbol.name}: {height:.1f}")
    assert small == set()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("view", [*VIEWS, "last round", "finished"])
def test_every_word_and_number_of_the_scores_can_be_read_on_a_phone(
    view: str, language: str
) -> None:
    others = {"last round": telling.last_round(), "finished": samples.finished()}
    options = Options(catalog(language).translate, ("Ada", "W" * 32, "Cyprian of Ys", "M i" * 9))
    seen = {**VIEWS, **others}[view]
    scene = dict(scenes_of(seen, options))["scores"]
    sizes = {text.text: text.size * PHONE / scene.width for text, _ in all_texts(scene)}
    assert {text: size for text, size in sizes.items() if size < READABLE} == {}
    for seat in seen.seats:
        points = seat.score if seen.result is None else seat.sheet.total
        assert str(points) in sizes


@pytest.mark.parametrize("view", ["middle", *OUT])
def test_the_names_of_a_fate_area_alone_can_be_read_on_a_phone(view: str, options: Options) -> None:
    scene = scenes.fate_scene(VIEWS[view], 0, context_for(VIEWS[view], options))
    whole = [Rect(0, 0, WIDTH, scene.height)]
    sizes = ((label, size * ALONE / WIDTH) for label, size in named(scene, whole))
    assert {f"{label}: {size:.1f}" for label, size in sizes if size < READABLE} == set()
