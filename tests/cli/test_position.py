"""The position as JSON: every name stands in docs/position.md, and enough to check the scoring."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.cli.simulate import random_game
from bot.runtime.shell.position import position_json
from engine import STANDARD_BOX, Game, GameOptions, View, ids

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/position.md"
COUNTED = frozenset({"action_tiles", "resources", "score_sheet"})
"""Their keys are kinds of the rules, not names of this form."""


@pytest.fixture(scope="module", params=[1, 2, 3, 4])
def view(request: pytest.FixtureRequest) -> View:
    return random_game(GameOptions(players=request.param), 11, STANDARD_BOX).view()


def keys_of(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            if key not in COUNTED:
                yield from keys_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner)


def test_every_name_is_documented(view: View) -> None:
    documented = set(re.findall(r"`(\w+)`", DOCUMENT.read_text("utf-8")))
    assert set(keys_of(position_json(view))) - documented == set()


def test_the_whole_public_position_is_there(view: View) -> None:
    position = position_json(view)
    assert len(position["cities"]) == len(view.seats)
    assert len(position["islands"]) == 14
    assert len(position["great_bonfire"]["spaces"]) == 7
    assert len(position["council"]["spaces"]) == 8
    assert len(position["path_display"]) == 4
    assert (position["tom"] is not None) == view.options.solo
    assert all(len(city["positions"]) == 7 for city in position["cities"])


def scored_again(city: dict[str, Any]) -> dict[str, int]:
    """Four lines of the final scoring, from nothing but the JSON."""
    spaces = city["positions"]
    lit = [one for one in spaces if one["task"] and one["task"]["lit"]]
    leftovers = sum(city["action_tiles"].values()) + sum(city["resources"].values())
    return {
        ids.PointSource.BONFIRES: sum(one["task"]["points"] for one in lit),
        ids.PointSource.GUARDIANS: sum(
            one["guardian_value"] for one in lit if one["bonfire_guardian"]
        ),
        ids.PointSource.PORTALS: 2 * sum(one["portal"] for one in lit),
        ids.PointSource.LEFTOVERS: 0 if city["is_tom"] else leftovers // 2,
    }


def test_another_program_can_check_the_scoring(view: View) -> None:
    for city in position_json(view)["cities"]:
        sheet = city["score_sheet"]
        again = scored_again(city)
        assert {source: sheet[source] for source in again} == again
        assert sheet["total"] == sum(points for key, points in sheet.items() if key != "total")


def test_a_running_game_tells_whose_answer_it_awaits() -> None:

    position = position_json(Game.new(GameOptions(2), 1).view())
    assert position["result"] is None
    assert position["waiting"] == {"seat": position["starter"], "question": "start_tile_choice"}
