"""The posts that the bot has opened in forums, and how far their games are."""

from typing import Final

from bot.model.rows import ForumPostRow, GameStage
from bot.store.queries import Queries

_POSTS: Final = (
    "SELECT thread, guild, forum, told, CASE"
    " WHEN EXISTS (SELECT 1 FROM games WHERE channel = thread AND status = 'running')"
    " THEN 'running'"
    " WHEN EXISTS (SELECT 1 FROM lobbies WHERE channel = thread) THEN 'open'"
    " ELSE 'over' END AS stage FROM forum_posts"
)


class ForumPosts(Queries):
    """The table `forum_posts`."""

    async def put(self, thread: int, guild: int, forum: int, told: GameStage) -> None:
        """Note a post that was opened with the tag of a stage."""
        row = {"thread": thread, "guild": guild, "forum": forum, "told": told}
        await self._replace("forum_posts", ("thread",), **row)

    async def get(self, thread: int) -> ForumPostRow | None:
        """A post of the bot, None where a thread is none."""
        return await self._first(ForumPostRow, f"{_POSTS} WHERE thread = ?", thread)

    async def threads(self) -> tuple[int, ...]:
        """All posts of the bot."""
        return await self._all(int, "SELECT thread FROM forum_posts ORDER BY thread")

    async def untold(self) -> tuple[ForumPostRow, ...]:
        """The posts whose tags do not tell how far their games are; of those that are not over."""
        known = f"SELECT * FROM ({_POSTS} WHERE told <> 'over') AS known"  # noqa: S608 - a constant
        sql = f"{known} WHERE stage <> told ORDER BY thread"
        return await self._all(ForumPostRow, sql)

    async def tell(self, thread: int, stage: GameStage) -> None:
        """Note what the tag of a post tells now."""
        await self._run("UPDATE forum_posts SET told = ? WHERE thread = ?", stage, thread)

    async def remove(self, thread: int) -> None:
        """Forget a post that was deleted."""
        await self._run("DELETE FROM forum_posts WHERE thread = ?", thread)
