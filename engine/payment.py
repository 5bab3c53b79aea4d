"""Payments: what can be laid down for a cost, and whether an offered payment is one of them.

A unit of an action is paid by its own tile, one yellow tile or any two tiles; a named resource
by itself, one Gold or any two resources (S0 Use Action Tiles; rulings 1, 2). A payment is
listed when no piece of it could be left out, which rules out the pointless ones of ruling
58: a pair never contains the needed kind, nor yellow or Gold.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from engine import bag, ids

_WILD: Final = len(bag.ActionTiles.KINDS) - 1
_GOLD: Final = len(bag.Resources.KINDS) - 1
_CACHE: Final = 1 << 12


class PaymentRules(NamedTuple):
    """The means of one seat to pay.

    `wild_value` is what a yellow tile is worth: 1, or 2 with specialist 5 (ruling 19).
    `strict` is the table option of ruling 1: a substitute only for a piece that one lacks.
    """

    wild_value: int = 1
    strict: bool = False


PLAIN: Final = PaymentRules()


def tile_payments(
    hand: bag.ActionTiles, kind: ids.ActionType, count: int, rules: PaymentRules = PLAIN
) -> tuple[bag.ActionTiles, ...]:
    """Every payment of `count` tiles of a kind: the fewest tiles first, then the fewest yellow."""
    own = bag.ActionTiles.INDEX[kind]
    # No payment holds more than this, so hands that differ only beyond it share one entry.
    useful = tuple(
        min(held, count if index in (own, _WILD) else 2 * count)
        for index, held in enumerate(hand.counts)
    )
    return _tile_payments(useful, own, count, rules)


def can_pay_tiles(
    hand: bag.ActionTiles, kind: ids.ActionType, count: int, rules: PaymentRules = PLAIN
) -> bool:
    """Say whether `tile_payments` would list any payment."""
    return most_payable(hand, kind, rules) >= count


def most_payable(hand: bag.ActionTiles, kind: ids.ActionType, rules: PaymentRules = PLAIN) -> int:
    """The greatest count for which `tile_payments` would list any payment."""
    own, wild = hand[kind], hand.counts[_WILD]
    return own + wild * rules.wild_value + (hand.total - own - wild) // 2


def is_tile_payment(
    hand: bag.ActionTiles,
    paid: bag.ActionTiles,
    kind: ids.ActionType,
    count: int,
    rules: PaymentRules = PLAIN,
) -> bool:
    """Say whether `tile_payments` would list this payment."""
    own, wild = paid[kind], paid.counts[_WILD]
    others = paid.total - own - wild
    if not hand.covers(paid) or (rules.strict and own != min(hand[kind], count)):
        return False
    return (wild, others) in set(_substitutes(own, count, rules))


def resource_payments(
    supply: bag.Resources, needed: bag.Resources, any_count: int, rules: PaymentRules = PLAIN
) -> tuple[bag.Resources, ...]:
    """Every payment of the named resources and `any_count` units of any kind (specialists 3, 9).

    The fewest resources come first, then the least Gold.
    """
    # No payment holds more than this, so supplies that differ only beyond it share one entry.
    most = 2 * needed.total + any_count
    useful = bag.Resources(tuple(min(held, most) for held in supply.counts))
    return _resource_payments(useful, needed, any_count, rules)


def can_pay_resources(supply: bag.Resources, needed: bag.Resources, any_count: int) -> bool:
    """Say whether `resource_payments` would list any payment; the table option changes nothing."""
    return _pays(supply.counts, needed.counts, any_count)


def is_resource_payment(
    supply: bag.Resources,
    paid: bag.Resources,
    needed: bag.Resources,
    any_count: int,
    rules: PaymentRules = PLAIN,
) -> bool:
    """Say whether `resource_payments` would list this payment."""
    if not supply.covers(paid):
        return False
    if rules.strict and not _pays_itself(supply, paid, needed):
        return False
    return _is_minimal(paid.counts, needed.counts, any_count)


def _substitutes(own: int, count: int, rules: PaymentRules) -> Iterator[tuple[int, int]]:
    """The yellow and other tiles that complete `own` tiles of the kind, without any to spare."""
    rest, value = count - own, rules.wild_value
    if rest < 0:
        return
    for wild in range(rest // value + 1):
        yield wild, 2 * (rest - wild * value)
    # The surplus of a doubled yellow tile is unavoidable only if nothing else could be left out;
    # under the strict option the own tiles have to be paid.
    if rest % value and (own == 0 or rules.strict):
        yield rest // value + 1, 0


@lru_cache(maxsize=_CACHE)
def _tile_payments(
    hand: tuple[int, ...], own: int, count: int, rules: PaymentRules
) -> tuple[bag.ActionTiles, ...]:
    least = min(hand[own], count) if rules.strict else 0
    others = [index for index in range(_WILD) if index != own]
    found = []
    for paid_own in range(least, hand[own] + 1):
        for wild, pieces in _substitutes(paid_own, count, rules):
            if wild <= hand[_WILD]:
                for picked in _picks(hand, others, pieces):
                    picked[own], picked[_WILD] = paid_own, wild
                    found.append(tuple(picked))
    return tuple(bag.ActionTiles(counts) for counts in sorted(found, key=_canonical))


def _picks(held: tuple[int, ...], kinds: list[int], pieces: int) -> Iterator[list[int]]:
    """All ways to pick so many pieces of the given kinds, as counts of all kinds."""
    if not kinds:
        if pieces == 0:
            yield [0] * len(held)
        return
    first, *rest = kinds
    for number in range(min(held[first], pieces) + 1):
        for picked in _picks(held, rest, pieces - number):
            picked[first] = number
            yield picked


@lru_cache(maxsize=_CACHE)
def _resource_payments(
    supply: bag.Resources, needed: bag.Resources, any_count: int, rules: PaymentRules
) -> tuple[bag.Resources, ...]:
    return tuple(
        paid
        for paid in _minimal_resources(needed.counts, any_count)
        if supply.covers(paid) and (not rules.strict or _pays_itself(supply, paid, needed))
    )


@lru_cache(maxsize=_CACHE)
def _minimal_resources(needed: tuple[int, ...], any_count: int) -> tuple[bag.Resources, ...]:
    """Every payment that some supply would allow, in canonical order."""
    least, most = sum(needed) + any_count, 2 * sum(needed) + any_count
    kinds = list(range(len(needed)))
    found = [
        tuple(paid)
        for total in range(least, most + 1)
        for paid in _picks((total,) * len(needed), kinds, total)
    ]
    return tuple(
        bag.Resources(counts)
        for counts in sorted(found, key=_canonical)
        if _is_minimal(counts, needed, any_count)
    )


def _canonical(counts: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
    """Fewest pieces, then fewest yellow or Gold, then the kinds that come first."""
    return sum(counts), counts[-1], tuple(-count for count in counts)


def _pays_itself(supply: bag.Resources, paid: bag.Resources, needed: bag.Resources) -> bool:
    """Say whether every needed resource that is held is paid by itself (the strict option)."""
    return all(
        given >= min(held, need)
        for held, given, need in zip(supply.counts, paid.counts, needed.counts, strict=True)
    )


def _is_minimal(paid: tuple[int, ...], needed: tuple[int, ...], any_count: int) -> bool:
    """Say whether the resources pay, and would not without any one of them."""
    return _pays(paid, needed, any_count) and not any(
        count and _pays((*paid[:index], count - 1, *paid[index + 1 :]), needed, any_count)
        for index, count in enumerate(paid)
    )


@lru_cache(maxsize=_CACHE)
def _pays(paid: tuple[int, ...], needed: tuple[int, ...], any_count: int) -> bool:
    """Say whether the resources cover the cost; they may be more than needed.

    What is itself needed pays for itself first, then Gold replaces one unit each, then pairs.
    """
    missing = spare = 0
    for index in range(_GOLD):
        difference = paid[index] - needed[index]
        if difference < 0:
            missing -= difference
        else:
            spare += difference
    gold = paid[_GOLD] - needed[_GOLD] - missing
    return spare + gold >= any_count if gold >= 0 else spare + 2 * gold >= any_count
