"""`/bonfire server`: what those who may manage a server set for all its games."""

from dataclasses import replace

from discord.app_commands import Choice, Group, choices, describe

from bot.chat.app import Handlers
from bot.chat.commands.appearance import LookChange, add_appearance
from bot.chat.commands.table import PACES
from bot.chat.handlers.settings import SettingHandlers
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.respond import Responder
from bot.chat.interaction.translate import described, languages_offered, spoken
from bot.model.preferences import Allowed, ServerSettings
from bot.model.turn_clock import Pace

WHO = [Choice(name=described(f"allowed.{who}"), value=who.value) for who in Allowed]


def server_group(handlers: Handlers) -> Group:
    """The group with its commands."""
    group = Group(name="server", description=described("command.server.text"))
    respond, settings = handlers.respond, handlers.settings

    @group.command(name="settings", description=described("command.server.settings"))
    @respond(ReplyMode.EPHEMERAL)
    async def show(ctx: Context) -> None:
        await settings.show_server(ctx)

    async def appearance(ctx: Context, change: LookChange) -> None:
        await settings.change_server(
            ctx, lambda chosen: replace(chosen, appearance=change(chosen.appearance))
        )

    _add_games(group, respond, settings)
    add_appearance(group, respond, appearance, "server")
    _add_language(group, respond, settings)
    return group


def _add_games(group: Group, respond: Responder, settings: SettingHandlers) -> None:
    @group.command(name="games", description=described("command.server.games"))
    @describe(
        opens=described("command.server.option.opens"),
        aborts=described("command.server.option.aborts"),
        pace=described("command.server.option.pace"),
    )
    @choices(opens=WHO, aborts=WHO, pace=PACES)
    @respond(ReplyMode.EPHEMERAL)
    async def games(
        ctx: Context,
        opens: Choice[str] | None = None,
        aborts: Choice[str] | None = None,
        pace: Choice[str] | None = None,
    ) -> None:
        def change(chosen: ServerSettings) -> ServerSettings:
            return replace(
                chosen,
                opens=chosen.opens if opens is None else Allowed(opens.value),
                aborts=chosen.aborts if aborts is None else Allowed(aborts.value),
                pace=chosen.pace if pace is None else Pace(pace.value),
            )

        await settings.change_server(ctx, change)


def _add_language(group: Group, respond: Responder, settings: SettingHandlers) -> None:
    @group.command(name="language", description=described("command.language.server"))
    @describe(language=described("command.bonfire.option.language"))
    @choices(language=languages_offered())
    @respond(ReplyMode.EPHEMERAL)
    async def choose(ctx: Context, language: Choice[str] | None = None) -> None:
        await settings.change_server(ctx, lambda chosen: replace(chosen, language=spoken(language)))
