"""What menus and commands name, and what is counted, can be read on a phone 400 pixels wide."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.words import catalog, languages
from renderer import HALVES, CutOut, Options, scenes
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

PHONE = 400
READABLE = 9.0
OUT = {"sticking out": telling.sticking_out(), "margin open": telling.margin_open()}
VIEWS = {
    "middle": samples.middle(),
    "crowded": samples.crowded(),
    "solo": samples.solo(),
    **OUT,
}
SYMBOLS = ("portal", "notch", "task", "badge", "possible", "offering", "ship", "council")


def whole(which: str, view: str, options: Options) -> tuple[Scene, Rect]:
    """A scene, and the part of it that a phone shows across its width."""
    shown = VIEWS[view]
    context = context_for(shown, replace(options, hints=HINTS))
    if which in set(HALVES):
        (cutting,) = strip_of((CutOut(PicturePart(which), 0),), shown).cuttings
        return scenes.board_scene(shown, context), cutting.source
    scene = (
        scenes.city_scene(shown, 0, context)
        if which == "city"
        else scenes.fate_scene(shown, 0, context)
    )
    return scene, Rect(0, 0, WIDTH, scene.height)


def named(scene: Scene, part: Rect) -> Iterator[tuple[str, float]]:
    """Each labelled text within a part, and its size in pixels of a phone."""
    for leaf in leaves(scene):
        found = [(0.0, 0.0, leaf.item)] if isinstance(leaf.item, Text) else []
        if not isinstance(leaf.item, Text):
            x, y = leaf.item.x, leaf.item.y
            found = [(x + dx, y + dy, text) for dx, dy, text in texts(leaf.item.symbol)]
        for x, y, text in found:
            inside = part.x <= leaf.x + x <= part.right and part.y <= leaf.y + y <= part.bottom
            if inside and text.label:
                yield text.label, text.size * PHONE / part.w


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("which", [*HALVES, "city"])
def test_every_name_can_be_read_on_a_phone(which: str, view: str, language: str) -> None:
    options = Options(catalog(language).translate, ("Ada", "Bo", "Cyprian", "Wanda Dee"))
    small = {
        f"{label}: {size:.1f}"
        for label, size in named(*whole(which, view, options))
        if size < READABLE
    }
    assert small == set()


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("which", [*HALVES, "city"])
def test_every_symbol_is_large_enough_on_a_phone(which: str, view: str, options: Options) -> None:
    scene, part = whole(which, view, options)
    small = set()
    for leaf in leaves(scene):
        if isinstance(leaf.item, Text) or not leaf.item.symbol.name.startswith(SYMBOLS):
            continue
        x, y = leaf.x + leaf.item.x, leaf.y + leaf.item.y
        if part.x <= x <= part.right and part.y <= y <= part.bottom:
            height = bounds(leaf.item.symbol.items).h * PHONE / part.w
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
    shown = {**VIEWS, **others}[view]
    scene = dict(scenes_of(shown, options))["scores"]
    sizes = {text.text: text.size * PHONE / scene.width for text, _ in all_texts(scene)}
    assert {text: size for text, size in sizes.items() if size < READABLE} == {}
    for seat in shown.seats:
        points = seat.score if shown.result is None else seat.sheet.total
        assert str(points) in sizes


@pytest.mark.parametrize("view", ["middle", *OUT])
def test_the_names_of_a_fate_area_alone_can_be_read_on_a_phone(view: str, options: Options) -> None:
    small = {
        f"{label}: {size:.1f}"
        for label, size in named(*whole("fate", view, options))
        if size < READABLE
    }
    assert small == set()
