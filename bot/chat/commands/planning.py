"""`/bonfire table try` and `/bonfire me note`: planning a game in private."""

from discord import Interaction
from discord.app_commands import Group

from bot.chat.handlers import tryouts as planning
from bot.chat.interaction.desk import Context, Desk
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import described


def add_try(group: Group, desk: Desk) -> None:
    """Add the command that tries something out on the channel's game."""

    @group.command(name="try", description=described("command.table.planning.try"))
    async def try_out(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            game = await desk.game_here(ctx)
            await planning.show_try(desk, ctx, game)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)


def add_note(group: Group, desk: Desk) -> None:
    """Add the command that writes a note on the channel's game."""

    @group.command(name="note", description=described("command.me.note"))
    async def note(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            game = await desk.game_here(ctx)
            await planning.show_note(desk, ctx, game)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)
