"""`/bonfire results`, `leaderboard` and `me statistics`: games that are over."""

import discord
from discord.app_commands import Choice, Group, choices, describe

from bot.chat.handlers.results import ResultHandlers
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.respond import Responder
from bot.chat.interaction.translate import described
from bot.model.results import Board

ON, OFF = "on", "off"
SHOWN = [Choice(name=described(f"statistics_choice.{value}"), value=value) for value in (ON, OFF)]


def add_records(group: Group, respond: Responder, results: ResultHandlers) -> None:
    """Add the commands that list games that are over."""

    @group.command(name="results", description=described("command.results.results"))
    @describe(player=described("command.results.player"))
    @respond(ReplyMode.EPHEMERAL)
    async def show_history(ctx: Context, player: discord.User | None = None) -> None:
        await results.show_history(ctx, None if player is None else player.id)

    @group.command(name="leaderboard", description=described("command.results.leaderboard"))
    @respond(ReplyMode.EPHEMERAL)
    async def leaderboard(ctx: Context) -> None:
        await results.show_board(ctx, Board.TABLES, 0)


def add_statistics(group: Group, respond: Responder, results: ResultHandlers) -> None:
    """Add the command by which a person sees and decides whether others see them there."""

    @group.command(name="statistics", description=described("command.results.statistics"))
    @describe(how=described("command.results.statistics"))
    @choices(how=SHOWN)
    @respond(ReplyMode.EPHEMERAL)
    async def statistics(ctx: Context, how: Choice[str] | None = None) -> None:
        await results.set_listed(ctx, listed=None if how is None else how.value == ON)
