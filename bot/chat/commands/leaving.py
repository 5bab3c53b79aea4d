"""`/bonfire table`: going back by agreement, and the ways to leave a game."""

from functools import partial

from discord import Interaction, Member, User
from discord.app_commands import Choice, Group, Range, autocomplete, describe

from bot.chat.handlers import consent as agreeing
from bot.chat.interaction.desk import Context, Desk
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import described
from bot.model.errors import Problem, UserError
from bot.model.rows import PersonRow


def add_agreements(group: Group, desk: Desk) -> None:
    """Add what the others must agree to."""

    async def complete_turn(interaction: Interaction, typed: str) -> list[Choice[str]]:
        words = await desk.words_for(interaction)
        found = await agreeing.choices(desk, interaction.channel_id or 0, words, typed)
        return [Choice(name=one.label, value=one.token) for one in found]

    @group.command(name="take-back", description=described("command.table.agree.take-back"))
    @describe(turn=described("command.table.agree.option_turn"))
    @autocomplete(turn=complete_turn)
    async def take_back(interaction: Interaction, turn: Range[str, 1, 10] | None = None) -> None:
        async def work(ctx: Context) -> None:
            await agreeing.take_back(desk, ctx, await desk.game_here(ctx), turn)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)

    @group.command(name="hand-over", description=described("command.table.leaving.hand-over"))
    @describe(person=described("command.table.leaving.option_person"))
    async def hand_over(interaction: Interaction, person: User | Member) -> None:
        async def work(ctx: Context) -> None:
            if person.bot:
                raise UserError(Problem.NO_BOT_ACCOUNTS)
            await agreeing.hand_over(desk, ctx, PersonRow(person.id, person.display_name))

        await desk.serve(interaction, ReplyMode.PRIVATE, work)

    @group.command(name="abandon", description=described("command.table.abandon"))
    async def abandon(interaction: Interaction) -> None:
        await desk.serve(interaction, ReplyMode.PRIVATE, partial(agreeing.abandon, desk))


def add_leaving(group: Group, desk: Desk) -> None:
    """Add what everybody decides alone."""

    @group.command(name="resign", description=described("command.table.leaving.resign"))
    async def resign(interaction: Interaction) -> None:
        await desk.serve(interaction, ReplyMode.PRIVATE, partial(agreeing.resign, desk))

    @group.command(name="bot", description=described("command.table.leaving.bot"))
    async def let_bot_play(interaction: Interaction) -> None:
        await desk.serve(interaction, ReplyMode.PRIVATE, partial(agreeing.let_bot_play, desk))

    @group.command(name="return", description=described("command.table.leaving.return"))
    async def come_back(interaction: Interaction) -> None:
        await desk.serve(interaction, ReplyMode.PRIVATE, partial(agreeing.come_back, desk))
