"""Rebuilds a Game from its set-up and the answers in its log that stand. Pure.

The log is the truth, and the snapshot only what follows from it; what lies in a snapshot alone is
the set-up with the seed. Where that is damaged, it is taken from a backup.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.cli.support.errors import UsageError, as_usage_error
from bot.model.game_log import standing_revisions
from bot.model.rows import GameRow, MoveRow
from engine import Game, IllegalAction
from engine.actions import Action
from engine.codec import action_from_json, load_set_up
from engine.ids import Seat
from engine.soundness import UNSOUND
from engine.state import GameState

_NO_SET_UP: Final = "the set-up cannot be trusted (--from takes it from a backup)"
_DAMAGE: Final = (ValueError, RecursionError)
"""The errors of reading a damaged snapshot."""

Answers = Mapping[int, tuple[Seat, Action]]
"""The answers that stand, by the number of their entry in the log."""


@dataclass(frozen=True, slots=True)
class Examination:
    """The faults of a stored game, and the game without them; no faults, no change."""

    faults: tuple[str, ...]
    game: Game
    revision: int
    told: int


def examine(
    row: GameRow, log: tuple[MoveRow, ...], last: int, backup: str | None = None
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


def _answers(log: tuple[MoveRow, ...]) -> Answers:
    try:
        standing = {number: log[number - 1] for number in standing_revisions(log)}
    except IndexError as error:
        raise UsageError("the log undoes more than was answered") from error
    return {number: (entry.seat, _action(number, entry)) for number, entry in standing.items()}


def _action(number: int, entry: MoveRow) -> Action:
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
