"""How well the substitute plays: against random answers, at full tables and against Tom."""

from statistics import mean

import pytest

from tests.kit.games import Standing, final_standings

PEOPLE_WANT = 0.97
"""The share of two-player games against random answers that it has to win."""
BONFIRES = 3
"""The bonfires of its own that it has to light on average."""


def against_random(seed: int) -> Standing:
    """The substitute's standing in a game of two, in which it starts every other time."""
    seat = seed % 2
    return final_standings(2, (seat,), seed)[seat]


@pytest.mark.long
@pytest.mark.parametrize("block", range(5))
def test_random_answers_are_beaten(block: int) -> None:
    games = [against_random(seed) for seed in range(4 * block, 4 * block + 4)]
    assert all(game.won for game in games)
    assert mean(game.bonfires for game in games) >= BONFIRES - 0.5


@pytest.mark.long
def test_a_full_table_of_substitutes_scores_like_beginners() -> None:
    standings = final_standings(4, range(4), 71)
    assert mean(each.points for each in standings) > 35
    assert mean(each.bonfires for each in standings) > 2


def test_a_solo_game_is_played_to_its_end() -> None:
    person, tom = final_standings(1, (0,), 72)
    assert person.points > 25
    assert tom.points > 0


@pytest.mark.soak
def test_a_thousand_games_are_won_with_three_bonfires_on_average() -> None:
    games = [against_random(seed) for seed in range(1000)]
    won, lit = mean(game.won for game in games), mean(game.bonfires for game in games)
    print(f"\n{won:.1%} won, {lit:.2f} own bonfires on average")  # noqa: T201 - what it is for
    assert won >= PEOPLE_WANT
    assert lit >= BONFIRES
