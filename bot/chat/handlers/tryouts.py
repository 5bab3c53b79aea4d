"""Answers to what players plan: private tries, and private notes on games."""

from bot.chat.interaction.desk import Context, Desk
from bot.chat.messages.components import ClassicMessage, CustomId, Form, Scope
from bot.model.buttons import PublicButton
from bot.model.errors import Problem, UserError
from bot.present.posts.note_text import beside_note
from bot.present.wizard.tokens import LEAVE
from bot.services.play.notes import NOTE_LIMIT


async def show_try(desk: Desk, visit: Context, game: int) -> None:
    """Show what a person tries out on a game, from the beginning or where they left it."""
    page = await desk.rehearsals.open(visit.press, game, visit.words)
    await desk.show_page(visit, page, Scope.TRY)


async def follow_try(desk: Desk, visit: Context, control: CustomId) -> None:
    """Follow a press on a page of a try."""
    if control.answer == LEAVE:
        await _leave_try(desk, visit, control.game)
        return
    page = await desk.rehearsals.follow(
        visit.press, control.game, control.step, control.answer, visit.words
    )
    await desk.show_page(visit, page, Scope.TRY)


async def _leave_try(desk: Desk, visit: Context, game: int) -> None:
    """Forget a try; whose turn it is comes back to the real one."""
    await desk.rehearsals.leave(visit.press, game)
    try:
        page = await desk.wizard.open(visit.press, game, visit.words)
    except UserError as sorry:
        if sorry.trouble is not Problem.NOT_YOUR_TURN:
            raise
        await visit.reply.show(ClassicMessage(visit.words.say("try.left")))
    else:
        await desk.show_page(visit, page)


async def show_note(desk: Desk, visit: Context, game: int) -> None:
    """Open the form with a person's note on a game."""
    note = await desk.notebook.read(visit.press, game)
    form = Form(
        title=visit.words.say("note.title"),
        label=visit.words.say("note.label"),
        value=note,
        limit=NOTE_LIMIT,
        custom_id=CustomId(Scope.TABLE, game, 0, "", PublicButton.NOTE).dump(),
    )
    if not await visit.reply.ask(form):
        await visit.reply.tell(visit.words.say("note.too_slow"))


async def keep_note(desk: Desk, visit: Context, game: int, note: str) -> None:
    """Keep what a person wrote into the form, and show it."""
    kept = await desk.notebook.write(visit.press, game, note)
    told = visit.words.say("note.kept" if kept else "note.cleared")
    text = beside_note(told, kept, visit.words)
    await visit.reply.tell(text)
