"""The log of an arena: a line of JSON that names the match, then one a game as it ends.

An arena that was stopped goes on from its log; the log is the evidence of what was measured.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Final

from bot.cli.arena.matches import Match, Outcome
from bot.cli.support.errors import UsageError
from bot.cli.support.files import output_file, read_text, writing

LARGEST_LOG: Final = 2**30
"""The bytes of the largest log: half a million games."""


def open_log(file: Path | None, match: Match) -> list[Outcome]:
    """The outcomes that a log holds; begins one that is not there. Empty without a file.

    Raises UsageError for a log of another match, and for a file that is none.
    """
    if file is None:
        return []
    heading = json.dumps(asdict(match))
    if not file.exists():
        output_file(file, force=False).write(heading + "\n")
        return []
    first, *lines = read_text(file, LARGEST_LOG).splitlines(keepends=True) or [""]
    if first.strip() != heading:
        raise UsageError(f"{file} is the log of something else: {first.strip()[:200]}")
    whole = [line for line in lines if line.endswith("\n")]
    if len(whole) < len(lines):
        # The arena was killed while it wrote its last line: that game is played again.
        output_file(file, force=True).write("".join((first, *whole)))
    try:
        return [Outcome.load(json.loads(line)) for line in whole]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(f"{file} has a line that is no game: {error}") from error


def add_to_log(file: Path | None, outcome: Outcome) -> None:
    """Write down how a game ended. Raises UsageError when that is not possible."""
    if file is not None:
        with writing(file), file.open("a", encoding="utf-8") as log:
            log.write(json.dumps(outcome.dump()) + "\n")
