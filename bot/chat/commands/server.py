"""`/bonfire server`: what those who may manage a server set for all its games."""

from dataclasses import replace

from discord.app_commands import Choice, Group

from bot.chat.app import Handlers
from bot.chat.commands.appearance import add_appearance
from bot.chat.commands.group import CommandGroup, Option, offered
from bot.chat.commands.table import PACES
from bot.chat.interaction.context import Context
from bot.chat.interaction.translate import languages_offered, spoken
from bot.model.preferences import Allowed
from bot.model.turn_clock import Pace

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
    return server.group
