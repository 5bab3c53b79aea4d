"""The engine agrees with the naive rules of `tests.properties.oracles` in every position."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GameOptions, actions, agenda, bag, ids, payment
from engine.build_view import build_view
from engine.data.council import CouncilBonus
from engine.legality import legal, waiting
from engine.payment import PaymentRules
from engine.state import GameState
from tests.games.directed import late_positions
from tests.kit.players.fulfil import SIX_PATHS, TASKS
from tests.kit.position import Position, options, place, play, state_of
from tests.properties import oracles
from tests.properties.games import GAME_CASES, states


def compare(state: GameState) -> None:
    """The places of fate tiles."""
    if state.ended is None and isinstance(state.agenda[-1], agenda.TurnChoice):
        seat = build_view(state, 0).seats[state.seat]
        listed = [each for each in legal(state) if isinstance(each, actions.PlaceFate)]
        expected = oracles.placements(seat) if seat.fate_row else set()
        assert {(each.cell, str(each.direction)) for each in listed} == expected


@pytest.mark.parametrize(("options", "maker"), GAME_CASES)
def test_placements_agree_in_whole_games(options: GameOptions, maker: int) -> None:
    for number, state in enumerate(states(options, seed=51, maker=maker)):
        if number % 4 == 0:
            compare(state)


def test_placements_agree_in_late_positions() -> None:
    for late in late_positions():
        compare(state_of(late.game))


HANDS = st.lists(st.integers(0, 3), min_size=7, max_size=7).map(lambda n: bag.ActionTiles(tuple(n)))
SUPPLIES = st.lists(st.integers(0, 3), min_size=6, max_size=6).map(
    lambda n: bag.Resources(tuple(n))
)


@settings(max_examples=60)
@given(
    hand=HANDS,
    kind=st.sampled_from(list(ids.ActionType)[:6]),
    count=st.integers(1, 3),
    wild=st.integers(1, 2),
)
def test_tile_payments_are_all_those_without_a_tile_to_spare(
    hand: bag.ActionTiles, kind: ids.ActionType, count: int, wild: int
) -> None:
    listed = payment.tile_payments(hand, kind, count, PaymentRules(wild_value=wild))
    expected = oracles.tile_payments(hand, kind, count, doubled=wild == 2)
    assert {paid.counts for paid in listed} == expected
    assert len(listed) == len(expected)
    assert payment.can_pay_tiles(hand, kind, count, PaymentRules(wild)) is bool(expected)


@settings(max_examples=40)
@given(supply=SUPPLIES, kinds=st.lists(st.integers(0, 5), max_size=2), anything=st.integers(0, 2))
def test_resource_payments_are_all_those_without_a_resource_to_spare(
    supply: bag.Resources, kinds: list[int], anything: int
) -> None:
    needed = bag.Resources(tuple(kinds.count(at) for at in range(6)))
    listed = payment.resource_payments(supply, needed, anything)
    expected = oracles.resource_payments(supply, needed, anything)
    assert {paid.counts for paid in listed} == expected
    assert payment.can_pay_resources(supply, needed, anything) is bool(expected)


@settings(max_examples=150)
@given(
    hand=HANDS,
    kind=st.sampled_from(list(ids.ActionType)[:6]),
    count=st.integers(1, 4),
    wild=st.integers(1, 2),
)
def test_at_the_strict_table_whoever_can_pay_tiles_can_pay_strictly(
    hand: bag.ActionTiles, kind: ids.ActionType, count: int, wild: int
) -> None:
    rules = PaymentRules(wild_value=wild, strict=True)
    listed = payment.tile_payments(hand, kind, count, rules)
    assert bool(listed) is payment.can_pay_tiles(hand, kind, count, rules)
    assert all(paid[kind] == min(hand[kind], count) for paid in listed)


@settings(max_examples=150)
@given(supply=SUPPLIES, kinds=st.lists(st.integers(0, 5), max_size=2), anything=st.integers(0, 2))
def test_at_the_strict_table_whoever_can_pay_resources_can_pay_strictly(
    supply: bag.Resources, kinds: list[int], anything: int
) -> None:
    needed = bag.Resources(tuple(kinds.count(at) for at in range(6)))
    listed = payment.resource_payments(supply, needed, anything, PaymentRules(strict=True))
    assert bool(listed) is payment.can_pay_resources(supply, needed, anything)


def compare_walks(state: GameState) -> int:
    """Every walk of a procession and every free move; returns how many were compared."""
    asked = waiting(state)
    if asked is None:
        return 0
    seat = build_view(state, 0).seats[asked.seat]
    listed = legal(state)
    match asked.decision:
        case agenda.ProcessionChoice(steps, guardians):
            for guardian in guardians:
                walks = {
                    each.place
                    for each in listed
                    if isinstance(each, actions.Advance) and each.guardian is guardian
                }
                assert walks == oracles.walks(seat, guardian, steps)
        case agenda.CouncilChoice(CouncilBonus.MOVE_GUARDIAN):
            for guardian in seat.guardians:
                moves = {
                    each.place
                    for each in listed
                    if isinstance(each, actions.MoveGuardian) and each.guardian is guardian
                }
                assert moves == oracles.free_moves(seat, guardian)
        case _:
            return 0
    return 1


CITY = st.fixed_dictionaries(
    {
        "path": st.integers(0, 6),
        "portals": st.integers(0, 7),
        "lit": st.sets(st.integers(1, 7)),
        "guardians": st.lists(st.integers(0, 14), min_size=5, max_size=5),
        "gnomes": st.sets(st.sampled_from(["S1", "S2"])),
    }
)
SPACES = ("start", *(f"{kind} {n}" for kind in ("path", "bonfire") for n in range(1, 8)))


def built(city: dict[str, Any]) -> Position:
    """A city in which guardians stand wherever they may."""
    position = Position().path(*SIX_PATHS[: city["path"]]).gnomes(*sorted(city["gnomes"]))
    position.portals(*range(7, 7 - city["portals"], -1)).tiles(guardian=8)
    for space, task in zip(
        sorted(city["lit"]), TASKS[ids.Color.BLUE] + TASKS[ids.Color.RED], strict=False
    ):
        position.lit(space, task)
    for guardian, number in zip(ids.Guardian, city["guardians"], strict=True):
        at = SPACES[number]
        seat = build_view(position.state, 0).seats[0]
        stops = {str(place) for each in seat.guardians for place in oracles.free_moves(seat, each)}
        position.guardian(guardian, at if str(place(at)) in stops else "start")
    return position


@settings(max_examples=120)
@given(city=CITY, steps=st.integers(1, 8))
def test_processions_go_where_single_steps_lead(city: dict[str, Any], steps: int) -> None:
    game = built(city).game()
    if f"procession {steps}" in options(game):
        play(game, f"procession {steps}; pay {steps} guardian")
        while compare_walks(state_of(game)):
            play(game, options(game)[-1])


@settings(max_examples=120)
@given(city=CITY)
def test_the_council_moves_a_guardian_wherever_single_steps_lead(city: dict[str, Any]) -> None:
    position = built(city)
    game = position.asked(agenda.CouncilChoice(CouncilBonus.MOVE_GUARDIAN)).game()
    assert compare_walks(state_of(game)) == 1
