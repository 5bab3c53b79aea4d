"""What a game has told in vain: the turns of its lost posts, as a new post tells them again."""

from collections.abc import Sequence

from bot import present
from bot.posting import Body
from bot.store import Tables
from bot.tables import Table


async def missed(tables: Tables, table: Table, posts: Sequence[Body]) -> tuple[Body, ...]:
    """The lost turns of a game in one post, for a place that takes posts again; none without any.

    `posts` come after it.
    """
    first = await _first_lost(tables, table)
    last = min((table.told, *(post.since for post in posts)))
    if first >= last:
        return ()
    text = present.missed_text(table.game, first, last, table.people, table.words)
    return (Body(table.id, table.revision, text, (), (), (), first),)


async def moved(tables: Tables, table: Table) -> Body:
    """How a game stands, told at its new place: the lost turns, the board, and whose turn it is."""
    first = await _first_lost(tables, table)
    story = present.missed_text(table.game, first, table.told, table.people, table.words)
    post = present.headed(table.notice, table.words.say("place.here"), story)
    return table.body(post, first)


async def _first_lost(tables: Tables, table: Table) -> int:
    """The number of the first answer that only lost posts tell; those are dropped."""
    lost = [Body.load(text).since for text in await tables.posts.supersede(table.id)]
    return min((*lost, table.told))
