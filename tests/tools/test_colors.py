"""The tool that chooses colors keeps the named ones and finds the frequent ones."""

import pytest

from renderer import PaletteName
from renderer.theme import palette
from tests.tools import colors


def test_named_colors_and_the_middle_of_frequent_ones_are_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(colors, "COUNT", 4)
    named = [(0, 0, 0), (252, 0, 0)]
    weights = {(0, 0, 0): 9.0, (100, 100, 0): 2.0, (108, 100, 0): 2.0, (8, 200, 200): 1.0}
    chosen = colors.spread(named, weights)
    assert chosen[:2] == named
    assert colors.settled(chosen, len(named), weights)[:2] == named
    assert set(colors.settled(chosen, len(named), weights)[2:]) == {(104, 100, 0), (8, 200, 200)}


@pytest.mark.parametrize("name", PaletteName)
def test_named_colors_are_those_of_the_palette(name: PaletteName) -> None:
    assert set(colors.named(name)) <= set(palette(name).tokens.values())
    assert len(colors.named(name)) < colors.COUNT
