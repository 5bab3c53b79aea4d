"""Settings that the managers of a server choose for all its games, and players for one game."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import discord
from discord import AppCommandOptionType, ChannelType, Interaction
from discord.app_commands import AppCommandChannel, Transform, Transformer

from bot.chat.delivery.forum_tags import make_tags
from bot.chat.handlers.looks import NUMBERS, Typed, picture_options, with_numbers, with_pictures
from bot.chat.handlers.rooms import lacking_in, listed
from bot.chat.interaction.context import Context
from bot.chat.interaction.translate import languages_offered, offered
from bot.chat.routes import Option, command
from bot.model.errors import Problem, UserError
from bot.model.preferences import Allowed, Appearance, ServerSettings
from bot.model.turn_clock import Pace
from bot.present.posts.settings_text import server_text
from bot.services.calls.reminders import ReminderService
from bot.services.people.preferences import PreferenceService
from bot.words import catalog
from engine.agents.levels import Level

_ALLOWED = offered("allowed", Allowed)
_PACES = offered("pace", Pace)


class _ForumOption(Transformer):
    """A forum, also one that the bot cannot see: it says so kindly.

    Media channels are in beta, and no type of channel in Discord's OpenAPI file.
    """

    @property
    def type(self) -> AppCommandOptionType:
        """The type of the option."""
        return AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[ChannelType]:
        """The channels that the person is offered."""
        return [ChannelType.forum]

    async def transform(
        self, _interaction: Interaction, value: AppCommandChannel, /
    ) -> AppCommandChannel:
        """The channel as Discord describes it."""
        return value


@dataclass(frozen=True, slots=True)
class ServerSettingHandlers:
    """Shows and changes what a server has set; each raises UserError outside of servers."""

    preferences: PreferenceService

    @command("bonfire server settings", "command.server.settings")
    async def show(self, ctx: Context) -> None:
        """Show what a server has set."""
        guild = ctx.invocation.channel.guild
        if guild is None:
            raise UserError(Problem.NO_SERVER)
        settings = await self.preferences.of_server(guild)
        await ctx.show_text(server_text(settings, ctx.words))

    @command(
        "bonfire server games",
        "command.server.games",
        opens=Option("command.server.option.opens", _ALLOWED),
        aborts=Option("command.server.option.aborts", _ALLOWED),
        pace=Option("command.server.option.pace", _PACES),
    )
    async def games(
        self,
        ctx: Context,
        opens: Allowed | None = None,
        aborts: Allowed | None = None,
        pace: Pace | None = None,
    ) -> None:
        """Choose who opens and aborts games, and their pace; what is None stays."""
        await self._change(
            ctx,
            lambda chosen: replace(
                chosen,
                opens=opens or chosen.opens,
                aborts=aborts or chosen.aborts,
                pace=pace or chosen.pace,
            ),
        )

    @command("bonfire server pictures", "command.server.pictures", **picture_options())
    async def pictures(
        self,
        ctx: Context,
        which: str | None = None,
        size: str | None = None,
        colors: str | None = None,
    ) -> None:
        """Choose which pictures people see there, and how."""
        await self._look(ctx, with_pictures(which, size, colors))

    @command("bonfire server numbers", "command.server.numbers", language=NUMBERS)
    async def numbers(self, ctx: Context, language: Typed | None = None) -> None:
        """Choose how numbers are written there."""
        await self._look(ctx, with_numbers(language))

    @command(
        "bonfire server language",
        "command.language.server",
        language=Option("command.bonfire.option.language", languages_offered()),
    )
    async def language(self, ctx: Context, language: str | None = None) -> None:
        """Choose the language of its tables, None for that of the server at Discord."""
        await self._change(ctx, lambda chosen: replace(chosen, language=language))

    @command("bonfire server forum", "command.forum.text", channel=Option("command.forum.channel"))
    async def forum(
        self, ctx: Context, channel: Transform[AppCommandChannel, _ForumOption] | None = None
    ) -> None:
        """Let each game have a post in a forum from now on, None for no forum.

        The forum is given the tags that it lacks, in the language of the server's tables. Raises
        UserError where the bot could not open posts, and for those who may not manage the server.
        """
        chosen = None if channel is None else channel.id
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

    async def _look(self, ctx: Context, change: Callable[[Appearance], Appearance]) -> None:
        await self._change(
            ctx, lambda chosen: replace(chosen, appearance=change(chosen.appearance))
        )

    async def _change(
        self, ctx: Context, change: Callable[[ServerSettings], ServerSettings]
    ) -> None:
        """Change what a server has set, and show all of it."""
        settings = await self.preferences.change_server(ctx.invocation, change)
        await ctx.show_text(server_text(settings, ctx.words))


def _usable(ctx: Context, chosen: int) -> discord.ForumChannel:
    """A forum in which the bot can open posts; raises UserError."""
    forum = ctx.interaction.client.get_channel(chosen)
    if not isinstance(forum, discord.ForumChannel):
        raise UserError(Problem.FORUM_HIDDEN)
    if lacked := lacking_in(forum):
        needed = listed(lacked, ctx.words)
        raise UserError(Problem.FORUM_UNUSABLE, forum=forum.mention, permissions=needed)
    return forum


@dataclass(frozen=True, slots=True)
class TableSettingHandlers:
    """Changes what the players of a game have set for it."""

    preferences: PreferenceService
    reminders: ReminderService

    @command(
        "bonfire table pace",
        "command.table.calendar.pace",
        pace=Option("command.table.calendar.option_pace", _PACES),
    )
    async def set_pace(self, ctx: Context, game: int, pace: Pace) -> None:
        """Set the pace of a game."""
        done = await self.preferences.set_pace(ctx.invocation, game, pace)
        self.reminders.kick()
        await ctx.say_done("pace.chosen", done)

    @command(
        "bonfire table bot-level",
        "command.table.leaving.bot-level",
        level=Option("command.table.leaving.option_level", offered("level", Level)),
    )
    async def set_level(self, ctx: Context, game: int, level: Level) -> None:
        """Set how strong the bot plays for people in a game."""
        done = await self.preferences.set_level(ctx.invocation, game, level)
        await ctx.say_done("bot_level.chosen", done)
