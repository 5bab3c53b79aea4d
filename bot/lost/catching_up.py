"""What a game has told in vain: the turns of its lost posts, as a new post tells them again."""

from collections.abc import Sequence

from bot import present
from bot.posting import Body
from bot.store import Tables
from bot.tables import Table


async def missed(tables: Tables, table: Table, posts: Sequence[Body]) -> tuple[Body, ...]:
    """The lost turns of a game in one post, for a press that found its place open; `posts` follow.

    Nothing where nothing was lost.
    """
    first = min((*await _lost(tables, table), table.told))
    last = min((table.told, *(post.since for post in posts)))
    if first >= last:
        return ()
    text = present.missed_text(table.game, first, last, table.people, table.words)
    return (Body(table.id, table.revision, text, (), (), (), first),)


async def moved(tables: Tables, table: Table) -> Body:
    """How a game stands, told at its new place."""
    lost = await _lost(tables, table)
    return _standing(table, min((*lost, table.told)), table.words.say("place.here"))


async def regained(tables: Tables, table: Table) -> tuple[Body, ...]:
    """The same for a place that takes posts again; nothing where nothing was lost."""
    lost = await _lost(tables, table)
    return (_standing(table, min(lost), table.words.say("place.again")),) if lost else ()


async def _lost(tables: Tables, table: Table) -> tuple[int, ...]:
    """The number of the first answer of each lost post; the posts are dropped."""
    return tuple([Body.load(text).since for text in await tables.posts.supersede(table.id)])


def _standing(table: Table, first: int, heading: str) -> Body:
    """The turns from an answer on that were lost, the board, and whose turn it is."""
    story = present.missed_text(table.game, first, table.told, table.people, table.words)
    return table.body(present.headed(table.notice, heading, story), first)
