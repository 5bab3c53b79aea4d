"""A database as a bot has it after months: games that run, and games that are over."""

import json
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import asdict
from functools import partial
from itertools import cycle, islice
from typing import Final, NamedTuple

from bot.cli.simulate import game_seed, random_game
from bot.model import results, rows
from bot.model.invocation import ChannelRef
from bot.runtime.shell.output import progress
from bot.services.games import saving
from bot.services.games.outcomes import settle
from bot.services.games.table import Table, snapshot_of
from bot.store.migrate import statements
from bot.store.queries import SqlConnection
from bot.store.results import SUM_UP_AGAIN
from bot.store.store import Store, Transaction
from engine import STANDARD_BOX, Game, GameOptions
from engine.codec import action_to_json
from engine.record import make_record, replay

ALONE: Final = (1,)
TOGETHER: Final = (2, 3, 4)
"""Numbers of players."""
PARTS: Final = 5
RUNNING: Final = range(PARTS)
"""Running games stand at so many points of a game, evenly spread from its start on."""
EARLY: Final = range(3)
"""The first half: games of the bot's that last."""
OVER: Final = (PARTS,)
GAMES_A_TRANSACTION: Final = 100
COPIED_AT_ONCE: Final = 20_000
"""Games that a statement copies: a server gives up one that takes very long."""
COPIED: Final = {
    "games": ("id",),
    "players": ("game",),
    "moves": ("game",),
    "results": ("id", "game"),
    "result_seats": ("result",),
}
"""The kept tables of a finished game, and the columns that number it."""
POSITIONS: Final = ("opening", "snapshot")
"""Nearly all that a game takes: without them a million games take 5 GB instead of 40."""
OVERDUE: Final = 4 * 24 * 3600.0
"""Seconds after which a player at the usual pace is reminded for the first time."""


class Seating(NamedTuple):
    """The place of a game, and the people who can sit there."""

    channel: ChannelRef
    people: tuple[rows.PersonRow, ...]


class StoredPosition(NamedTuple):
    """A position as the store keeps it, beside the game itself."""

    game: Game
    opening: str
    snapshot: str
    log: tuple[rows.MoveRow, ...]


async def store_played(store: Store, seatings: Sequence[Seating], now: float) -> None:
    """Games of every size and age that run in these seatings; each has its post to be sent."""

    async def call(tx: Transaction, table: Table) -> None:
        posts = await saving.start_turn(tx, table, 0, (table.body(table.notice),), now)
        await saving.queue(tx, table, table.channel, posts)

    await _store(store, seatings, _positions((*ALONE, *TOGETHER), RUNNING), call)


async def store_bots(store: Store, seatings: Sequence[Seating], now: float) -> None:
    """Games in their first half in these seatings, where the bot plays every seat."""

    async def leave(tx: Transaction, table: Table) -> None:
        table.bots = table.held
        for seat in table.bots:
            await tx.games.hold(table.id, seat, bot=True)
        await saving.start_clock(tx, table, None, now)

    await _store(store, seatings, _positions(TOGETHER, EARLY), leave)


async def store_waiting(store: Store, seatings: Sequence[Seating], now: float) -> None:
    """Games that run in these seatings, and whose players are due to be reminded."""
    remind = partial(saving.start_clock, presser=None, now=now - OVERDUE)
    await _store(store, seatings, _positions(TOGETHER, RUNNING), remind)


async def store_idle(store: Store, seatings: Sequence[Seating], now: float) -> None:
    """Games that run in these seatings, and of which nobody is told anything for days."""
    wind = partial(saving.start_clock, presser=None, now=now)
    await _store(store, seatings, _positions(TOGETHER, RUNNING), wind)


