"""Alt texts and the text board."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.words import catalog
from engine.build_view import build_view
from engine.state import GameOptions
from engine.view import View
from renderer import ALT_LIMIT, Options, text
from tests.kit.marks import long
from tests.properties.games import states
from tests.renderer import samples
from tests.renderer.telling import POSITIONS

WIDE = ("W" * 32, "M" * 32, "漢" * 32, "Ж" * 32)


def played(players: int) -> Iterator[View]:
    """Positions all through a game of players with goals, who come to own much."""
    for move, state in enumerate(states(GameOptions(players), 10 + players, 1)):
        if move % 25 == 0:
            yield build_view(state, move)


@pytest.mark.parametrize("language", ["pl", long("de"), long("en")])
def test_alt_texts_fit_a_description_of_discord_and_hold_every_city(language: str) -> None:
    """A full alt text of a main board names the described table for the rest."""
    words = catalog(language)
    options = Options(words.translate, WIDE)
    rest = words.say("alt.rest")
    for view in (*(made() for made in POSITIONS.values()), *played(1), *played(4)):
        board = text.board_alt(view, options)
        whole = [text.final_alt(view, options)]
        whole += [text.city_alt(view, seat, options) for seat in range(len(view.seats))]
        assert all(0 < len(alt) <= ALT_LIMIT for alt in (board, *whole))
        assert all(rest not in alt for alt in whole), view.move
    assert text.board_alt(samples.crowded(), options).endswith(rest)


def test_the_board_states_scores_bonfires_ships_and_whose_turn(options: Options) -> None:
    alt = text.board_alt(samples.middle(), options)
    assert "Ada (red): 30 points, 6 of them scored, 3 bonfires. Ship at B2." in alt
    assert "Wanda Dee leads." in alt
    assert "It's Ada's turn." in alt
    assert "Novices sent: 10. The countdown begins at 13." in alt
    assert "Cyprian is the starting player." in alt


def test_a_city_states_supplies_tasks_portals_and_guardians(options: Options) -> None:
    alt = text.city_alt(samples.middle(), 0, options)
    assert "4 Herbs" in alt
    assert "3 task Y12 for 7, can be ignited; 4 bonfire R07 for 4; " in alt
    assert "Portals placed: Leaf, Star, Moon, and Sun." in alt
    assert "wood at bonfire 4" in alt


def test_the_final_sheet_states_winner_and_tie(options: Options) -> None:
    alt = text.final_alt(samples.finished(), options)
    assert "Won by Ada." in alt
    assert "More bonfires decided the tie." in alt


def test_a_game_that_is_over_is_not_told_as_if_it_went_on(options: Options) -> None:
    view = samples.finished()
    totals = [seat.sheet.total for seat in view.seats]
    for told in (text.board_alt(view, options), text.text_board(view, options)):
        assert "if the game ended now" not in told
        assert f"{totals[0]} points at the end" in told
        assert "leads" not in told


def test_one_point_and_no_sources_are_worded_as_such(options: Options) -> None:
    view = samples.opening(2)
    one = replace(view.seats[0], score=1, bonfires=1, sheet=samples.sheet(0, 1))
    view = replace(view, seats=(one, view.seats[1]))
    final = text.final_alt(view, options)
    assert (
        "Ada: 1 point. Bo: 0 points. By source, for each seat in that order: Elders 1, 0." in final
    )
    assert "By source" not in text.final_alt(samples.opening(2), options)
    board = text.board_alt(view, options)
    assert "Ada (red): 1 point, 1 of them scored, 1 bonfire." in board
    for position in POSITIONS.values():
        told = text.text_board(position(), options)
        assert not re.search(r"\.\s*\.|\(\)|: \.|\b1 (points|bonfires|turns)\b", told)


def test_the_text_board_holds_every_city_and_the_table(options: Options) -> None:
    board = text.text_board(samples.solo(), options)
    assert "Tom's card 12 of 32: Task II; 4 left in his deck." in board
    assert "Portals on the Great Bonfire: Sun 1, 5; Moon 1, 2, 5, 6; Star" in board
    assert board.count("Common Tasks:") == 2


def test_the_text_board_words_the_conditions_of_all_tasks(options: Options) -> None:
    worded = replace(options, describe=lambda condition: type(condition).__name__)
    board = text.text_board(samples.middle(), worded)
    assert "R12, 5 points: OfferingsOnBothIslands." in board
    view = samples.middle()
    on_islands = [slot.task for place in view.islands for slot in place.slots if slot.task]
    assert all(f"\n{task.id}, {task.points} points: " in board for task in on_islands)


def test_the_text_board_counts_the_path_tiles_left(options: Options) -> None:
    assert "2 Herb blue" in text.text_board(samples.opening(), options)
    assert "Path tiles left" not in text.text_board(samples.crowded(), options)


def test_a_name_without_letters_gives_way_to_the_colour(options: Options) -> None:
    nameless = replace(options, names=("  ", "", "Cy", "Dee"))
    assert "Red circle (red): 30 points" in text.board_alt(samples.middle(), nameless)
