from dataclasses import replace

from engine import ids
from engine.box_index import box_index
from engine.data.council import CouncilBonus
from engine.data.standard import STANDARD_BOX
from engine.identity_cache import RESULTS_KEPT, cached_by_identity


def test_index_finds_every_row_by_its_id() -> None:
    found = box_index(STANDARD_BOX)
    assert found.tasks["R07"].id == "R07"
    assert found.specialists["S12"].number == 12
    assert found.elders["EL3"].number == 3
    assert list(found.gnomes) == [*found.specialists, *found.elders]
    assert found.fate_tiles["F8"].id == "F8"
    assert found.islands["E3"].resource is ids.Resource.SHELL
    assert found.cities[ids.City.C].city is ids.City.C
    assert found.wheel[7].resource is None
    assert found.council[found.council_space[CouncilBonus.SHIP]].bonus is CouncilBonus.SHIP
    assert found.guardian_islands[ids.Guardian.BLUE] == "D3"
    assert found.gnome_icon[ids.TomCard.GUARDIAN] is False


def test_index_lists_the_unshuffled_decks() -> None:
    found = box_index(STANDARD_BOX)
    assert (len(found.path_deck), len(found.offerings), len(found.tom_deck)) == (28, 10, 8)


def test_distances_are_symmetric_and_reach_every_island() -> None:
    found = box_index(STANDARD_BOX)
    for one in found.islands:
        assert set(found.distances[one]) == set(found.islands)
        assert found.distances[one][one] == 0
        for other in found.islands:
            assert found.distances[one][other] == found.distances[other][one]
    assert found.distances["B3"]["D3"] == 4  # around the landing stage


def test_index_of_one_box_is_made_once_and_of_another_box_anew() -> None:
    other = replace(STANDARD_BOX, tasks=STANDARD_BOX.tasks[:1])
    assert box_index(STANDARD_BOX) is box_index(STANDARD_BOX)
    assert list(box_index(other).tasks) == ["B01"]


def test_identity_cache_forgets_the_oldest_and_stays_right() -> None:
    made: list[str] = []

    @cached_by_identity
    def shouted(source: tuple[str]) -> str:
        made.append(source[0])
        return source[0].upper()

    sources = [(f"source {number}",) for number in range(RESULTS_KEPT + 1)]
    assert [shouted(source) for source in sources] == [
        f"SOURCE {n}" for n in range(RESULTS_KEPT + 1)
    ]
    assert shouted(sources[-1]) == f"SOURCE {RESULTS_KEPT}"
    assert shouted(sources[0]) == "SOURCE 0"
    assert made == [*(source[0] for source in sources), "source 0"]
