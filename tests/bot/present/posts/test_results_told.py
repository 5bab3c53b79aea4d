"""How the end of a game is told: who has won, by which rule, and whom the bot stood in for."""

from dataclasses import replace

import pytest

from bot.model import buttons
from bot.model.people import Person
from bot.present.posts.score_pages import score_text
from bot.present.posts.turn_posts import turn_notice, turn_post
from bot.words import catalog
from engine import Game, ids
from tests.kit.games import random_game
from tests.kit.outcomes import ended, scored
from tests.kit.position import Position

WORDS = catalog()
PEOPLE = tuple(Person(name, f"<@{at}>") for at, name in enumerate(("Ada", "Bo", "Cy", "Di")))


def told(game: Game, *left: int) -> list[str]:
    """What is said beside the scores when these seats were left to the bot."""
    people = tuple(
        replace(one, bot=at in left) for at, one in enumerate(PEOPLE[: game.options.players])
    )
    lines = score_text(game, people, WORDS).splitlines()
    scores = 1 + 2 * game.options.seats
    return lines[scores:] if game.result is None else lines[:-scores]


def test_the_winner_is_named() -> None:
    assert told(ended(scored(10, 30, 20))) == ["**Bo wins!**"]


def test_a_shared_win_says_why() -> None:
    expected = "**Ada and Cy share the win!** Same points, same number of bonfires."
    assert told(ended(scored(30, 10, 30))) == [expected]


def test_a_tie_that_bonfires_decide_says_so() -> None:
    position = Position().lit(1, "B01").of(1).scored(ids.PointSource.ELDERS, 2)
    assert told(ended(position)) == [
        "**Ada wins!** Level with Bo on points, but with more bonfires."
    ]


def test_points_of_the_bot_win_nothing() -> None:
    assert told(ended(scored(10, 90, 20)), 1) == [
        "**Cy wins!**",
        "Points that the bot scored for someone who left can't win the game.",
    ]


def test_who_went_on_with_bots_alone_is_told_that_it_does_not_count() -> None:
    (line,) = told(ended(scored(40, 10, 20)), 1, 2)
    assert line == (
        "**Ada played on to the end, alone with bots.** Leaderboards don't count this game."
    )


def test_bots_win_nothing_among_themselves() -> None:
    (line,) = told(ended(scored(40, 10)), 0, 1)
    assert line.endswith("No one wins.")


def test_a_game_near_its_end_says_who_would_win() -> None:
    assert told(scored(10, 30, 20).countdown(3, handed=4).game()) == ["Bo would win now."]


@pytest.mark.parametrize("players", [1, 2, 3])
def test_the_last_post_offers_a_rematch_and_nothing_to_play(players: int) -> None:
    game = random_game(players, 3)
    post = turn_post(game, game.move_count - 1, PEOPLE[:players], WORDS)
    shown = [button.value for row in post.rows for button in row]
    assert buttons.AskRematch() in shown
    assert buttons.TakeTurn() not in shown
    assert post.text.splitlines()[1].startswith("Final score: ")
    running = random_game(players, 3, 5)
    post = turn_notice(running, PEOPLE[:players], WORDS)
    assert buttons.AskRematch() not in [button.value for row in post.rows for button in row]
