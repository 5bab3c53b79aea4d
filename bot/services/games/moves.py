"""Answers put into a game: those of a person, and the whole turn that the bot has thought out.

The answers that people have planned ahead are kept here, and played when they are due.
"""

import asyncio
import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import Final, Self

from bot.model import preferences
from bot.model.game_log import standing_revisions
from bot.model.invocation import Invocation, system_invocation
from bot.model.rows import MoveKind, MoveRow, PremoveRow, PremoveState, Status
from bot.services.games import saving
from bot.services.games.table import Table
from bot.store.store import Store, Transaction
from engine import Game, IllegalAction, agenda, bag, ids
from engine.actions import Action, EndTurn, SendNeutral
from engine.advice.outlook import Holdings
from engine.advice.premoves import Misfit, MisfitReason, Premove, TurnOutcome, misfit
from engine.agents.levels import Level
from engine.codec import action_to_json
from engine.notation import format_action, parse_line
from engine.notation_slots import NotationError

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
    table: Table, seat: ids.Seat, invocation: Invocation, actions: Sequence[Action]
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
    table: Table, seat: ids.Seat, invocation: Invocation, log: Sequence[MoveRow]
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


_BEHIND: Final = ";"


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """The result of a press with the premoves that it made due, and the fate of these.

    `begins` is the first answer of the premoves that were played, None without any; `direct` are
    users who get a direct message about theirs.
    """

    log: tuple[MoveRow, ...]
    due: tuple[PremoveRow, ...] = ()
    left: tuple[PremoveRow, ...] = ()
    """Other choices for turns that were played."""
    begins: int | None = None
    direct: tuple[int, ...] = ()

    async def note(self, tx: Transaction) -> None:
        """Write down what became of them; one that did not fit takes those behind it with it."""
        for row in self.due:
            if row.state is PremoveState.UNFIT:
                await tx.premoves.drop(row.game, row.person)
        for row in self.left:
            await tx.premoves.drop_one(row)
        await tx.premoves.put(self.due)


def to_rows(
    table: Table, person: int, turns: Iterable[Premove], beside: int = 0
) -> tuple[PremoveRow, ...]:
    """Turns that a person plans in the present position, as they are kept.

    A single turn can be one more choice `beside` so many that are planned for the same turn.
    """
    return tuple(
        PremoveRow(
            table.id,
            person,
            position,
            PremoveState.WAITING,
            table.revision,
            _BEHIND.join(map(format_action, turn.actions)),
            _written(turn.outcome),
            alternative=beside > 0,
        )
        for position, turn in enumerate(turns, beside)
    )


def unfit(table: Table, seat: ids.Seat, row: PremoveRow) -> Misfit | None:
    """Return the reason why the premove of the seat to move does not fit; None where it does."""
    turn = to_turn(row)
    return Misfit(MisfitReason.LENGTH, 0) if turn is None else misfit(table.game, seat, turn)


def to_turn(row: PremoveRow) -> Premove | None:
    """A turn as it was planned; None for what another version of the program wrote."""
    try:
        paid, gained, facts = json.loads(row.outcome)
        outcome = TurnOutcome(_held(*paid), _held(*gained), tuple(facts))
        return Premove(parse_line(row.actions), outcome)
    except (NotationError, TypeError, ValueError):
        return None


async def play_on(store: Store, table: Table, log: Sequence[MoveRow], now: float) -> PlayedOn:
    """Play the premoves that are due in a held table after a press, one after the other.

    Nobody is called to a turn that they have planned; the first that does not fit ends that.
    `log` is that of the press.
    """
    played, begins = PlayedOn(tuple(log)), table.game.move_count
    if not _begins(table):
        return played
    rows = [row for row in await store.read(lambda tx: tx.premoves.of(table.id)) if _waits(row)]
    while choices := _due(table, rows):
        rows = [row for row in rows if row not in choices]
        assert table.game.waiting is not None, "it is due"
        seat = table.game.waiting.seat
        # In a thread: they are played through in copies.
        row = await asyncio.to_thread(_fitting, table, seat, choices)
        if row is None:
            found = replace(choices[0], state=PremoveState.UNFIT, revision=table.revision)
            return replace(played, due=(*played.due, found))
        moves = _play_whole(table, seat, row)
        wishes = await store.read(partial(_wishes, person=row.person, game=table.id))
        tell = wishes.notice is preferences.Notice.MESSAGE and saving.may_notify(wishes, now)
        done = replace(row, state=PremoveState.PLAYED, revision=table.revision)
        left = (*played.left, *(each for each in choices if each is not row))
        direct = (*played.direct, *((row.person,) if tell else ()))
        played = PlayedOn((*played.log, *moves), (*played.due, done), left, begins, direct)
    return played


async def _wishes(tx: Transaction, person: int, game: int) -> preferences.Preferences:
    return await tx.preferences.in_game(person, game)


def _begins(table: Table) -> bool:
    """Say whether somebody's turn begins, and not another question is asked."""
    asked = table.game.waiting
    runs = table.status is Status.RUNNING and asked is not None
    return (
        runs
        and asked is not None
        and isinstance(asked.decision, agenda.TurnChoice | agenda.StartTileChoice)
    )


def _waits(row: PremoveRow) -> bool:
    return row.state is PremoveState.WAITING


def first_choices(rows: Iterable[PremoveRow]) -> tuple[PremoveRow, ...]:
    """Of a person's rows those for their next turn: one, and its alternatives."""
    first, *others = rows
    return (first, *takewhile(lambda row: row.alternative, others))


def _due(table: Table, rows: Sequence[PremoveRow]) -> tuple[PremoveRow, ...]:
    """Return the turns that the person to move has planned for their next turn, if one begins."""
    own = [row for row in rows if row.person == table.mover]
    return first_choices(own) if own and _begins(table) else ()


def _fitting(table: Table, seat: ids.Seat, choices: Iterable[PremoveRow]) -> PremoveRow | None:
    """The first of some choices that fits."""
    return next((row for row in choices if unfit(table, seat, row) is None), None)


def _play_whole(table: Table, seat: ids.Seat, row: PremoveRow) -> tuple[MoveRow, ...]:
    """Play a turn that fits, to its end, as one press of its own."""
    press = system_invocation(table.id, table.revision, table.channel)
    turn = to_turn(row)
    assert turn is not None, "it fits"
    log: tuple[MoveRow, ...] = ()
    while len(log) < len(turn.actions):
        log = (*log, *play(table, seat, press, turn.actions[len(log) :]))
    return log


def _written(outcome: TurnOutcome) -> str:
    found = (
        *((held.tiles.counts, held.resources.counts) for held in (outcome.paid, outcome.gained)),
        outcome.facts,
    )
    return json.dumps(found, separators=(",", ":"))


def _held(tiles: Iterable[int], resources: Iterable[int]) -> Holdings:
    return Holdings(bag.ActionTiles(tuple(tiles)), bag.Resources(tuple(resources)))
