"""Rows of menus: what each does for the city, and its price in parts, told once."""

import pytest

from bot.model.custom_ids import write_button
from bot.model.drafts import Ask, Draft
from bot.model.messages import Menu, Prompt
from bot.present.wizard.wizard import begin_draft, wizard_page, wizard_press
from bot.words import catalog, languages
from engine import Game
from engine.actions import TakePath
from engine.ids import ActionType
from engine.notation import parse_line
from tests.bot.test_present_wizard import after, after_from
from tests.bot.wizard_player import rich, shown
from tests.position import Position, play

TASK_LEFT = "task B09 left"


def rows(page: Prompt) -> dict[str, str]:
    """What each row of a page's menus says beside its label, by its token."""
    return {
        write_button(choice.value): choice.description
        for menu in page.rows
        if isinstance(menu, Menu)
        for choice in menu.choices
    }


def labels(page: Prompt) -> dict[str, str]:
    return {
        write_button(choice.value): choice.label
        for menu in page.rows
        if isinstance(menu, Menu)
        for choice in menu.choices
    }


def at_home() -> Position:
    """A city at a Blossom island with a blue task, a Fruit and a Herb to offer."""
    city = rich().ship("A1").island("A1", "B09", "R07").open_offerings("fruit", "herb")
    return city.path("blue herb", "red root").portals(7)


def changed(game: Game, *pressed: str, step: str) -> Prompt:
    """The page on which a step of a plan is asked anew."""
    draft = after(game, *pressed)
    asked = wizard_press(game, 0, draft, "~0")
    assert isinstance(asked, Ask)
    number = next(at for at, line in enumerate(asked.draft.later) if line.startswith(step))
    return shown(game, after_from(game, draft, f"~{number}"))


def test_a_task_space_says_what_it_is_worth_to_the_task() -> None:
    told = rows(changed(at_home().game(), f"={TASK_LEFT}", step="put"))
    assert told["=put 2"] == (
        "Flame portal: after 4 others. A Guardian here: 3 points. Crystal matches: +2."
    )
    assert told["=put 3"].endswith("Crystal doesn't match.")
    assert told["=put 6"] == ("Moon portal: next. Path: 3 tiles to go. A Guardian here: 7 points.")
    assert told["=put 7"] == "Portal placed. Path: 4 tiles to go. A Guardian here: 8 points."


@pytest.mark.parametrize("language", languages())
def test_every_task_space_has_room_for_all_that_it_is_worth(language: str) -> None:
    words = catalog(language)
    game = rich().ship("A1").island("A1", "B09").game()
    draft = after(game, f"={TASK_LEFT}")
    later = wizard_press(game, 0, draft, "~0")
    assert isinstance(later, Ask)
    number = next(at for at, line in enumerate(later.draft.later) if line.startswith("put"))
    page = wizard_page(game, 0, after_from(game, draft, f"~{number}"), words)
    for space, told in enumerate(rows(page).values(), start=1):
        assert told.count(".") >= 3, (space, told)


def test_a_voyage_tells_the_price_of_the_ship_and_of_the_task() -> None:
    game = rich().island("E1", "B09").open_offerings("fruit", "shell").game()
    told = rows(shown(game, Draft(screen="list:sail_task")))
    assert told["=ship E1;task B09 left"] == (
        "0 of 1 met. For 1 ship to sail and 1 task, 1 Fruit, and 1 Herb for the task."
    )


def test_a_plan_tells_what_each_part_of_its_price_is_for() -> None:
    game = rich().island("E1", "B09").open_offerings("fruit", "shell").game()
    told = shown(game, after(game, "=ship E1;task B09 left")).text
    assert (
        "You pay 1 ship to sail, 1 task for the task, 1 Herb for the island, "
        "and 1 Fruit for the offering."
    ) in told


@pytest.mark.parametrize(
    ("supply", "told"),
    [
        ({"herb": 1, "gold": 1}, "1 Herb for the island, and 1 Gold for the offering"),
        ({"fruit": 1, "gold": 1}, "1 Gold for the island, and 1 Fruit for the offering"),
        ({"gold": 2}, "and 2 Gold for island (Herb) and offering (Fruit)"),
    ],
)
def test_a_substitute_says_what_it_stands_for(supply: dict[str, int], told: str) -> None:
    city = Position().tiles(ship=1, task=1).resources(**supply).island("E1", "B09")
    game = city.open_offerings("fruit", None).game()
    assert told in shown(game, after(game, "=ship E1;task B09 left")).text


def test_on_the_island_a_row_tells_only_what_is_still_to_be_paid() -> None:
    game = rich().island("E1", "B09").open_offerings("fruit", "shell").game()
    page = shown(game, begin_draft(game, 0, parse_line("ship E1")))
    assert "Pay 1 ship" in page.text
    assert rows(page)[f"={TASK_LEFT}"] == "0 of 1 met. For 1 task action tile, 1 Fruit, and 1 Herb."


def test_two_payments_in_the_same_tiles_can_be_told_apart_when_they_are_changed() -> None:
    city = Position().tiles(wild=4).resources(herb=1, fruit=1, gold=1).island("E1", "B09")
    game = city.open_offerings("fruit", None).game()
    told = list(labels(shown(game, after(game, "=ship E1;task B09 left"))).values())
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("press", ["=path pile", "=refresh"])
def test_what_turns_up_something_shows_its_price(press: str) -> None:
    game = rich().display(*["blue herb"] * 2, *["blue fruit"] * 2).game()
    listed = {**rows(shown(game)), **rows(shown(game, Draft(screen="list:path")))}
    assert "For 1 path action tile. " in listed[press]
    page = shown(game, after(game, press))
    assert "You pay 1 path action tile." in page.text
    tiles = page.pictures[0].view.seats[0].tiles
    assert tiles[ActionType.PATH] == game.view().seats[0].tiles[ActionType.PATH] - 1
    assert len(page.changes) == 1
    assert page.pictures[0].view.path_display == game.view().path_display


