"""Every component of the box has a picture of its own."""

import pytest

from engine import conditions, ids
from engine.data import box
from engine.data.council import CouncilBonus
from engine.data.standard import STANDARD_BOX
from renderer import pillow
from renderer.changes import Mark
from renderer.parts.cards import gnome_card, path_card, tom_card
from renderer.parts.great_bonfire import plaque
from renderer.parts.tiles import TaskState, TileLook, task_tile
from renderer.pen import Pen
from renderer.scene import RoundRect, Scene, Symbol, Use
from renderer.theme import PaletteName
from tests.renderer.scenes import png_of

GRID = STANDARD_BOX.fate_grid


def pixels(symbol: Symbol) -> bytes:
    """A symbol on a plain ground as PNG bytes."""
    pen = Pen()
    pen.draw(RoundRect(0, 0, 320, 280, 0, "panel"))
    scene = Scene(320, 280, pen.symbol("plain"), (Use(100, 90, symbol),))
    return png_of(pillow.paint(scene, PaletteName.FIRELIGHT))


def test_no_two_tasks_look_alike() -> None:
    look = TileLook(80, 88)
    shapes = {
        # Without its id and its points, a tile is told apart by its colour and its pictogram.
        task_tile(box.Task("X", task.color, 1, task.condition, task.provenance), look, GRID).items
        for task in STANDARD_BOX.tasks
    }
    assert len(shapes) == 66


def test_no_two_gnomes_look_alike() -> None:
    cards = (*STANDARD_BOX.specialists, *STANDARD_BOX.elders)
    assert len({pixels(gnome_card(card, 144, 130, Mark.NONE)) for card in cards}) == 33


def test_no_two_bonuses_look_alike() -> None:
    spaces = STANDARD_BOX.council
    assert {space.bonus for space in spaces} == set(CouncilBonus)
    assert len({pixels(plaque(space, Mark.NONE)) for space in spaces}) == 8


def test_no_two_cards_of_tom_look_alike() -> None:
    assert len({pixels(tom_card(card, 126, 70, Mark.NONE)) for card in ids.TomCard}) == 6


def test_no_two_path_tiles_look_alike() -> None:
    tiles = [row.tile for row in STANDARD_BOX.path_tiles]
    assert len({pixels(path_card(tile, 98, 118, Mark.NONE)) for tile in tiles}) == 15


@pytest.mark.parametrize("state", TaskState)
def test_the_states_of_a_task_can_be_told_apart(state: TaskState) -> None:
    task = STANDARD_BOX.tasks[0]
    shown = pixels(task_tile(task, TileLook(80, 88, state), GRID))
    others = [pixels(task_tile(task, TileLook(80, 88, each), GRID)) for each in TaskState]
    assert others.count(shown) == 1
    assert shown != pixels(task_tile(task, TileLook(80, 88, state, mark=Mark.CHANGED), GRID))


@pytest.mark.parametrize(
    "condition",
    [
        *(conditions.Own(what, 12) for what in conditions.Owned),
        conditions.HasGuardians(tuple(ids.Guardian)[:4]),
        conditions.FateGroups((ids.ActionType.SHIP, ids.ActionType.TASK, ids.ActionType.GNOME), 2),
    ],
    ids=str,
)
def test_conditions_of_another_box_can_be_drawn(
    condition: conditions.Own | conditions.HasGuardians | conditions.FateGroups,
) -> None:
    row = STANDARD_BOX.tasks[0]
    task = box.Task("B99", ids.Color.BLUE, 12, condition, row.provenance)
    assert len(pixels(task_tile(task, TileLook(80, 88), GRID))) > 1000
