"""The posts that the bot has opened in forums, and how far their games are."""

from bot.model.rows import ForumPostRow, GameStage
from bot.store.queries import Queries


class ForumPosts(Queries):
    """The table `forum_posts`."""

    async def add(self, post: ForumPostRow) -> None:
        """Note a post that was opened."""
        await self._insert(
            "forum_posts", thread=post.thread, guild=post.guild, forum=post.forum, told=post.told
        )

    async def get(self, thread: int) -> ForumPostRow | None:
        """A post of the bot, None where a thread is none."""
        sql = "SELECT * FROM forum_posts WHERE thread = ?"
        return await self._first(ForumPostRow, sql, thread)

    async def threads(self) -> tuple[int, ...]:
        """All posts of the bot."""
        return await self._all(int, "SELECT thread FROM forum_posts ORDER BY thread")

    async def alive(self) -> tuple[int, ...]:
        """The posts whose tags do not say that the game is over."""
        sql = "SELECT thread FROM forum_posts WHERE told <> 'over' ORDER BY thread"
        return await self._all(int, sql)

    async def stage(self, thread: int) -> GameStage:
        """How far the newest game of a thread is, which may be a table that has not started."""
        sql = (
            "SELECT CASE"
            " WHEN EXISTS (SELECT 1 FROM games WHERE channel = ?1 AND status = 'running')"
            " THEN 'running'"
            " WHEN EXISTS (SELECT 1 FROM lobbies WHERE channel = ?1) THEN 'open'"
            " ELSE 'over' END"
        )
        stage = await self._first(str, sql, thread)
        assert stage is not None
        return GameStage(stage)

    async def tell(self, thread: int, stage: GameStage) -> None:
        """Note what the tag of a post tells now."""
        await self._run("UPDATE forum_posts SET told = ? WHERE thread = ?", stage, thread)

    async def remove(self, thread: int) -> None:
        """Forget a post that was deleted."""
        await self._run("DELETE FROM forum_posts WHERE thread = ?", thread)
