"""A position as the scenes that are drawn of it."""

from collections.abc import Iterator
from dataclasses import replace

from engine.view import View
from renderer import Options, boards
from renderer.kit import kit_for
from renderer.scene import Scene
from tests.renderer import samples


def scenes_of(view: View, options: Options) -> Iterator[tuple[str, Scene]]:
    """Every picture of a position by name."""
    kit = kit_for(view, options)
    yield "board", boards.board_scene(view, kit)
    for seat in range(len(view.seats)):
        yield f"city {seat}", boards.city_scene(view, seat, kit)
    yield "final", boards.final_scene(view, kit)


def changed(options: Options) -> Options:
    """The same options with the marks of a long turn."""
    return replace(options, changes=samples.a_turn())
