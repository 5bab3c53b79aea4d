"""`python -m tests.features.puzzle.maker.exercises FILE`: find the six exercises.

They come from games against Tom that a bot plays by a seed: of each goal the first position in
which few beginnings reach it, and none of these is simply the answer that the goal names.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.cli.simulate import game_seed
from bot.features.puzzle.collection import PuzzleGame, StoredPuzzle
from bot.features.puzzle.puzzle import Goal, Puzzle
from engine import Game, GameOptions, actions, agenda
from engine.agents.levels import Level
from engine.agents.players import PLAYERS
from engine.notation import format_action
from engine.rng import stream
from tests.features.puzzle.maker.judge import Beginning, Judged, TooLargeError, judge
from tests.features.puzzle.maker.maker import BETWEEN, noted_game

SEED: Final = 6
ORDER: Final = (
    Goal.BONFIRE,
    Goal.HOME,
    Goal.TILES,
    Goal.COUNTDOWN,
    Goal.NEUTRAL,
    Goal.POINTS,
)
"""The goals of the exercises, the easiest first."""
BUDGET: Final = 30_000
"""Positions that are looked at for one exercise."""
FEWEST: Final = 8
"""Answers among which there is something to choose when the turn begins."""
MOST_WAYS: Final = 3
"""Beginnings that may reach a goal."""
LONGEST: Final = 8
"""Answers of the longest solution."""
TASKS: Final = 2
"""Tasks of which one alone can be lit."""
TILES: Final = 5
"""Action tiles that a place for a fate tile brings at least."""


def exercise(game: Game, goal: Goal) -> StoredPuzzle | None:
    """The exercise with this goal in a turn that begins; None where it is too easy or too hard."""
    if not _is_promising(game, goal):
        return None
    puzzle = Puzzle.made(game, goal, 1)
    try:
        judged = judge(puzzle, BUDGET, MOST_WAYS)
    except TooLargeError:
        return None
    if not _is_fit(judged):
        return None
    ways = _ways(judged)
    second = max((each.worth for each in judged.beginnings if each not in ways), default=0)
    line = BETWEEN.join(map(format_action, ways[0].line))
    return StoredPuzzle(game.move_count, goal, 1, judged.best.worth, second, line)


def _ways(judged: Judged) -> list[Beginning]:
    """The beginnings that reach the goal, the one with the shortest line first."""
    best = [each for each in judged.beginnings if each.worth == judged.best.worth]
    return sorted(best, key=lambda each: len(each.line))


def _is_promising(game: Game, goal: Goal) -> bool:
    """Say whether a goal is open in a position, so that looking for its lines is worth it."""
    asked, answers = game.waiting, game.legal_actions()
    if asked is None or asked.decision != agenda.TurnChoice() or len(answers) < FEWEST:
        return False
    view = game.view()
    city = view.seats[asked.seat]
    kinds = [type(answer) for answer in answers]
    match goal:
        case Goal.BONFIRE:
            unlit = sum(each.task is not None and not each.task.lit for each in city.positions)
            return kinds.count(actions.Ignite) == 1 and unlit >= TASKS
        case Goal.HOME:
            return actions.MakeProcession in kinds and city.bonfires > 0
        case Goal.TILES:
            return actions.PlaceFate in kinds and not {actions.Ignite, actions.SendNeutral} & set(
                kinds
            )
        case Goal.COUNTDOWN:
            return view.novices_needed - view.novices_sent == 1 and actions.SendNeutral not in kinds
        case Goal.NEUTRAL:
            return not {actions.Ignite, actions.SendNeutral} & set(kinds)
        case Goal.POINTS:
            return city.turns_left == 1
        case _:
            return False


def _is_fit(judged: Judged) -> bool:
    """Say whether an exercise has a solution, and asks for a thought."""
    ways = _ways(judged) if judged.beginnings else []
    if not ways or len(ways[0].line) > LONGEST:
        return False
    if judged.goal is Goal.HOME and not isinstance(ways[0].answer, actions.MakeProcession):
        return False
    if judged.goal.happens:
        return judged.best.worth > 0 and len(ways) <= MOST_WAYS
    return judged.is_sound and (judged.goal is Goal.POINTS or judged.best.worth >= TILES)


def games() -> Iterator[PuzzleGame]:
    """Games with one exercise each, in the order in which they are found."""
    found: set[Goal] = set()
    number = 0
    while found < set(ORDER):
        number += 1
        for game, stored in _in_game(number, found):
            answers = tuple(move.action for move in game.moves)
            found.add(stored.goal)
            yield noted_game(GameOptions(1), game_seed(SEED, number), answers, (stored,), number)


def _in_game(number: int, found: set[Goal]) -> Iterator[tuple[Game, StoredPuzzle]]:
    """The exercises of a game that a bot plays to its end."""
    deal = game_seed(SEED, number)
    game = Game.new(GameOptions(1), deal)
    while (asked := game.waiting) is not None:
        for goal in ORDER:
            stored = None if goal in found else exercise(game, goal)
            if stored is not None:
                yield game, stored
        guess = stream(deal, "thoughts", game.move_count).below(2**32)
        for answer in PLAYERS[Level.MEDIUM](game, asked.seat, guess).answers:
            game.submit(asked.seat, answer)


def main(file: Path) -> None:
    """Write the exercises into a file, a line for each."""
    found = sorted(games(), key=lambda game: ORDER.index(game.puzzles[0].goal))
    file.write_text("".join(f"{game.dump()}\n" for game in found), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
