"""The picture of a page answers its question: prices, worths and places, from what can be seen."""

import pytest

from bot.model.controls import Screen
from bot.model.custom_ids import write_button
from bot.model.drafts import Draft
from bot.model.messages import Button, Menu, Page, Prompt
from bot.model.pictures import Picture, PictureKind
from engine import Game
from engine.actions import Advance, EndTurn, MakeProcession, MoveShip, PlaceFate, UseGreatBonfire
from engine.agenda import AfterTurn, CouncilChoice, ProcessionChoice, TaskSpaceChoice
from engine.data.council import CouncilBonus
from engine.events import FatePlaced
from engine.geometry import geometry
from engine.ids import Guardian, Place, PlaceKind
from engine.notation import format_action, parse_action
from engine.rules import great_bonfire, ship
from renderer import NO_HINTS, FatePlace, Walk
from tests.kit.pictured import pictured
from tests.kit.position import Position, play, state_of
from tests.kit.wizard_player import WizardPlayer, likely_best, rich, shown, tokens


def picture_of(game: Game, draft: Draft) -> Picture:
    return pictured(shown(game, draft))


def listed(game: Game, subject: str, *picked: str) -> Picture:
    return picture_of(game, Draft(screen=Screen.read(f"list:{subject}"), picked=picked))


def numbers(page: Page | Prompt) -> tuple[Button, ...]:
    """The buttons of the numbered places, in the first row."""
    row = page.rows[0]
    assert isinstance(row, tuple)
    return row


@pytest.mark.parametrize("subject", ["sail", "sail_task", "sail_guardian"])
def test_who_sails_sees_every_island_within_reach_with_its_price(subject: str) -> None:
    game = rich().ship("B2").game()
    picture = listed(game, subject)
    assert picture.source is PictureKind.BOARD
    assert len(picture.hints.sailing) > 3
    for island, tiles in picture.hints.sailing:
        assert tiles == ship.price(state_of(game), 0, island)


def test_islands_out_of_reach_have_no_price() -> None:
    game = Position().tiles(ship=1).resources(gold=2).ship("A1").game()
    reached = {action.island for action in game.legal_actions() if isinstance(action, MoveShip)}
    assert dict(listed(game, "sail").hints.sailing) == dict.fromkeys(reached, 1)
    assert 0 < len(reached) < 5


def test_the_ship_of_the_council_sails_for_nothing() -> None:
    game = rich().ship("B2").asked(AfterTurn(), CouncilChoice(CouncilBonus.SHIP)).game()
    prices = dict(picture_of(game, Draft(screen=Screen.read("change"))).hints.sailing)
    assert len(prices) > 10
    assert set(prices.values()) == {0}


def test_the_great_bonfire_shows_the_price_of_each_space_within_reach() -> None:
    game = rich().tiles(great_bonfire=2).wheel(3).game()
    picture = listed(game, "great_bonfire")
    assert picture.source is PictureKind.BOARD
    turns = [each.space for each in game.legal_actions() if isinstance(each, UseGreatBonfire)]
    assert dict(picture.hints.wheel) == {
        space: great_bonfire.price(state_of(game), 0, space) for space in turns
    }


def test_the_spaces_for_a_task_tell_what_their_crystal_adds() -> None:
    game = (
        rich()
        .path("blue herb", "red root")
        .task(4, "B02")
        .asked(AfterTurn(), TaskSpaceChoice("B09"))
        .game()
    )
    picture = picture_of(game, Draft(screen=Screen.read("change")))
    assert picture.source is PictureKind.CITY
    worths = dict(picture.hints.spaces)
    assert set(worths) == {1, 2, 3, 5, 6, 7}
    assert (worths[2], worths[3], worths[5]) == (2, 0, None)


def test_a_procession_shows_where_each_guardian_gets_to_and_for_how_many_tiles() -> None:
    game = (
        Position()
        .tiles(guardian=3)
        .path("blue herb", "red root")
        .guardian("pink", at="path 1")
        .game()
    )
    walks = listed(game, "procession").hints.walks
    pink = {walk.place: walk.tiles for walk in walks if walk.guardian is Guardian.PINK}
    assert pink == {Place(PlaceKind.PATH, 2): 1, Place(PlaceKind.PATH, 3): 2}
    assert any(walk.guardian is Guardian.OWN and walk.tiles == 3 for walk in walks)
    for walk in walks:
        paid = game.fork(1)
        play(paid, f"procession {walk.tiles}; pay {walk.tiles} guardian")
        assert Advance(walk.guardian, walk.place) in paid.legal_actions()


