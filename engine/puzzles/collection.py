"""Puzzles as text: a line of JSON for each game that has some, without anybody's name.

Keys: `number` of a game that bots played, else null; `players`, `beginner` and `seed`
(hexadecimal); `answers` as they are typed, with semicolons between; `puzzles`, each with `at` (how
many answers lead to it), `goal`, `turns`, `best` and `second` (what the best beginning and the next
one are worth) and the `line` that solves it.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Self

from engine.actions import Action
from engine.codec import WIRE
from engine.game import Game
from engine.notation import parse_line
from engine.notation_slots import NotationError
from engine.puzzles.puzzle import Goal, Puzzle
from engine.refusal import IllegalAction
from engine.rng import stream
from engine.state import GameOptions, SignedPoints


class CollectionError(ValueError):
    """A line has no puzzles, or does not replay."""


@dataclass(frozen=True, slots=True)
class StoredPuzzle:
    """A puzzle of a game: after how many answers it begins, its goal, and how it is solved."""

    at: int
    goal: Goal
    turns: int
    best: SignedPoints
    second: SignedPoints
    line: str

    @property
    def solution(self) -> tuple[Action, ...]:
        """The answers that solve it."""
        return parse_line(self.line)


@dataclass(frozen=True, slots=True)
class PuzzleGame:
    """A game up to its last puzzle, as text, and its puzzles."""

    number: int | None
    players: int
    beginner: bool
    seed: str
    answers: str
    puzzles: tuple[StoredPuzzle, ...]

    def dump(self) -> str:
        """Return the game as one line of JSON."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def load(cls, line: str) -> Self:
        """Return the game of a line that `dump` wrote. Raises CollectionError for any other."""
        try:
            game: Self = WIRE.decode(cls, json.loads(line))
        except (ValueError, RecursionError) as error:
            raise CollectionError(f"this is not a line of puzzles: {error}") from error
        return game

    def puzzle(self, stored: StoredPuzzle) -> Puzzle:
        """Return one of the puzzles of this game, to be played. Raises CollectionError."""
        try:
            game = Game.new(GameOptions(self.players, self.beginner), int(self.seed, 16))
            for action in parse_line(self.answers)[: stored.at]:
                asked = game.waiting
                if asked is None:
                    raise CollectionError("the game is over before the puzzle begins")
                game.submit(asked.seat, action)
            return Puzzle.made(game, stored.goal, stored.turns)
        except (IllegalAction, NotationError, ValueError) as error:
            raise CollectionError(f"the puzzle does not replay: {error}") from error


@dataclass(frozen=True, slots=True)
class Collection:
    """All puzzles that there are, each with its game."""

    games: tuple[PuzzleGame, ...]

    @classmethod
    def load(cls, lines: Iterable[str]) -> Self:
        """Return the puzzles of some lines. Raises CollectionError."""
        return cls(tuple(map(PuzzleGame.load, filter(str.strip, lines))))

    @property
    def puzzles(self) -> tuple[tuple[PuzzleGame, StoredPuzzle], ...]:
        """Return every puzzle with its game, in the order of the lines."""
        return tuple((game, puzzle) for game in self.games for puzzle in game.puzzles)

    def of_day(self, day: int) -> tuple[PuzzleGame, StoredPuzzle]:
        """Return the puzzle of a day by its number: all of them come before one comes again.

        Each round has another order, the same for everybody.
        """
        puzzles = self.puzzles
        cycle, place = divmod(day, len(puzzles))
        return stream(cycle, "puzzles", 0).shuffled(puzzles)[place]
