"""A picture painted from the last one of its table is, to the byte, one that is painted whole."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from bot.present.wizard.answer_place import hints_of
from bot.words import catalog
from engine import Game, GameOptions
from engine.ids import Seat
from engine.view import View
from renderer import (
    NO_HINTS,
    Options,
    PngPicture,
    draw_board,
    draw_city,
    draw_fate,
    draw_final,
    draw_sheet,
    repainting,
)
from renderer.cache import LruCache
from renderer.pen import Pen
from renderer.raster_cache import CanvasBuffer
from renderer.repainting import Painted
from renderer.scene import Disc, RoundRect, Scene, Symbol, Use
from tests.kit.marks import long, soak
from tests.properties.games import TABLES, table_name

OPTIONS = Options(catalog().translate, ("Ada", "Bo", "Cyprian", "Wanda Dee"))
KINDS: tuple[Callable[[View, Seat, Options], PngPicture], ...] = (
    lambda view, _, options: draw_board(view, options),
    draw_city,
    lambda view, seat, options: draw_sheet(view, (None, seat), options),
    lambda view, _, options: draw_fate(view, 0, options),
    lambda view, _, options: draw_final(view, options),
)


@contextmanager
def remembered(pictures: LruCache[object, Painted]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(repainting, "pictures", pictures)
        yield


def memory() -> LruCache[object, Painted]:
    return LruCache(100, lambda _: 1)


@pytest.mark.parametrize("seed", [1, soak(2), soak(3)])
@pytest.mark.parametrize("table", TABLES, ids=table_name)
@pytest.mark.parametrize(("scale", "cell"), [(0.2, 16), long(2 / 3, 64), long(1.0, 64)])
def test_every_picture_of_a_game_is_that_painted_whole(
    table: GameOptions, seed: int, scale: float, cell: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repainting, "CELL", cell)
    game, chance, last = Game.new(table, seed), random.Random(seed), memory()
    names = OPTIONS.names[: table.seats]
    while (asked := game.waiting) is not None:
        answers = game.legal_actions()
        changes = tuple(game.submit(asked.seat, chance.choice(answers)))
        if game.waiting is None or chance.random() < 0.1:
            view, seat = game.view(), chance.randrange(table.seats)
            hints = NO_HINTS
            if (next_asked := game.waiting) and chance.random() < 0.5:
                args = (next_asked.seat, next_asked.decision, game.legal_actions())
                hints = hints_of(game, *args)
            look = Options(OPTIONS.translate, names, changes=changes, hints=hints, scale=scale)
            for draw in chance.sample(KINDS, 2):
                with remembered(last):
                    picture = draw(view, seat, look)
                with remembered(memory()):
                    assert draw(view, seat, look) == picture


def symbol(name: str, ink: str) -> Symbol:
    pen = Pen()
    pen.draw(Disc(0, 0, 20, ink))
    return pen.symbol(name)


def test_only_the_bands_that_a_change_reaches_are_painted() -> None:
    ground = Pen()
    ground.draw(RoundRect(0, 0, 300, 300, 0, "black"))
    night, white, red = ground.symbol("night"), symbol("white", "white"), symbol("red", "act.gnome")
    fixed, above = Use(40, 270, white), Use(60, 270, red)
    scenes = [
        Scene(300, 300, night, items)
        for items in ((fixed,), (fixed, above), (above, fixed), (fixed, Use(200, 30, red)))
    ]
    with remembered(memory()):
        bands = [repainting.paint(scene, OPTIONS, CanvasBuffer()) for scene in scenes]
        again = repainting.paint(scenes[-1], OPTIONS, CanvasBuffer())
    assert [one is other for one, other in zip(bands[0], bands[1], strict=True)] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert bands[1][4].packed != bands[2][4].packed, "the other piece lies above"
    assert list(again) == list(bands[-1])
    for scene, painted in zip(scenes, bands, strict=True):
        with remembered(memory()):
            whole = repainting.paint(scene, OPTIONS, CanvasBuffer())
        assert [band.packed for band in whole] == [band.packed for band in painted]
