"""Luck: what was revealed beside what would have been revealed on average."""

from statistics import fmean, stdev

import pytest

from engine import Game, GameOptions, actions
from tests.kit.games import luck_of
from tests.kit.marks import long
from tests.kit.players.brisk_games import brisk_game


def played_on(game: Game, deal: int) -> Game:
    """The same game to its end, played alike, with what is hidden dealt again."""
    twin = game.fork(deal)
    while (asked := twin.waiting) is not None:
        answers = twin.legal_actions()
        ends = [each for each in answers if isinstance(each, actions.EndTurn)]
        twin.submit(asked.seat, (ends or answers)[0])
    return twin


def test_equal_games_are_equally_lucky() -> None:
    game = brisk_game(GameOptions(2), 5)
    assert luck_of(game, 1) == luck_of(game.copy(), 1)
    assert len(luck_of(game, 1)) == 2


def test_where_nothing_is_revealed_nobody_is_lucky() -> None:
    game = Game.new(GameOptions(2), 5)
    assert luck_of(game, 1) == (0.0, 0.0)


@pytest.mark.parametrize("deals", [10, long(300)])
def test_over_many_deals_luck_sums_to_nothing(deals: int) -> None:
    """Within four standard errors, for the person and for Tom."""
    begun = Game.new(GameOptions(1), 6)
    lucks = [luck_of(played_on(begun, deal), deal) for deal in range(deals)]
    for seat in (0, 1):
        own = [luck[seat] for luck in lucks]
        assert stdev(own) > 0, seat
        assert abs(fmean(own)) < 4 * stdev(own) / deals**0.5, seat
