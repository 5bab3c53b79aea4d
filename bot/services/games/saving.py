"""The common part of all changes of a game: each happens once, and queues posts that tell it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.model.invocation import ChannelRef
from bot.model.rows import Via
from bot.model.stored_post import StoredPost
from bot.services.games.missed_posts import missed_posts
from bot.services.games.table import PublicState, Table
from bot.store import Transaction

ExtraWrite = Callable[[Transaction], Awaitable[object]]
"""A write in the same transaction."""
Telling = Callable[[Transaction], Awaitable[Sequence[StoredPost] | None]]
"""A write that returns the posts that tell it; None where it is not told."""


async def nothing(_tx: Transaction) -> None:
    """Write nothing more."""


@dataclass(frozen=True, slots=True)
class QueuedPosts:
    """Posts that a press has put into the outbox, by the ids of their rows.

    `state` is how the game stood when they were made, which their pictures show; None where they
    have none.
    """

    ids: tuple[int, ...]
    state: PublicState | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """The effect of an accepted press.

    `taken` counts the answers that went into the game: fewer than were given when something hidden
    came to light in between.
    """

    game: int
    posts: QueuedPosts
    taken: int = 0


async def queue(
    tx: Transaction, table: Table, pressed: ChannelRef, posts: Sequence[StoredPost]
) -> tuple[int, ...]:
    """Put posts into the outbox: by the way of the press when it was made in that channel.

    Returns the ids of their rows.
    """
    here = pressed.id == table.channel.id
    via = pressed.via if here else Via.CHANNEL
    if here and via is Via.CHANNEL and await tx.channels.revive(pressed.id):
        posts = (*await missed_posts(tx, table, posts), *posts)
    ids = [await tx.posts.add(table.id, table.channel.id, via, post.dump()) for post in posts]
    return tuple(ids)
