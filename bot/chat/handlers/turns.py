"""The private pages of a player: the wizard of their turn, tryouts, and notes on games."""

from typing import Final

from bot.chat import routes
from bot.chat.components import text_form, typed_in
from bot.chat.handlers.pages import told_in_place
from bot.chat.handlers.services import Handlers
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.model import buttons, controls, messages
from bot.model.custom_ids import Binding, ButtonPress
from bot.model.errors import Problem, UserError
from bot.present.posts.plan_pages import beside_note, undone_page
from bot.present.questions import refusal_text
from bot.services.play.plans import NOTE_LIMIT
from engine import IllegalAction

_TURN_IS_OVER: Final = frozenset({Problem.TURN_ENDED, Problem.NOT_YOUR_TURN})


class TryoutHandlers(Handlers):
    """Lets a player try something out on a copy of a game."""

    @routes.on(buttons.OpenTryout)
    async def open(self, ctx: Context, game: int) -> None:
        """Show a person's tryout of a game, from the beginning or where they left it."""
        page = await self.of.tryouts.open(ctx.invocation, game, ctx.words)
        await self.of.pages.show(ctx, page)

    async def plan(self, ctx: Context, game: int) -> None:
        """Show the page on which a person plans their next turn."""
        page = await self.of.tryouts.open(ctx.invocation, game, ctx.words, ahead=True)
        await self.of.pages.show(ctx, page)

    @routes.on(buttons.TryoutAnswer, routes.in_place)
    async def follow(self, ctx: Context, press: ButtonPress[buttons.TryoutAnswer]) -> None:
        """Follow a press on a page of a tryout."""
        token = press.value.token
        async with told_in_place(ctx):
            if token == controls.Sign.LEAVE:
                await self._leave(ctx, press.game)
                return
            if token == controls.Sign.PLAY and await self._play(ctx, press):
                return
            if token == controls.Sign.SUGGEST:
                ctx.reply.takes_long()
            page = await self.of.tryouts.follow(
                ctx.invocation, press.game, press.bound.step, token, ctx.words
            )
            await self.of.pages.show(ctx, page)

    async def _play(self, ctx: Context, press: ButtonPress[buttons.TryoutAnswer]) -> bool:
        """Play what was tried in the real turn; say whether it was still there to be played."""
        game, invocation = press.game, ctx.invocation
        actions = await self.of.tryouts.taken(invocation, game, press.bound.step)
        if not actions:
            return False
        page = await self.of.wizard.submit(invocation, game, actions, ctx.words)
        await self.of.tryouts.leave(invocation, game)
        await self.of.pages.show(ctx, page)
        return True

    async def _leave(self, ctx: Context, game: int) -> None:
        """Forget a tryout; whose turn it is comes back to the real one."""
        await self.of.tryouts.leave(ctx.invocation, game)
        try:
            page = await self.of.wizard.open(ctx.invocation, game, ctx.words)
        except UserError as sorry:
            if sorry.problem not in {Problem.NOT_YOUR_TURN, Problem.GAME_OVER}:
                raise
            await ctx.say("try.left")
        else:
            await self.of.pages.show(ctx, page)


class TurnHandlers(Handlers):
    """Leads a person through their turn."""

    @routes.on(buttons.TakeTurn)
    async def open(self, ctx: Context, game: int) -> None:
        """Open the wizard of a person's turn."""
        await self.of.pages.show(ctx, await self.of.wizard.open(ctx.invocation, game, ctx.words))

    @routes.on(buttons.WizardAnswer, routes.in_place)
    async def follow(self, ctx: Context, press: ButtonPress[buttons.WizardAnswer]) -> None:
        """Follow a press on a page of the wizard, one of whose buttons leads to a tryout."""
        token = press.value.token
        if token == controls.Sign.TRY:
            await TryoutHandlers(self.of).open(ctx, press.game)
            return
        if token == controls.Sign.SUGGEST:
            ctx.reply.takes_long()
        async with told_in_place(ctx):
            page = await self.of.wizard.follow(
                ctx.invocation, press.game, press.bound.step, token, ctx.words
            )
            await self.of.pages.show(ctx, page)

    @routes.command("bonfire undo", "command.bonfire.undo")
    async def undo(self, ctx: Context, game: int) -> None:
        """Take back what the person played last; with nothing left in this turn, lead further."""
        try:
            page = await self.of.wizard.undo(ctx.invocation, game, ctx.words)
        except IllegalAction as sorry:
            refused = refusal_text(sorry.refusal, ctx.words)
        except UserError as sorry:
            if sorry.problem not in _TURN_IS_OVER:
                raise
            refused = ctx.words.say(sorry.problem, **sorry.slots)
        else:
            await self.of.pages.show(ctx, page)
            return
        prompt = await self.of.consent.further_back(ctx.invocation, game, refused, ctx.words)
        await ctx.show_prompt(prompt, game)


class PremoveHandlers(Handlers):
    """Shows and changes what a person plans ahead while others think."""

    @routes.on(buttons.ShowPremoves)
    async def open(self, ctx: Context, game: int) -> None:
        """Show the planned turns, or what became of them; without any, plan one in a tryout."""
        page = await self.of.premoves.look(ctx.invocation, game, ctx.words)
        if page is None:
            await TryoutHandlers(self.of).plan(ctx, game)
        else:
            await ctx.show_prompt(page, game)

    @routes.on(buttons.WithdrawPremoves, routes.in_place)
    async def withdraw(self, ctx: Context, of: int) -> None:
        """Withdraw the planned turns of a game."""
        await self.of.premoves.withdraw(ctx.invocation, of)
        await ctx.say("premove.withdrawn")

    @routes.on(buttons.UndoPremove, routes.in_place)
    async def undo(self, ctx: Context, game: int) -> None:
        """Take back a premove that was played."""
        done = await self.of.premoves.undo(ctx.invocation, game)
        await ctx.show_prompt(undone_page(ctx.words), game)
        ctx.deliver(done)


class NoteHandlers(Handlers):
    """The private notes of people on games."""

    @routes.on(buttons.WriteNote, ReplyMode.FORM)
    async def follow(self, ctx: Context, game: int) -> None:
        """Open the form where its button was pressed, keep the note where the form comes back."""
        typed = typed_in(ctx.interaction)
        if typed is None:
            await self.open(ctx, game)
        else:
            await self._keep(ctx, game, typed)

    async def open(self, ctx: Context, game: int) -> None:
        """Open the form with a person's note on a game."""
        form = text_form(
            title=ctx.words.say("note.title"),
            label=ctx.words.say("note.label"),
            value=await self.of.notes.read(ctx.invocation, game),
            limit=NOTE_LIMIT,
            custom_id=Binding(game).custom_id(buttons.WriteNote()),
        )
        if not await ctx.reply.ask(form):
            await ctx.tell("note.too_slow")

    async def _keep(self, ctx: Context, game: int, note: str) -> None:
        """Keep what a person wrote into the form, and show it."""
        kept = await self.of.notes.write(ctx.invocation, game, note)
        text = ctx.words.say("note.kept" if kept else "note.cleared")
        await ctx.tell_prompt(messages.Prompt(beside_note(text, kept, ctx.words)))
