"""The sums of leaderboards beside the seats that are stored."""

import random
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from bot.model.results import Ending, Part, ResultRow, SeatResult
from bot.model.rows import NewGame, PersonRow, Progress, Status
from bot.model.seated_bots import bot_id
from bot.store.migrate import Migration, statements
from bot.store.queries import SqlConnection, SqlRow
from bot.store.store import Store, Transaction
from engine.agents.levels import Level

OF_SUMS: Final = 28
"""The migration that makes the table."""
GUILDS: Final = (5, 6, None)
PEOPLE: Final = tuple(range(11, 19))
BOARDS: Final = ("guild", "board", "person", "kind")
SUMS: Final = ("games", "wins", "scored", "points", "best")
_Sums = dict[tuple[Any, ...], tuple[int | None, ...]]


async def kept_sums(db: SqlConnection) -> _Sums:
    rows = await db.rows("SELECT * FROM result_sums", ())
    return {tuple(row[name] for name in BOARDS): tuple(row[name] for name in SUMS) for row in rows}


async def added_up(db: SqlConnection) -> _Sums:
    """Add up all stored seats that count."""
    counted: dict[tuple[Any, ...], list[SqlRow]] = defaultdict(list)
    for row in await db.rows("SELECT * FROM result_seats", ()):
        if row["guild"] is None or row["person"] < 0 or row["part"] == "practised":
            continue
        if row["players"] == 1:
            board, kind = "solo", "challenge" if row["challenge"] else "tom"
        elif row["against"] is None:
            board, kind = "tables", str(row["players"])
        else:
            board, kind = "bots", row["against"]
        counted[row["guild"], board, row["person"], kind].append(row)
    sums: _Sums = {}
    for key, rows in counted.items():
        wins = sum(row["won"] for row in rows)
        scores = [row["total"] for row in rows if row["total"] is not None]
        sums[key] = len(rows), wins, len(scores), sum(scores), max(scores, default=None)
    return sums


def seats(dice: random.Random) -> tuple[SeatResult, ...]:
    """The seats of a game that ended in some way, with or without bots."""
    people = dice.sample(PEOPLE, dice.randint(1, 4))
    if dice.random() < 0.3:
        people[1:] = [bot_id(dice.choice(list(Level)), seat) for seat in range(1, len(people))]
    return tuple(seat_of(dice, seat, person) for seat, person in enumerate(people))


def seat_of(dice: random.Random, seat: int, person: int) -> SeatResult:
    part = dice.choice([Part.PLAYED, Part.PLAYED, *Part])
    total = dice.randint(-3, 99) if part is Part.PLAYED else None
    return SeatResult(seat, person, str(person), part, total, won=dice.random() < 0.4)


async def end_game(tx: Transaction, dice: random.Random) -> None:
    """Store a game that is over, and try to count it twice."""
    outcome, guild = seats(dice), dice.choice(GUILDS)
    people = tuple(PersonRow(one.person, one.name) for one in outcome)
    game = await tx.games.add(NewGame(7, guild, dice.choice(("en", "de")), "{}", "{}", people))
    await tx.games.save(Progress(game, 0, (), "{}", 0, Status.FINISHED))
    handicap = 5 if len(outcome) == 1 and dice.random() < 0.5 else None
    result = ResultRow(game, guild, float(game), Ending.PLAYED, len(outcome), handicap, None)
    assert await tx.results.add(result, outcome)
    assert not await tx.results.add(result, outcome)


async def change(tx: Transaction, dice: random.Random) -> None:
    """Do what changes the stored seats: mostly a game ends."""
    chance = dice.random()
    if chance < 0.05:
        await tx.traces.forget(dice.choice(PEOPLE), lambda _: "Somebody", "")
    elif chance < 0.1:
        ended = [entry.changed for entry in await tx.games.listed(over=True)]
        await tx.servers.purge(5, dice.choice([0.0, *ended]), ())
    elif chance < 0.15:
        await tx.results.list_person(dice.choice(PEOPLE), listed=dice.random() < 0.5)
    else:
        await end_game(tx, dice)


async def make_sums(db: SqlConnection, steps: Sequence[Migration]) -> None:
    """Make the table as an upgrade makes it, from the seats that are stored."""
    await db.run("DROP TABLE result_sums", ())
    await db.run("CREATE INDEX result_tallies ON result_seats (guild)", ())
    (step,) = (step for step in steps if step.number == OF_SUMS)
    for statement in statements(step.sql):
        await db.run(statement, ())


async def check_history(store: Store, steps: Sequence[Migration], seed: int) -> None:
    """Compare the sums after each step of a random history, and after an upgrade."""
    dice = random.Random(seed)
    kept: _Sums = {}
    for step in range(120):
        await store.write(lambda tx: change(tx, dice))
        kept = await store.engine.read(kept_sums)
        assert kept == await store.engine.read(added_up), (seed, step)
    assert {board for _, board, *_ in kept} == {"tables", "solo", "bots"}, seed
    await store.engine.transaction(lambda db: make_sums(db, steps))
    assert await store.engine.read(kept_sums) == kept, seed
