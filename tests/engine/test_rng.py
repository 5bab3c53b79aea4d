from collections import Counter
from itertools import permutations

import pytest

from engine.rng import Rng, stream


def test_a_stream_is_the_same_on_every_machine_and_version() -> None:
    rng = stream(20_201_015, "paths", 0)
    assert [rng.below(1000) for _ in range(6)] == [644, 813, 4, 880, 199, 32]


def test_seeds_names_and_counts_open_different_streams() -> None:
    keys = [(1, "paths", 0), (2, "paths", 0), (1, "tasks", 0), (1, "paths", 1), (1 << 100, "a", 0)]
    orders = {stream(*key).shuffled(range(30)) for key in keys}
    assert len(orders) == len(keys)


def test_every_bit_of_a_128_bit_seed_counts() -> None:
    seeds = [0, *(1 << bit for bit in range(128))]
    assert len({stream(seed, "paths", 0).shuffled(range(30)) for seed in seeds}) == len(seeds)


@pytest.mark.parametrize("seed", [-1, 1 << 128])
def test_a_seed_outside_128_bits_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="a seed is a number from 0"):
        stream(seed, "paths", 0)


@pytest.mark.parametrize("bound", [0, -3, (1 << 32) + 1])
def test_a_bound_that_no_number_is_below_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="can be drawn"):
        Rng(b"key").below(bound)


def test_numbers_that_would_favour_the_small_ones_are_drawn_again() -> None:
    rng = Rng(b"key")
    bound = 3 << 30
    # The words from 3 * 2**30 on are a quarter of all: kept, they would double the first third.
    below_a_third = sum(rng.below(bound) < 1 << 30 for _ in range(3000))
    assert 900 < below_a_third < 1100


def test_a_shuffle_can_give_every_order_about_as_often() -> None:
    rng = Rng(b"key")
    counts = Counter(rng.shuffled("abcd") for _ in range(4800))
    assert set(counts) == set(permutations("abcd"))
    assert all(130 < count < 280 for count in counts.values())


def test_a_shuffle_keeps_every_piece() -> None:
    pieces = tuple("aabbbc")
    assert sorted(Rng(b"key").shuffled(pieces)) == sorted(pieces)


def test_a_sample_is_the_front_of_a_shuffle() -> None:
    assert Rng(b"key").sample(range(50), 7) == Rng(b"key").shuffled(range(50))[:7]
