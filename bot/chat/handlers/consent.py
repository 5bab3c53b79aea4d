"""Presses and commands of people who agree on something or leave, as the desk answers them."""

from bot.chat.interaction.desk import Context, Desk
from bot.chat.messages.components import ClassicMessage, CustomId, Scope
from bot.model.errors import Problem, UserError
from bot.model.messages import Choice, Prompt
from bot.model.people import to_person
from bot.model.rows import PersonRow
from bot.present.posts.consent_posts import back_menu, turn_choices
from bot.services.consent.questions import Consent, ConsentResult
from bot.services.games.service import Saved
from bot.words import Catalog


async def show_turns(desk: Desk, ctx: Context, game: int) -> None:
    """Show the turns that a game can go back to, one of which can be chosen."""
    async with desk.games.table(game) as table:
        table.seat_acting(ctx.invocation.person.id)
        prompt = back_menu(table.game, table.owners, ctx.words)
    await _asked(desk, ctx, game, prompt)


async def take_back(desk: Desk, ctx: Context, game: int, turn: str | None) -> None:
    """Ask to go back to the beginning of a turn; raises UserError for what is no turn."""
    if turn is not None and not turn.isdecimal():
        raise UserError(Problem.NO_EARLIER_TURN)
    number = None if turn is None else int(turn)
    await _asked(
        desk, ctx, game, await desk.consent.take_back(ctx.invocation, game, number, ctx.words)
    )


async def hand_over(desk: Desk, ctx: Context, to: PersonRow) -> None:
    """Ask somebody to take the seat of who asks."""
    game = await desk.game_here(ctx)
    await _asked(desk, ctx, game, await desk.consent.hand_over(ctx.invocation, game, to))


async def abandon(desk: Desk, ctx: Context) -> None:
    """End the game, or ask whether to; raises UserError where house rules forbid that."""
    await desk.preferences.may_abort(ctx.invocation)
    game = await desk.game_here(ctx)
    done = await desk.consent.abandon(ctx.invocation, game, ctx.words)
    key = "shell.abandoned_yours" if ctx.invocation.manages else "agree.asked"
    await _asked(desk, ctx, game, done, key)


async def resign(desk: Desk, ctx: Context) -> None:
    """Ask the person whether they mean it."""
    game = await desk.game_here(ctx)
    await _asked(desk, ctx, game, await desk.leaving.ask_to_resign(ctx.invocation, game, ctx.words))


async def let_bot_play(desk: Desk, ctx: Context) -> None:
    """Let the bot play the person's seat."""
    done = await desk.leaving.let_bot_play(ctx.invocation, await desk.game_here(ctx))
    await _told(desk, ctx, done, "leaving.bot_yours")


async def come_back(desk: Desk, ctx: Context) -> None:
    """Give the person's seat back to them."""
    done = await desk.leaving.come_back(ctx.invocation, await desk.game_here(ctx))
    await _told(desk, ctx, done, "leaving.return_yours")


async def choices(desk: Desk, channel: int, words: Catalog, typed: str) -> tuple[Choice, ...]:
    """The turns that the game of a channel can go back to, where what is typed fits."""
    try:
        async with desk.games.table(await desk.games.game_in(channel)) as table:
            return turn_choices(table.game, table.owners, words, typed)
    except UserError:
        return ()


async def answer(desk: Desk, ctx: Context, game: int, argument: str) -> None:
    """Take an answer; `argument` is the number of the question, a colon, and the answer."""
    number, _, given = argument.partition(":")
    try:
        question, chosen = int(number), Consent(given)
    except ValueError:
        raise UserError(Problem.OUTDATED) from None
    answered = await desk.consent.answer(ctx.invocation, game, question, chosen)
    await ctx.reply.tell(_answer_text(answered, ctx.words))
    if answered.done is not None:
        desk.outbox.attach(answered.done.posts, ctx.interaction)


def _answer_text(answered: ConsentResult, words: Catalog) -> str:
    match answered.answer:
        case Consent.YES if answered.missing:
            names = tuple(to_person(one).name for one in answered.missing)
            return words.say("agree.noted", names=names)
        case Consent.YES:
            return words.say("agree.settled")
        case Consent.NO:
            return words.say("agree.refused_yours")
        case Consent.WITHDRAW:
            return words.say("agree.withdrawn_yours")


async def confirmed(desk: Desk, ctx: Context, game: int, argument: str) -> None:
    """Do what a person was asked to confirm; `argument` names it, and its numbers if any."""
    match argument.split(":"):
        case ["resign"]:
            done = await desk.leaving.resign(ctx.invocation, game)
            await _told(desk, ctx, done, "leaving.resigned_yours")
        case ["abandon"]:
            await desk.preferences.may_abort(ctx.invocation)
            done = await desk.consent.abandon_alone(ctx.invocation, game)
            await _told(desk, ctx, done, "shell.abandoned_yours")
        case ["back", revision, move] if revision.isdecimal() and move.isdecimal():
            done = await desk.consent.go_back(ctx.invocation, game, int(revision), int(move))
            await _told(desk, ctx, done, "agree.went_back_yours")
        case _:
            raise UserError(Problem.OUTDATED)


async def alone(desk: Desk, ctx: Context, game: int, chosen: str) -> None:
    """What the last person of a game has chosen."""
    match chosen:
        case "win":
            await _told(
                desk, ctx, await desk.leaving.win(ctx.invocation, game), "leaving.won_yours"
            )
        case "on":
            await desk.leaving.play_on(ctx.invocation, game)
            await ctx.reply.tell(ctx.words.say("leaving.plays_on"))
        case _:
            raise UserError(Problem.OUTDATED)


async def _asked(
    desk: Desk, ctx: Context, game: int, found: Saved | Prompt, key: str = "agree.asked"
) -> None:
    """Show what the person must confirm, or that the others have been asked."""
    match found:
        case Prompt(text, rows):
            control = CustomId(Scope.TABLE, game, 0, "", "")
            await ctx.reply.show(ClassicMessage(text, rows, control))
        case Saved():
            await _told(desk, ctx, found, key)


async def _told(desk: Desk, ctx: Context, done: Saved, key: str) -> None:
    """Say that it is done; then deliver what it led to."""
    await ctx.reply.show(ClassicMessage(ctx.words.say(key)))
    desk.outbox.attach(done.posts, ctx.interaction)
