"""Puzzles: what the judge says is compared with lines that are played one by one."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.features.puzzle.collection import Collection, CollectionError, PuzzleGame, StoredPuzzle
from bot.features.puzzle.puzzle import Goal, Puzzle
from bot.features.puzzle.values import collection
from engine import Game, GameOptions
from engine.actions import Action, Discard, PlaceFate
from engine.notation import parse_action, parse_line
from engine.rng import stream
from tests.features.puzzle.maker.judge import TooLargeError, judge
from tests.features.puzzle.maker.maker import DAILY, faults, is_found_anyway, puzzle_game
from tests.kit.marks import long

FIRST = collection().games[0]
LASTING = [each for each in collection().puzzles if not each[1].until]
"""The puzzles that were not retired."""


def stored(goal: Goal) -> tuple[PuzzleGame, StoredPuzzle]:
    """The first puzzle of the collection that has this goal."""
    return next(each for each in LASTING if each[1].goal is goal)


def made(goal: Goal) -> Puzzle:
    game, puzzle = stored(goal)
    return game.puzzle(puzzle)


def played(puzzle: Puzzle, line: tuple[Action, ...]) -> Game:
    copy = puzzle.copy()
    for action in line:
        copy.submit(puzzle.seat, action)
    return copy


def lines(puzzle: Puzzle, so_far: tuple[Action, ...] = ()) -> Iterator[Game]:
    """Where every line of a puzzle ends, each played from the beginning in a copy of its own."""
    copy = played(puzzle, so_far)
    if so_far and puzzle.is_over(copy):
        yield copy
        return
    for action in copy.legal_actions():
        line = (*so_far, action)
        if not isinstance(action, Discard) and played(puzzle, line).revealed == copy.revealed:
            yield from lines(puzzle, line)


def test_a_puzzle_begins_where_a_turn_does() -> None:
    with pytest.raises(ValueError, match="where a turn does"):
        Puzzle.made(Game.new(GameOptions(2), 5), Goal.TILES, 1)


def test_tiles_are_what_each_placing_brings() -> None:
    puzzle = made(Goal.TILES)
    judged = judge(puzzle)
    placings = {each for each in puzzle.copy().legal_actions() if isinstance(each, PlaceFate)}
    assert {each.answer for each in judged.beginnings} == placings
    for beginning in judged.beginnings:
        end = played(puzzle, beginning.line)
        assert puzzle.is_over(end)
        assert puzzle.worth(end) == beginning.worth


def test_points_of_every_line_are_known_exactly() -> None:
    puzzle = made(Goal.POINTS)
    judged = judge(puzzle)
    best: dict[Action, int] = {}
    for end in lines(puzzle):
        main = next(each.action for each in end.moves if each.action in beginnings(judged))
        best[main] = max(best.get(main, 0), puzzle.worth(end))
    assert best == {each.answer: each.worth for each in judged.beginnings}


def beginnings(judged: object) -> set[Action]:
    return {each.answer for each in judged.beginnings}  # type: ignore[attr-defined]


@pytest.mark.parametrize("goal", DAILY)
def test_the_solution_leads_to_what_is_promised(goal: Goal) -> None:
    game, puzzle = stored(goal)
    position = game.puzzle(puzzle)
    end = played(position, puzzle.solution)
    assert position.is_over(end)
    assert position.worth(end) == puzzle.best
    assert end.revealed == position.game.revealed


@pytest.mark.parametrize("goal", DAILY)
def test_nothing_depends_on_what_lies_face_down(goal: Goal) -> None:
    puzzle = made(goal)
    forks = [replace(puzzle, game=puzzle.game.fork(seed)) for seed in range(2)]
    assert len({judge(each).beginnings for each in (puzzle, *forks)}) == 1


def test_what_is_too_large_is_no_puzzle() -> None:
    with pytest.raises(TooLargeError):
        judge(made(Goal.POINTS), 10)


def made_again(goal: Goal, monkeypatch: pytest.MonkeyPatch) -> tuple[PuzzleGame, StoredPuzzle]:
    """What the maker finds in a game where it is told to look for one goal."""
    game, puzzle = stored(goal)
    monkeypatch.setattr(
        "tests.features.puzzle.maker.maker._goals",
        lambda at: [(goal, puzzle.turns)] if at.move_count == puzzle.at else [],
    )
    answers = (*parse_line(game.answers)[: puzzle.at], puzzle.solution[0])
    options = GameOptions(game.players, game.beginner)
    return puzzle_game(options, int(game.seed, 16), answers, game.number), puzzle


@pytest.mark.parametrize("goal", DAILY)
def test_a_puzzle_is_found_and_read_back(goal: Goal, monkeypatch: pytest.MonkeyPatch) -> None:
    again, puzzle = made_again(goal, monkeypatch)
    assert again.puzzles == (puzzle,)
    assert PuzzleGame.load(again.dump()) == again


@pytest.mark.long
def test_a_whole_game_gives_the_same_puzzles_again() -> None:
    game = next(each for each in collection().games if each.since and each.puzzles)
    answers = parse_line(game.answers)
    again = puzzle_game(GameOptions(game.players), int(game.seed, 16), answers, game.number)
    last = max(puzzle.at for puzzle in game.puzzles)
    goals = {puzzle.goal for puzzle in game.puzzles}
    assert [each for each in again.puzzles if each.goal in goals] == [
        each for each in game.puzzles if each.at < last
    ]


def test_a_wrong_claim_is_named() -> None:
    game, puzzle = stored(Goal.TILES)
    right = replace(game, puzzles=(puzzle,))
    assert faults(right) == []
    wrong = replace(game, puzzles=(replace(puzzle, best=puzzle.best + 1),))
    (fault,) = faults(wrong)
    assert fault.startswith(f"{puzzle.at}: ")


@pytest.mark.long
def test_the_whole_collection_is_solved_anew() -> None:
    assert [fault for game in collection().games for fault in faults(game)] == []


def test_no_puzzle_stands_in_the_collection_twice() -> None:
    puzzles = collection().puzzles
    assert len({(game.seed, puzzle.at, puzzle.goal) for game, puzzle in puzzles}) == len(puzzles)


def test_a_few_goals_are_not_most_of_the_puzzles() -> None:
    goals = Counter(puzzle.goal for _, puzzle in LASTING)
    assert goals.total() >= 730
    assert set(goals) == set(DAILY)
    assert goals.most_common(1)[0][1] <= 0.3 * goals.total()
    assert {game.players for game, _ in LASTING} == {1, 2, 3, 4}


@pytest.mark.parametrize("share", [60, long(1)])
def test_no_puzzle_is_solved_by_a_bot_that_does_not_know_the_goal(share: int) -> None:
    found = [
        (game.seed, puzzle.at, puzzle.goal)
        for game, puzzle in LASTING[::share]
        if is_found_anyway(game.puzzle(puzzle), puzzle.best)
    ]
    assert found == []


LINE = (
    '{"number":0,"players":2,"beginner":false,"seed":"5","answers":"%s","puzzles":'
    '[{"at":1,"goal":"tiles","turns":1,"best":6,"second":4,"line":"fate top a1 down",'
    '"until":0}]}'
)


def test_what_does_not_replay_is_told() -> None:
    (fault,) = faults(PuzzleGame.load(LINE % "ignite 3"))
    assert fault.startswith("1: the puzzle does not replay")


@pytest.mark.parametrize(
    "line",
    [
        *("", "[]", "{}", '{"puzzles":[{}]}', LINE % "x" + "?", "[" * 5_000),
        (LINE % "x").replace('"players":2', '"players":true'),
        (LINE % "x").replace('"at":1', '"at":-1'),
        (LINE % "x").replace('"best":6', '"best":NaN'),
    ],
)
def test_a_line_that_is_none_of_puzzles_is_told(line: str) -> None:
    with pytest.raises(CollectionError):
        PuzzleGame.load(line)


def test_older_rules_of_payment_give_no_puzzles() -> None:
    strict = GameOptions(2, strict_payment=True)
    assert puzzle_game(strict, 5, ()).puzzles == ()


def test_all_puzzles_come_before_one_comes_again() -> None:
    ten = tuple(StoredPuzzle(at, Goal.TILES, 1, 6, 4, "pass") for at in range(10))
    of_ten = Collection((replace(FIRST, puzzles=ten),))
    rounds = [[of_ten.of_day(10 * cycle + day)[1].at for day in range(10)] for cycle in (0, 1)]
    assert [sorted(each) for each in rounds] == [[*range(10)]] * 2
    assert rounds[0] != rounds[1]


@pytest.mark.parametrize("day", [20_783, *map(long, (0, 366 * 3))])
def test_a_new_puzzle_changes_no_day_so_far(day: int) -> None:
    before = collection()
    added = replace(FIRST, number=9_999, since=day + 1)
    after = Collection((*before.games, added))
    assert PuzzleGame.load(added.dump()) == added
    days = range(day - 3, day + 1)
    assert [after.of_day(each) for each in days if each >= 0] == [
        before.of_day(each) for each in days if each >= 0
    ]
    later = range(day + 1, day + 3 * len(after.puzzles))
    assert any(after.of_day(each)[0] is added for each in later)


def test_a_puzzle_that_was_retired_is_left_out_from_the_next_round_on() -> None:
    three = tuple(StoredPuzzle(at, Goal.TILES, 1, 6, 4, "pass") for at in range(3))
    before = Collection((replace(FIRST, puzzles=three),))
    kept = (*three[:2], replace(three[2], until=5))
    after = Collection((replace(FIRST, puzzles=kept),))
    assert [after.of_day(day)[1].at for day in range(6)] == [
        before.of_day(day)[1].at for day in range(6)
    ]
    assert {after.of_day(day)[1].at for day in range(6, 12)} == {0, 1}


def test_days_are_as_they_were_before_puzzles_could_be_added() -> None:
    puzzles = [each for each in collection().puzzles if not each[0].since]
    for day in (0, 5_000, 20_783):
        cycle, place = divmod(day, len(puzzles))
        assert collection().of_day(day) == stream(cycle, "puzzles", 0).shuffled(puzzles)[place]


def test_some_puzzles_take_part_from_the_beginning() -> None:
    with pytest.raises(CollectionError):
        Collection((replace(FIRST, since=4),)).of_day(9)


def test_a_solution_is_typed_answers() -> None:
    puzzle = StoredPuzzle(3, Goal.BONFIRE, 2, 1, 0, "path 3; end; ignite 2")
    assert puzzle.solution == tuple(map(parse_action, ("path 3", "end", "ignite 2")))
