"""Forgets people on request."""

from dataclasses import dataclass

from bot.chat.handlers.lobby_posts import LobbyPosts
from bot.chat.interaction.context import Context
from bot.chat.routes import in_place, on
from bot.model.settings import AskToForget, ConfirmForget
from bot.present.posts.consent_posts import forget_prompt, forgotten_text
from bot.services.calls.bot_seats import BotSeats
from bot.services.consent.leaving import ForgetService
from bot.services.play.lobbies import LobbyService


@dataclass(frozen=True, slots=True)
class ForgetHandlers:
    """Forgets people on request: the question, and the press that answers it."""

    forgetting: ForgetService
    bots: BotSeats
    lobbies: LobbyService
    posts: LobbyPosts

    @on(AskToForget, in_place)
    async def ask(self, ctx: Context) -> None:
        """Show what will be forgotten, to be confirmed."""
        known = await self.forgetting.known(ctx.invocation.person.id)
        await ctx.show_prompt(forget_prompt(known, ctx.words))

    @on(ConfirmForget, in_place)
    async def forget(self, ctx: Context) -> None:
        """Forget the person who pressed, in place of the question; lobbies show who is left."""
        person = ctx.invocation.person.id
        lobbies = await self.lobbies.knowing(person)
        known = await self.forgetting.forget(person)
        self.bots.kick()
        ctx.outbox.kick()
        await ctx.show_text(forgotten_text(known, ctx.words))
        for lobby in lobbies:
            await self.posts.renew(ctx, lobby)
