"""The turns that a game has told in vain, in lost posts; a new post tells them again."""

from collections.abc import Sequence

from bot.model.stored_post import StoredPost
from bot.present.posts.channel_posts import headed, missed_text
from bot.services.games.table import Table
from bot.store import Transaction


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
