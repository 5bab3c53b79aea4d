"""Type inside its box, nothing overlapping, nothing too small, in made and in played positions."""

from dataclasses import replace

import pytest

from engine.build_view import build_view
from engine.state import GameOptions
from renderer import Options
from tests.properties.games import states
from tests.renderer.lint import problems
from tests.renderer.scenes import POSITIONS, changed, scenes_of

WIDE = ("W" * 32, "M" * 32, "Ж" * 32, "漢字")


@pytest.mark.parametrize("names", [("Ada", "Bo", "Cy", "Dee"), WIDE], ids=["short", "wide"])
@pytest.mark.parametrize("position", POSITIONS)
def test_telling_positions_are_free_of_faults(
    position: str, names: tuple[str, ...], options: Options
) -> None:
    marked = changed(replace(options, names=names))
    for name, scene in scenes_of(POSITIONS[position](), marked):
        assert problems(scene) == [], name


def played(players: int, every: int, options: Options) -> None:
    """Lint every so-manieth position of a game played with goals."""
    table = GameOptions(players)
    for move, state in enumerate(states(table, players, 1)):
        if move % every == 0:
            view = build_view(state, move, None)
            marked = replace(options, names=WIDE, changes=tuple(state.events))
            for name, scene in scenes_of(view, marked):
                assert problems(scene) == [], (name, move)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_played_positions_are_free_of_faults(players: int, options: Options) -> None:
    played(players, 60, options)


@pytest.mark.soak
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_position_of_a_game_is_free_of_faults(players: int, options: Options) -> None:
    played(players, 3, options)
