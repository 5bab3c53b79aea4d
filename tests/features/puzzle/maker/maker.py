"""Finding puzzles: every beginning of a turn in a game is looked at, and the judge decides."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from bot.features.puzzle.collection import CollectionError, PuzzleGame, StoredPuzzle
from bot.features.puzzle.puzzle import PUZZLE_SEED, Goal, Puzzle
from engine import actions, agenda, ids
from engine.agents.levels import Level
from engine.agents.players import PLAYERS
from engine.game import Game
from engine.notation import format_action
from engine.state import GameOptions
from tests.features.puzzle.maker.judge import Judged, TooLargeError, judge

BETWEEN: Final = "; "
DAILY: Final = (
    Goal.TILES,
    Goal.RESOURCES,
    Goal.POINTS,
    Goal.SCORE,
    Goal.BONFIRE,
    Goal.HOME,
)
"""The goals of daily puzzles."""
LAST_TURNS: Final = (1, 2)
"""The turns left in which points are asked for."""
TURNS_TO_LIGHT: Final = 2
"""A bonfire is prepared in one turn and lit in the next."""
POSITIONS: Final = 2_000
"""Positions for each turn of a puzzle, after which it is none for a person."""
MOST: Final = 3
"""The most puzzles with the same goal that a seat of one game gives."""


def puzzle_game(
    options: GameOptions,
    seed: int,
    answers: Sequence[actions.Action],
    number: int | None = None,
    goals: Collection[Goal] = DAILY,
) -> PuzzleGame:
    """A game with the puzzles of these goals, under a number if it is one of many bots' games.

    Games by other rules than the printed ones give none (see `judge`). Raises
    IllegalAction where the answers do not follow from options and seed.
    """
    usual = options == GameOptions(options.players, options.beginner)
    found = tuple(_found(Game.new(options, seed), answers, goals)) if usual else ()
    return noted_game(options, seed, answers, found, number)


def noted_game(
    options: GameOptions,
    seed: int,
    answers: Sequence[actions.Action],
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
    return [] if found == replace(stored, until=0) else [f"{stored.at}: {found} is not {stored}"]


def _found(
    game: Game, answers: Sequence[actions.Action], goals: Collection[Goal]
) -> Iterator[StoredPuzzle]:
    taken: dict[tuple[ids.Seat, Goal], list[actions.Action]] = {}
    for count, action in enumerate(answers):
        for goal, turns in (each for each in _goals(game) if each[0] in goals):
            puzzle = Puzzle.made(game, goal, turns)
            known = taken.setdefault((puzzle.seat, goal), [])
            judged = _judged(puzzle) if len(known) < MOST else None
            # The same idea stays open for several turns in a row.
            if judged is not None and judged.best.answer not in known:
                known.append(judged.best.answer)
                yield noted_puzzle(count, puzzle, judged)
        if game.waiting is not None:
            game.submit(game.waiting.seat, action)


def _judged(puzzle: Puzzle) -> Judged | None:
    """Return what the judge says of a puzzle that asks for a thought; None of any other."""
    try:
        judged = judge(puzzle, POSITIONS * puzzle.turns)
    except TooLargeError:
        return None
    if not judged.is_sound or _is_obvious(puzzle, judged):
        return None
    return None if is_found_anyway(puzzle, judged.best.worth) else judged


def _is_obvious(puzzle: Puzzle, judged: Judged) -> bool:
    """Say whether the best is to light the only bonfire that can be lit, for its council space.

    Points differ by the space, so that there is something to find.
    """
    can_be_lit = sum(isinstance(each.answer, actions.Ignite) for each in judged.beginnings)
    lights = isinstance(judged.best.answer, actions.Ignite) and can_be_lit == 1
    return lights and puzzle.goal in {Goal.HOME, Goal.RESOURCES}


def is_found_anyway(puzzle: Puzzle, best: int) -> bool:
    """Say whether the bot of medium strength, which does not know the goal, reaches the best."""
    game = puzzle.copy()
    while not puzzle.is_over(game):
        asked = game.waiting
        assert asked is not None, "the puzzle is not over"
        turn = PLAYERS[Level.MEDIUM](game, asked.seat, PUZZLE_SEED)
        for action in takewhile(lambda _: not puzzle.is_over(game), turn.answers):
            game.submit(asked.seat, action)
    return puzzle.worth(game) >= best


def _goals(game: Game) -> Iterator[tuple[Goal, int]]:
    """Yield the goals that a puzzle could have where a turn begins."""
    asked = game.waiting
    if asked is None or asked.decision != agenda.TurnChoice():
        return
    kinds = Counter(map(type, game.legal_actions()))
    city = game.view().seats[asked.seat]
    if not kinds.keys() & {actions.Ignite, actions.SendNeutral} and actions.PlaceFate in kinds:
        yield Goal.TILES, 1
    if actions.Ignite not in kinds:
        yield Goal.BONFIRE, TURNS_TO_LIGHT
    if actions.MakeProcession in kinds or kinds[actions.Ignite] > 1:
        yield Goal.RESOURCES, 1
        if city.bonfires:
            yield Goal.HOME, 1
    if city.turns_left in LAST_TURNS:
        yield Goal.POINTS, city.turns_left
    else:
        yield Goal.SCORE, 1