def test_an_answer_that_stops_half_way_keeps_its_action_on_top() -> None:
    game = rich().display("red herb").game()
    play(game, "path 1")
    lines = shown(game).text.split("\n")
    assert "• Build path tile 1: Herb, red crystal" in lines
    assert lines.index("You pay 1 path action tile.") > 1
    play(game, "pay path")
    assert "Build path tile" not in shown(game).text


def test_an_island_reached_by_an_answer_is_named_above_what_is_asked_there() -> None:
    game = rich().island("E1", "B09").game()
    play(game, "ship E1; pay ship")
    assert "• Sail to E1" in shown(game).text


@pytest.mark.parametrize(
    ("tasks", "slot", "told"),
    [
        ((("B01", 3),), 1, "Meets B01. For 1 path action tile."),
        ((("Y04", 3),), 1, "Y04: 0 → 1 of 3. For 1 path action tile."),
        ((("B05", 2),), 2, "Crystal matches B05: +2 once it's lit. For 1 path action tile."),
        ((("B05", 3),), 2, "For 1 path action tile."),
        ((("B05", 2),), 1, "For 1 path action tile."),
    ],
)
def test_a_path_tile_says_what_it_does_for_the_tasks(
    tasks: tuple[tuple[str, int], ...], slot: int, told: str
) -> None:
    city = rich().display("red blossom", "blue herb", "yellow herb")
    for task, space in tasks:
        city = city.task(space, task)
    page = shown(city.game(), Draft(screen="list:path"))
    assert rows(page)[f"=path {slot}"] == told


def test_a_crystal_at_a_lit_bonfire_tells_the_points_it_brings() -> None:
    game = rich().display("blue herb").lit(2, "B05").game()
    told = rows(shown(game, Draft(screen="list:path")))["=path 1"]
    assert told == "Matching crystals +2. For 1 path action tile."


def test_what_would_lose_a_task_that_is_met_says_so() -> None:
    city = Position().tiles(gnome=3).resources(blossom=3, herb=2).task(3, "R09")
    game = city.specialists("S3").game()
    told = rows(changed(game, "=recruit S3 2", step="pay 1 blossom"))
    assert told["=pay 1 blossom"] == "R09 is no longer met."
    assert told["=pay 2 herb"] == ""
    draft = after(game, "=recruit S3 1")
    assert "R09 is no longer met." in shown(game, draft).text


def test_a_space_of_the_great_bonfire_says_which_portal_fits() -> None:
    game = rich().portals_on(1, "sun").portals_on(2, "moon").game()
    assert game.view().seats[0].next_portals[0] == "sun"
    told = rows(shown(game, Draft(screen="list:great_bonfire")))
    assert "Sun portal" in told["=great-bonfire 1"]
    assert "Moon" not in told["=great-bonfire 2"]


def test_a_walk_to_a_bonfire_tells_what_the_guardian_is_worth_there() -> None:
    city = rich().path("blue herb", "red root").portals(7, 6, 5, 4, 3, 2)
    game = city.lit(2, "B05").guardian("pink", "path 2").game()
    asked = Draft(("procession 1", "pay 1 guardian"), screen="change")
    told = rows(shown(game, asked))
    assert "Guardians at bonfires +3." in told["=walk pink bonfire 2"]
    assert "Guardians at bonfires" not in told["=walk pink path 3"]


def test_a_portal_beside_a_bonfire_tells_the_points_it_brings() -> None:
    game = rich().lit(7, "B05").portals_on(1, "sun").game()
    told = rows(shown(game, Draft(screen="list:great_bonfire")))["=great-bonfire 1"]
    assert (
        told == "→ Take 1 path action tile and the Sun portal. Portals at bonfires +2."
        " For 1 Great Bonfire tile."
    )


def test_a_fate_tile_tells_how_many_tiles_it_brings() -> None:
    game = Position().game()
    told = rows(shown(game, Draft(screen="list:fate", picked=("top",))))
    page = shown(game, Draft(screen="list:fate", picked=("top",)))
    assert "Brings 5 tiles: 2 ship, 2 task, and 1 Great Bonfire." in page.text
    assert "You gain 1 Gold and 3 tiles: 1 ship, 1 task, and 1 Great Bonfire." in told.values()


def test_a_task_that_is_met_already_says_so() -> None:
    game = rich().ship("A1").island("A1", "R09", "B01").game()
    told = rows(shown(game, Draft(screen="list:task")))
    assert told["=task B01 left"].startswith("0 of 1 met. For 1 task")
    kept = rich().resources(blossom=3).ship("A1").island("A1", "R09").game()
    assert "Met already. For 1 task" in rows(shown(kept))["=task R09 left"]


def test_a_free_voyage_names_the_island_and_the_task_it_leads_to() -> None:
    game = rich().task(3, "B18").game()
    told = rows(shown(game, Draft(("ignite 3",))))["=council 7"]
    assert told.startswith("→ Sail to ")
    assert " → Take " in told
    assert " For 1 task action tile, " in told


def test_an_action_of_several_answers_asks_its_price_once() -> None:
    game = rich().display("red herb").game()
    draft = begin_draft(game, 0, (TakePath(1),))
    assert shown(game, draft).text.count("1 path") == 1
