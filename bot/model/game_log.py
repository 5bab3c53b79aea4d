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
    found: list[int] = []
    for revision, row in enumerate(log, 1):
        if row.taken_back is not None:
            continue
        if row.kind is MoveKind.ANSWER:
            found.append(revision)
        elif row.kind is MoveKind.UNDO:
            found.pop()
    return tuple(found)


def logged_moves(game: Game, log: tuple[MoveRow, ...]) -> tuple[LoggedMove, ...]:
    """Every move in the order in which it was made; one that its own player undid is none.

    What was taken back before the rules were corrected can no longer be told.
    """
    try:
        return _replayed(game, log)
    except (IllegalAction, ValueError):
        rows = (log[revision - 1] for revision in standing_revisions(log))
        told = zip(game.moves, rows, strict=True)
        return tuple(LoggedMove(move, row.by_bot, None) for move, row in told)


def _replayed(game: Game, log: tuple[MoveRow, ...]) -> tuple[LoggedMove, ...]:
    twin, told = game.at(0), list[LoggedMove]()
    for revision, row in enumerate(log, 1):
        if row.kind is MoveKind.BACK:
            stood = (one for one in told if one.taken_back is None or one.taken_back > revision)
            twin = twin.at(sum(1 for _ in stood))
        elif row.action is None:
            twin.undo(row.seat)
            told.pop()
        else:
            twin.submit(row.seat, action_from_json(json.loads(row.action)))
            told.append(LoggedMove(twin.moves[-1], row.by_bot, row.taken_back))
    return tuple(told)
