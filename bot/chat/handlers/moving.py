"""A game goes on in the channel or thread where this is said."""

from dataclasses import dataclass

from discord import Interaction
from discord.app_commands import Choice

from bot.chat.delivery.outbox import Outbox
from bot.chat.interaction.context import Context, invocation_of
from bot.chat.interaction.respond import Responder
from bot.model.errors import Problem, UserError
from bot.model.messages import OPTION_LIMIT
from bot.present.posts.channel_posts import placed_label
from bot.services.calls.channels import ChannelService
from bot.services.calls.reminders import ReminderService


@dataclass(frozen=True, slots=True)
class MovingHandlers:
    """Brings games from one channel to another."""

    channels: ChannelService
    reminders: ReminderService
    outbox: Outbox
    respond: Responder

    async def move(self, ctx: Context, game: str) -> None:
        """Bring a game, by its typed number, to where this is said."""
        if not (game.isascii() and game.isdigit()):
            raise UserError(Problem.UNKNOWN_GAME)
        done = await self.channels.move(ctx.invocation, int(game))
        await ctx.say("place.moved")
        self.reminders.kick()
        self.outbox.attach(done.posts, ctx.interaction)

    async def complete_games(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """The games that a person may bring here, by their players."""
        words = await self.respond.words_for(interaction)
        games = await self.channels.offered(invocation_of(interaction))
        offers = [(placed_label(game.names, game.lost, words), game.game) for game in games]
        wanted = typed.casefold().strip()
        fitting = [offer for offer in offers if wanted in offer[0].casefold()]
        return [Choice(name=label, value=str(game)) for label, game in fitting[:OPTION_LIMIT]]
