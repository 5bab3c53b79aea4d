"""What has happened in a game: the moves that stand, and those that were taken back."""

import json
from collections.abc import Iterable
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


def standing_revisions(log: Iterable[MoveRow]) -> tuple[int, ...]:
    """The revisions that the answers which stand have led to, oldest first."""
    revisions: list[int] = []
    for revision, row in enumerate(log, 1):
        if row.taken_back is not None:
            continue
        if row.kind is MoveKind.ANSWER:
            revisions.append(revision)
        elif row.kind is MoveKind.UNDO:
            revisions.pop()
    return tuple(revisions)


def logged_moves(game: Game, log: tuple[MoveRow, ...]) -> tuple[LoggedMove, ...]:
    """Every move in the order in which it was made; one that its own player undid is none.

    What was taken back before the rules were corrected can no longer be told.
    """
    try:
        return _replayed(game, log)
    except (IllegalAction, ValueError):
        rows = (log[revision - 1] for revision in standing_revisions(log))
        pairs = zip(game.moves, rows, strict=True)
        return tuple(LoggedMove(move, row.by_bot, None) for move, row in pairs)


def _replayed(game: Game, log: tuple[MoveRow, ...]) -> tuple[LoggedMove, ...]:
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
    return tuple(moves)
