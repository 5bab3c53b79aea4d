"""A database as a bot has it after months: games that run, and games that are over."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Final, NamedTuple

from bot.cli.support.progress import progress
from bot.cli.support.random_games import game_seed, random_game
from bot.model.invocation import ChannelRef
from bot.model.results import Ending
from bot.model.rows import MoveRow, NewGame, PersonRow, Progress, Status
from bot.present.posts.turn_posts import turn_notice
from bot.services.games.outcomes import settle
from bot.services.games.saving import queue
from bot.services.games.table import Table, snapshot_of
from bot.services.games.turns import start_clock, start_turn
from bot.store import Store, Transaction
from engine import STANDARD_BOX, Game, GameOptions
from engine.codec import action_to_json
from engine.record import make_record, replay

ALONE: Final = (1,)
TOGETHER: Final = (2, 3, 4)
"""Numbers of players."""
PARTS: Final = 5
"""Running games stand at so many points of a game, evenly spread from its start on."""
GAMES_A_TRANSACTION: Final = 100
COPIED: Final = {
    "games": ("id",),
    "players": ("game",),
    "moves": ("game",),
    "results": ("id", "game"),
    "result_seats": ("result",),
}
"""What is kept of a game that is over, and the columns that number it."""
DAY: Final = 24 * 3600.0
OVERDUE: Final = 4 * DAY
"""Seconds after which a player at the usual pace is reminded for the first time."""


class Seating(NamedTuple):
    """Where a game is played, and who can sit there."""

    channel: ChannelRef
    people: tuple[PersonRow, ...]


class StoredPosition(NamedTuple):
    """A position as the store keeps it, beside the game itself."""

    game: Game
    opening: str
    snapshot: str
    log: tuple[MoveRow, ...]

    @classmethod
    def of(cls, game: Game) -> "StoredPosition":
        """The position of a game and all its answers."""
        log = (
            MoveRow(move.seat, json.dumps(action_to_json(move.action)), number)
            for number, move in enumerate(game.moves)
        )
        opening = replay(make_record(game), 0)
        return cls(game, snapshot_of(opening), snapshot_of(game), tuple(log))


def finished(players: int) -> StoredPosition:
    """A whole game, played by chance."""
    return StoredPosition.of(_whole(players))


def running(players: int) -> Iterator[StoredPosition]:
    """Positions of one game, from its first turn to its last ones."""
    record = make_record(_whole(players))
    moves = replay(record).move_count
    return (StoredPosition.of(replay(record, moves * part // PARTS)) for part in range(PARTS))


def _whole(players: int) -> Game:
    return random_game(GameOptions(players), game_seed(players, 0), STANDARD_BOX)


async def store_played(store: Store, seatings: Sequence[Seating], now: float) -> None:
    """Games of every size and age that run in these seatings; each has its post to be sent."""
    positions = [position for players in (*ALONE, *TOGETHER) for position in running(players)]

    async def work(tx: Transaction) -> None:
        for number, seating in enumerate(seatings):
            table = await _seat(tx, seating, positions[number % len(positions)], Status.RUNNING)
            post = turn_notice(table.game, table.people, table.words)
            posts = await start_turn(tx, table, 0, (table.body(post),), now)
            await queue(tx, table, table.channel, posts)

    await store.write(work)


async def store_waiting(store: Store, seatings: Sequence[Seating], now: float) -> None:
    """Games that run in these seatings, and whose players are due to be reminded."""
    positions = [position for players in TOGETHER for position in running(players)]

    async def work(tx: Transaction, numbers: range) -> None:
        for number in numbers:
            position = positions[number % len(positions)]
            table = await _seat(tx, seatings[number], position, Status.RUNNING)
            await start_clock(tx, table, None, now - OVERDUE)

    for numbers in progress(_batches(len(seatings)), "hundred waiting games"):
        await store.write(lambda tx: work(tx, numbers))  # noqa: B023 - awaited here


async def store_finished(
    database: Path, seatings: Sequence[Seating], games: int, now: float
) -> None:
    """Games that were played to their end by these people: a few, and then copies of them.

    The database must hold no other game.
    """
    positions = [finished(players) for players in (*ALONE, *TOGETHER)]
    first = min(games, GAMES_A_TRANSACTION)

    async def work(tx: Transaction) -> None:
        for number in range(first):
            position = positions[number % len(positions)]
            table = await _seat(tx, seatings[number % len(seatings)], position, Status.FINISHED)
            await settle(tx, table, now, Ending.PLAYED)

    store = await Store.open(database)
    try:
        await store.write(work)
    finally:
        await store.close()
    if games > first:
        _copy_games(database, first, games)


def _copy_games(database: Path, first: int, games: int) -> None:
    """Copy the games up to the number `first`, again and again, until there are enough."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        for shift in progress(range(first, games, first), "hundred games"):
            for table, keys in COPIED.items():
                columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
                copied = [f"{name} + {shift}" if name in keys else name for name in columns]
                connection.execute(
                    f"INSERT INTO {table} SELECT {', '.join(copied)} FROM {table}"  # noqa: S608
                    f" WHERE {keys[0]} <= ?",
                    (min(first, games - shift),),
                )
            connection.commit()


def _batches(count: int) -> list[range]:
    return [
        range(at, min(at + GAMES_A_TRANSACTION, count))
        for at in range(0, count, GAMES_A_TRANSACTION)
    ]


async def _seat(tx: Transaction, seating: Seating, stored: StoredPosition, status: Status) -> Table:
    """Store a position as a game of a seating, its first people at the table."""
    channel, options = seating.channel, stored.game.options
    people = seating.people[: options.players]
    new = NewGame(
        channel.id,
        channel.guild,
        channel.locale,
        json.dumps(asdict(options)),
        stored.opening,
        people,
    )
    number, answers = await tx.games.add(new), len(stored.log)
    await tx.games.save(Progress(number, 0, stored.log, stored.snapshot, answers, status))
    return Table(number, stored.game, channel, people, answers, answers, status)
