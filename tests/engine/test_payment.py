"""Payments against a naive enumerator that tries every sub-bag and every way to spend it."""

import random
from collections.abc import Callable
from functools import cache
from itertools import product

import pytest

from engine import ids
from engine.bag import ActionTiles, Resources
from engine.payment import (
    PLAIN,
    PaymentRules,
    can_pay_resources,
    can_pay_tiles,
    is_resource_payment,
    is_tile_payment,
    resource_payments,
    tile_payments,
)

Counts = tuple[int, ...]
DOUBLE = PaymentRules(wild_value=2)
STRICT = PaymentRules(strict=True)
STRICT_DOUBLE = PaymentRules(wild_value=2, strict=True)
ALL_RULES = [PLAIN, DOUBLE, STRICT, STRICT_DOUBLE]
PATH, SHIP, TASK, GUARDIAN, GREAT_BONFIRE, GNOME, WILD = ids.ActionType


def hand(**counts: int) -> ActionTiles:
    return ActionTiles.from_mapping(counts)


def supply(**counts: int) -> Resources:
    return Resources.from_mapping(counts)


def without(counts: Counts, *indexes: int) -> Counts | None:
    left = list(counts)
    for index in indexes:
        left[index] -= 1
    return None if min(left) < 0 else tuple(left)


@cache
def spends_tiles(bag: Counts, own: int, units: int, wild_value: int) -> bool:
    if units <= 0:
        return True
    ways = [(without(bag, own), 1), (without(bag, 6), wild_value)]
    ways += [(without(bag, one, two), 1) for one in range(7) for two in range(one, 7)]
    return any(
        left is not None and spends_tiles(left, own, units - worth, wild_value)
        for left, worth in ways
    )


@cache
def spends_resources(bag: Counts, needed: tuple[int, ...], any_count: int) -> bool:
    if needed:
        ways = [without(bag, needed[0]), without(bag, 5)]
        ways += [without(bag, one, two) for one in range(6) for two in range(one, 6)]
        return any(
            left is not None and spends_resources(left, needed[1:], any_count) for left in ways
        )
    return sum(bag) >= any_count


def naive(held: Counts, pays: Callable[[Counts], bool], forced: Counts) -> set[Counts]:
    """Sub-bags that hold what is forced, pay, and would not pay without any unforced piece."""
    found = set()
    for bag in product(*(range(low, count + 1) for low, count in zip(forced, held, strict=True))):
        smaller = [without(bag, index) for index, count in enumerate(bag) if count > forced[index]]
        if pays(bag) and not any(one is not None and pays(one) for one in smaller):
            found.add(bag)
    return found


def naive_tiles(
    held: ActionTiles, kind: ids.ActionType, count: int, rules: PaymentRules
) -> set[Counts]:
    own = ActionTiles.INDEX[kind]
    forced = [0] * 7
    if not rules.strict:
        return naive(
            held.counts,
            lambda bag: spends_tiles(bag, own, count, rules.wild_value),
            tuple(forced),
        )
    # Strict: the own tiles go first, the rest is a cost of its own that they cannot help with.
    forced[own] = min(held[kind], count)
    rest = count - forced[own]
    kept = list(held.counts)
    kept[own] = 0
    paid = naive(tuple(kept), lambda bag: spends_tiles(bag, own, rest, rules.wild_value), (0,) * 7)
    return {tuple(map(int.__add__, bag, forced)) for bag in paid}


@pytest.mark.parametrize("rules", ALL_RULES)
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_tile_payments_are_exactly_those_of_the_naive_enumerator(
    rules: PaymentRules, count: int
) -> None:
    dice = random.Random(count)
    for size in (0, 1, 2, 3, 4, 5, 6, 7, 8, 8):
        kind = dice.choice(list(ids.ActionType)[:6])
        held = ActionTiles.of(*dice.choices(list(ids.ActionType), k=size))
        listed = tile_payments(held, kind, count, rules)
        counts = [paid.counts for paid in listed]
        assert len(set(counts)) == len(counts)
        assert set(counts) == naive_tiles(held, kind, count, rules)
        assert can_pay_tiles(held, kind, count, rules) is bool(listed)
        for bag in product(*(range(number + 1) for number in held.counts)):
            accepted = is_tile_payment(held, ActionTiles(bag), kind, count, rules)
            assert accepted is (bag in counts)


@pytest.mark.parametrize("strict", [False, True], ids=["substitutes", "strict"])
@pytest.mark.parametrize(
    ("needed", "any_count"),
    [
        ((ids.Resource.HERB,), 0),
        ((ids.Resource.HERB, ids.Resource.FRUIT), 0),
        ((ids.Resource.ROOT, ids.Resource.ROOT), 0),
        ((ids.Resource.GOLD,), 0),
        ((ids.Resource.GOLD, ids.Resource.GOLD), 0),
        ((), 1),
        ((), 2),
        ((ids.Resource.SHELL,), 1),
    ],
)
def test_resource_payments_are_exactly_those_of_the_naive_enumerator(
    needed: tuple[ids.Resource, ...],
    any_count: int,
    strict: bool,  # noqa: FBT001
) -> None:
    rules = PaymentRules(strict=strict)
    cost = Resources.of(*needed)
    units = tuple(Resources.INDEX[resource] for resource in needed)
    dice = random.Random(any_count)
    for size in (0, 1, 2, 3, 4, 5, 6, 7, 8):
        held = Resources.of(*dice.choices(list(ids.Resource), k=size))
        forced = map(min, held.counts, cost.counts) if strict else (0,) * 6
        listed = resource_payments(held, cost, any_count, rules)
        counts = [paid.counts for paid in listed]
        assert len(set(counts)) == len(counts)
        assert set(counts) == naive(
            held.counts, lambda bag: spends_resources(bag, units, any_count), tuple(forced)
        )
        assert can_pay_resources(held, cost, any_count) is bool(listed)
        for bag in product(*(range(number + 1) for number in held.counts)):
            accepted = is_resource_payment(held, Resources(bag), cost, any_count, rules)
            assert accepted is (bag in counts)


