"""The events tell everything: folded, they give the public numbers that the view shows."""

import pytest

from engine import Game, GameOptions
from tests.kit.position import state_of
from tests.properties.fold import Table
from tests.properties.games import GAME_CASES, players_of


@pytest.mark.parametrize(("options", "maker"), GAME_CASES)
def test_events_fold_back_into_the_public_numbers(options: GameOptions, maker: int) -> None:
    game = Game.new(options, seed=5)
    table = Table.of(game.view())
    players = players_of(maker, 5)
    while (asked := game.waiting) is not None:
        for event in game.submit(asked.seat, players[asked.seat](state_of(game))):
            table.tell(event)
        seen = Table.of(game.view())
        for kinds in table.wheel_portals:
            kinds.sort()
        assert table == seen, f"after answer {game.move_count}: {game.moves[-1]}"
