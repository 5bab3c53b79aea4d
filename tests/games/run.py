"""Games played to their end with everything checked after every answer."""

import random
from collections.abc import Iterator

from engine.data.standard import STANDARD_BOX
from engine.flow import apply
from engine.legality import waiting
from engine.rules.setup import new_game
from engine.state import GameOptions, GameState
from tests.games.coverage import Coverage
from tests.games.directed import Late, late_positions
from tests.kit.players.goal_player import goal_player
from tests.kit.players.random_player import Player, random_player
from tests.kit.position import play, state_of
from tests.properties.invariants import check_position, check_step, pieces

MOST_ANSWERS = 3000
"""No game is longer; one that is has no end."""


def play_on(state: GameState, players: list[Player], coverage: Coverage, name: str) -> GameState:
    """Play to the end; every failure names the game, its seed and its answer."""
    first = pieces(state)
    for number in range(MOST_ANSWERS):
        asked = waiting(state)
        if asked is None:
            return state
        try:
            after = apply(state, asked.seat, players[asked.seat](state))
            check_position(after)
            check_step(state, after)
            assert pieces(after) == first
        except Exception as error:
            raise AssertionError(f"{name}, answer {number}, asked {asked}") from error
        state = after
        coverage.tell(state)
    raise AssertionError(f"{name}: no end after {MOST_ANSWERS} answers")


def table_of(players: int, seed: int) -> GameOptions:
    """A table whose options follow from the seed, so that all of them are played."""
    chance = random.Random(f"table {players} {seed}")
    return GameOptions(
        players,
        beginner=chance.random() < 0.2,
        strict_payment=chance.random() < 0.2,
        specialist_18_at_once=chance.random() < 0.2,
        handicap=chance.choice((-10, 0, 5)) if players == 1 and chance.random() < 0.2 else None,
    )


def random_game(players: int, seed: int, coverage: Coverage) -> GameState:
    """A game of random players."""
    return _game(
        players, seed, coverage, "random", [random_player(f"{seed} {n}") for n in range(4)]
    )


def goal_game(players: int, seed: int, coverage: Coverage) -> GameState:
    """A game of players with goals."""
    return _game(players, seed, coverage, "goals", [goal_player(f"{seed} {n}") for n in range(4)])


def _game(players: int, seed: int, coverage: Coverage, kind: str, who: list[Player]) -> GameState:
    coverage.games[f"{players} {kind}"] += 1
    state = new_game(table_of(players, seed), seed, STANDARD_BOX)
    return play_on(state, who, coverage, f"{kind} game of {players}, seed {seed}")


def late_game(late: Late, seed: int, coverage: Coverage) -> GameState:
    """A late position: its opening, then random players to its end."""
    game, state = late.game, state_of(late.game)
    coverage.games[f"{state.options.players} late"] += 1
    for answer in filter(None, late.opening.split(";")):
        play(game, answer)
        coverage.tell(state_of(game))
    who = [random_player(f"{late.name} {seed} {seat}") for seat in range(4)]
    return play_on(state_of(game), who, coverage, f"late position {late.name}, seed {seed}")


def all_late_games(seed: int, coverage: Coverage) -> Iterator[GameState]:
    """Every late position, played to its end."""
    for late in late_positions():
        yield late_game(late, seed, coverage)
