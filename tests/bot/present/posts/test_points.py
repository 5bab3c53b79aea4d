"""What is scored, sure at the end and unused is told apart until the end is near."""

import re

import pytest

from bot.model import drafts
from bot.model.people import Person
from bot.present.posts.score_pages import score_text, status_text
from bot.present.wizard.tryout import Tryout, tryout_page
from bot.words import catalog, languages
from engine import Game, GameOptions, ids
from renderer import Options
from renderer.text import board_alt
from tests.kit.games import play_busily
from tests.kit.position import Position
from tests.kit.wizard_player import WORDS, rich, shown

PEOPLE = (Person("Ada", "<@1>"), Person("Bo", "<@2>"))
FORECAST = re.compile(r"if the game ended now|would win|would share")


def beginning() -> Position:
    return Position().lit(3, "B18").scored(ids.PointSource.ELDERS, 2).tiles(path=4)


@pytest.mark.parametrize("players", [1, 2])
def test_what_is_sure_is_expected_and_never_shrinks_and_near_the_end_all_counts(
    players: int,
) -> None:
    game = Game.new(GameOptions(players), players)
    sure = [0] * len(game.view().seats)
    while game.waiting is not None:
        play_busily(game, game.move_count, moves=1)
        view = game.view()
        for city in view.seats:
            certain = city.sheet.total - city.unused
            whole = view.end_is_near or view.result is not None
            assert view.expected(city.seat) == (city.sheet.total if whole else certain)
            assert certain >= max(city.score, sure[city.seat])
            sure[city.seat] = certain


def test_at_first_the_score_tells_the_parts_and_no_winner() -> None:
    told = score_text(beginning().game(), PEOPLE, WORDS)
    assert "**Ada: 5 points (2 scored)**" in told
    assert "Elders 2 · Bonfires 3" in told
    assert "Unused so far: 21 for fate tiles, 2 for action tiles and resources." in told
    assert not FORECAST.search(told + status_text(beginning().game(), PEOPLE, WORDS))


def test_near_the_end_the_sum_and_who_would_win_are_told() -> None:
    game = beginning().countdown(3, handed=4).game()
    total = game.view().seats[0].sheet.total
    told = score_text(game, PEOPLE, WORDS)
    assert f"**Ada: {total} points**" in told
    assert FORECAST.search(told)
    assert "would win now" in status_text(game, PEOPLE, WORDS)
    alt = board_alt(game.view(), Options(WORDS.translate, ("Ada", "Bo")))
    assert f"{total} points if the game ended now" in alt


@pytest.mark.parametrize(("turned", "near"), [(0, False), (8, False), (24, False), (25, True)])
def test_toms_last_pass_is_near_the_end_too(turned: int, *, near: bool) -> None:
    game = Position(players=1).tom_turned(turned).game()
    assert game.view().end_is_near is near
    told = score_text(game, PEOPLE[:1], WORDS)
    assert bool(FORECAST.search(told)) is near


def test_a_plan_tells_which_part_it_changes() -> None:
    game = rich().task(3, "B18").game()
    plan = shown(game, drafts.Draft(("ignite 3", "council 2", "point")))
    assert "Points: 0 → 4, 0 → 1 of them scored." in plan.text


@pytest.mark.parametrize("language", languages())
def test_a_try_that_has_not_begun_tells_no_points(language: str) -> None:
    """Before the start tile is laid the page shows the city with the likely one."""
    words = catalog(language)
    for game in (Game.new(GameOptions(1), 3), rich().game()):
        heading, *_ = tryout_page(game, 0, Tryout(), words).text.split("\n\n")
        assert "→" not in heading
        assert heading == words.say("try.heading")
