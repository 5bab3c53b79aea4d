"""What menus and commands name, and what is counted, can be read on a phone.

A message is 281 pixels wide there, as `tests/browser/test_whole_pictures.py` measures.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

import pytest

from bot.chat.pictures.painting import PREVIEW_SCALE
from bot.model import preferences
from bot.words import catalog, languages
from engine import ids
from engine.view import View
from renderer import PHONE_BOARD, PHONE_CITY, Curve, CutOut, Options, PicturePart, scenes
from renderer.context import context_for
from renderer.measure import bounds
from renderer.parts.curve import CurveWords
from renderer.parts.signs import numeral
from renderer.scene import Point, Rect, Scene, Text, Use
from renderer.strips import for_a_phone, strip_of
from tests.kit.marks import long
from tests.kit.pictured import room_of
from tests.renderer import samples, telling
from tests.renderer.contents import Placed, leaves, texts
from tests.renderer.hinted import HINTS
from tests.renderer.legibility import PHONE, ROOM
from tests.renderer.lint import all_texts, problems
from tests.renderer.scenes import scenes_of

OWN = preferences.Appearance(size=preferences.PictureSize.PHONE).scale * PREVIEW_SCALE
"""The scale at which pictures of private pages are drawn."""
PARTS = (*PHONE_BOARD, *PHONE_CITY)
READABLE = 9.0
OUT = {"sticking out": telling.sticking_out(), "margin open": telling.margin_open()}
VIEWS = {
    "middle": samples.middle(),
    "crowded": samples.crowded(),
    "solo": samples.solo(),
    "opening": samples.opening(2),
    **OUT,
}
SYMBOLS = ("portal", "notch", "task", "badge", "possible", "offering", "ship", "council")


NAMES = ("Ada", "Bo", "Cyprian", "Wanda Dee")
ISLANDS = tuple(island.code for island in samples.BOX.islands)
EVERYWHERE = (
    CutOut(PicturePart.ISLANDS, 0, islands=ISLANDS),
    CutOut(PicturePart.SPACES, 0, tuple(range(1, 8))),
    CutOut(PicturePart.TASKS, 0, tuple(range(1, 8))),
)
"""Questions about all of a kind at once."""
CUTS = (
    *(CutOut(part, 0) for part in PicturePart if part not in {cut.part for cut in EVERYWHERE}),
    *EVERYWHERE,
)
DETAIL = "gnome"
"""The cards whose small signs say what a gnome does, as its words do too."""


class Seen(NamedTuple):
    """A leaf of a part, a text of it, and the size of that on a phone."""

    leaf: Placed
    text: Text
    size: float


def parts(view: View) -> Iterator[CutOut]:
    """Every part as a phone shows it; the scores have a scene of their own."""
    for cut in CUTS:
        if cut.part is not PicturePart.SCORES:
            yield from for_a_phone(cut, view)


def scene_of(cut: CutOut, view: View, options: Options) -> Scene:
    context = context_for(view, replace(options, hints=HINTS, narrow=True))
    return scenes.city_scene(view, 0, context) if cut.in_city else scenes.board_scene(view, context)


def scale_of(width: float, height: float) -> float:
    """The scale of a picture on a private page, which has so much room and enlarges none."""
    return min(PHONE / width, ROOM / height, OWN)


def leaves_of(cut: CutOut, view: View, options: Options) -> Iterator[tuple[Placed, float]]:
    """Each leaf in a part, once for each piece of it, and its scale."""
    strip, placed = strip_of((cut,), view), list(leaves(scene_of(cut, view, options)))
    for cutting in strip.cuttings:
        scale = scale_of(strip.width, strip.height) * cutting.target.w / cutting.source.w
        for leaf in placed:
            if _has(cutting.source, room_of(leaf).center):
                yield leaf, scale


def seen(cut: CutOut, view: View, options: Options) -> Iterator[Seen]:
    for leaf, scale in leaves_of(cut, view, options):
        item = leaf.item
        told = [item] if isinstance(item, Text) else [text for *_, text in texts(item.symbol)]
        yield from (Seen(leaf, text, text.size * scale) for text in told)


def _has(part: Rect, at: Point) -> bool:
    return part.x <= at[0] <= part.right and part.y <= at[1] <= part.bottom


def is_detail(one: Seen) -> bool:
    item = one.leaf.item
    return isinstance(item, Use) and item.symbol.name.startswith(DETAIL) and not one.text.label


def too_small(sizes: Iterable[tuple[str, float]]) -> set[str]:
    return {f"{text}: {size:.1f}" for text, size in sizes if size < READABLE}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "view", ["crowded", "solo", *map(long, sorted(VIEWS.keys() - {"crowded", "solo"}))]
)
def test_every_name_and_number_can_be_read_on_a_phone(view: str, language: str) -> None:
    options = Options(catalog(language).translate, NAMES)
    for cut in parts(VIEWS[view]):
        told = [one for one in seen(cut, VIEWS[view], options) if not is_detail(one)]
        assert told
        assert too_small((one.text.text, one.size) for one in told) == set(), cut


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("which", PARTS)
def test_every_symbol_is_large_enough_on_a_phone(
    which: PicturePart, view: str, options: Options
) -> None:
    found = (
        (leaf.item.symbol.name, bounds(leaf.item.symbol.items).h * scale)
        for leaf, scale in leaves_of(CutOut(which, 0), VIEWS[view], options)
        if isinstance(leaf.item, Use) and leaf.item.symbol.name.startswith(SYMBOLS)
    )
    assert too_small(found) == set()


@pytest.mark.parametrize("view", VIEWS)
def test_what_is_too_wide_for_a_phone_comes_in_parts_that_lack_nothing(view: str) -> None:
    *wide, tasks = EVERYWHERE
    for whole in wide:
        cuts = for_a_phone(whole, VIEWS[view])
        assert len(cuts) > 1
        assert {one for cut in cuts for one in (*cut.islands, *cut.positions)} == {
            *whole.islands,
            *whole.positions,
        }
    for cut in (tasks, CutOut(PicturePart.WHEEL, 0), CutOut(PicturePart.SPACES, 0, (4,))):
        assert for_a_phone(cut, VIEWS[view]) == (cut,)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("players", range(1, 5))
def test_the_final_sheet_can_be_read_on_a_phone(players: int, language: str) -> None:
    """It stands in a post, which leaves it as much height as it needs."""
    view = samples.finished()
    view = replace(view, seats=view.seats[:players])
    options = Options(catalog(language).translate, NAMES, narrow=True)
    scene = scenes.final_scene(view, context_for(view, options))
    told = [text for text, _ in all_texts(scene)]
    assert too_small((text.text, text.size * PHONE / scene.width) for text in told) == set()
    numbers = Counter(text.text for text in told)
    for seat in view.seats:
        assert NAMES[seat.seat] in numbers
        assert {numeral(points) for _, points in seat.sheet.points} <= numbers.keys()
        assert numeral(seat.sheet.total) in numbers
    assert problems(scene) == []


@pytest.mark.parametrize("language", languages())
def test_cards_and_curves_can_be_read_on_a_phone(language: str) -> None:
    curves = tuple(Curve(color, (52.0, 55.5, 66.0 + at)) for at, color in enumerate(ids.SeatColor))
    say = catalog(language).say
    axes = [say(f"picture.curve.{key}") for key in ("title", "turns", "points")]
    words = CurveWords(axes[0], axes[1], axes[2], NAMES)
    title, text = (say(f"rules.term.gnome.{key}") for key in ("title", "text"))
    box = samples.BOX
    for scene in (
        scenes.curve_scene(words, (1, 2, 3), curves, narrow=True),
        scenes.card_scene(box.elders[0], title, text, box.fate_grid, narrow=True),
    ):
        told = [text for text, _ in all_texts(scene)]
        scale = scale_of(scene.width, scene.height)
        assert too_small((text.text, text.size * scale) for text in told) == set()
        assert problems(scene) == []


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
def test_a_fate_area_alone_can_be_read_on_a_phone(view: str, options: Options) -> None:
    context = context_for(VIEWS[view], replace(options, hints=HINTS, narrow=True))
    scene = scenes.fate_scene(VIEWS[view], 0, context)
    scale = scale_of(scene.width, scene.height)
    told = [text for text, _ in all_texts(scene)]
    assert too_small((text.text, text.size * scale) for text in told) == set()
    assert {text.label for text in told} >= {"fate top", "fate place 1", "fate place 3"}
    assert problems(scene) == []