def test_in_a_procession_the_next_walks_are_marked_without_a_price() -> None:
    game = Position().tiles(guardian=3).path("blue herb").guardian("pink", at="path 1").game()
    play(game, "procession 1; pay 1 guardian")
    assert isinstance(game.waiting and game.waiting.decision, ProcessionChoice)
    walks = picture_of(game, Draft(screen=Screen.read("change"))).hints.walks
    assert set(walks) == {
        Walk(each.guardian, each.place, 0)
        for each in game.legal_actions()
        if isinstance(each, Advance)
    }


def test_a_question_about_nothing_on_a_picture_marks_nothing() -> None:
    assert picture_of(rich().game(), Draft()).hints == NO_HINTS
    assert listed(rich().game(), "gnome").hints == NO_HINTS


def test_a_place_for_a_fate_tile_takes_four_presses_by_its_number() -> None:
    player = WizardPlayer(Position().game(), likely_best)
    presses = 0
    assert "@fate:bottom" in tokens(player.look())
    player.take("@fate:bottom")
    presses += 2  # the menu is opened, and the entry chosen
    third = numbers(player.look())[2]
    assert third.label == "Spot 3"
    player.take(write_button(third.value))
    player.take("!")
    presses += 2
    assert presses == 4
    placed = player.game.view().seats[0].fate[-1]
    action = parse_action(write_button(third.value).removeprefix("="))
    assert isinstance(action, PlaceFate)
    assert (placed.cells[0], placed.direction) == (action.cell, action.direction)


def test_the_numbered_places_are_the_best_ones_and_what_they_bring() -> None:
    game = rich().game()
    page = shown(game, Draft(screen=Screen.read("list:fate"), picked=("top",)))
    picture = pictured(page)
    assert picture.kind is PictureKind.FATE
    places = picture.hints.fate
    assert 3 <= len(places) == len(numbers(page)) <= 5
    for number, (place, button) in enumerate(zip(places, numbers(page), strict=True), 1):
        action = parse_action(write_button(button.value).removeprefix("="))
        assert isinstance(action, PlaceFate)
        assert (place.cells[0], place.direction) == (action.cell, action.direction)
        assert f"**{number}**" in page.text
        before, after = game.view().seats[0], game.fork(1)
        while after.waiting and after.waiting.seat == 0 and not after.moves:
            after.submit(0, action)
        kept = after.legal_actions()[0]
        if format_action(kept).startswith("keep"):
            after.submit(0, kept)
        assert after.view().seats[0].resources - before.resources == place.goods


def test_each_numbered_place_can_be_seen_beneath_the_better_ones() -> None:
    for seed_position in (Position(), rich(), Position().fate("F1 c3 right", "F2 d2 right")):
        game = seed_position.game()
        grid = geometry(game.box.fate_grid)
        covered: set[str] = set()
        places: tuple[FatePlace, ...] = listed(game, "fate", "top").hints.fate
        for place in places:
            cells = {
                grid.names[cell] for cell in grid.placements[place.cells[0], place.direction].cells
            }
            assert cells == set(place.cells)
            assert len(cells - covered) >= 2
            assert place.badge in cells - covered
            covered |= cells


def test_no_place_is_offered_twice_and_all_are_within_reach() -> None:
    game = rich().game()
    found: list[str] = []
    for page in range(9):
        draft = Draft(screen=Screen.read("list:fate"), picked=("top",), page=page)
        menus = [row for row in shown(game, draft).rows if isinstance(row, Menu)]
        found += [write_button(each.value) for menu in menus for each in menu.choices]
    found += [
        write_button(each.value)
        for each in numbers(shown(game, Draft(screen=Screen.read("list:fate"), picked=("top",))))
    ]
    top = [each for each in game.legal_actions() if isinstance(each, PlaceFate)]
    assert sorted(found) == sorted(f"={format_action(each)}" for each in top if each.end == "top")


def test_what_pictures_mark_does_not_depend_on_what_lies_face_down() -> None:
    game = rich().ship("B2").path("blue herb").guardian("pink", at="path 1").game()
    for subject in ("sail", "great_bonfire", "procession", "fate"):
        marks = {listed(game.fork(seed), subject).hints for seed in range(3)}
        assert len(marks) == 1
    assert any(isinstance(each, MakeProcession) for each in game.legal_actions())


def test_what_was_done_in_the_turn_is_marked_until_it_ends() -> None:
    game = rich().task(3, "B18").path("blue herb", "red root", "blue root").game()
    place = next(each for each in game.legal_actions() if isinstance(each, PlaceFate))
    game.submit(0, place)
    while not isinstance(game.waiting and game.waiting.decision, AfterTurn):
        game.submit(0, game.legal_actions()[0])
    (placed,) = (each for each in shown(game).changes if isinstance(each, FatePlaced))
    assert (placed.cell, placed.direction) == (place.cell, place.direction)
    game.submit(0, EndTurn())
    assert game.waiting is None or shown(game).changes == ()
