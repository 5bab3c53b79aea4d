"""`/bonfire table move-to`: a game goes on in the channel or thread where this is said."""

from discord import Interaction
from discord.app_commands import Choice, Group, Range, autocomplete, describe

from bot.chat.interaction.desk import Context, Desk, invocation_of
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import described
from bot.chat.messages.components import ClassicMessage
from bot.model.errors import Problem, UserError
from bot.model.messages import OPTION_LIMIT
from bot.present.posts.channel_posts import placed_label


def add_move(group: Group, desk: Desk) -> None:
    """Add the command that brings a game to where it is said."""

    async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
        words = await desk.words_for(interaction)
        games = await desk.channels.offered(invocation_of(interaction))
        offers = [(placed_label(one.names, one.lost, words), one.game) for one in games]
        wanted = typed.casefold().strip()
        found = [one for one in offers if wanted in one[0].casefold()]
        return [Choice(name=label, value=str(game)) for label, game in found[:OPTION_LIMIT]]

    @group.command(name="move-to", description=described("command.place.move"))
    @describe(game=described("command.place.game"))
    @autocomplete(game=complete)
    async def move_to(interaction: Interaction, game: Range[str, 1, 100]) -> None:
        async def work(ctx: Context) -> None:
            if not (game.isascii() and game.isdigit()):
                raise UserError(Problem.UNKNOWN_GAME)
            done = await desk.channels.move(ctx.invocation, int(game))
            await ctx.reply.show(ClassicMessage(ctx.words.say("place.moved")))
            desk.reminders.kick()
            desk.outbox.attach(done.posts, ctx.interaction)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)
