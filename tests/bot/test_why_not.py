"""Why can't I: the reason that stands in the way, of an action or a piece, and what helps."""

import pytest

from bot.model.drafts import Ask, Draft
from bot.present.wizard.tokens import WHY
from bot.present.wizard.why_page import ASKABLE
from bot.present.wizard.wizard import wizard_page, wizard_press
from bot.words import catalog, languages
from engine import Game, GameOptions
from tests.bot.test_present_wizard import after
from tests.bot.wizard_player import check_limits, rich, shown, tokens
from tests.marks import long
from tests.position import Position, play

NOTHING_COVERS = "Your action tiles do not cover that"


def asked(position: Position, about: str) -> list[str]:
    """What is answered to a question, line by line below its heading."""
    page = shown(position.game(), after(position.game(), WHY, f"{WHY}{about}"))
    check_limits(page)
    return page.text.split("\n")[1:]


def poor() -> Position:
    """A city that has begun, far from everything."""
    city = Position().tiles(ship=1, gnome=1).resources(herb=1).ship("B3").guardian("own", "path 1")
    return city.path("blue herb").island("A1", "Y20", "B09").island("B2", "B01")


def test_who_has_no_task_is_told_how_a_bonfire_comes_about() -> None:
    (told,) = asked(poor(), "ignite")
    assert (
        told
        == "You have no task yet. Take one from an island, meet what it asks for, then light it."
    )


def test_who_has_lit_all_tasks_is_told_to_take_another() -> None:
    (told,) = asked(poor().lit(2, "B05"), "ignite")
    assert told == "All your tasks are lit already. Take another one from an island."


def test_a_task_that_is_not_met_names_what_brings_it_nearer() -> None:
    told = asked(poor().task(3, "R07"), "ignite:3")
    assert told == [
        "• Task R07 is not met yet: you have 0 of 3.",
        "What helps R07: Use the Great Bonfire.",
    ]


@pytest.mark.parametrize(
    ("island", "told"),
    [
        ("B3", "There are no tasks at B3 natural Guardian."),
        ("E1", "There are no tasks at E1 Herb."),
    ],
)
def test_an_island_without_tasks_is_named(island: str, told: str) -> None:
    (line,) = asked(poor().ship(island).island("E1", None, None), "task")
    assert line.startswith(told)


def test_a_task_far_away_tells_both_what_the_voyage_and_the_task_lack() -> None:
    place, sail, task, *hints = asked(poor().open_offerings("shell", "shell"), "task:Y20")
    assert place == "On island A1 Blossom."
    assert sail.startswith(f"• Sail to A1 Blossom: {NOTHING_COVERS}: it costs 3 ship tiles.")
    assert task.startswith("• left offering and right offering: Your resources")
    assert hints[0] == (
        "Fate tiles that show ship bring more of them, and so does space 5 of the Great Bonfire."
    )


def test_a_task_in_reach_is_said_to_be_possible_and_where() -> None:
    assert asked(rich().island("E1", "Y20"), "task:Y20")[-1] == (
        "That's possible right now: “Sail and take a task” in the menu of your turn."
    )
    assert asked(rich().ship("E1").island("E1", "Y20"), "task:Y20") == [
        "That's possible right now: “Take a task here” in the menu of your turn."
    ]


def test_a_task_whose_voyage_and_price_can_be_paid_but_not_both_says_so() -> None:
    city = Position().tiles(wild=1).resources(blossom=1, shell=1).ship("B1").island("A1", "Y20")
    told = asked(city.open_offerings("shell", None), "task:Y20")
    assert told[1] == (
        "You can pay for the voyage, or for what you'd do there, but not for both in one turn. "
        "Sail there first."
    )


def test_a_gnome_tells_what_each_of_its_prices_lacks() -> None:
    two, one, *hints = asked(poor().specialists("S4"), "gnome:S4")
    assert two.startswith(f"• with 2 gnome tiles: {NOTHING_COVERS}")
    assert one.startswith(
        "• with 1 gnome tile: Your resources do not cover that: it costs 2 Fruits."
    )
    assert hints[1].startswith("Fruit: a Guardian who walks onto a path tile that shows it")


def test_an_island_out_of_reach_tells_its_price() -> None:
    reason, _ = asked(poor(), "sail:E1")
    assert reason.startswith(f"• {NOTHING_COVERS}: it costs 3 ship tiles.")


def test_without_fate_tiles_only_the_great_bonfire_brings_more() -> None:
    _, hint = asked(poor().row(), "sail:E1")
    assert hint == "Space 5 of the Great Bonfire brings more of them."


def test_a_guardian_on_her_way_tells_what_each_bonfire_ahead_lacks() -> None:
    told = asked(poor().portals(2).task(2, "B05"), "procession:own")
    assert "The portal at position 1 is missing" in told[0]
    assert "There is no lit bonfire at position 2." in told[1]
    assert "Path 3 is not built yet." in told[2]
    assert told[3:] == [
        "What helps: Use the Great Bonfire.",
        "What helps: Ignite a bonfire.",
        "What helps: Build a path.",
    ]


def test_a_bonfire_in_reach_of_a_guardian_tells_the_price_of_the_procession() -> None:
    told = asked(poor().portals(2).lit(2, "B05"), "procession:own")
    assert f"{NOTHING_COVERS}: it costs 2 guardian tiles." in told[1]


@pytest.mark.parametrize("about", ["task:Y20", "gnome:S4", "sail:E1", "guardian:pink", "ignite:3"])
def test_after_the_option_of_a_turn_that_is_the_reason_for_every_piece(about: str) -> None:
    game = rich().task(3, "B01").specialists("S4").island("E1", "Y20").game()
    play(game, "path 1; pay path")
    told = shown(game, after(game, f"{WHY}{about}")).text
    assert "You have taken your option for this turn." in told
    assert told.count("•") == 1


def test_a_piece_that_is_gone_is_answered_by_its_kind() -> None:
    game = poor().game()
    assert shown(game, after(game, f"{WHY}task:Y99")) == shown(game, after(game, f"{WHY}task"))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("players", [1, long(4)])
def test_every_piece_can_be_asked_about_in_every_language(language: str, players: int) -> None:
    game, words = Game.new(GameOptions(players), players), catalog(language)
    waiting = game.waiting
    assert waiting is not None
    game.submit(waiting.seat, game.legal_actions()[0])
    seen = 0
    for subject in ASKABLE:
        page = wizard_page(game, waiting.seat, Draft(screen=f"why{subject}"), words)
        check_limits(page)
        for token in filter(lambda each: ":" in each, tokens(page)):
            pressed = wizard_press(game, waiting.seat, Draft(), token)
            assert isinstance(pressed, Ask)
            piece = wizard_page(game, waiting.seat, pressed.draft, words)
            check_limits(piece)
            assert piece.text.count("\n") >= 1, token
            seen += 1
    assert seen > 50


def test_leaving_a_piece_leads_back_to_its_kind() -> None:
    game = poor().game()
    assert after(game, f"{WHY}sail:E1", "<") == after(game, f"{WHY}sail")
