"""A turn in private: the wizard opened, followed, filled in by a command, or taken back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.chat.handlers.pages import PrivatePages, told_in_place
from bot.chat.handlers.tryouts import TryoutHandlers
from bot.chat.interaction.context import Context
from bot.model.buttons import WizardAnswer
from bot.model.custom_ids import ButtonPress
from bot.present.wizard import tokens
from bot.services.play.wizard import Wizard
from engine import Game
from engine.actions import Action
from engine.ids import Seat


@dataclass(frozen=True, slots=True)
class TurnHandlers:
    """What a person plays."""

    wizard: Wizard
    pages: PrivatePages
    tryouts: TryoutHandlers

    async def open(self, ctx: Context, game: int) -> None:
        """Open the wizard of a person's turn."""
        await self.pages.show(ctx, await self.wizard.open(ctx.invocation, game, ctx.words))

    async def follow(self, ctx: Context, press: ButtonPress[WizardAnswer]) -> None:
        """Follow a press on a page of the wizard, one of whose buttons leads to a tryout."""
        token = press.value.token
        if token == tokens.TRY:
            await self.tryouts.open(ctx, press.game)
            return
        async with told_in_place(ctx):
            page = await self.wizard.follow(
                ctx.invocation, press.game, press.bound.step, token, ctx.words
            )
            await self.pages.show(ctx, page)

    async def begin(
        self, ctx: Context, game: int, choose: Callable[[Game, Seat], Sequence[Action]]
    ) -> None:
        """Open the wizard where the answers lead to which `choose` finds for the person's seat."""
        page = await self.wizard.begin(ctx.invocation, game, choose, ctx.words)
        await self.pages.show(ctx, page)

    async def submit(self, ctx: Context, game: int, actions: Sequence[Action]) -> None:
        """Play these answers at once."""
        page = await self.wizard.submit(ctx.invocation, game, actions, ctx.words)
        await self.pages.show(ctx, page)

    async def undo(self, ctx: Context, game: int) -> None:
        """Take back what the person played last."""
        await self.pages.show(ctx, await self.wizard.undo(ctx.invocation, game, ctx.words))
