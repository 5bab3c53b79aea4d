"""The exercises behind the lesson: each has a solution, and none solves itself."""

import pytest

from bot.features.puzzle import values
from bot.features.puzzle.collection import StoredPuzzle
from bot.features.puzzle.puzzle import Goal, Puzzle
from engine import Game, GameOptions, actions
from engine.notation import parse_line
from tests.features.puzzle.maker import exercises as tool
from tests.features.puzzle.maker.exercises import BUDGET, MOST_WAYS, ORDER
from tests.features.puzzle.maker.judge import judge


@pytest.fixture(scope="module", params=ORDER)
def chosen(request: pytest.FixtureRequest) -> tuple[Puzzle, StoredPuzzle]:
    return values.exercise(request.param)


def after(puzzle: Puzzle, *line: actions.Action) -> Game:
    game = puzzle.copy()
    for answer in line:
        game.submit(puzzle.seat, answer)
    return game


def test_there_is_one_of_each_goal() -> None:
    assert values.GOALS == ORDER
    assert len(set(ORDER)) == 6


def test_the_solution_reaches_the_goal(chosen: tuple[Puzzle, StoredPuzzle]) -> None:
    puzzle, stored = chosen
    end = after(puzzle, *stored.solution)
    assert puzzle.is_over(end)
    assert puzzle.worth(end) == stored.best
    assert end.revealed == puzzle.game.revealed


def test_a_turn_with_nothing_in_it_does_not(chosen: tuple[Puzzle, StoredPuzzle]) -> None:
    puzzle, stored = chosen
    assert puzzle.worth(puzzle.copy()) < stored.best
    for answer in puzzle.copy().legal_actions():
        end = after(puzzle, answer)
        if isinstance(answer, actions.Pass | actions.EndTurn):
            assert puzzle.worth(end) < stored.best


def test_few_beginnings_do(chosen: tuple[Puzzle, StoredPuzzle]) -> None:
    puzzle, stored = chosen
    judged = judge(puzzle, BUDGET)
    assert judged.best.worth == stored.best
    reaching = [each for each in judged.beginnings if each.worth == stored.best]
    assert len(reaching) <= MOST_WAYS
    assert len(puzzle.copy().legal_actions()) > 2 * len(reaching)


@pytest.mark.parametrize("goal", ORDER)
def test_the_search_finds_it_again_and_not_where_its_game_begins(goal: Goal) -> None:
    noted, stored = values.EXERCISES[goal]
    game = Game.new(GameOptions(noted.players, noted.beginner), int(noted.seed, 16))
    assert tool.exercise(game, goal) is None
    for answer in parse_line(noted.answers):
        assert game.waiting is not None
        game.submit(game.waiting.seat, answer)
    assert game.move_count == stored.at
    assert tool.exercise(game, goal) == stored
