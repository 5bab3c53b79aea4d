"""Whatever a legal answer names can be found on the pictures of that position."""

from collections.abc import Iterator

import pytest

from engine.actions import (
    Action,
    Advance,
    Ignite,
    MoveGuardian,
    MoveShip,
    PlaceFate,
    PutTask,
    ReceiveTask,
    RecruitGnome,
    SendNovice,
    TakePath,
    TomTakes,
    UseGreatBonfire,
)
from engine.build_view import build_view
from engine.ids import Place, PlaceKind
from engine.legality import legal, waiting
from engine.state import GameOptions
from renderer import Options, boards
from renderer.kit import kit_for
from renderer.scene import labels
from tests.properties.games import states


def places(action: Action) -> Iterator[str]:  # noqa: C901 - one case an answer
    """The labels of what an answer names."""
    match action:
        case TakePath(source) if source:
            yield f"path slot {source}"
        case MoveShip(island):
            yield f"island {island}"
        case ReceiveTask(task, side):
            yield from (f"task {task}", f"offering {side}")
        case TomTakes(task):
            yield f"task {task}"
        case PutTask(space) | Ignite(space):
            yield f"position {space}"
        case Advance(_, Place(kind, position)) | MoveGuardian(_, Place(kind, position)):
            if kind is not PlaceKind.START:
                yield f"position {position}"
        case UseGreatBonfire(space):
            yield f"wheel {space}"
        case SendNovice(space):
            yield f"council {space}"
        case RecruitGnome(gnome, _):
            yield f"gnome {gnome}"
        case PlaceFate(end, cell, _):
            letter = cell[0]
            yield from (f"fate {end}", f"fate column {letter}", f"fate row {cell[1:]}")
        case _:
            pass


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_place_of_a_legal_answer_is_labelled(players: int, options: Options) -> None:
    for move, state in enumerate(states(GameOptions(players), players + 10, 1)):
        asked = waiting(state)
        if asked is None or move % 5:
            continue
        kit = kit_for(view := build_view(state, move, None), options)
        seen = labels(boards.board_scene(view, kit))
        seen |= labels(boards.city_scene(view, asked.seat, kit))
        named = {label for action in legal(state) for label in places(action)}
        assert named <= seen, (move, named - seen)
