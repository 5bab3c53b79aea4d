"""No turn takes more presses than it needs: each way is walked on the pages."""

import pytest

from tests.tools.presses import Way, settings, table, turns


@pytest.mark.long
def test_a_turn_takes_few_presses() -> None:
    taken = {way.what: way.presses for way in turns()}
    assert taken["Suggest a turn"] == taken["First row of the menu"] == 3
    assert max(taken.values()) == 4
    assert taken["Suggest a turn, and change a step"] == taken["Suggest a turn"] + 1


def test_every_setting_is_two_or_three_presses_from_its_page() -> None:
    taken = list(settings())
    assert {way.presses for way in taken} == {2, 3, 4}
    assert [way.what for way in taken if way.presses == 4] == ["server: How numbers and dates look"]


def test_the_ways_are_told_in_a_table() -> None:
    told = table("turn", iter([Way("Suggest a turn", 3)]))
    assert told.splitlines()[-1] == "| Suggest a turn | 3 |"
