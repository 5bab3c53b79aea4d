"""What is old is forgotten every day, and nothing that is still to come."""

import asyncio
import time

import pytest

from bot.model.rows import Via
from bot.runtime import housekeeping
from bot.runtime.housekeeping import KEPT, forget_daily, forget_old
from bot.store.queries import SqlConnection
from bot.store.store import Store, Transaction
from tests.kit.stack import Stack


async def rows(stack: Stack) -> dict[str, int]:
    """How many posts wait, how many were taken, and how many presses are known."""

    async def look(connection: SqlConnection) -> dict[str, int]:
        sql = (
            "SELECT state, count(*) FROM posts GROUP BY state"
            " UNION ALL SELECT 'pressed', count(*) FROM processed"
        )
        return {row[0]: row[1] for row in await connection.rows(sql, ())}

    return await stack.store._database.read(look)


async def test_what_is_older_than_a_week_is_forgotten(stack: Stack) -> None:
    await stack.start()
    await stack.bodies()
    await stack.store.write(lambda tx: tx.posts.add(None, 7, Via.CHANNEL, "{}"))
    before = await rows(stack)
    assert before == {"sent": 1, "waiting": 1, "pressed": 1}
    await forget_old(stack.store, time.time())
    assert await rows(stack) == before
    await forget_old(stack.store, time.time() + KEPT + 1)
    assert await rows(stack) == {"waiting": 1, "pressed": 0}


async def test_of_what_never_arrived_the_last_of_each_game_stays(stack: Stack) -> None:
    game = await stack.start()
    other = await stack.start(channel=8)

    async def lose(tx: Transaction) -> list[int]:
        posts = [await tx.posts.add(one, 7, Via.CHANNEL, "{}") for one in (game, game, other)]
        for post in posts:
            await tx.posts.lose(post)
        return posts

    _, last, only = await stack.store.write(lose)
    await forget_old(stack.store, time.time() + KEPT + 1)
    for one, post in ((game, last), (other, only)):
        lost = await stack.store.read(lambda tx, one=one: tx.posts.lost(one))  # type: ignore[misc]
        assert [each.id for each in lost] == [post]


async def test_it_is_done_again_and_again(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    often = asyncio.Event()
    moments: list[float] = []

    async def counts(_store: Store, now: float) -> None:
        moments.append(now)
        if len(moments) == 3:
            often.set()

    monkeypatch.setattr(housekeeping, "forget_old", counts)
    monkeypatch.setattr(housekeeping, "DAY_SECONDS", 0.0)
    job = asyncio.create_task(forget_daily(stack.store, stack.clock))
    await asyncio.wait_for(often.wait(), 10)
    job.cancel()
    await asyncio.gather(job, return_exceptions=True)
