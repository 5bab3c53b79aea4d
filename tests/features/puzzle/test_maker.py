"""The puzzle maker: puzzles are made of games, gone on with where a file ends, and solved anew."""

import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features.puzzle import values
from bot.features.puzzle.collection import PuzzleGame
from bot.features.puzzle.puzzle import Goal
from engine import Game, GameOptions, actions
from engine.notation import parse_line
from tests.features.puzzle.maker import __main__ as puzzles
from tests.features.puzzle.maker.__main__ import PlayedGame, bots_game, puzzle_parser
from tests.features.puzzle.maker.maker import noted_game
from tests.kit.presses import submit
from tests.kit.shell import Bonfire, answering, assert_one_line, with_stack
from tests.kit.stack import PEOPLE, Stack


@pytest.fixture
def tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Bonfire:
    """Run the tool in an empty directory without any setting."""
    return answering(puzzle_parser, tmp_path, monkeypatch, capsys)


def short_game(number: int) -> PlayedGame:
    """The end of what leads to a puzzle of tiles: a game broken off right after it."""
    tiles = [each for each in values.collection().puzzles if each[1].goal is Goal.TILES]
    game, puzzle = min(tiles, key=lambda each: each[1].at)
    answers = parse_line(game.answers)[: puzzle.at]
    here = (*answers, *puzzle.solution)
    return PlayedGame(GameOptions(2), int(game.seed, 16), here, number)


def stored(file: Path) -> list[PuzzleGame]:
    return [PuzzleGame.load(line) for line in file.read_text().splitlines()]


def one_puzzle(file: Path) -> PuzzleGame:
    """Write a file with a single puzzle, which is solved quickly."""
    tiles = [each for each in values.collection().puzzles if each[1].goal is Goal.TILES]
    game, puzzle = min(tiles, key=lambda each: each[1].at)
    kept = replace(game, puzzles=(puzzle,))
    file.write_text(kept.dump() + "\n")
    return kept


def test_what_is_there_is_enough(tool: Bonfire, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    one_puzzle(file)
    before = file.read_bytes()
    assert tool("make", str(file), "--count", "1").status == 0
    assert file.read_bytes() == before


def test_it_goes_on_with_the_next_game(
    tool: Bonfire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "puzzles.jsonl"
    first = one_puzzle(file)
    file.write_text(file.read_text().rstrip("\n"))  # as an editor may leave it
    asked: list[int] = []

    def play(_seed: int, number: int) -> PlayedGame:
        asked.append(number)
        return short_game(number)

    def found(*given: object) -> PuzzleGame:
        return replace(first, number=given[3])  # type: ignore[arg-type]

    monkeypatch.setattr(puzzles, "bots_game", play)
    monkeypatch.setattr(puzzles, "puzzle_game", found)
    answer = tool("make", str(file), "--count", "3")
    assert answer.status == 0
    assert answer.out == "2 puzzles\n3 puzzles\n"
    assert first.number is not None
    assert asked == [first.number + 1, first.number + 2]
    assert [game.number for game in stored(file)] == [first.number, *asked]


def test_a_puzzle_is_solved_anew_and_a_wrong_one_named(tool: Bonfire, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    game = one_puzzle(file)
    answer = tool("check", str(file))
    assert (answer.status, answer.out) == (0, "1 puzzles solved: each is as it is noted\n")
    (puzzle,) = game.puzzles
    file.write_text(replace(game, puzzles=(replace(puzzle, best=99),)).dump())
    answer = tool("check", str(file))
    assert answer.status == 1
    assert answer.out.startswith(f"game 1: {puzzle.at}: ")


def test_a_damaged_file_is_told_in_one_line(tool: Bonfire, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text('{"puzzles": 3}\n')
    for words in (("check", str(file)), ("make", str(file))):
        assert_one_line(tool(*words), f"{file}, line 1")


def finished_game(folder: Path) -> None:
    """Store a game that two people have played to its end."""

    async def work(stack: Stack) -> None:
        game, dice = await stack.start(2), random.Random(3)
        async with stack.games.hold(game) as table:
            copy = table.game.at(0)
        while copy.waiting is not None:
            action = dice.choice(copy.legal_actions())
            person = await stack.mover(game)
            copy.submit(copy.waiting.seat, action)
            await submit(stack.games, stack.press(person), game, (action,))

    with_stack(folder, work)


def test_games_of_people_give_puzzles_once_and_without_names(
    tool: Bonfire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished_game(tmp_path)
    (puzzle,) = one_puzzle(tmp_path / "one.jsonl").puzzles

    def found(
        options: GameOptions,
        seed: int,
        answers: Sequence[actions.Action],
        number: int | None,
        _goals: object,
    ) -> PuzzleGame:
        whole = replace(puzzle, at=len(answers))
        return noted_game(options, seed, answers, (whole,), number)

    monkeypatch.setattr(puzzles, "puzzle_game", found)
    file = tmp_path / "puzzles.jsonl"
    for spell in ("0{}".format, str.upper, str):
        answer = tool("make", str(file), "--finished")
        assert answer.status == 0
        assert answer.out.endswith(f"There are no more finished games: {file} has 1 puzzles.\n")
        (seed,) = re.findall(r'"seed":\s*"(\w+)"', file.read_text("utf-8"))
        file.write_text(file.read_text("utf-8").replace(f'"{seed}"', f'"{spell(seed)}"'), "utf-8")
    (game,) = stored(file)
    assert game.number is None
    again = Game.new(GameOptions(2), int(game.seed, 16))
    for action in parse_line(game.answers):
        assert again.waiting is not None
        again.submit(again.waiting.seat, action)
    assert again.result is not None
    assert not any(person.name in file.read_text() for person in PEOPLE)
    keys = {"number", "players", "beginner", "seed", "answers", "puzzles"}
    assert set(json.loads(file.read_text())) == keys


@pytest.mark.long
def test_bots_play_the_same_game_again() -> None:
    game = bots_game(0, 3)
    assert game == bots_game(0, 3)
    again = Game.new(game.options, game.seed)
    for action in game.answers:
        assert again.waiting is not None
        again.submit(again.waiting.seat, action)
    assert again.result is not None
