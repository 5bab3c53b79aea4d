"""Games to try the properties on: each number of players, random and goal-seeking."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from engine import actions
from engine.data.standard import STANDARD_BOX
from engine.flow import apply
from engine.legality import waiting
from engine.rules.setup import new_game
from engine.state import GameOptions, GameState
from tests.kit.players.goal_player import goal_player
from tests.kit.players.random_player import Player, random_player

TABLES = (
    GameOptions(1),
    GameOptions(2),
    GameOptions(2, strict_payment=True),
    GameOptions(3, beginner=True),
    GameOptions(4, specialist_18_at_once=True),
)
"""Tables that the properties are tried on."""

RANDOM, GOALS = 0, 1
MAKERS = (random_player, goal_player)


def players_of(maker: int, seed: int) -> list[Player]:
    """Four players of a kind: 0 random, 1 with goals."""
    return [MAKERS[maker](f"{seed} {seat}") for seat in range(4)]


def states(options: GameOptions, seed: int, maker: int) -> Iterator[GameState]:
    """Every state of a game, from its set-up to its end."""
    state = new_game(options, seed, STANDARD_BOX)
    yield state
    for _, following in steps(state, seed, maker):
        yield following


def steps(state: GameState, seed: int, maker: int) -> Iterator[tuple[actions.Action, GameState]]:
    """Every answer from a state to the end of its game, with the state that it leads to."""
    players = players_of(maker, seed)
    while (asked := waiting(state)) is not None:
        action = players[asked.seat](state)
        state = apply(state, asked.seat, action)
        yield action, state


def table_name(options: GameOptions) -> str:
    """A short name of a table, for the names of tests."""
    names = ("beginner", "strict_payment", "specialist_18_at_once")
    return " ".join((str(options.players), *(name for name in names if getattr(options, name))))


def _case(options: GameOptions, *maker: int, short: bool) -> Any:
    """A case of a property, named after its table and its kind of player."""
    names = (table_name(options), *(("random", "goals")[each] for each in maker))
    marks = () if short else (pytest.mark.long,)
    return pytest.param(options, *maker, id="-".join(names), marks=marks)


SHORT_TABLES = (TABLES[2],)
SHORT_GAMES = ((TABLES[0], RANDOM), (TABLES[1], GOALS))
TABLE_CASES = [_case(options, short=options in SHORT_TABLES) for options in TABLES]
"""Each table; `make test` tries the properties on some of them, and on the others later."""
GAME_CASES = [_case(*game, short=game in SHORT_GAMES) for game in product(TABLES, (RANDOM, GOALS))]
"""Each table with each kind of player."""
