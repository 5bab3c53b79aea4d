"""`bonfire arena`: two computer players against each other, or one against Tom, over many deals.

An arena that was stopped goes on from its log: JSON that names the match, then a line a game.
"""

import argparse
import json
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import closing
from dataclasses import asdict
from math import inf
from pathlib import Path
from typing import Final, TypeAlias

from bot.cli.arena.matches import TOM_PLAYER, Match, Outcome, Pairing, play
from bot.cli.arena.program import play_with_program
from bot.cli.arena.summary import pair_scores, summary, verdict
from bot.runtime.shell.arguments import (
    count_argument,
    json_argument,
    seats_argument,
    seed_argument,
)
from bot.runtime.shell.errors import UsageError
from bot.runtime.shell.files import file_argument, output_file, read_text, writing
from bot.runtime.shell.output import progress_report
from bot.runtime.workers import pool_of
from engine.agents.players import PLAYERS

_LARGEST_LOG: Final = 2**30
"""The bytes of the largest log: half a million games."""

PlayOne: TypeAlias = Callable[[Pairing], Outcome]


def opponent(name: str) -> str:
    """Return the name of a player or of Tom. Raises ArgumentTypeError."""
    if name in PLAYERS or name == TOM_PLAYER:
        return name
    raise argparse.ArgumentTypeError(f"expected a player or {TOM_PLAYER}, not {name!r}")


def arguments(
    parser: argparse.ArgumentParser,
    second: Callable[[str], str] = opponent,
    players: Collection[str] = PLAYERS,
) -> None:
    """Add what `bonfire arena` takes: the first of the `players`, and what `second` reads."""
    parser.add_argument(
        "first", choices=[*map(str, players)], metavar="A", help=f"a player: {', '.join(players)}"
    )
    parser.add_argument(
        "second",
        type=second,
        metavar="B",
        nargs="?",
        help="another player, or tom (default: the program)",
    )
    parser.add_argument(
        "--program",
        metavar="CMD",
        help="a program that plays as B by the lines of `bonfire engine` (default: none)",
    )
    seats_argument(parser)
    count_argument(parser, "games", 100, "number of games, in pairs except against tom")
    seed_argument(parser, 1)
    count_argument(parser, "workers", 1, "number of processes")
    parser.add_argument(
        "--stop",
        type=float,
        nargs=2,
        metavar=("LOW", "HIGH"),
        help="stop as soon as A is clearly more than HIGH or less than LOW Elo stronger "
        "(default: off)",
    )
    file_argument(parser, "--log", "file to write; an existing one is continued (default: none)")
    json_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, play_one: PlayOne = play) -> int:
    """Play the games that the log does not hold yet, and print what came of all."""
    if (chosen.second is None) is (chosen.program is None):
        raise UsageError("name either B or a --program")
    if chosen.program is not None:
        chosen.second, play_one = chosen.program, play_with_program
    if chosen.first == chosen.second:
        raise UsageError(f"A and B are both {chosen.first}: name another player")
    against_tom = chosen.second == TOM_PLAYER
    if chosen.stop and not -inf < chosen.stop[0] < chosen.stop[1] < inf:
        raise UsageError("--stop takes LOW and a larger HIGH")
    if against_tom and chosen.stop:
        raise UsageError("--stop compares players: it cannot be used against tom")
    match = Match(chosen.first, chosen.second, 1 if against_tom else chosen.players, chosen.seed)
    deals = chosen.games if against_tom else (chosen.games + 1) // 2
    outcomes = open_log(chosen.log, match)[: len(match.games(deals))]
    left = match.games(deals)[len(outcomes) :]
    with (
        progress_report("game") as report,
        closing(played(left, chosen.workers, play_one)) as games,
    ):
        while not _decided(outcomes, match, chosen.stop):
            report(len(outcomes), len(match.games(deals)))
            outcome = next(games, None)
            if outcome is None:
                break
            add_to_log(chosen.log, outcome)
            outcomes.append(outcome)
    summary(match, outcomes, chosen.stop).show(chosen)
    return 0


def played(pairings: Sequence[Pairing], workers: int, play_one: PlayOne) -> Generator[Outcome]:
    """Play the games, and yield their outcomes in their order."""
    if workers == 1:
        yield from map(play_one, pairings)
        return
    with pool_of(workers) as pool:
        try:
            yield from pool.map(play_one, pairings)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _decided(outcomes: Sequence[Outcome], match: Match, limits: tuple[float, float] | None) -> bool:
    """Say whether the games so far decide, which only whole pairs do."""
    if limits is None or len(outcomes) % 2:
        return False
    return verdict(pair_scores(match, outcomes), *limits) is not None


def open_log(file: Path | None, match: Match) -> list[Outcome]:
    """Return the outcomes that a log holds, and begin one that is not there. Empty without a file.

    Raises UsageError for a log of another match, and for a file that is none.
    """
    if file is None:
        return []
    heading = json.dumps(asdict(match))
    if not file.exists():
        output_file(file, force=False).write(heading + "\n")
        return []
    first, *lines = read_text(file, _LARGEST_LOG).splitlines(keepends=True) or [""]
    if first.strip() != heading:
        raise UsageError(f"{file} is the log of another match: {first.strip()[:200]}")
    whole = [line for line in lines if line.endswith("\n")]
    if len(whole) < len(lines):
        # The arena was killed while it wrote its last line: that game is played again.
        output_file(file, force=True).write("".join((first, *whole)))
    try:
        return [Outcome.load(json.loads(line)) for line in whole]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(f"{file} has a line that is not a game: {error}") from error


def add_to_log(file: Path | None, outcome: Outcome) -> None:
    """Write down how a game ended. Raises UsageError when that is not possible."""
    if file is not None:
        with writing(file), file.open("a", encoding="utf-8") as log:
            log.write(json.dumps(outcome.dump()) + "\n")
