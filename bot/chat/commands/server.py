"""`/bonfire server`: what those who may manage a server set for all its games."""

from dataclasses import replace
from typing import TypeAlias

from discord import AppCommandOptionType, ChannelType, Interaction
from discord.app_commands import AppCommandChannel, Choice, Group, Transform, Transformer

from bot.chat.app import Handlers
from bot.chat.commands.appearance import add_appearance
from bot.chat.commands.group import CommandGroup, Option, offered
from bot.chat.commands.table import PACES
from bot.chat.interaction.context import Context
from bot.chat.interaction.translate import languages_offered, spoken
from bot.model.preferences import Allowed
from bot.model.turn_clock import Pace


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


AnyForum: TypeAlias = Transform[AppCommandChannel, _ForumOption]
WHO = offered("allowed", Allowed)


def server_group(to: Handlers) -> Group:
    """The group with its commands."""
    server, settings = CommandGroup("server", to), to.settings

    async def games(
        ctx: Context,
        opens: Allowed | None = None,
        aborts: Allowed | None = None,
        pace: Pace | None = None,
    ) -> None:
        await settings.change_server(
            ctx,
            lambda chosen: replace(
                chosen,
                opens=opens or chosen.opens,
                aborts=aborts or chosen.aborts,
                pace=pace or chosen.pace,
            ),
        )

    async def speak(ctx: Context, language: Choice[str] | None = None) -> None:
        await settings.change_server(ctx, lambda chosen: replace(chosen, language=spoken(language)))

    async def play_in(ctx: Context, channel: AnyForum | None = None) -> None:
        await to.forums.choose(ctx, None if channel is None else channel.id)

    server.add("settings", "command.server.settings", settings.show_server)
    server.add(
        "games",
        "command.server.games",
        games,
        opens=Option("command.server.option.opens", WHO),
        aborts=Option("command.server.option.aborts", WHO),
        pace=Option("command.server.option.pace", PACES),
    )
    add_appearance(server, settings.change_server)
    language = Option("command.bonfire.option.language", languages_offered())
    server.add("language", "command.language.server", speak, language=language)
    channel = Option("command.forum.channel")
    server.add("forum", "command.forum.text", play_in, channel=channel)
    return server.group
