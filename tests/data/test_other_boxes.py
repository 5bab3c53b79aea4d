"""Games with boxes of other values, as an owner of the printed game may bring."""

import json
import random
from copy import deepcopy
from typing import Any

import pytest

from engine.box_document import box_from_document, box_to_document
from engine.data.box import Box
from engine.data.standard import STANDARD_BOX
from engine.game import Game
from engine.state import GameOptions


def box_with(grid: dict[str, Any]) -> Box:
    """Another Fate Area, the landing stage at the top, a crystal on the Starting Tile."""
    document: dict[str, Any] = deepcopy(box_to_document(STANDARD_BOX))
    document["fate_grid"].update(grid)
    document["islands"]["C3"] = document["islands"].pop("C1")
    pairs = document["routes"]["pairs"]
    document["routes"]["pairs"] = [
        ["C3" if code == "C1" else code for code in pair] for pair in pairs
    ]
    document["start_crystal"]["crystal"] = "blue"
    return box_from_document(document)


LOW = {"rows": 3, "columns": 11, "start": ["e2", "f2", "g2"], "wild": ["k3"]}
NARROW = {"rows": 9, "columns": 3, "start": ["a5", "b5", "c5"], "wild": ["c9"]}
LARGE = {"rows": 9, "columns": 11, "start": ["e5", "f5", "g5"], "wild": ["k9"]}


@pytest.mark.parametrize("grid", [LOW, NARROW, LARGE], ids=["low", "narrow", "large"])
@pytest.mark.parametrize("players", [1, 3])
def test_a_game_with_another_box_comes_to_its_end_and_keeps_its_box(
    grid: dict[str, Any], players: int
) -> None:
    box = box_with({**grid, "highlighted": ["a1", "b1"], "gold": ["a1"]})
    game = Game.new(GameOptions(players), 7, box)
    dice = random.Random(7)
    while (waiting := game.waiting) is not None:
        game.submit(waiting.seat, dice.choice(game.legal_actions()))
    loaded = Game.load(json.loads(json.dumps(game.dump())))
    assert loaded.view() == game.view()
    assert loaded.view().box is box