async def store_finished(
    store: Store,
    seatings: Sequence[Seating],
    games: int,
    now: float,
    answers: int | None = None,
) -> None:
    """Games that were played to their end by these people: a few, and then copies of them.

    The database must hold no other game. Where no more than the first `answers` of each are to be
    stored, the copies have no position either.
    """
    end = partial(settle, now=now, ending=results.Ending.PLAYED)
    played = list(islice(cycle(seatings), min(games, GAMES_A_TRANSACTION)))
    positions = [
        each._replace(log=each.log[:answers]) for each in _positions((*ALONE, *TOGETHER), OVER)
    ]
    await _store(store, played, positions, end)
    if games > len(played):
        blank = POSITIONS if answers is not None else ()
        copy = partial(_copy_games, first=len(played), games=games, blank=blank)
        await store.engine.transaction(copy)


def _positions(sizes: Iterable[int], parts: Iterable[int]) -> list[StoredPosition]:
    """One game of each size, played by chance, after these of its parts."""
    positions = []
    for players in sizes:
        whole = random_game(GameOptions(players), game_seed(players, 0), STANDARD_BOX)
        record = make_record(whole)
        opening = snapshot_of(replay(record, 0))
        log = tuple(
            rows.MoveRow(move.seat, json.dumps(action_to_json(move.action)), number)
            for number, move in enumerate(whole.moves)
        )
        for part in parts:
            moves = len(log) * part // PARTS
            game = replay(record, moves)
            positions.append(StoredPosition(game, opening, snapshot_of(game), log[:moves]))
    return positions


async def _store(
    store: Store,
    seatings: Sequence[Seating],
    positions: Sequence[StoredPosition],
    then: Callable[[Transaction, Table], Awaitable[None]],
) -> None:
    """Store one of the positions for each seating, and `then` what follows from that."""
    games = zip(seatings, cycle(positions), strict=False)

    async def work(tx: Transaction) -> None:
        for seating, position in islice(games, GAMES_A_TRANSACTION):
            await then(tx, await _seat(tx, seating, position))

    for _ in progress(range(0, len(seatings), GAMES_A_TRANSACTION), "hundred games"):
        await store.write(work)


async def _copy_games(
    connection: SqlConnection, first: int, games: int, blank: Collection[str]
) -> None:
    """Copy the games up to the number `first`, many of those there each time, until it is enough.

    Columns that are to be `blank` are.
    """
    for table, keys in COPIED.items():
        found = await connection.rows(f"SELECT * FROM {table} LIMIT 1", ())
        for row in found:
            columns = tuple(row.keys())
            shift = first
            while shift < games:
                copied = [
                    f"{name} + {shift}" if name in keys else "''" if name in blank else name
                    for name in columns
                ]
                more = min(shift, games - shift, COPIED_AT_ONCE)
                await connection.run(
                    f"INSERT INTO {table} ({', '.join(columns)})"
                    f" SELECT {', '.join(copied)} FROM {table} WHERE {keys[0]} <= ?",
                    (more,),
                )
                shift += more
            if keys[0] == "id":
                await connection.number_after(table, games)
    for row in await connection.rows("SELECT DISTINCT guild FROM result_sums", ()):
        for statement in statements(SUM_UP_AGAIN):
            await connection.run(statement, {"guild": row["guild"]})


async def _seat(tx: Transaction, seating: Seating, stored: StoredPosition) -> Table:
    """Store a position as a game of a seating, its first people at the table."""
    channel, options = seating.channel, stored.game.options
    people = seating.people[: options.players]
    chosen = json.dumps(asdict(options))
    number = await tx.games.add(
        rows.NewGame(channel.id, channel.guild, channel.locale, chosen, stored.opening, people)
    )
    status = rows.Status.FINISHED if stored.game.result else rows.Status.RUNNING
    answers = len(stored.log)
    await tx.games.save(rows.Progress(number, 0, stored.log, stored.snapshot, answers, status))
    return Table(number, stored.game, channel, people, answers, answers, status)


SEATINGS = [
    Seating(
        ChannelRef(channel, 9, "en-US", rows.Via.CHANNEL),
        tuple(rows.PersonRow(seat, f"Player {seat}") for seat in range(1, 5)),
    )
    for channel in (1, 2, 3)
]
