"""`bonfire games repair` rebuilds a game from its log; `put-back` undoes it.

The log is the truth, and the snapshot only what follows from it; what lies in a snapshot alone is
the set-up with the seed. Where that is damaged, it is taken from a backup.

What the repair replaces is kept in a file beside the backups, readable by its owner alone: it
holds the seed.
"""

import argparse
import json
import os
import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Final, Self

from bot.model import button_forms, rows
from bot.model.game_log import standing_revisions
from bot.runtime.backups import BACKUPS_FOLDER
from bot.runtime.shell import operator
from bot.runtime.shell.arguments import data_argument
from bot.runtime.shell.errors import UsageError, as_usage_error
from bot.runtime.shell.files import a_file, file_argument, read_text
from bot.services.games.table import snapshot_of
from bot.store.copies import opened
from bot.store.store import Transaction
from engine import Game, IllegalAction, actions, ids
from engine.codec import WIRE, action_from_json, load_set_up
from engine.soundness import UNSOUND
from engine.state import GameState

_NO_SET_UP: Final = "the set-up cannot be trusted (--from takes it from a backup)"
_DAMAGE: Final = (ValueError, RecursionError)
"""The errors of reading a damaged snapshot."""

Answers = Mapping[int, tuple[ids.Seat, actions.Action]]
"""The answers that stand, by the number of their entry in the log."""


@dataclass(frozen=True, slots=True)
class Examination:
    """The faults of a stored game, and the game without them; no faults, no change."""

    faults: tuple[str, ...]
    game: Game
    revision: int
    told: int


def examine(
    row: rows.GameRow, log: tuple[rows.MoveRow, ...], last: int, backup: str | None = None
) -> Examination:
    """Compare a stored game with its log; `backup` is an older snapshot of the same game.

    `last` is the number of the last entry in the log. Raises UsageError for one that cannot be
    followed, and for a damaged set-up.
    """
    answers = _answers(log)
    if last != len(log):
        raise UsageError(f"entries of the log are missing: it has {len(log)}, up to number {last}")
    faults, game = _followed(row.snapshot, answers, backup)
    if row.revision != len(log):
        faults.append(f"the revision is {row.revision}, that of the log is {len(log)}")
    if row.told > game.move_count:
        faults.append(f"{row.told} answers were told, and {game.move_count} stand")
    return Examination(tuple(faults), game, len(log), min(row.told, game.move_count))


def _answers(log: tuple[rows.MoveRow, ...]) -> Answers:
    try:
        standing = {number: log[number - 1] for number in standing_revisions(log)}
    except IndexError as error:
        raise UsageError("the log undoes more than was answered") from error
    return {number: (entry.seat, _action(number, entry)) for number, entry in standing.items()}


def _action(number: int, entry: rows.MoveRow) -> actions.Action:
    with as_usage_error(f"entry {number} of the log cannot be read", *_DAMAGE):
        return action_from_json(json.loads(entry.action or ""))


def _followed(snapshot: str, answers: Answers, backup: str | None) -> tuple[list[str], Game]:
    """Return the faults of a snapshot, and the game that the answers lead to.

    A sound one may go on by other rules than those that its first answers were given by.
    """
    try:
        game = Game.load(json.loads(snapshot))
    except _DAMAGE as error:
        origin = _confirmed(snapshot) if backup is None else _set_up(backup)
        return [f"the snapshot cannot be read: {error}"], _played(origin, answers)
    if [(move.seat, move.action) for move in game.moves] == list(answers.values()):
        return [], game
    fault = (
        f"the snapshot holds {game.move_count} answers, other than the {len(answers)} that stand"
    )
    return [fault], _played(_set_up(snapshot), answers)


def _confirmed(snapshot: str) -> GameState:
    """The set-up in a damaged snapshot, if it is what its seed deals. Raises UsageError."""
    origin = _set_up(snapshot)
    with as_usage_error(_NO_SET_UP, ValueError):
        dealt = Game.new(origin.options, origin.hidden.seed, origin.box)
    if dealt.state_hash() != Game(origin).state_hash():
        raise UsageError(f"{_NO_SET_UP}: it is not what its seed deals")
    return origin


def _set_up(snapshot: str) -> GameState:
    with as_usage_error(_NO_SET_UP, *_DAMAGE):
        return load_set_up(json.loads(snapshot))


def _played(origin: GameState, answers: Answers) -> Game:
    game = Game(origin)
    for number, (seat, action) in answers.items():
        with as_usage_error(
            f"entry {number} of the log cannot follow those before it", IllegalAction, *UNSOUND
        ):
            game.submit(seat, action)
    return game


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire games repair` takes."""
    operator.game_argument(parser)
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
    file_argument(parser, "file", "backup file written by the repair")
    data_argument(parser)
    parser.set_defaults(run=put_back)


Stored = Annotated[int, range(button_forms.LARGEST_NUMBER + 1)]
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
    row, examined = operator.look_at(
        chosen.data, lambda tx: _examined(tx, chosen.game, chosen.backup)
    )
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


async def _examined(
    tx: Transaction, game: int, backup: Path | None
) -> tuple[rows.GameRow, Examination]:
    row = await operator.stored_game(tx, game)
    numbers = [number for number, _ in await tx.games.entries(game)]
    log = await tx.games.log(game)
    older = None if backup is None else _older_snapshot(backup, game)
    with as_usage_error(f"game {game} cannot be repaired", UsageError):
        return row, examine(row, log, max(numbers, default=0), older)


def _older_snapshot(backup: Path, game: int) -> str:
    operator.checked_version(backup)
    with opened(backup) as database:
        row = database.execute("SELECT snapshot FROM games WHERE id = ?", (game,)).fetchone()
    if row is None:
        raise UsageError(f"{backup} has no game {game}")
    return str(row[0])


def _write(data: Path | None, row: rows.GameRow, examined: Examination) -> Path:
    """Store the repaired game; returns the file that keeps what it replaces."""
    file = (
        operator.operator_settings(data).data
        / BACKUPS_FOLDER
        / f"game-{row.id}-{operator.stamp()}.json"
    )
    replaced = ReplacedGame(row.id, examined.revision, row.revision, row.told, row.snapshot)

    async def work(tx: Transaction) -> None:
        now = await operator.stored_game(tx, row.id)
        if (now.revision, now.snapshot) != (row.revision, row.snapshot):
            raise UsageError(f"game {row.id} has changed meanwhile; try again")
        replaced.write(file)
        await _store(tx, row.id, examined.revision, examined.told, snapshot_of(examined.game))

    operator.change(data, lambda store: store.write(work), says=False)
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
        row = await operator.stored_game(tx, replaced.game)
        if row.revision != replaced.repaired:
            raise UsageError(f"game {replaced.game} has gone on since it was repaired")
        await _store(tx, replaced.game, replaced.revision, replaced.told, replaced.snapshot)

    operator.change(chosen.data, lambda store: store.write(work))
    print(f"game {replaced.game}: as it was before the repair")
    return 0
