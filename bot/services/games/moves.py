"""Answers put into a game: those of a person, and the whole turn that the bot has thought out."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from bot.model.game_log import standing_revisions
from bot.model.invocation import Invocation
from bot.model.rows import MoveKind, MoveRow, Status
from bot.services.games.table import Table
from engine import Game, IllegalAction
from engine.actions import Action, EndTurn, SendNeutral
from engine.agents.levels import Level
from engine.codec import action_to_json
from engine.ids import Seat

_SEED_BITS: Final = 128


def secret_seed() -> int:
    """A seed that nobody can guess: the engine is public, so a short one could be found."""
    return secrets.randbits(_SEED_BITS)


class PartRefusedError(IllegalAction):
    """One of several answers is not allowed, the one at `index`; none was given."""

    def __init__(self, refused: IllegalAction, index: int) -> None:
        """Carry the refusal and the place of the answer."""
        super().__init__(refused.refusal)
        self.index = index


def play(
    table: Table, seat: Seat, invocation: Invocation, actions: Sequence[Action]
) -> tuple[MoveRow, ...]:
    """Submit the answers; returns the log entries."""
    game = table.game
    log: list[MoveRow] = []
    for action in actions:
        revealed = game.revealed
        try:
            game.submit(seat, action)
        except IllegalAction as refused:
            raise PartRefusedError(refused, len(log)) from refused
        log.append(MoveRow(seat, json.dumps(action_to_json(action)), invocation.id))
        table.revision += 1
        if game.waiting is None:
            table.status = Status.FINISHED
        if game.waiting is None or game.waiting.seat != seat:
            break
        if game.revealed != revealed and not _only_ends(game, actions[len(log) :]):
            break
    return tuple(log)


def take_back(
    table: Table, seat: Seat, invocation: Invocation, log: Sequence[MoveRow]
) -> tuple[MoveRow, ...]:
    """Take back the answers of the last press, as far as the rules allow.

    Raises IllegalAction where they allow none.
    `log` is the game's log so far. Returns its new entries, one for each answer taken back.
    """
    presses = [log[revision - 1].interaction for revision in standing_revisions(log)]
    table.game.undo(seat)
    last, count = presses.pop(), 1
    while presses and presses.pop() == last and table.game.undo_refusal(seat) is None:
        table.game.undo(seat)
        count += 1
    table.revision += count
    return (MoveRow(seat, None, invocation.id, MoveKind.UNDO),) * count


def _only_ends(game: Game, rest: Sequence[Action]) -> bool:
    """Say whether the rest only ends the turn, and nothing revealed opens a bonus action before."""
    return tuple(rest) == (EndTurn(),) and not any(
        isinstance(action, SendNeutral) for action in game.legal_actions()
    )


@dataclass(frozen=True, slots=True)
class HeldPosition:
    """The position of a game while it was held; it may go on while this is thought about.

    `level` is how the seat that is asked is played by the bot.
    """

    id: int
    revision: int
    game: Game
    level: Level

    @classmethod
    def of(cls, table: Table) -> Self:
        """The present one of a held table."""
        return cls(table.id, table.revision, table.game.copy(), table.mover_level)


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A whole turn that the bot has thought out in a position.

    Each of its parts but the last reveals something in the end, on which the next depends.
    """

    position: HeldPosition
    parts: tuple[tuple[Action, ...], ...]

    def fits(self, table: Table) -> bool:
        """Say whether the held table of its game stands as it did."""
        return self.position.revision == table.revision


def play_for(table: Table, invocation: Invocation, turn: BotTurn) -> tuple[MoveRow, ...]:
    """Play a turn of the bot that fits; returns what `play` does."""
    log: list[MoveRow] = []
    for part in turn.parts:
        assert table.game.waiting is not None, "the turn fits"
        moves = play(table, table.game.waiting.seat, invocation, part)
        log += (replace(move, by_bot=True) for move in moves)
    return tuple(log)
