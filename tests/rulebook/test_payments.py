"""Paying action tiles and resources, and what may replace them (S0, S1 Use Action Tiles)."""

import pytest

from engine import Reason
from tests.kit.position import Position, city_of, options, play, why_not


def asked_to_pay_path(**tiles: int) -> list[str]:
    game = Position().tiles(**tiles).game()
    play(game, "path 1")
    return options(game)


def asked_to_pay_elder(elder: str, price: int, **resources: int) -> list[str]:
    """What can be paid for an elder that costs so many tiles, after the tiles are paid."""
    game = Position().tiles(gnome=price).resources(**resources).game()
    play(game, f"recruit {elder} {price}; pay {price} gnome")
    return options(game)


def test_an_action_costs_its_own_tile() -> None:
    game = Position().tiles(path=1).game()
    play(game, "path 1; pay path")
    assert city_of(game).tiles.total == 0
    assert len(city_of(game).path) == 1


def test_ruling_1_a_yellow_tile_or_any_two_tiles_replace_one_even_when_it_is_held() -> None:
    assert asked_to_pay_path(path=1, wild=1, ship=2) == ["pay 1 path", "pay 1 wild", "pay 2 ship"]


def test_ruling_1_the_strict_table_replaces_only_what_is_missing() -> None:
    game = Position(strict_payment=True).tiles(path=1, wild=1, ship=2).game()
    play(game, "path 1")
    assert options(game) == ["pay 1 path"]
    assert why_not(game, "pay wild") is Reason.SUBSTITUTE_NOT_NEEDED
    without = Position(strict_payment=True).tiles(wild=1, ship=2).game()
    play(without, "path 1")
    assert options(without) == ["pay 1 wild", "pay 2 ship"]


def test_ruling_1_the_strict_table_replaces_only_missing_resources() -> None:
    game = Position(strict_payment=True).tiles(gnome=2).resources(herb=1, gold=1, root=2).game()
    play(game, "recruit EL1 2; pay 2 gnome")
    assert options(game) == ["pay 1 herb"]


def test_two_different_tiles_replace_one() -> None:
    assert asked_to_pay_path(ship=1, gnome=1) == ["pay 1 ship 1 gnome"]


def test_a_single_wrong_tile_pays_nothing() -> None:
    game = Position().tiles(ship=1).game()
    assert options(game, "path") == []
    assert why_not(game, "path 1") is Reason.TILES_SHORT


@pytest.mark.parametrize("paid", ["pay 2 path", "pay path wild", "pay path ship", "pay wild ship"])
def test_ruling_58_no_payment_holds_a_tile_that_could_be_left_out(paid: str) -> None:
    game = Position().tiles(path=2, wild=1, ship=2).game()
    play(game, "path 1")
    assert why_not(game, paid) is Reason.PAYMENT_WRONG


def test_ruling_58_two_units_are_paid_each_on_its_own() -> None:
    game = Position().path("blue herb", "blue root", "blue fruit").tiles(path=1, wild=1, ship=4)
    built = game.game()
    play(built, "path 1")
    assert set(options(built)) == {
        "pay 1 path 1 wild",
        "pay 1 path 2 ship",
        "pay 2 ship 1 wild",
        "pay 4 ship",
    }


def test_a_tile_that_is_not_held_pays_nothing() -> None:
    game = Position().tiles(path=1).game()
    play(game, "path 1")
    assert why_not(game, "pay wild") is Reason.PAYMENT_WRONG
    assert why_not(game, "pay herb") is Reason.WRONG_QUESTION


def test_ruling_1_gold_or_any_two_resources_replace_one() -> None:
    paid = asked_to_pay_elder("EL1", 2, herb=1, gold=1, root=1, shell=1)
    assert paid == ["pay 1 herb", "pay 1 gold", "pay 1 shell 1 root"]


def test_ruling_2_gold_itself_is_replaced_by_two_resources() -> None:
    assert asked_to_pay_elder("EL6", 2, root=1, shell=1) == ["pay 1 shell 1 root"]
    assert asked_to_pay_elder("EL6", 2, gold=1, root=2) == ["pay 1 gold", "pay 2 root"]


def test_ruling_58_the_pair_for_a_resource_holds_neither_the_kind_nor_gold() -> None:
    game = Position().tiles(gnome=2).resources(herb=2, gold=1, root=1).game()
    play(game, "recruit EL1 2; pay 2 gnome")
    for paid in ("pay 2 herb", "pay herb root", "pay gold root", "pay herb gold"):
        assert why_not(game, paid) is Reason.PAYMENT_WRONG


def test_two_units_of_a_resource_mix_their_substitutes() -> None:
    assert set(asked_to_pay_elder("EL1", 1, herb=1, gold=1, root=2)) == {
        "pay 1 herb 1 gold",
        "pay 1 herb 2 root",
        "pay 2 root 1 gold",
    }


def test_ruling_58_a_pair_for_one_unit_may_hold_the_kind_of_another() -> None:
    # The island wants Blossom and the offering Fruit: two further Blossom replace the Fruit.
    game = (
        (Position().tiles(task=1).resources(blossom=3).ship("A1").island("A1", "B01", None))
        .open_offerings("fruit", None)
        .game()
    )
    play(game, "task B01 left; pay task")
    assert options(game) == ["pay 3 blossom"]


def test_ruling_57_resources_are_never_discarded() -> None:
    game = Position().tiles(ship=1).resources(herb=3).game()
    assert options(game, "discard") == ["discard ship"]


def test_payments_go_back_to_the_supply() -> None:
    game = Position().tiles(gnome=2, wild=1).resources(herb=2).game()
    play(game, "recruit EL1 2; pay gnome wild; pay herb")
    assert (city_of(game).tiles.total, city_of(game).resources.total) == (1, 1)
