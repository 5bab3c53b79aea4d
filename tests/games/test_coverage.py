"""Thousands of whole games, checked after every answer, that together show every rule.

The default run plays a few, `make test-long` a slice, and `pytest -m soak tests/games` ten thousand
games, of which it prints the table of what was seen.
"""

import pytest

from tests.games.coverage import WANTED, Coverage
from tests.games.run import all_late_games, goal_game, random_game

PLAYERS = (1, 2, 3, 4)


def run(players: int, randoms: int, goals: int, coverage: Coverage) -> None:
    """Play so many random and goal-seeking games."""
    for seed in range(randoms):
        assert random_game(players, seed, coverage).ended is not None
    for seed in range(goals):
        assert goal_game(players, seed, coverage).ended is not None


@pytest.mark.parametrize("players", PLAYERS)
def test_a_few_games_come_to_their_end(players: int) -> None:
    coverage = Coverage()
    run(players, randoms=2, goals=1, coverage=coverage)
    assert coverage.seen.keys() <= set(WANTED)
    assert sum(coverage.games.values()) == 3


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_a_slice_of_games_comes_to_its_end(players: int) -> None:
    coverage = Coverage()
    run(players, randoms=75, goals=25, coverage=coverage)
    assert coverage.seen.keys() <= set(WANTED)
    assert sum(coverage.games.values()) == 100


def test_late_positions_show_every_rule() -> None:
    coverage = Coverage()
    assert all(state.ended is not None for state in all_late_games(0, coverage))
    assert coverage.missing() == []


@pytest.mark.soak
def test_ten_thousand_games_show_every_rule(capsys: pytest.CaptureFixture[str]) -> None:
    coverage = Coverage()
    for players in PLAYERS:
        run(players, randoms=1850, goals=500, coverage=coverage)
    for seed in range(6):
        assert all(state.ended is not None for state in all_late_games(seed, coverage))
    with capsys.disabled():
        print(f"\n{coverage.table()}")  # noqa: T201 - the table is what the long run is for
    assert sum(coverage.games.values()) >= 10_000
    assert coverage.missing() == []
