"""Forgetting a person on request: the question, and the press that answers it."""

from dataclasses import dataclass

from bot.chat.interaction.context import Context
from bot.present.posts.consent_posts import forget_prompt, forgotten_text
from bot.services.calls.bot_seats import BotSeats
from bot.services.people.forgetting import ForgetService


@dataclass(frozen=True, slots=True)
class ForgetHandlers:
    """Forgets people."""

    forgetting: ForgetService
    bots: BotSeats

    async def ask(self, ctx: Context) -> None:
        """Show what will be forgotten, to be confirmed."""
        known = await self.forgetting.known(ctx.invocation.person.id)
        prompt = forget_prompt(known, ctx.words)
        await ctx.show_text(prompt.text, prompt.rows)

    async def forget(self, ctx: Context) -> None:
        """Forget who pressed, and say so in place of the question."""
        known = await self.forgetting.forget(ctx.invocation.person.id)
        self.bots.kick()
        await ctx.show_text(forgotten_text(known, ctx.words))
