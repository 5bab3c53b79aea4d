"""A post shows large what its turn changed most, and all else on a sheet, as people chose."""

import pytest

from bot.chat.pictures.painting import as_wanted
from bot.model import preferences
from bot.model.pictures import Picture, PictureKind
from bot.present.posts.turn_posts import turn_notice, turn_post
from bot.present.posts.turn_story import as_chosen, turn_pictures
from bot.words import catalog
from engine import Game, GameOptions, ids
from tests.kit.games import play
from tests.kit.outcomes import NAMED, ended
from tests.kit.position import Position
from tests.kit.position import play as answer

WORDS = catalog()
LARGE = {PictureKind.BOARD: "board", PictureKind.FINAL: "final"}


def shown(
    pictures: tuple[Picture, ...],
    wanted: preferences.TurnPictures = preferences.TurnPictures.EVERYTHING,
    choice: preferences.PictureChoice = preferences.PictureChoice.ALL,
) -> list[object]:
    """What is large, by its name or seat, and the subjects of the sheet."""
    arranged = as_chosen(pictures, preferences.Appearance(choice), wanted)
    return [
        picture.shown
        if picture.kind is PictureKind.SHEET
        else LARGE.get(picture.kind, picture.seat)
        for picture in arranged
    ]


def after(play_it: str, **tiles: int) -> tuple[Picture, ...]:
    game = Position().tiles(**tiles).game()
    answer(game, play_it)
    return turn_post(game, 0, NAMED[:2], WORDS).pictures


def test_what_the_turn_changed_most_is_large_and_all_else_is_on_the_sheet() -> None:
    assert shown(after("path 1; pay 1 path; end", path=1)) == [0, (None, 1)]
    game = Game.new(GameOptions(4), 7)
    assert shown(turn_pictures(game.view(), ())) == ["board", (0, 1, 2, 3)]


def test_a_fate_tile_is_shown_in_its_city() -> None:
    game = Position().tiles(wild=1).game()
    game.submit(0, next(one for one in game.legal_actions() if type(one).__name__ == "PlaceFate"))
    answer(game, "end")
    assert shown(turn_post(game, 0, NAMED[:2], WORDS).pictures) == [0, (None, 1)]


def test_of_several_turns_the_first_is_large() -> None:
    """It is a person's; turns of bots are told after it, in a line each."""
    game = Position().tiles(path=1).game()
    answer(game, "path 1; pay 1 path; end")
    turn = game.view().turn
    while game.view().turn == turn:
        play(game, game.move_count, moves=1)
    assert {move.seat for move in game.moves} == {0, 1}
    assert shown(turn_post(game, 0, NAMED[:2], WORDS).pictures) == [0, (None, 1)]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_each_picture_of_the_table_stands_there_once(seats: int) -> None:
    game = Game.new(GameOptions(seats), 3)
    cities = len(game.view().seats)
    assert cities == max(2, seats)
    told = 0
    while game.result is None:
        play(game, game.move_count, moves=3)
        large, sheet = shown(turn_post(game, told, NAMED[:seats], WORDS).pictures)
        told = game.move_count
        beside = [] if large == "final" else [None if large == "board" else large]
        assert isinstance(sheet, tuple)
        assert sorted(map(str, (*sheet, *beside))) == sorted(map(str, (None, *range(cities))))


def test_a_post_shows_as_much_as_was_chosen() -> None:
    pictures = after("path 1; pay 1 path; end", path=1)
    assert shown(pictures, preferences.TurnPictures.CHANGED) == [0]
    assert shown(pictures, preferences.TurnPictures.BOARD) == ["board"]


def test_for_a_phone_the_parts_of_a_large_board_stand_above_the_sheet() -> None:
    phone = preferences.Appearance(size=preferences.PictureSize.PHONE)
    begin = turn_notice(Game.new(GameOptions(2), 7), NAMED[:2], WORDS).pictures
    there = as_wanted(as_chosen(begin, phone, preferences.TurnPictures.EVERYTHING), phone)
    kinds = [picture.kind for picture in there]
    assert kinds == [*[PictureKind.PART] * 3, PictureKind.SHEET]


def test_the_pictures_that_a_server_leaves_out_are_on_no_sheet() -> None:
    pictures = after("path 1; pay 1 path; end", path=1)
    assert shown(pictures, choice=preferences.PictureChoice.CITIES) == [0, (1,)]
    assert shown(pictures, choice=preferences.PictureChoice.BOARD) == ["board"]
    assert shown(pictures, choice=preferences.PictureChoice.NONE) == []
    begin = turn_notice(Game.new(GameOptions(2), 7), NAMED[:2], WORDS).pictures
    assert shown(begin, choice=preferences.PictureChoice.CITIES) == [0, (1,)]


@pytest.mark.parametrize("choice", preferences.PictureChoice)
@pytest.mark.parametrize("wanted", preferences.TurnPictures)
def test_the_final_score_is_always_shown(
    choice: preferences.PictureChoice, wanted: preferences.TurnPictures
) -> None:
    game = ended(Position().of(1).scored(ids.PointSource.ELDERS, 30))
    score, *rest = shown(turn_notice(game, NAMED[:2], WORDS).pictures, wanted, choice)
    assert score == "final"
    if wanted is preferences.TurnPictures.EVERYTHING and choice is preferences.PictureChoice.ALL:
        assert rest == [(None, 0, 1)]
