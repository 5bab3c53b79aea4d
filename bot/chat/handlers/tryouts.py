"""Answers to what players plan: private tries, and private notes on games."""

from bot.chat.interaction.desk import Context, Desk
from bot.chat.messages.components import ClassicMessage, CustomId, Form, Scope
from bot.model.buttons import PublicButton
from bot.model.errors import Problem, UserError
from bot.present.posts.note_text import beside_note
from bot.present.wizard.tokens import LEAVE
from bot.services.play.notes import NOTE_LIMIT


async def show_try(desk: Desk, ctx: Context, game: int) -> None:
    """Show what a person tries out on a game, from the beginning or where they left it."""
    page = await desk.tryouts.open(ctx.invocation, game, ctx.words)
    await desk.show_page(ctx, page, Scope.TRY)


async def follow_try(desk: Desk, ctx: Context, control: CustomId) -> None:
    """Follow a press on a page of a try."""
    if control.answer == LEAVE:
        await _leave_try(desk, ctx, control.game)
        return
    page = await desk.tryouts.follow(
        ctx.invocation, control.game, control.step, control.answer, ctx.words
    )
    await desk.show_page(ctx, page, Scope.TRY)


async def _leave_try(desk: Desk, ctx: Context, game: int) -> None:
    """Forget a try; whose turn it is comes back to the real one."""
    await desk.tryouts.leave(ctx.invocation, game)
    try:
        page = await desk.wizard.open(ctx.invocation, game, ctx.words)
    except UserError as sorry:
        if sorry.problem is not Problem.NOT_YOUR_TURN:
            raise
        await ctx.reply.show(ClassicMessage(ctx.words.say("try.left")))
    else:
        await desk.show_page(ctx, page)


async def show_note(desk: Desk, ctx: Context, game: int) -> None:
    """Open the form with a person's note on a game."""
    note = await desk.notes.read(ctx.invocation, game)
    form = Form(
        title=ctx.words.say("note.title"),
        label=ctx.words.say("note.label"),
        value=note,
        limit=NOTE_LIMIT,
        custom_id=CustomId(Scope.TABLE, game, 0, "", PublicButton.NOTE).dump(),
    )
    if not await ctx.reply.ask(form):
        await ctx.reply.tell(ctx.words.say("note.too_slow"))


async def keep_note(desk: Desk, ctx: Context, game: int, note: str) -> None:
    """Keep what a person wrote into the form, and show it."""
    kept = await desk.notes.write(ctx.invocation, game, note)
    told = ctx.words.say("note.kept" if kept else "note.cleared")
    text = beside_note(told, kept, ctx.words)
    await ctx.reply.tell(text)
