"""Turns that people have laid ahead: how they are kept, and played when they are due."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from bot.model.invocation import system_invocation
from bot.model.preferences import Notice
from bot.model.rows import LaidRow, LaidState, MoveRow, Status
from bot.model.stored_post import StoredPost
from bot.services.games.moves import play
from bot.services.games.table import Table
from bot.services.games.turns import may_notify
from bot.store import Store, Transaction
from engine.advice.ahead import LaidTurn, Misfit, MisfitReason, TurnOutcome, misfit
from engine.advice.outlook import Holdings
from engine.agenda import StartTileChoice, TurnChoice
from engine.bag import ActionTiles, Resources
from engine.ids import Seat
from engine.notation import format_action, parse_line
from engine.notation_slots import NotationError

_BEHIND: Final = ";"


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """The result of a press with the laid turns that it made due, and the fate of these."""

    log: tuple[MoveRow, ...]
    posts: tuple[StoredPost, ...]
    due: tuple[LaidRow, ...] = ()
    left: tuple[LaidRow, ...] = ()
    """Other choices for turns that were played."""

    async def note(self, tx: Transaction) -> None:
        """Write down what became of them; one that did not fit takes those behind it with it."""
        for row in self.due:
            if row.state is LaidState.UNFIT:
                await tx.laid.drop(row.game, row.person)
        for row in self.left:
            await tx.laid.drop_one(row)
        await tx.laid.put(self.due)


def to_rows(
    table: Table, person: int, turns: Iterable[LaidTurn], beside: int = 0
) -> tuple[LaidRow, ...]:
    """Turns that a person lays in the present position, as they are kept.

    A single turn can be one more choice `beside` so many that are laid for the same turn.
    """
    return tuple(
        LaidRow(
            table.id,
            person,
            position,
            LaidState.LAID,
            table.revision,
            _BEHIND.join(map(format_action, turn.actions)),
            _written(turn.outcome),
            alternative=beside > 0,
        )
        for position, turn in enumerate(turns, beside)
    )


def unfit(table: Table, seat: Seat, row: LaidRow) -> Misfit | None:
    """Return the reason why the laid turn of the seat to move does not fit; None where it does."""
    turn = to_turn(row)
    return Misfit(MisfitReason.LENGTH, 0) if turn is None else misfit(table.game, seat, turn)


def to_turn(row: LaidRow) -> LaidTurn | None:
    """A turn as it was laid; None for what another version of the program wrote."""
    try:
        paid, gained, facts = json.loads(row.outcome)
        outcome = TurnOutcome(_held(*paid), _held(*gained), tuple(facts))
        return LaidTurn(parse_line(row.actions), outcome)
    except (NotationError, TypeError, ValueError):
        return None


async def play_on(
    store: Store, table: Table, log: Sequence[MoveRow], posts: Sequence[StoredPost], now: float
) -> PlayedOn:
    """Play the laid turns that are due in a held table after a press, one after the other.

    Nobody is called to a turn that they have laid; the first that does not fit ends that. `log` and
    `posts` are those of the press.
    """
    played = PlayedOn(tuple(log), tuple(posts))
    if not _begins(table):
        return played
    rows = [row for row in await store.read(lambda tx: tx.laid.of(table.id)) if _waits(row)]
    while choices := _due(table, rows):
        rows = [row for row in rows if row not in choices]
        assert table.game.waiting is not None, "it is due"
        seat = table.game.waiting.seat
        # In a thread: they are played through in copies.
        row = await asyncio.to_thread(_fitting, table, seat, choices)
        if row is None:
            found = replace(choices[0], state=LaidState.UNFIT, revision=table.revision)
            return replace(played, due=(*played.due, found))
        moves, told = _play_whole(table, seat, row)
        wishes = await store.read(lambda tx, who=row.person: tx.preferences.of(who))  # type: ignore[misc]
        if wishes.notice is Notice.MESSAGE and may_notify(wishes, now):
            told = (*told[:-1], replace(told[-1], direct=(row.person,)))
        silent = (replace(post, ping=()) for post in played.posts)
        done = replace(row, state=LaidState.PLAYED, revision=table.revision)
        left = (*played.left, *(each for each in choices if each is not row))
        played = PlayedOn((*played.log, *moves), (*silent, *told), (*played.due, done), left)
    return played


def _begins(table: Table) -> bool:
    """Say whether somebody's turn begins, and not another question is asked."""
    asked = table.game.waiting
    runs = table.status is Status.RUNNING and asked is not None
    return runs and asked is not None and isinstance(asked.decision, TurnChoice | StartTileChoice)


def _waits(row: LaidRow) -> bool:
    return row.state is LaidState.LAID


def first_choices(rows: Iterable[LaidRow]) -> tuple[LaidRow, ...]:
    """Of a person's rows those for their next turn: one, and its alternatives."""
    first, *others = rows
    return (first, *takewhile(lambda row: row.alternative, others))


def _due(table: Table, rows: Sequence[LaidRow]) -> tuple[LaidRow, ...]:
    """Return the turns that the person to move has laid for their next turn, if one begins."""
    own = [row for row in rows if row.person == table.mover]
    return first_choices(own) if own and _begins(table) else ()


def _fitting(table: Table, seat: Seat, choices: Iterable[LaidRow]) -> LaidRow | None:
    """The first of some choices that fits."""
    return next((row for row in choices if unfit(table, seat, row) is None), None)


def _play_whole(
    table: Table, seat: Seat, row: LaidRow
) -> tuple[tuple[MoveRow, ...], tuple[StoredPost, ...]]:
    """Play a turn that fits, to its end, as one press of its own."""
    press = system_invocation(table.id, table.revision, table.channel)
    turn = to_turn(row)
    assert turn is not None, "it fits"
    log: tuple[MoveRow, ...] = ()
    posts: tuple[StoredPost, ...] = ()
    while len(log) < len(turn.actions):
        moves, told = play(table, seat, press, turn.actions[len(log) :])
        log, posts = (*log, *moves), (*posts, *told)
    return log, posts


def _written(outcome: TurnOutcome) -> str:
    found = (
        *((held.tiles.counts, held.resources.counts) for held in (outcome.paid, outcome.gained)),
        outcome.facts,
    )
    return json.dumps(found, separators=(",", ":"))


def _held(tiles: Iterable[int], resources: Iterable[int]) -> Holdings:
    return Holdings(ActionTiles(tuple(tiles)), Resources(tuple(resources)))
