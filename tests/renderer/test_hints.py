"""Pictures that answer the open question: what they mark, where, and that it can be read."""

from dataclasses import replace

import pytest

from bot.words import catalog, languages
from renderer import ALT_LIMIT, NO_HINTS, Hints, Options, PaletteName, draw_fate
from renderer.text import board_alt, city_alt, fate_alt
from tests.kit.marks import long
from tests.renderer import samples
from tests.renderer.contents import dump, labels
from tests.renderer.hinted import BOARD_LINES, FATE, HINTS, LINES, hinted_scenes
from tests.renderer.legibility import faint, hidden
from tests.renderer.lint import all_texts, overlap, problems
from tests.renderer.scenes import scenes_of

NAMES = ("W" * 32, "M" * 32, "Ж" * 32, "漢字")


@pytest.mark.parametrize("language", languages())
def test_what_answers_a_question_is_free_of_faults(language: str) -> None:
    for name, scene in hinted_scenes(Options(catalog(language).translate, NAMES)):
        assert problems(scene) == [], name


@pytest.mark.parametrize("palette", [PaletteName.FIRELIGHT, long(PaletteName.CONTRAST)])
def test_what_answers_a_question_stands_out(palette: PaletteName, options: Options) -> None:
    for name, scene in hinted_scenes(options):
        assert faint(scene, palette) == [], name


def test_what_answers_a_question_hides_nothing(options: Options) -> None:
    for name, scene in hinted_scenes(options):
        assert hidden(scene) == [], name


def test_an_island_within_reach_carries_its_price(options: Options) -> None:
    board = dump(dict(hinted_scenes(options))["board"])
    islands = board.split("\n    island ")
    for code, tiles in HINTS.sailing:
        (block,) = (each for each in islands if each.startswith(f"{code} @"))
        assert f"possible for {tiles} ship" in block
    plain = dump(dict(scenes_of(samples.middle(), options))["board"])
    assert "possible for" not in plain


def test_a_space_of_the_great_bonfire_carries_its_price(options: Options) -> None:
    board = dump(dict(hinted_scenes(options))["board"])
    for price in range(4):
        spaces = [space for space, tiles in HINTS.wheel if tiles == price]
        assert board.count(f"possible for {price} great_bonfire") == len(spaces)


def test_a_task_space_tells_what_its_crystal_adds(options: Options) -> None:
    city = dump(dict(hinted_scenes(options))["city"])
    blocks = {block[0]: block for block in city.split("space ")}
    # Of the middle game the spaces 3 and 5 hold tasks already: those are no places to put one.
    assert "space for +?" in city
    assert "space for" not in blocks["3"] + blocks["5"]


def test_every_walk_ends_on_a_shield_of_its_guardian(options: Options) -> None:
    city = dump(dict(hinted_scenes(options))["city"])
    reach = city.split("reach @")[1].split("terraces @")[0]
    assert reach.count(" for ") == len(HINTS.walks)


def test_every_line_has_its_number_where_it_begins(options: Options) -> None:
    shown = dict(hinted_scenes(options))
    for index in range(len(LINES)):
        assert {"line 1", "line 2", "line 3"} <= labels(shown[f"lines {index}"])
    for index in range(len(BOARD_LINES)):
        assert {"line 1", "line 2", "line 3"} <= labels(shown[f"lines {index} of the board"])
    assert "line 1" not in labels(dict(scenes_of(samples.middle(), options))["city 0"])


def test_what_the_text_speaks_of_has_letters_and_no_number(options: Options) -> None:
    shown = dict(hinted_scenes(options))
    for name in ("told", "told of the board"):
        signs = {label for label in labels(shown[name]) if label.startswith("line ")}
        assert signs == {"line A", "line B", "line C"}


def test_numbers_at_the_same_place_stand_side_by_side(options: Options) -> None:
    shown = dict(hinted_scenes(options))["lines 2"]
    first, second = (rect for text, rect in all_texts(shown) if text.label in ("line 2", "line 3"))
    assert not overlap(first, second)


@pytest.mark.parametrize("language", languages())
def test_the_alt_text_of_a_city_says_where_each_line_begins(language: str) -> None:
    words = catalog(language)
    for marks in LINES:
        options = Options(words.translate, ("Ada", "Bo", "Cy", "Dee"), hints=Hints(lines=marks))
        told = city_alt(samples.middle(), 0, options)
        named = [words.say("button.line", number=number) for number in (1, 2, 3)]
        assert told.startswith(f"{named[0]}: ")
        assert all(f" {name}: " in told for name in named[1:])
        assert len(told) <= ALT_LIMIT


def test_the_fate_area_alone_numbers_its_places(options: Options) -> None:
    found = labels(dict(hinted_scenes(options))["fate"])
    assert {f"fate place {number}" for number in range(1, len(FATE) + 1)} <= found
    assert {"fate top", "fate bottom"} <= found
    assert {f"fate column {letter}" for letter in "abcdefg"} <= found


def test_the_alt_text_of_a_fate_area_names_the_places_first(options: Options) -> None:
    told = fate_alt(samples.middle(), 0, replace(options, hints=HINTS))
    assert len(told) <= ALT_LIMIT
    assert "Spot 1: e4, f4, g4, gains 3 path " in told
    assert told.index("Spot 3") < told.index("Resources: ")


@pytest.mark.parametrize("language", languages())
def test_the_alt_texts_begin_with_the_answer(language: str) -> None:
    hinted = Options(catalog(language).translate, ("Ada", "Bo", "Cy", "Dee"), hints=HINTS)
    plain = replace(hinted, hints=NO_HINTS)
    view = samples.middle()
    for told, usual, named in (
        (board_alt(view, hinted), board_alt(view, plain), ("B1", "E3")),
        (city_alt(view, 0, hinted), city_alt(view, 0, plain), ("7",)),
    ):
        assert len(told) <= ALT_LIMIT
        answer = told[: told.index(usual[:30])]
        assert all(name in answer for name in named)


def test_a_fate_area_can_be_drawn_where_tiles_stick_out(options: Options) -> None:
    crowded = samples.crowded()
    row = replace(crowded.seats[0], fate_row=(samples.TILE["F3"], samples.TILE["F4"]))
    view = replace(crowded, seats=(row, *crowded.seats[1:]))
    for name, scene in hinted_scenes(options, view):
        if name == "fate":
            assert problems(scene) == []
    drawn = draw_fate(view, 0, replace(options, hints=HINTS, scale=0.3))
    assert drawn.width == 480


def test_the_fate_tile_that_came_last_is_marked_until_another_comes(options: Options) -> None:
    city = dump(dict(scenes_of(samples.middle(), options))["city 0"])
    assert city.count(" latest") == 1
    assert "fate " + "-".join(samples.TILE["F5"].symbols) + " up latest" in city
    opening = dump(dict(scenes_of(samples.opening(), options))["city 0"])
    assert "latest" not in opening


def test_lines_on_the_board_and_in_a_city_have_their_numbers_in_both_pictures(
    options: Options,
) -> None:
    lines = (BOARD_LINES[0][0], LINES[0][0], LINES[0][2])
    shown = dict(scenes_of(samples.middle(), replace(options, hints=Hints(lines=lines))))
    assert "line 1" in labels(shown["board"])
    assert {"line 2", "line 3"} <= labels(shown["city 0"])
