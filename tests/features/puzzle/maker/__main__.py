"""`python -m tests.features.puzzle.maker`: make the collection of daily puzzles, and check it.

Games come from bots, who play by a seed, or from the finished games of the database. Nobody's name
stands in a collection, and nothing of a game that is not public once it is over.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from bot.cli.parser import Parser, add_commands, execute
from bot.cli.simulate import game_seed
from bot.features.puzzle import values
from bot.features.puzzle import values as puzzles
from bot.features.puzzle.collection import Collection, CollectionError, PuzzleGame
from bot.model.rows import GameRow, Status
from bot.runtime.shell import arguments, operator
from bot.runtime.shell.command import Command
from bot.runtime.shell.errors import UsageError
from bot.runtime.shell.files import a_file, read_text, writing
from bot.runtime.shell.output import progress
from bot.services.games.table import table_of
from bot.store.store import Transaction
from engine import Game, GameOptions, actions
from engine.agents.levels import Level
from engine.agents.players import PLAYERS
from engine.box_document import box_digest
from engine.codec import options_from_json
from engine.data.standard import STANDARD_BOX
from engine.notation import parse_action
from engine.record import make_record
from engine.rng import stream
from tests.features.puzzle.maker.maker import DAILY, faults, puzzle_game

A_YEAR: Final = 365
A_MONTH: Final = 31
"""The time until puzzles that are added take part: till then every bot should know them."""
LARGEST_SHARE: Final = 0.3
"""The largest share of the puzzles that have the same goal."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that is over, as its record tells it, under a number if bots played it."""

    options: GameOptions
    seed: int
    answers: tuple[actions.Action, ...]
    number: int | None = None


def make_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=a_file, metavar="FILE", help="file to write; an existing one is continued"
    )
    parser.add_argument(
        "--count",
        type=arguments.from_one,
        default=A_YEAR,
        metavar="N",
        help="number of puzzles (default: %(default)s)",
    )
    arguments.seed_argument(parser)
    parser.add_argument(
        "--finished",
        action="store_true",
        help="use the finished games of the database (default: games of bots)",
    )
    parser.set_defaults(run=_make)


def _make(chosen: argparse.Namespace) -> int:
    """Add games to the file until it has enough puzzles; a finished game is never added twice."""
    before = _read(chosen.file) if chosen.file.exists() else Collection(())
    goals = Counter(puzzle.goal for _, puzzle in before.puzzles if not puzzle.until)
    most = max(1, int(LARGEST_SHARE * chosen.count))
    since = int(time.time() // values.PUZZLE_SECONDS) + A_MONTH if before.games else 0
    source = _of_people(before) if chosen.finished else _of_bots(before, chosen.seed)
    with writing(chosen.file), chosen.file.open("a", encoding="utf-8", newline="\n") as file:
        if before.games and not read_text(chosen.file).endswith("\n"):
            file.write("\n")  # an editor has taken it away
        while goals.total() < chosen.count and (played := next(source, None)) is not None:
            wanted = tuple(goal for goal in DAILY if goals[goal] < most)
            found = puzzle_game(played.options, played.seed, played.answers, played.number, wanted)
            found = replace(found, since=since)
            file.write(f"{found.dump()}\n")
            file.flush()
            goals.update(puzzle.goal for puzzle in found.puzzles)
            print(f"{goals.total()} puzzles", flush=True)
    if goals.total() < chosen.count:
        print(f"There are no more finished games: {chosen.file} has {goals.total()} puzzles.")
    return 0


def _read(file: Path) -> Collection:
    lines = read_text(file).splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            PuzzleGame.load(line)
        except CollectionError as error:
            raise UsageError(f"{file}, line {number}: {error}") from error
    return Collection.load(lines)


def _of_bots(before: Collection, seed: int) -> Iterator[PlayedGame]:
    """Games of bots of medium strength, from the first number that has not been played."""
    numbers = (game.number for game in before.games if game.number is not None)
    number = max(numbers, default=-1) + 1
    while True:
        yield bots_game(seed, number)
        number += 1


def bots_game(seed: int, number: int) -> PlayedGame:
    """A game of one to four bots to its end; equal seeds and numbers give equal games."""
    deal = game_seed(seed, number)
    options = GameOptions(1 + number % 4)
    game = Game.new(options, deal)
    while (asked := game.waiting) is not None:
        # What a player guesses at hidden pieces has nothing to do with the deal.
        guess = stream(deal, "thoughts", game.move_count).below(2**32)
        for answer in PLAYERS[Level.MEDIUM](game, asked.seat, guess).answers:
            game.submit(asked.seat, answer)
    return PlayedGame(options, deal, tuple(move.action for move in game.moves), number)


def _of_people(before: Collection) -> Iterator[PlayedGame]:
    known = {(int(game.seed, 16), game.players) for game in before.games}
    for row in operator.look_at(None, _finished):
        played = _replayable(table_of(row).game)
        if played and (played.seed, played.options.players) not in known:
            yield played


async def _finished(tx: Transaction) -> Sequence[GameRow]:
    listed = [entry.id for entry in await tx.games.listed(over=True)]
    rows = [await tx.games.get(game) for game in listed]
    return [row for row in rows if row is not None and row.status is Status.FINISHED]


def _replayable(game: Game) -> PlayedGame | None:
    """A finished game of the standard box that follows from its seed; None for any other."""
    record = make_record(game)
    usual = record["box_digest"] == box_digest(STANDARD_BOX) and record["setup"] is None
    if not (usual and record["finished"]):
        return None
    answers = tuple(parse_action(move["move"]) for move in record["moves"])
    return PlayedGame(options_from_json(record["options"]), int(record["seed"], 16), answers)


def check_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        type=a_file,
        nargs="?",
        metavar="FILE",
        help="puzzles to check (default: those of the program)",
    )
    parser.set_defaults(run=_check)


def _check(chosen: argparse.Namespace) -> int:
    """Solve every puzzle; the status is 1 if one is not as it is noted."""
    collection = _read(chosen.file) if chosen.file else puzzles.collection()
    found = [
        f"game {number}: {fault}"
        for number, game in enumerate(progress(collection.games, "game"), start=1)
        for fault in faults(game)
    ]
    for fault in found:
        print(fault)
    if not found:
        print(f"{len(collection.puzzles)} puzzles solved: each is as it is noted")
    return 1 if found else 0


COMMANDS: Final = (
    Command(
        "make", "make puzzles of games that bots played", f"{__name__}:make_arguments", "new.jsonl"
    ),
    Command("check", "solve every puzzle", f"{__name__}:check_arguments", "new.jsonl"),
)


def puzzle_parser() -> Parser:
    """Return the parser of this tool."""
    parser = Parser(prog="python -m tests.features.puzzle.maker", description=__doc__)
    add_commands(parser, "WHAT", COMMANDS)
    return parser


if __name__ == "__main__":
    sys.exit(execute(sys.argv[1:], puzzle_parser))
