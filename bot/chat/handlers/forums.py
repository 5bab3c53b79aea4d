"""The forum of a server: chosen by those who manage it, and given the tags of games."""

from dataclasses import dataclass, replace

import discord

from bot.chat.delivery.forum_tags import make_tags
from bot.chat.handlers.rooms import lacking_in, listed
from bot.chat.interaction.context import Context
from bot.model.errors import Problem, UserError
from bot.present.posts.settings_text import server_text
from bot.services.people.preferences import PreferenceService
from bot.words import catalog


@dataclass(frozen=True, slots=True)
class ForumHandlers:
    """Lets a server choose where its games have their posts."""

    preferences: PreferenceService

    async def choose(self, ctx: Context, chosen: int | None) -> None:
        """Let each game have a post in a forum from now on, None being no forum.

        The forum is given the tags that it lacks, in the language of the server's tables. Raises
        UserError where the bot could not open posts, and for who may not manage the server.
        """
        forum = None if chosen is None else _usable(ctx, chosen)
        settings = await self.preferences.change_server(
            ctx.invocation, lambda before: replace(before, forum=chosen)
        )
        text = server_text(settings, ctx.words)
        if forum is not None:
            language = settings.language or ctx.invocation.channel.locale
            if lacked := await make_tags(forum, catalog(language)):
                names = tuple(f"**{name}**" for name in lacked)
                untagged = ctx.words.say("forum.untagged", forum=forum.mention, names=names)
                text = f"{text}\n\n{untagged}"
        await ctx.show_text(text)


def _usable(ctx: Context, chosen: int) -> discord.ForumChannel:
    """A forum in which the bot can open posts; raises UserError."""
    forum = ctx.interaction.client.get_channel(chosen)
    if not isinstance(forum, discord.ForumChannel):
        raise UserError(Problem.FORUM_HIDDEN)
    if lacked := lacking_in(forum):
        needed = listed(lacked, ctx.words)
        raise UserError(Problem.FORUM_UNUSABLE, forum=forum.mention, permissions=needed)
    return forum
