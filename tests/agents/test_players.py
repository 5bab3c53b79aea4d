"""The players by level: legal turns, the same again, and nothing of what is hidden in them."""

import gc
from collections.abc import Iterator
from functools import cache
from itertools import count, islice

import pytest

from engine import Game, GameOptions, IllegalAction, agenda, ids
from engine.agents.levels import Level
from engine.agents.players import PLAYERS
from tests.kit.marks import long
from tests.kit.position import Position

SEED = 17
DEALS = (101, 102, 103)
"""Seeds from which the hidden pieces of a position are dealt again."""
RANDOM = "random"
"""The player that gives any answer, and so comes to positions that the others avoid."""
DECISIONS = 10_000
"""Turns of each level that a soak looks at."""
MOST_POSITIONS = 30_000
"""What the longest turn may look at: ten seconds or so."""


def asked(game: Game, every: int, played_by: str = Level.MEDIUM) -> Iterator[ids.Seat]:
    """Play a game on, with this player in each seat; stop before every so manieth of its turns."""
    number = 0
    while (waiting := game.waiting) is not None:
        if number % every == every - 1:
            yield waiting.seat
        number += 1
        for answer in PLAYERS[played_by](game, waiting.seat, SEED).answers:
            game.submit(waiting.seat, answer)


def strange_turns(game: Game) -> Iterator[ids.Seat]:
    """Play a game on with any answers at all; stop at the beginning of each turn."""
    for seat in asked(game, 1, RANDOM):
        if game.waiting is not None and isinstance(game.waiting.decision, agenda.TurnChoice):
            yield seat


def sees_nothing_hidden(game: Game, seat: ids.Seat, level: Level) -> None:
    """Hidden pieces dealt again change neither the answers nor what it took to find them."""
    turn = PLAYERS[level](game, seat, SEED)
    twins = [game.fork(deal) for deal in DEALS]
    assert len({twin.state_hash() for twin in (game, *twins)}) == 1 + len(twins)
    for twin in twins:
        assert PLAYERS[level](twin, seat, SEED) == turn, f"{level} in turn {game.view().turn}"


@pytest.mark.parametrize(
    ("level", "players", "every", "most"),
    [
        (Level.EASY, 2, 9, 1),
        (Level.MEDIUM, 1, 9, 1),
        *(long(level, players, 29, 2) for level in Level for players in (1, 2, 3, 4)),
    ],
)
def test_hidden_pieces_dealt_anew_change_nothing(
    level: Level, players: int, every: int, most: int
) -> None:
    game = Game.new(GameOptions(players), 20 + players)
    seen = 0
    for seat in islice(asked(game, every), most):
        sees_nothing_hidden(game, seat, level)
        seen += 1
    assert seen


@cache
def near_its_end() -> Game:
    """A game before its last turns, in which the deepest level looks at few positions."""
    game = Game.new(GameOptions(1), 31)
    next(asked(game, 28))
    return game


@pytest.mark.parametrize("level", [Level.HARD, long(Level.EXPERT)])
def test_near_its_end_hidden_pieces_dealt_anew_change_nothing(level: Level) -> None:
    game = near_its_end().copy()
    assert game.waiting is not None
    sees_nothing_hidden(game, game.waiting.seat, level)


@pytest.mark.parametrize(
    ("level", "players", "every", "most"),
    [
        (Level.EASY, 2, 5, 2),
        (Level.MEDIUM, 1, 3, 2),
        *(long(level, players, 3, 2) for level in Level for players in (1, 2, 3, 4)),
    ],
)
def test_positions_that_nobody_steered_to_show_nothing_hidden(
    level: Level, players: int, every: int, most: int
) -> None:
    game = Game.new(GameOptions(players), 40 + players)
    seen = 0
    for seat in islice(strange_turns(game), every, every * most + 1, every):
        sees_nothing_hidden(game, seat, level)
        seen += 1
    assert seen == most


@pytest.mark.parametrize("turns", [300, long(DECISIONS)])
def test_what_every_level_thinks_from_shows_nothing_hidden(turns: int) -> None:
    """All of them think about this guess alone, and know nothing else of the game."""
    seen = 0
    for seed in count():
        game = Game.new(GameOptions(1 + seed % 4), seed)
        for _ in strange_turns(game) if (seed // 4) % 10 < 9 else asked(game, 1):
            guess = Game(game.guess(SEED)).state_hash()
            for deal in DEALS:
                assert Game(game.fork(deal).guess(SEED)).state_hash() == guess, f"seed {seed}"
            seen += 1
            if seen == turns:
                return


@pytest.mark.soak
@pytest.mark.parametrize("level", Level)
def test_ten_thousand_turns_of_every_level_show_nothing_hidden(level: Level) -> None:
    seen = 0
    for seed in range(DECISIONS):
        game = Game.new(GameOptions(1 + seed % 4), seed)
        # Four games of good sense, then four that take the players where they would never go.
        for seat in strange_turns(game) if seed // 4 % 2 else asked(game, 1):
            sees_nothing_hidden(game, seat, level)
            seen += 1
            if seen == DECISIONS:
                return


@pytest.mark.parametrize("level", Level)
def test_a_turn_is_legal_and_leaves_the_game_alone(level: Level) -> None:
    game = near_its_end().copy()
    assert game.waiting is not None
    seat = game.waiting.seat
    before = game.state_hash(), game.move_count
    turn = PLAYERS[level](game, seat, SEED)
    assert (game.state_hash(), game.move_count) == before
    for answer in turn.answers:
        game.submit(seat, answer)


@pytest.mark.parametrize("level", Level)
def test_only_the_seat_that_is_asked_is_answered_for(level: Level) -> None:
    game = Game.new(GameOptions(2), 32)
    waiting = game.waiting
    assert waiting is not None
    with pytest.raises(IllegalAction):
        PLAYERS[level](game, 1 - waiting.seat, SEED)


def test_a_plan_leaves_nothing_to_the_collector() -> None:
    game = Game.new(GameOptions(1), 33)
    gc.collect()
    gc.disable()
    try:
        PLAYERS[Level.MEDIUM](game, 0, SEED)
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.long
@pytest.mark.parametrize("level", Level)
def test_a_turn_with_everything_in_hand_takes_seconds(level: Level) -> None:
    position = Position(players=2, seed=4).tiles(**dict.fromkeys(ids.ActionType, 3))
    position.resources(**dict.fromkeys(ids.Resource, 3)).ship("C1").gnomes("S14")
    position.path("blue herb", "red fruit", "red root").portals(7, 6, 2, 1).lit(2, "R03")
    position.task(1, "B05").task(6, "B18").guardian("pink").guardian("blue", "path 2")
    assert PLAYERS[level](position.game(), 0, SEED).positions < MOST_POSITIONS
