"""The common part of all changes of a game: each happens once, and queues posts that tell it.

Where a post was lost, a later one tells its turns again.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.model.invocation import ChannelRef
from bot.model.rows import Via
from bot.model.stored_post import StoredPost
from bot.present.posts.channel_posts import headed, missed_text
from bot.services.games.table import PublicState, Table
from bot.store.store import Transaction


async def missed_posts(
    tx: Transaction, table: Table, posts: Sequence[StoredPost]
) -> tuple[StoredPost, ...]:
    """The lost turns of a game in one post, for a press that found its place open; `posts` follow.

    Nothing where nothing was lost.
    """
    first = min((*await _lost(tx, table), table.told))
    last = min((table.told, *(post.since for post in posts)))
    if first >= last:
        return ()
    text = missed_text(table.game, first, last, table.people, table.words)
    return (StoredPost(table.id, table.revision, text, (), (), (), first),)


async def moved_posts(tx: Transaction, table: Table) -> StoredPost:
    """Return a post at the new place that tells the state of a game."""
    lost = await _lost(tx, table)
    return _standing(table, min((*lost, table.told)), table.words.say("place.here"))


async def regained_posts(tx: Transaction, table: Table, *, told: bool) -> tuple[StoredPost, ...]:
    """Return posts for a place that takes posts again; `told`: its players heard of the loss.

    Everybody is called who has heard of the loss.
    """
    lost = await _lost(tx, table)
    if not lost and not told:
        return ()
    first = min(lost, default=table.told)
    return (_standing(table, first, table.words.say("place.again"), everybody=told),)


async def _lost(tx: Transaction, table: Table) -> tuple[int, ...]:
    """The number of the first answer of each lost post; the posts are dropped."""
    return tuple([StoredPost.load(text).since for text in await tx.posts.supersede(table.id)])


def _standing(table: Table, first: int, heading: str, *, everybody: bool = False) -> StoredPost:
    """The turns from an answer on that were lost, the board, and whose turn it is.

    It calls who is to move, or `everybody` who plays.
    """
    story = missed_text(table.game, first, table.told, table.people, table.words)
    notice = table.opening if everybody else table.notice
    return table.body(headed(notice, heading, story), first)


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
