"""`/bonfire server`: what those who may manage a server set for all its games."""

from collections.abc import Callable
from dataclasses import replace

from discord import Interaction
from discord.app_commands import Choice, Group, choices, describe

from bot.chat.commands.appearance import LookChange, add_appearance
from bot.chat.commands.table import PACES
from bot.chat.handlers import between_turns as between
from bot.chat.interaction.desk import Context, Desk
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import described, languages_offered, spoken
from bot.model.errors import Problem, UserError
from bot.model.preferences import Allowed, ServerSettings
from bot.model.turn_clock import Pace

Change = Callable[[ServerSettings], ServerSettings]

WHO = [Choice(name=described(f"allowed.{one}"), value=one.value) for one in Allowed]


def server_group(desk: Desk) -> Group:
    """The group with its commands."""
    group = Group(name="server", description=described("command.server.text"))

    @group.command(name="settings", description=described("command.server.settings"))
    async def settings(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            guild = ctx.invocation.channel.guild
            if guild is None:
                raise UserError(Problem.NO_SERVER)
            await between.show_server(ctx, await desk.preferences.of_server(guild))

        await desk.serve(interaction, ReplyMode.PRIVATE, work)

    async def appearance(interaction: Interaction, change: LookChange) -> None:
        await _serve(
            desk, interaction, lambda rules: replace(rules, appearance=change(rules.appearance))
        )

    _add_games(group, desk)
    add_appearance(group, appearance, "server")
    _add_language(group, desk)
    return group


async def _serve(desk: Desk, interaction: Interaction, change: Change) -> None:
    """Make a change of the server's settings and show them all."""

    async def work(ctx: Context) -> None:
        await between.show_server(ctx, await desk.preferences.change_server(ctx.invocation, change))

    await desk.serve(interaction, ReplyMode.PRIVATE, work)


def _add_games(group: Group, desk: Desk) -> None:
    @group.command(name="games", description=described("command.server.games"))
    @describe(
        opens=described("command.server.option.opens"),
        aborts=described("command.server.option.aborts"),
        pace=described("command.server.option.pace"),
    )
    @choices(opens=WHO, aborts=WHO, pace=PACES)
    async def games(
        interaction: Interaction,
        opens: Choice[str] | None = None,
        aborts: Choice[str] | None = None,
        pace: Choice[str] | None = None,
    ) -> None:
        def change(rules: ServerSettings) -> ServerSettings:
            return replace(
                rules,
                opens=rules.opens if opens is None else Allowed(opens.value),
                aborts=rules.aborts if aborts is None else Allowed(aborts.value),
                pace=rules.pace if pace is None else Pace(pace.value),
            )

        await _serve(desk, interaction, change)


def _add_language(group: Group, desk: Desk) -> None:
    @group.command(name="language", description=described("command.language.server"))
    @describe(language=described("command.bonfire.option.language"))
    @choices(language=languages_offered())
    async def choose(interaction: Interaction, language: Choice[str] | None = None) -> None:
        await _serve(desk, interaction, lambda rules: replace(rules, language=spoken(language)))
