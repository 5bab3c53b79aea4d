"""The history of a game: the moves that stand, and those that were taken back."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.rows import MoveKind, MoveRow
from engine import Game, IllegalAction, Move
from engine.codec import action_from_json


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """A move as the log shows it: `taken_back` is the revision that cancelled it, None if none."""

    move: Move
    by_bot: bool
    taken_back: int | None


def standing_revisions(log: Sequence[MoveRow], until: int | None = None) -> tuple[int, ...]:
    """The revisions that the answers which stand have led to, oldest first.

    With `until` those which stood at that revision.
    """
    last = len(log) if until is None else until
    revisions: list[int] = []
    for revision, row in enumerate(log[:last], 1):
        if row.taken_back is not None and row.taken_back <= last:
            continue
        if row.kind is MoveKind.ANSWER:
            revisions.append(revision)
        elif row.kind is MoveKind.UNDO:
            revisions.pop()
    return tuple(revisions)


def standing_answers(log: Sequence[MoveRow], revision: int) -> tuple[int, bool]:
    """Count a revision's answers that stand now, and say whether other answers are gone.

    Of a revision that a log has not had, its last one counts.
    """
    then, now = standing_revisions(log, min(revision, len(log))), standing_revisions(log)
    same = sum(earlier == later for earlier, later in zip(then, now, strict=False))
    return same, same < len(then)


def game_at(game: Game, log: Sequence[MoveRow], revision: int) -> Game:
    """The game as it stood at a revision of its log.

    Raises ValueError for one that it has not had, or from before the rules were corrected.
    """
    if revision > len(log):
        raise ValueError(f"there is no revision {revision} in a log of {len(log)} entries")
    then, now = standing_revisions(log, revision), standing_revisions(log)
    if then == now[: len(then)]:
        return game.at(len(then))
    return _played_through(game, log[:revision])[0]


def logged_moves(game: Game, log: tuple[MoveRow, ...]) -> tuple[LoggedMove, ...]:
    """Every move in the order in which it was made; one that its own player undid is none.

    What was taken back before the rules were corrected can no longer be told.
    """
    try:
        return _played_through(game, log)[1]
    except (IllegalAction, ValueError):
        rows = (log[revision - 1] for revision in standing_revisions(log))
        pairs = zip(game.moves, rows, strict=True)
        return tuple(LoggedMove(move, row.by_bot, None) for move, row in pairs)


def _played_through(game: Game, log: Sequence[MoveRow]) -> tuple[Game, tuple[LoggedMove, ...]]:
    """The game to which a log leads, and every move on the way."""
    twin, moves = game.at(0), list[LoggedMove]()
    for revision, row in enumerate(log, 1):
        if row.kind is MoveKind.BACK:
            gone = [move.taken_back for move in moves if move.taken_back is not None]
            twin = twin.at(len(moves) - sum(taken_back <= revision for taken_back in gone))
        elif row.action is None:
            twin.undo(row.seat)
            moves.pop()
        else:
            twin.submit(row.seat, action_from_json(json.loads(row.action)))
            moves.append(LoggedMove(twin.moves[-1], row.by_bot, row.taken_back))
    return twin, tuple(moves)
