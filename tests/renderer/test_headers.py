"""The tops of board and city: who leads, with how many points, and how many of them are scored."""

from dataclasses import replace

import pytest

from engine.view import View
from renderer import Options
from renderer.scene import Scene, Use
from tests.renderer import samples, telling
from tests.renderer.contents import leaves
from tests.renderer.legibility import PHONE
from tests.renderer.lint import all_texts
from tests.renderer.scenes import scenes_of

READABLE = 9.0
TWELVE = ("Bartholomeus", "Maximilianka", "Hildegardine", "Wolframsdorf")
HEADER = 67
SCORED = "picture.scored"


def drawn(view: View, options: Options, picture: str) -> Scene:
    return dict(scenes_of(view, options))[picture]


def crowned(scene: Scene) -> set[str]:
    """The blocks of the header with a crown."""
    return {
        leaf.path[-1]
        for leaf in leaves(scene)
        if isinstance(leaf.item, Use) and leaf.item.symbol.name.startswith("icon crown")
    }


def blocks(view: View, *seats: int) -> set[str]:
    return {f"seat {view.seats[seat].color}" for seat in seats}


def level(*seats: int) -> View:
    """A middle game in which these seats are level and ahead."""
    view = samples.middle()
    best = view.seats[view.leaders[0]]
    ahead = {seat: replace(view.seats[seat], score=best.score, sheet=best.sheet) for seat in seats}
    return replace(view, seats=tuple(ahead.get(city.seat, city) for city in view.seats))


@pytest.mark.parametrize("picture", ["board", "scores"])
def test_a_crown_marks_who_leads_and_each_of_those_who_are_level(
    picture: str, options: Options
) -> None:
    middle, tie, end = samples.middle(), level(0, 3), samples.finished()
    assert end.result is not None
    assert crowned(drawn(middle, options, picture)) == blocks(middle, *middle.leaders)
    assert crowned(drawn(tie, options, picture)) == blocks(tie, 0, 3)
    assert crowned(drawn(end, options, picture)) == blocks(end, *end.result.winners)
    assert crowned(drawn(samples.opening(), options, picture)) == set()


def test_the_city_of_who_leads_has_a_crown_too(options: Options) -> None:
    view = level(0, 3)
    crowns = [crowned(drawn(view, options, f"city {seat}")) for seat in range(4)]
    assert crowns == [{"header"}, set(), set(), {"header"}]


@pytest.mark.parametrize("picture", ["board", "scores", "city 0"])
@pytest.mark.parametrize("view", [samples.middle(), telling.last_round()], ids=["middle", "late"])
def test_all_points_are_larger_than_those_scored_already(
    view: View, picture: str, options: Options
) -> None:
    told = [text for text, _ in all_texts(drawn(view, options, picture))]
    word = next(n for n, text in enumerate(told) if text.text == options.translate(SCORED, {}))
    total, scored = (
        next(text for text in reversed(told[:word]) if text.text == str(points))
        for points in (view.expected(0), view.seats[0].score)
    )
    assert total.size > scored.size
    over = drawn(samples.finished(), options, picture)
    assert options.translate(SCORED, {}) not in {text.text for text, _ in all_texts(over)}


@pytest.mark.parametrize("view", [samples.middle(), samples.crowded()], ids=["middle", "crowded"])
def test_names_and_points_can_be_read_on_a_narrow_phone(view: View, options: Options) -> None:
    scores, city = (drawn(view, options, picture) for picture in ("scores", "city 0"))
    shown = [(scores, city.seat) for city in view.seats] + [(city, 0)]
    for scene, seat in shown:
        sizes = {text.text: text.size * PHONE / scene.width for text, _ in all_texts(scene)}
        assert sizes[options.names[seat]] >= READABLE
        assert sizes[str(view.expected(seat))] >= READABLE


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_name_of_twelve_letters_is_whole_on_the_board(players: int, options: Options) -> None:
    opening = samples.opening(players)
    late = replace(opening, seats=tuple(replace(city, turns_left=5) for city in opening.seats))
    for view in (opening, late):
        scene = drawn(view, replace(options, names=TWELVE), "board")
        told = {text.text for text, rect in all_texts(scene) if rect.bottom < HEADER}
        assert set(TWELVE[:players]) <= told
