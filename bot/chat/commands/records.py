"""`/bonfire results`, `leaderboard` and `me statistics`: games that are over."""

import discord
from discord import Interaction
from discord.app_commands import Choice, Group, choices, describe

from bot.chat.handlers import results as records
from bot.chat.interaction.desk import Context, Desk
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import described
from bot.services.results.standings import Board

ON, OFF = "on", "off"
SHOWN = [Choice(name=described(f"statistics_choice.{one}"), value=one) for one in (ON, OFF)]


def add_records(group: Group, desk: Desk) -> None:
    """Add the commands that list games that are over."""

    @group.command(name="results", description=described("command.results.results"))
    @describe(player=described("command.results.player"))
    async def results(interaction: Interaction, player: discord.User | None = None) -> None:
        async def work(ctx: Context) -> None:
            await records.show_history(desk, ctx, None if player is None else player.id)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)

    @group.command(name="leaderboard", description=described("command.results.leaderboard"))
    async def leaderboard(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            await records.show_board(desk, ctx, Board.TABLES, 0)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)


def add_statistics(group: Group, desk: Desk) -> None:
    """Add the command by which a person sees and decides whether others see them there."""

    @group.command(name="statistics", description=described("command.results.statistics"))
    @describe(how=described("command.results.statistics"))
    @choices(how=SHOWN)
    async def statistics(interaction: Interaction, how: Choice[str] | None = None) -> None:
        listed = None if how is None else how.value == ON

        async def work(ctx: Context) -> None:
            await records.statistics(desk, ctx, listed=listed)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)
