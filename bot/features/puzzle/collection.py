"""Puzzles as text: a line of JSON for each game that has some, without anybody's name.

Keys: `number` of a game that bots played, else null; `players`, `beginner` and `seed`
(hexadecimal); `answers` as they are typed, with semicolons between; `puzzles`, each with `at` (how
many answers lead to it), `goal`, `turns`, `best` and `second` (what the best beginning and the next
one are worth), the `line` that solves it, and the day `until` which it takes part, 0 for ever.
Games that came later have the day `since` which they do. Days are counted from 1970-01-01.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Self

from bot.features.puzzle.puzzle import Goal, Puzzle
from engine import actions
from engine.codec import WIRE
from engine.game import Game
from engine.notation import parse_line
from engine.notation_slots import NotationError
from engine.refusal import IllegalAction
from engine.rng import stream
from engine.state import GameOptions, SignedPoints
from engine.wire import later

_Day = Annotated[int, range(100_000)]


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
    until: _Day = 0

    @property
    def solution(self) -> tuple[actions.Action, ...]:
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
    since: _Day = later(0)

    def dump(self) -> str:
        """Return the game as one line of JSON."""
        return json.dumps(WIRE.encode(self), separators=(",", ":"))

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

        Each round has another order, the same for everybody, and only the puzzles that took part
        when it began: those that are added change no day before them, nor the round of that day.
        Raises CollectionError for a day before all puzzles.
        """
        begun = cycle = 0
        while (puzzles := self._taking_part(begun)) and day >= begun + len(puzzles):
            begun, cycle = begun + len(puzzles), cycle + 1
        if not puzzles:
            raise CollectionError("no puzzles take part from the beginning")
        return stream(cycle, "puzzles", 0).shuffled(puzzles)[day - begun]

    def _taking_part(self, day: int) -> list[tuple[PuzzleGame, StoredPuzzle]]:
        return [
            (game, puzzle)
            for game, puzzle in self.puzzles
            if game.since <= day and (not puzzle.until or day < puzzle.until)
        ]
