"""Pictures that answer a question, each with everything that its kind can mark."""

from collections.abc import Iterator
from dataclasses import replace

from engine.bag import ActionTiles, Resources
from engine.ids import Direction, End, Guardian, Place, PlaceKind, Resource
from engine.view import View
from renderer import FatePlace, Hints, LineMark, MarkPlace, Options, Walk, scenes
from renderer.context import context_for
from renderer.scene import Scene
from tests.renderer import samples

SAILING = tuple((island.code, index % 4) for index, island in enumerate(samples.BOX.islands))
WHEEL = tuple((space, space % 4) for space in range(1, 8))
SPACES = ((3, 2), (5, 0), (6, None))
TOP = samples.TILE["F3"].symbols
BOTTOM = samples.TILE["F4"].symbols
FATE = (
    FatePlace(
        End.TOP,
        TOP,
        Direction.RIGHT,
        ("e4", "f4", "g4"),
        "e4",
        ActionTiles((3, 1, 2, 0, 0, 0, 1)),
        Resources.of(Resource.GOLD),
    ),
    FatePlace(
        End.BOTTOM,
        BOTTOM,
        Direction.DOWN,
        ("g2", "g3", "g4"),
        "g2",
        ActionTiles((0, 0, 0, 1, 1, 11, 0)),
        Resources.EMPTY,
    ),
    FatePlace(
        End.TOP,
        TOP,
        Direction.LEFT,
        ("e5", "d5", "c5"),
        "e5",
        ActionTiles((1, 1, 1, 0, 0, 0, 0)),
        Resources.EMPTY,
    ),
)
WALKS = tuple(
    Walk(guardian, Place(kind, position), (position + index) % 4)
    for index, guardian in enumerate(Guardian)
    for kind, position in ((PlaceKind.PATH, 3), (PlaceKind.BONFIRE, 7), (PlaceKind.PATH, 5 + index))
    if position <= 7
)
HINTS = Hints(FATE, SAILING, WHEEL, SPACES, WALKS)
LINES = (
    (
        LineMark(MarkPlace.SPACE, 4),
        LineMark(MarkPlace.PATH, 6),
        LineMark(MarkPlace.FATE, cell="e4"),
    ),
    (
        LineMark(MarkPlace.PORTAL, 2),
        LineMark(MarkPlace.GNOMES),
        LineMark(MarkPlace.SUPPLIES),
    ),
    (
        LineMark(MarkPlace.START),
        LineMark(MarkPlace.SPACE, 7),
        LineMark(MarkPlace.SPACE, 7),
    ),
)
BOARD_LINES = (
    (
        LineMark(MarkPlace.ISLAND, cell="A2"),
        LineMark(MarkPlace.WHEEL, 5),
        LineMark(MarkPlace.ISLAND, cell="D1"),
    ),
    (
        LineMark(MarkPlace.ISLAND, cell="C1"),
        LineMark(MarkPlace.ISLAND, cell="C1"),
        LineMark(MarkPlace.ISLAND, cell="E2"),
    ),
)


def hinted_scenes(options: Options, view: View | None = None) -> Iterator[tuple[str, Scene]]:
    """The board, a city and its Fate Area with all hints."""
    shown = view or samples.middle()
    context = context_for(shown, replace(options, hints=HINTS))
    yield "board", scenes.board_scene(shown, context)
    yield "city", scenes.city_scene(shown, 0, context)
    yield "fate", scenes.fate_scene(shown, 0, context)
    for marks in LINES:
        context = context_for(shown, replace(options, hints=Hints(lines=marks)))
        yield f"lines {LINES.index(marks)}", scenes.city_scene(shown, 0, context)
    for marks in BOARD_LINES:
        context = context_for(shown, replace(options, hints=Hints(lines=marks)))
        yield f"lines {BOARD_LINES.index(marks)} of the board", scenes.board_scene(shown, context)
    context = context_for(shown, replace(options, hints=Hints(told=LINES[0])))
    yield "told", scenes.city_scene(shown, 0, context)
    context = context_for(shown, replace(options, hints=Hints(told=BOARD_LINES[1])))
    yield "told of the board", scenes.board_scene(shown, context)
