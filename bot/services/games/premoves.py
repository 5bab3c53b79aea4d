"""Turns that people have planned ahead: how they are kept, and played when they are due."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import Final

from bot.model.invocation import system_invocation
from bot.model.preferences import Notice, Preferences
from bot.model.rows import MoveRow, PremoveRow, PremoveState, Status
from bot.services.games.moves import play
from bot.services.games.table import Table
from bot.services.games.turns import may_notify
from bot.store.store import Store, Transaction
from engine.advice.outlook import Holdings
from engine.advice.premoves import Misfit, MisfitReason, Premove, TurnOutcome, misfit
from engine.agenda import StartTileChoice, TurnChoice
from engine.bag import ActionTiles, Resources
from engine.ids import Seat
from engine.notation import format_action, parse_line
from engine.notation_slots import NotationError

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


def unfit(table: Table, seat: Seat, row: PremoveRow) -> Misfit | None:
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
        tell = wishes.notice is Notice.MESSAGE and may_notify(wishes, now)
        done = replace(row, state=PremoveState.PLAYED, revision=table.revision)
        left = (*played.left, *(each for each in choices if each is not row))
        direct = (*played.direct, *((row.person,) if tell else ()))
        played = PlayedOn((*played.log, *moves), (*played.due, done), left, begins, direct)
    return played


async def _wishes(tx: Transaction, person: int, game: int) -> Preferences:
    return await tx.preferences.in_game(person, game)


def _begins(table: Table) -> bool:
    """Say whether somebody's turn begins, and not another question is asked."""
    asked = table.game.waiting
    runs = table.status is Status.RUNNING and asked is not None
    return runs and asked is not None and isinstance(asked.decision, TurnChoice | StartTileChoice)


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


def _fitting(table: Table, seat: Seat, choices: Iterable[PremoveRow]) -> PremoveRow | None:
    """The first of some choices that fits."""
    return next((row for row in choices if unfit(table, seat, row) is None), None)


def _play_whole(table: Table, seat: Seat, row: PremoveRow) -> tuple[MoveRow, ...]:
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
    return Holdings(ActionTiles(tuple(tiles)), Resources(tuple(resources)))
