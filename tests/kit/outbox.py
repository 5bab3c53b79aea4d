"""Posts that wait in the outbox, what becomes of them, and where requests for them go."""

import asyncio
from collections.abc import Iterable
from typing import Final

from bot.model import buttons, messages
from bot.model.rows import PostState, Via
from bot.model.stored_post import StoredPost
from bot.services.calls.delivery import SLOWEST_POST_RETRY
from bot.standin.layout import text
from bot.store.queries import SqlConnection
from tests.kit.clock import PAUSE
from tests.kit.hall import Hall

PATIENCE = 60.0
"""Seconds after which a post that goes nowhere fails its test."""
MESSAGES = r"/channels/\d+/messages$"
CALLBACK = r"/interactions/\d+/.+/callback$"
FOLLOWUP = r"/webhooks/\d+/[^/]+$"
ORIGINAL = r"/webhooks/\d+/.+/messages/@original$"
EDITS: Final = r"/channels/\d+/messages/\d+$"


async def queue(hall: Hall, *texts: str, via: Via = Via.CHANNEL) -> list[int]:
    rows = ((messages.Button("Take your turn", buttons.TakeTurn()),),)
    posts = []
    for one in texts:
        body = StoredPost(1, 0, one, rows, (), (hall.bo.id,), 0).dump()
        posts.append(
            await hall.client.services.store.write(
                lambda tx, body=body: tx.posts.add(None, hall.table.id, via, body)  # type: ignore[misc]
            )
        )
    return posts


async def states(hall: Hall, posts: Iterable[int]) -> list[PostState]:
    async def look(connection: SqlConnection) -> dict[int, PostState]:
        rows = await connection.rows("SELECT id, state FROM posts", ())
        return {row["id"]: PostState(row["state"]) for row in rows}

    found = await hall.client.services.store._database.read(look)
    return [found[post] for post in posts]


async def settled(hall: Hall, posts: list[int]) -> list[PostState]:
    """What has become of posts once none of them waits, however often they are tried again."""

    async def come() -> list[PostState]:
        found = [PostState.WAITING]
        while PostState.WAITING in found:
            await asyncio.sleep(PAUSE)
            found = await states(hall, posts)
        return found

    async with asyncio.timeout(PATIENCE):
        return await hall.clock.turned(come(), SLOWEST_POST_RETRY)


def told(hall: Hall) -> list[str]:
    return [text(message) for message in hall.posts()]