def test_a_hand_of_twelve_has_15_55_and_106_payments() -> None:
    held = hand(path=2, ship=2, task=2, guardian=2, great_bonfire=1, gnome=1, wild=2)
    assert [len(tile_payments(held, PATH, count)) for count in (1, 2, 3)] == [15, 55, 106]


def test_a_unit_is_paid_by_its_own_tile_one_yellow_or_any_two() -> None:
    held = hand(path=1, ship=2, task=1, wild=1)
    assert tile_payments(held, PATH, 1) == (
        hand(path=1),
        hand(wild=1),
        hand(ship=2),
        hand(ship=1, task=1),
    )


def test_a_pair_contains_neither_the_needed_kind_nor_yellow() -> None:
    held = hand(path=2, ship=1, wild=2)
    assert tile_payments(held, PATH, 1) == (hand(path=1), hand(wild=1))
    assert not is_tile_payment(held, hand(path=1, ship=1), PATH, 1)
    assert not is_tile_payment(held, hand(ship=1, wild=1), PATH, 1)


def test_the_fewest_tiles_come_first_then_the_fewest_yellow() -> None:
    held = hand(path=2, ship=2, gnome=2, wild=2)
    listed = tile_payments(held, PATH, 2)
    assert listed[0] == hand(path=2)
    ranks = [(paid.total, paid[WILD]) for paid in listed]
    assert ranks == sorted(ranks)


def test_specialist_5_a_yellow_tile_pays_two_units_and_only_unavoidable_surplus_is_lost() -> None:
    held = hand(path=1, ship=2, wild=2)
    assert tile_payments(held, PATH, 1, DOUBLE) == (hand(path=1), hand(wild=1), hand(ship=2))
    assert tile_payments(held, PATH, 2, DOUBLE) == (hand(wild=1), hand(path=1, ship=2))
    assert tile_payments(held, PATH, 3, DOUBLE) == (
        hand(path=1, wild=1),
        hand(wild=2),
        hand(ship=2, wild=1),
    )
    assert not is_tile_payment(held, hand(path=1, wild=1), PATH, 2, DOUBLE)


def test_strict_option_a_substitute_only_for_a_tile_one_does_not_have() -> None:
    held = hand(path=1, ship=2, wild=1)
    assert tile_payments(held, PATH, 1, STRICT) == (hand(path=1),)
    assert tile_payments(held, PATH, 2, STRICT) == (hand(path=1, wild=1), hand(path=1, ship=2))
    assert not is_tile_payment(held, hand(ship=2, wild=1), PATH, 2, STRICT)


def test_strict_option_with_specialist_5_still_lets_the_own_tile_be_joined_by_a_yellow() -> None:
    assert tile_payments(hand(path=1, wild=1), PATH, 2, STRICT_DOUBLE) == (hand(path=1, wild=1),)


def test_a_procession_of_many_steps_can_be_paid_by_pairs() -> None:
    held = hand(ship=4, task=3, gnome=3)
    assert tile_payments(held, GUARDIAN, 5) == (held,)
    assert tile_payments(held, GUARDIAN, 6) == ()


def test_a_resource_is_paid_by_itself_one_gold_or_any_two() -> None:
    held = supply(blossom=2, herb=1, gold=1)
    assert resource_payments(held, supply(herb=1), 0) == (
        supply(herb=1),
        supply(gold=1),
        supply(blossom=2),
    )


def test_gold_itself_is_payable_by_any_two_others() -> None:
    held = supply(blossom=1, herb=1, gold=1)
    listed = resource_payments(held, supply(gold=1), 0)
    assert listed == (supply(gold=1), supply(blossom=1, herb=1))


def test_a_pair_may_hold_the_other_needed_resource_if_it_is_not_needed_for_itself() -> None:
    held = supply(herb=3)
    assert resource_payments(held, supply(herb=1, fruit=1), 0) == (held,)
    assert resource_payments(supply(herb=2), supply(herb=1, fruit=1), 0) == ()


def test_strict_option_a_substitute_only_for_a_resource_one_does_not_have() -> None:
    held = supply(blossom=2, herb=1, gold=1)
    assert resource_payments(held, supply(herb=1), 0, STRICT) == (supply(herb=1),)
    assert resource_payments(held, supply(herb=2), 0, STRICT) == (
        supply(herb=1, gold=1),
        supply(blossom=2, herb=1),
    )


def test_specialists_3_and_9_pay_with_any_resources_gold_too() -> None:
    held = supply(herb=2, gold=1)
    assert resource_payments(held, Resources.EMPTY, 2) == (supply(herb=2), supply(herb=1, gold=1))


def test_nothing_is_payable_from_an_empty_hand_but_a_free_cost() -> None:
    assert tile_payments(ActionTiles.EMPTY, PATH, 1) == ()
    assert tile_payments(hand(path=1), PATH, 0) == (ActionTiles.EMPTY,)
    assert resource_payments(Resources.EMPTY, Resources.EMPTY, 0) == (Resources.EMPTY,)


def test_pieces_that_are_not_held_are_no_payment() -> None:
    assert not is_tile_payment(hand(ship=1), hand(path=1), PATH, 1)
    assert not is_resource_payment(supply(herb=1), supply(fruit=1), supply(fruit=1), 0)
