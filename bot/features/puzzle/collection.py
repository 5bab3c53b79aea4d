"""The puzzles that the program brings along, and which of them is the one of a day."""

from functools import cache, lru_cache
from importlib.resources import files

from engine.puzzles import Puzzle
from engine.puzzles.collection import Collection, StoredPuzzle

FILE = files("bot.features.puzzle").joinpath("puzzles.jsonl")


@cache
def collection() -> Collection:
    """All puzzles, as `python -m tests.tools.puzzles make` wrote them."""
    return Collection.load(FILE.read_text("utf-8").splitlines())


@lru_cache(maxsize=4)
def puzzle_of(day: int) -> tuple[Puzzle, StoredPuzzle]:
    """The puzzle of a day, counted from 1970-01-01 (UTC), and what the judge said of it.

    It is replayed from the beginning of its game, which takes a while the first time.
    """
    game, stored = collection().of_day(day)
    return game.puzzle(stored), stored
