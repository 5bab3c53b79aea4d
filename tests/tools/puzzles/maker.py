"""Finding puzzles: every beginning of a turn in a game is looked at, and the judge decides."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.actions import Action, Ignite, PlaceFate, SendNeutral
from engine.agenda import TurnChoice
from engine.game import Game
from engine.ids import Seat
from engine.notation import format_action
from engine.puzzles.collection import CollectionError, PuzzleGame, StoredPuzzle
from engine.puzzles.puzzle import Goal, Puzzle
from engine.state import GameOptions
from tests.tools.puzzles.judge import Judged, TooLargeError, judge

BETWEEN: Final = "; "
DAILY: Final = (Goal.TILES, Goal.BONFIRE, Goal.POINTS)
"""The goals of daily puzzles."""
LAST_TURNS: Final = (1, 2)
"""The turns left in which points are asked for."""
TURNS_TO_LIGHT: Final = 2
"""A bonfire is prepared in one turn and lit in the next."""
MOST: Final = 3
"""The most puzzles with the same goal that a seat of one game gives."""


def puzzle_game(
    options: GameOptions, seed: int, answers: Sequence[Action], number: int | None = None
) -> PuzzleGame:
    """A game with the puzzles in it, under a number if it is one of many that bots played.

    Games by other rules than the printed ones give none (see `tests.tools.puzzles.judge`). Raises
    IllegalAction where the answers do not follow from options and seed.
    """
    usual = options == GameOptions(options.players, options.beginner)
    found = tuple(_found(Game.new(options, seed), answers)) if usual else ()
    return noted_game(options, seed, answers, found, number)


def noted_game(
    options: GameOptions,
    seed: int,
    answers: Sequence[Action],
    puzzles: tuple[StoredPuzzle, ...],
    number: int | None,
) -> PuzzleGame:
    """Note down a game as far as its puzzles need it."""
    last = max((puzzle.at for puzzle in puzzles), default=0)
    told = BETWEEN.join(map(format_action, answers[:last]))
    return PuzzleGame(number, options.players, options.beginner, f"{seed:x}", told, puzzles)


def noted_puzzle(at: int, puzzle: Puzzle, judged: Judged) -> StoredPuzzle:
    """Note down a puzzle with what the judge found."""
    best, second = judged.beginnings[:2]
    line = BETWEEN.join(map(format_action, best.line))
    return StoredPuzzle(at, puzzle.goal, puzzle.turns, best.worth, second.worth, line)


def faults(game: PuzzleGame) -> list[str]:
    """Solve every puzzle of a game, and name each that is not as it is noted."""
    return [fault for stored in game.puzzles for fault in _faults(game, stored)]


def _faults(game: PuzzleGame, stored: StoredPuzzle) -> list[str]:
    try:
        puzzle = game.puzzle(stored)
        judged = judge(puzzle)
    except (CollectionError, TooLargeError) as error:
        return [f"{stored.at}: {error}"]
    if not judged.is_sound:
        return [f"{stored.at}: no beginning is clearly the best"]
    found = noted_puzzle(stored.at, puzzle, judged)
    return [] if found == stored else [f"{stored.at}: {found} is not {stored}"]


def _found(game: Game, answers: Sequence[Action]) -> Iterator[StoredPuzzle]:
    taken: dict[tuple[Seat, Goal], list[Action]] = {}
    for count, action in enumerate(answers):
        for goal, turns in _goals(game):
            puzzle = Puzzle.made(game, goal, turns)
            known = taken.setdefault((puzzle.seat, goal), [])
            judged = _judged(puzzle) if len(known) < MOST else None
            # The same idea stays open for several turns in a row.
            if judged is not None and judged.is_sound and judged.best.answer not in known:
                known.append(judged.best.answer)
                yield noted_puzzle(count, puzzle, judged)
        if game.waiting is not None:
            game.submit(game.waiting.seat, action)


def _judged(puzzle: Puzzle) -> Judged | None:
    try:
        return judge(puzzle)
    except TooLargeError:
        return None


def _goals(game: Game) -> Iterator[tuple[Goal, int]]:
    """Yield the goals that a puzzle could have where a turn begins."""
    asked = game.waiting
    if asked is None or asked.decision != TurnChoice():
        return
    kinds = set(map(type, game.legal_actions()))
    if not kinds & {Ignite, SendNeutral} and PlaceFate in kinds:
        yield Goal.TILES, 1
    if Ignite not in kinds:
        yield Goal.BONFIRE, TURNS_TO_LIGHT
    left = game.view().seats[asked.seat].turns_left
    if left in LAST_TURNS:
        yield Goal.POINTS, left
