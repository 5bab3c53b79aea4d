"""`/bonfire table`: going back by agreement, and the ways to leave a game."""

from discord import Interaction, Member, User
from discord.app_commands import Choice, Group, Range, autocomplete, describe

from bot.chat.handlers.consent import ConsentHandlers, LeavingHandlers, turn_number
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.respond import Responder
from bot.chat.interaction.translate import described
from bot.model.errors import Problem, UserError
from bot.model.rows import PersonRow
from bot.services.games.service import GameService


def add_agreements(
    group: Group, respond: Responder, games: GameService, consent: ConsentHandlers
) -> None:
    """Add what the others must agree to."""

    async def complete_turn(interaction: Interaction, typed: str) -> list[Choice[str]]:
        words = await respond.words_for(interaction)
        turns = await consent.turns_in(interaction.channel_id or 0, words, typed)
        return [Choice(name=turn.label, value=turn.value) for turn in turns]

    @group.command(name="take-back", description=described("command.table.agree.take-back"))
    @describe(turn=described("command.table.agree.option_turn"))
    @autocomplete(turn=complete_turn)
    @respond(ReplyMode.EPHEMERAL)
    async def take_back(ctx: Context, turn: Range[str, 1, 10] | None = None) -> None:
        game = await games.game_in(ctx.channel)
        await consent.take_back(ctx, game, turn_number(turn))

    @group.command(name="hand-over", description=described("command.table.leaving.hand-over"))
    @describe(person=described("command.table.leaving.option_person"))
    @respond(ReplyMode.EPHEMERAL)
    async def hand_over(ctx: Context, person: User | Member) -> None:
        if person.bot:
            raise UserError(Problem.NO_BOT_ACCOUNTS)
        game = await games.game_in(ctx.channel)
        await consent.hand_over(ctx, game, PersonRow(person.id, person.display_name))

    @group.command(name="abandon", description=described("command.table.abandon"))
    @respond(ReplyMode.EPHEMERAL)
    async def abandon(ctx: Context) -> None:
        await consent.abandon(ctx)


def add_leaving(group: Group, respond: Responder, leaving: LeavingHandlers) -> None:
    """Add what everybody decides alone."""

    @group.command(name="resign", description=described("command.table.leaving.resign"))
    @respond(ReplyMode.EPHEMERAL)
    async def resign(ctx: Context) -> None:
        await leaving.ask_to_resign(ctx)

    @group.command(name="bot", description=described("command.table.leaving.bot"))
    @respond(ReplyMode.EPHEMERAL)
    async def let_bot_play(ctx: Context) -> None:
        await leaving.let_bot_play(ctx)

    @group.command(name="return", description=described("command.table.leaving.return"))
    @respond(ReplyMode.EPHEMERAL)
    async def come_back(ctx: Context) -> None:
        await leaving.come_back(ctx)
