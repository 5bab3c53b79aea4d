"""Presses and commands of people who agree on something or leave, as the desk answers them."""

from bot import present
from bot.agree.questions import Answer, Answered
from bot.desk import Desk, Visit
from bot.places import shown
from bot.prompt import Choice, Prompt
from bot.service import Done
from bot.store import PersonRow
from bot.trouble import SorryError, Trouble
from bot.widgets import Control, Scope, Sheet
from bot.words import Catalog


async def show_turns(desk: Desk, visit: Visit, game: int) -> None:
    """Show the turns that a game can go back to, one of which can be chosen."""
    async with desk.games.table(game) as table:
        table.seat_acting(visit.press.person.id)
        prompt = present.back_menu(table.game, table.owners, visit.words)
    await _asked(desk, visit, game, prompt)


async def take_back(desk: Desk, visit: Visit, game: int, turn: str | None) -> None:
    """Ask to go back to the beginning of a turn; raises SorryError for what is no turn."""
    if turn is not None and not turn.isdecimal():
        raise SorryError(Trouble.NO_EARLIER_TURN)
    number = None if turn is None else int(turn)
    await _asked(
        desk, visit, game, await desk.agree.take_back(visit.press, game, number, visit.words)
    )


async def hand_over(desk: Desk, visit: Visit, to: PersonRow) -> None:
    """Ask somebody to take the seat of who asks."""
    game = await desk.game_here(visit)
    await _asked(desk, visit, game, await desk.agree.hand_over(visit.press, game, to))


async def abandon(desk: Desk, visit: Visit) -> None:
    """End the game, or ask whether to; raises SorryError where house rules forbid that."""
    await desk.wishes.may_abort(visit.press)
    game = await desk.game_here(visit)
    done = await desk.agree.abandon(visit.press, game, visit.words)
    key = "shell.abandoned_yours" if visit.press.manages else "agree.asked"
    await _asked(desk, visit, game, done, key)


async def resign(desk: Desk, visit: Visit) -> None:
    """Ask the person whether they mean it."""
    game = await desk.game_here(visit)
    await _asked(
        desk, visit, game, await desk.leaving.ask_to_resign(visit.press, game, visit.words)
    )


async def let_bot_play(desk: Desk, visit: Visit) -> None:
    """Let the bot play the person's seat."""
    done = await desk.leaving.let_bot_play(visit.press, await desk.game_here(visit))
    await _told(desk, visit, done, "leaving.bot_yours")


async def come_back(desk: Desk, visit: Visit) -> None:
    """Give the person's seat back to them."""
    done = await desk.leaving.come_back(visit.press, await desk.game_here(visit))
    await _told(desk, visit, done, "leaving.return_yours")


async def choices(desk: Desk, channel: int, words: Catalog, typed: str) -> tuple[Choice, ...]:
    """The turns that the game of a channel can go back to, where what is typed fits."""
    try:
        async with desk.games.table(await desk.games.game_in(channel)) as table:
            return present.turn_choices(table.game, table.owners, words, typed)
    except SorryError:
        return ()


async def answer(desk: Desk, visit: Visit, game: int, argument: str) -> None:
    """Take an answer; `argument` is the number of the question, a colon, and the answer."""
    number, _, given = argument.partition(":")
    try:
        question, chosen = int(number), Answer(given)
    except ValueError:
        raise SorryError(Trouble.OUTDATED) from None
    answered = await desk.agree.answer(visit.press, game, question, chosen)
    await visit.reply.tell(_answer_text(answered, visit.words))
    if answered.done is not None:
        desk.outbox.attach(answered.done.posts, visit.interaction)


def _answer_text(answered: Answered, words: Catalog) -> str:
    match answered.answer:
        case Answer.YES if answered.missing:
            names = tuple(shown(one).name for one in answered.missing)
            return words.say("agree.noted", names=names)
        case Answer.YES:
            return words.say("agree.settled")
        case Answer.NO:
            return words.say("agree.refused_yours")
        case Answer.WITHDRAW:
            return words.say("agree.withdrawn_yours")


async def confirmed(desk: Desk, visit: Visit, game: int, argument: str) -> None:
    """Do what a person was asked to confirm; `argument` names it, and its numbers if any."""
    match argument.split(":"):
        case ["resign"]:
            done = await desk.leaving.resign(visit.press, game)
            await _told(desk, visit, done, "leaving.resigned_yours")
        case ["abandon"]:
            await desk.wishes.may_abort(visit.press)
            done = await desk.agree.abandon_alone(visit.press, game)
            await _told(desk, visit, done, "shell.abandoned_yours")
        case ["back", revision, move] if revision.isdecimal() and move.isdecimal():
            done = await desk.agree.go_back(visit.press, game, int(revision), int(move))
            await _told(desk, visit, done, "agree.went_back_yours")
        case _:
            raise SorryError(Trouble.OUTDATED)


async def alone(desk: Desk, visit: Visit, game: int, chosen: str) -> None:
    """What the last person of a game has chosen."""
    match chosen:
        case "win":
            await _told(desk, visit, await desk.leaving.win(visit.press, game), "leaving.won_yours")
        case "on":
            await desk.leaving.play_on(visit.press, game)
            await visit.reply.tell(visit.words.say("leaving.plays_on"))
        case _:
            raise SorryError(Trouble.OUTDATED)


async def _asked(
    desk: Desk, visit: Visit, game: int, found: Done | Prompt, key: str = "agree.asked"
) -> None:
    """Show what the person must confirm, or that the others have been asked."""
    match found:
        case Prompt(text, rows):
            control = Control(Scope.TABLE, game, 0, "", "")
            await visit.reply.show(Sheet(text, rows, control))
        case Done():
            await _told(desk, visit, found, key)


async def _told(desk: Desk, visit: Visit, done: Done, key: str) -> None:
    """Say that it is done; then deliver what it led to."""
    await visit.reply.show(Sheet(visit.words.say(key)))
    desk.outbox.attach(done.posts, visit.interaction)
