"""Games of a hall in the posts of a forum."""

import asyncio

from bot.model import settings
from bot.standin import Channel, ChannelKind, Message
from bot.standin.layout import text
from tests.kit.hall import Hall, threads
from tests.kit.pages import choose
from tests.kit.whole import eventually

TAGS = ("players wanted", "running", "over")


async def chosen(hall: Hall, forum: Channel | None) -> str:
    """What the owner of the server is told who chooses a forum, or none."""
    token = settings.UNSET if forum is None else str(forum.id)
    owner, table = hall.people[0], hall.table
    return text(await choose(owner, table, settings.Setting.FORUM, token, settings.Whose.SERVER))


async def forum_of(hall: Hall, *tags: str) -> Channel:
    """A forum that the owner of the server chooses for its games."""
    forum = hall.server.channel(hall.guild, "games", ChannelKind.FORUM, *tags)
    client = hall.client
    await eventually(lambda: asyncio.sleep(0, client.get_channel(forum.id)))
    await chosen(hall, forum)
    return forum


async def post_of(hall: Hall, number: int = 2, command: str = "new") -> tuple[Channel, Message]:
    """The post of a game that somebody opens in the channel, and its first message."""
    before = threads(hall)
    person = hall.people[number - 1]
    await (await person.slash(hall.table, "bonfire", command)).response()
    (thread,) = [one for one in threads(hall) if one not in before]
    return thread, hall.server.world.message(thread.id, thread.id)


def tags_on(hall: Hall, thread: Channel) -> list[str]:
    assert thread.thread is not None
    forum = hall.server.world.channels[thread.parent_id or 0]
    names = {tag.id: tag.name for tag in forum.tags}
    return [names[one] for one in thread.thread.tag_ids]


async def tagged(hall: Hall, thread: Channel, *names: str) -> None:
    await eventually(lambda: asyncio.sleep(0, tags_on(hall, thread) == list(names)))
