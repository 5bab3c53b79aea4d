"""Walks through a game that Hypothesis chooses and shrinks: every answer by its number."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Game, GameOptions
from engine.flow import apply
from engine.legality import legal, waiting
from engine.state import GameState
from tests.games.directed import Late, late_positions
from tests.kit.position import state_of
from tests.properties.fold import Table
from tests.properties.games import TABLES
from tests.properties.invariants import check_position, check_step, pieces

LATE = tuple(late_positions())
CHOICES = st.lists(st.integers(0, 10_000), min_size=20, max_size=90)


def walk(game: Game, choices: list[int]) -> None:
    """Answer with the numbered options; check pieces, limits, events and undo on the way."""
    first, table = pieces(state_of(game)), Table.of(game.view())
    for choice in choices:
        asked, before = game.waiting, state_of(game)
        if asked is None:
            return
        listed = game.legal_actions()
        for event in game.submit(asked.seat, listed[choice % len(listed)]):
            table.tell(event)
        after = state_of(game)
        check_position(after)
        check_step(before, after)
        assert pieces(after) == first
        for kinds in table.wheel_portals:
            kinds.sort()
        assert table == Table.of(game.view())
        if game.undo_refusal(asked.seat) is None:
            game.undo(asked.seat)
            assert state_of(game) == before
            game.submit(asked.seat, listed[choice % len(listed)])
            assert state_of(game) == after


@settings(max_examples=25)
@given(options=st.sampled_from(TABLES), seed=st.integers(0, 2**128 - 1), choices=CHOICES)
def test_walks_from_a_set_up(options: GameOptions, seed: int, choices: list[int]) -> None:
    walk(Game.new(options, seed), choices)


@settings(max_examples=25)
@given(late=st.sampled_from(LATE), choices=CHOICES)
def test_walks_from_a_late_position(late: Late, choices: list[int]) -> None:
    walk(Game(state_of(late.game)), choices)


def every_answer(state: GameState) -> None:
    """Every answer that is listed can be given, and leaves a good position."""
    asked = waiting(state)
    assert asked is not None
    for action in legal(state):
        after = apply(state, asked.seat, action)
        check_position(after)
        check_step(state, after)


@settings(max_examples=40)
@given(late=st.sampled_from(LATE))
def test_every_answer_that_is_listed_can_be_given(late: Late) -> None:
    every_answer(state_of(late.game))
