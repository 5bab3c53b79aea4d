"""The list of legal answers is exactly what the rules do not refuse, whatever is tried."""

import random
from collections import Counter
from typing import get_args

import pytest

from engine import Game, agenda, ids
from engine.data.council import CouncilBonus
from engine.data.standard import STANDARD_BOX
from engine.flow import apply
from engine.legality import legal, payments, waiting
from engine.notation import parse_action
from engine.rules import path
from engine.rules.setup import new_game
from engine.state import GameOptions, GameState
from tests.games.directed import late_positions
from tests.kit.marks import long
from tests.kit.position import Position, state_of
from tests.properties.games import TABLES, states
from tests.properties.listed import check_list

OPTIONS = (
    GameOptions(1),
    GameOptions(2),
    GameOptions(3, strict_payment=True),
    GameOptions(4, beginner=True, specialist_18_at_once=True),
)

ENOUGH = 20
"""Times that a question of a kind is checked."""


@pytest.mark.parametrize("seed", [0, long(1)])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: f"{options.players} players")
def test_legal_answers_are_those_that_are_not_refused(options: GameOptions, seed: int) -> None:
    chance = random.Random(f"{options.players} {seed}")
    state = new_game(options, seed, STANDARD_BOX)
    while (asked := waiting(state)) is not None:
        if chance.random() < 0.3:
            check_list(state)
        state = apply(state, asked.seat, chance.choice(legal(state)))


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: f"{options.players} players")
def test_an_action_is_paid_as_was_told_before(options: GameOptions) -> None:
    chance = random.Random(f"payments {options.players}")
    state, tried = new_game(options, 3, STANDARD_BOX), 0
    while (asked := waiting(state)) is not None:
        listed = legal(state)
        for action in listed:
            if isinstance(action, agenda.PaidAction) and chance.random() < 0.3:
                check_payments(state, asked.seat, action)
                tried += 1
        state = apply(state, asked.seat, chance.choice(listed))
    assert tried > ENOUGH


def check_payments(state: GameState, seat: ids.Seat, action: agenda.PaidAction) -> None:
    """Compare the ways to pay with what is asked for in turn."""
    told = payments(state, seat, action)
    state = apply(state, seat, action)
    for ways in told:
        assert legal(state) == ways
        state = apply(state, seat, ways[-1])
    asked = waiting(state)
    assert asked is None or not isinstance(
        asked.decision, agenda.TilePayment | agenda.ResourcePayment
    )


@pytest.mark.parametrize("table", [0, long(4)])
def test_they_are_in_goal_seeking_games(table: int) -> None:
    for number, state in enumerate(states(TABLES[table], seed=71, maker=1)):
        if number % 6 == 0 and state.ended is None:
            check_list(state)


def test_they_are_at_every_question() -> None:
    """Late positions and their openings, played on a little, come to every question there is."""
    asked: Counter[type | agenda.Decision] = Counter()
    for late in late_positions():
        game, chance = Game(state_of(late.game)), random.Random(late.name)
        opening = [parse_action(each) for each in late.opening.split(";") if each]
        for _ in range(len(opening) + 2):
            waiting_now = game.waiting
            if waiting_now is None:
                break
            question = kind_of(waiting_now.decision)
            asked[question] += 1
            if asked[question] <= ENOUGH:
                check_list(state_of(game))
            answer = opening.pop(0) if opening else chance.choice(game.legal_actions())
            game.submit(waiting_now.seat, answer)
    # Start tiles are chosen in the games from a set-up above.
    every: set[type | agenda.Decision] = set(get_args(agenda.Decision)) - {agenda.CouncilChoice}
    every |= {
        agenda.CouncilChoice(bonus) for bonus in CouncilBonus if bonus is not CouncilBonus.GOLD
    }
    assert every - asked.keys() == {agenda.StartTileChoice}


def kind_of(question: agenda.Decision) -> type | agenda.Decision:
    """What counts as one kind of question: each bonus of the council is one."""
    return question if isinstance(question, agenda.CouncilChoice) else type(question)


def test_a_price_that_only_the_list_gets_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    state = Position().path("blue herb", "red root").tiles(path=1).state
    check_list(state)
    monkeypatch.setattr(path, "_can_pay", lambda *_: False)
    with pytest.raises(AssertionError):
        check_list(state)
