"""All places that a legal answer names are found on the pictures of that position."""

import re
from collections.abc import Iterator

import pytest

from bot.present.wizard.labels import label
from bot.words import catalog
from engine import actions, ids
from engine.build_view import build_view
from engine.legality import legal, waiting
from engine.state import GameOptions
from engine.view import View
from renderer import Options, scenes
from renderer.context import context_for
from tests.kit.marks import long
from tests.properties.games import states
from tests.renderer.contents import texts
from tests.renderer.lint import all_texts


def places(action: actions.Action) -> Iterator[str]:  # noqa: C901 - one case an answer
    """The labels of what an answer names."""
    match action:
        case actions.TakePath(source) if source:
            yield f"path slot {source}"
        case actions.MoveShip(island):
            yield f"island {island}"
        case actions.ReceiveTask(task, side):
            yield from (f"task {task}", f"offering {side}")
        case actions.TomTakes(task):
            yield f"task {task}"
        case actions.PutTask(space) | actions.Ignite(space):
            yield f"position {space}"
        case actions.Advance(_, ids.Place(kind, position)) | actions.MoveGuardian(
            _, ids.Place(kind, position)
        ):
            if kind is not ids.PlaceKind.START:
                yield f"position {position}"
        case actions.UseGreatBonfire(space):
            yield f"wheel {space}"
        case actions.SendNovice(space):
            yield f"council {space}"
        case actions.RecruitGnome(gnome, _):
            yield f"gnome {gnome}"
        case actions.PlaceFate(end, cell, _):
            letter = cell[0]
            yield from (f"fate {end}", f"fate column {letter}", f"fate row {cell[1:]}")
        case _:
            pass


def shown_labels(view: View, seat: int, options: Options) -> dict[str, str]:
    """The text by which the board and the city of a seat show each labelled place."""
    context = context_for(view, options)
    found: dict[str, str] = {}
    for scene in (scenes.board_scene(view, context), scenes.city_scene(view, seat, context)):
        shown = [text for _, _, text in texts(scene.ground)]
        shown += [text for text, _ in all_texts(scene)]
        found |= {text.label: text.text for text in shown if text.label}
    return found


def short_names(action: actions.Action, shown: dict[str, str]) -> set[str]:
    """The names on the pictures of the places that an answer names; a square by column and row."""
    names = {label: shown[label] for label in places(action)}
    if isinstance(action, actions.PlaceFate):
        column, row = (names.pop(f"fate {axis}") for axis in axes(action.cell))
        return {*names.values(), column + row}
    return set(names.values())


def axes(cell: str) -> tuple[str, str]:
    return f"column {cell[0]}", f"row {cell[1:]}"


@pytest.mark.parametrize("players", [1, long(2), long(4)])
def test_a_menu_names_every_place_as_the_pictures_do(players: int, options: Options) -> None:
    words = catalog()
    for move, state in enumerate(states(GameOptions(players), players + 10, 1)):
        asked = waiting(state)
        if asked is None or move % 5:
            continue
        view = build_view(state, move)
        shown = shown_labels(view, asked.seat, options)
        for action in legal(state):
            told = words.spell(label(action, view, asked.seat, asked.decision)).casefold()
            for name in short_names(action, shown):
                assert re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", told), (move, told)
