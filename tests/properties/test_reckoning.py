"""The engine agrees with the second reckoning, which has tables of its own."""

import ast
from pathlib import Path

import pytest

from engine import GameOptions
from engine.data.standard import STANDARD_BOX
from engine.legality import waiting
from engine.notation import parse_line
from engine.rules.setup import new_game
from tests.games.directed import late_positions
from tests.kit.position import state_of
from tests.properties import answers, printed, reckoning, rows
from tests.properties.agreement import Follower, about_position
from tests.properties.games import GAME_CASES, steps

FOLLOWED_SEED = 51


@pytest.mark.parametrize("module", [printed, reckoning, answers], ids=lambda each: each.__name__)
def test_the_reckoning_knows_nothing_of_the_engine(module: object) -> None:
    source = Path(str(getattr(module, "__file__", ""))).read_text("utf-8")
    imported = {
        name
        for node in ast.walk(ast.parse(source))
        for name in (
            [each.name for each in node.names]
            if isinstance(node, ast.Import)
            else [str(node.module)]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    allowed = {"tests.properties.printed", "tests.properties.reckoning"}
    assert {name for name in imported if name.split(".")[0] in {"engine", "bot"}} == set()
    assert {name for name in imported if name.startswith("tests")} <= allowed


@pytest.mark.parametrize(("options", "maker"), GAME_CASES)
def test_positions_and_answers_of_whole_games_agree(options: GameOptions, maker: int) -> None:
    state = new_game(options, FOLLOWED_SEED, STANDARD_BOX)
    follower = Follower(state)
    for number, (action, following) in enumerate(steps(state, FOLLOWED_SEED, maker)):
        assert follower.about_answer(action, following) == []
        if number % 4 == 0 or following.ended is not None:
            assert about_position(following) == []


@pytest.mark.parametrize("handicap", [-10, 15])
def test_the_lead_of_a_challenge_agrees(handicap: int) -> None:
    state = new_game(GameOptions(1, handicap=handicap), 1, STANDARD_BOX)
    assert about_position(state) == []


@pytest.mark.long
def test_late_positions_and_what_opens_them_agree() -> None:
    for late in late_positions():
        state = state_of(late.game)
        assert about_position(state) == [], late.name
        follower, game = Follower(state), late.game
        for action in parse_line(late.opening) if late.opening else ():
            asked = waiting(state_of(game))
            assert asked is not None
            game.submit(asked.seat, action)
            assert follower.about_answer(action, state_of(game)) == [], late.name
        assert about_position(state_of(game)) == [], late.name


@pytest.mark.parametrize("number", rows.AT_WORK)
def test_what_a_specialist_changes_agrees(number: int) -> None:
    assert rows.at_work(number) == []
