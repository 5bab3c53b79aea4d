"""`bonfire games repair` rebuilds a game from its log; `put-back` undoes it.

What the repair replaces is kept in a file beside the backups, readable by its owner alone: it
holds the seed.
"""

import argparse
import json
import os
import shlex
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Self

from bot.cli.games.rebuild import Examination, examine
from bot.cli.support.arguments import data_argument
from bot.cli.support.errors import UsageError, as_usage_error
from bot.cli.support.files import a_file, read_text
from bot.cli.support.operator import (
    change,
    checked_version,
    game_argument,
    look_at,
    operator_settings,
    stamp,
    stored_game,
)
from bot.model.button_forms import LARGEST_NUMBER
from bot.model.rows import GameRow
from bot.runtime.housekeeping import BACKUPS_FOLDER
from bot.services.games.table import snapshot_of
from bot.store import Transaction
from bot.store.copies import opened
from engine.codec import WIRE


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire games repair` takes."""
    game_argument(parser)
    parser.add_argument("--write", action="store_true", help="apply the repair (default: dry run)")
    parser.add_argument(
        "--from",
        dest="backup",
        type=a_file,
        metavar="FILE",
        help="backup that has the set-up (default: none)",
    )
    data_argument(parser)
    parser.set_defaults(run=run)


def put_back_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire games put-back` takes."""
    parser.add_argument(
        "file", type=a_file, metavar="FILE", help="backup file written by the repair"
    )
    data_argument(parser)
    parser.set_defaults(run=put_back)


Stored = Annotated[int, range(LARGEST_NUMBER + 1)]
"""A number that the database can hold."""


@dataclass(frozen=True, slots=True)
class ReplacedGame:
    """The parts of a game that a repair has replaced, and the revision after it."""

    game: Stored
    repaired: Stored
    revision: Stored
    told: Stored
    snapshot: str

    @classmethod
    def load(cls, file: Path) -> Self:
        """Read what `write` wrote. Raises UsageError."""
        try:
            kept: Self = WIRE.decode(cls, json.loads(read_text(file)))
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{file} was not written by `bonfire games repair`") from error
        return kept

    def write(self, file: Path) -> None:
        """Keep it in a new file. Raises OSError."""
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            json.dump(asdict(self), out)


def run(chosen: argparse.Namespace) -> int:
    """Tell what is wrong with the game, and with `--write` repair it."""
    row, examined = look_at(chosen.data, lambda tx: _examined(tx, chosen.game, chosen.backup))
    for fault in examined.faults:
        print(f"game {chosen.game}: {fault}")
    if not examined.faults:
        print(f"game {chosen.game}: the snapshot is what the log leads to")
    elif not chosen.write:
        print("Nothing is changed yet: --write applies the repair.")
    else:
        kept = str(_write(chosen.data, row, examined))
        place = () if chosen.data is None else ("--data", str(chosen.data))
        undo = shlex.join(("bonfire", "games", "put-back", kept, *place))
        print(f"repaired; what was there is kept: {undo}")
    return 0


async def _examined(tx: Transaction, game: int, backup: Path | None) -> tuple[GameRow, Examination]:
    row = await stored_game(tx, game)
    numbers = [number for number, _ in await tx.games.entries(game)]
    log = await tx.games.log(game)
    older = None if backup is None else _older_snapshot(backup, game)
    with as_usage_error(f"game {game} cannot be repaired", UsageError):
        return row, examine(row, log, max(numbers, default=0), older)


def _older_snapshot(backup: Path, game: int) -> str:
    checked_version(backup)
    with opened(backup) as database:
        row = database.execute("SELECT snapshot FROM games WHERE id = ?", (game,)).fetchone()
    if row is None:
        raise UsageError(f"{backup} has no game {game}")
    return str(row[0])


def _write(data: Path | None, row: GameRow, examined: Examination) -> Path:
    """Store the repaired game; returns the file that keeps what it replaces."""
    file = operator_settings(data).data / BACKUPS_FOLDER / f"game-{row.id}-{stamp()}.json"
    replaced = ReplacedGame(row.id, examined.revision, row.revision, row.told, row.snapshot)

    async def work(tx: Transaction) -> None:
        now = await stored_game(tx, row.id)
        if (now.revision, now.snapshot) != (row.revision, row.snapshot):
            raise UsageError(f"game {row.id} has changed meanwhile; try again")
        replaced.write(file)
        await _store(tx, row.id, examined.revision, examined.told, snapshot_of(examined.game))

    change(data, lambda store: store.write(work))
    return file


async def _store(tx: Transaction, game: int, revision: int, told: int, snapshot: str) -> None:
    """Store another state of a game; the bot sets its clock when it starts."""
    await tx.games.put_right(game, revision, told, snapshot)
    await tx.drafts.clear(game)
    await tx.clocks.stop(game)


def put_back(chosen: argparse.Namespace) -> int:
    """Store the game as it was before a repair."""
    replaced = ReplacedGame.load(chosen.file)

    async def work(tx: Transaction) -> None:
        row = await stored_game(tx, replaced.game)
        if row.revision != replaced.repaired:
            raise UsageError(f"game {replaced.game} has gone on since it was repaired")
        await _store(tx, replaced.game, replaced.revision, replaced.told, replaced.snapshot)

    change(chosen.data, lambda store: store.write(work))
    print(f"game {replaced.game}: as it was before the repair")
    return 0
