"""The handing on of a turn: its clock and its calls, in the transaction of the move itself."""

from collections.abc import Iterable
from dataclasses import replace

from bot.model.preferences import Notice, Preferences
from bot.model.rows import NOBODY, ClockRow, Status
from bot.model.stored_post import StoredPost
from bot.model.turn_clock import Pace, TurnClock
from bot.services.games.question_posts import Topic, show_answers, void_question
from bot.services.games.table import Table
from bot.store.store import Transaction


async def start_turn(
    tx: Transaction, table: Table, presser: int, posts: Iterable[StoredPost], now: float
) -> tuple[StoredPost, ...]:
    """Start the clock of a turn that has just begun, and address the posts that tell of it.

    Nobody is notified of what followed from their own press (`presser`, a Discord user).
    """
    await start_clock(tx, table, presser, now)
    return tuple([await addressed(tx, table, post, presser, now) for post in posts])


async def start_clock(tx: Transaction, table: Table, presser: int | None, now: float) -> None:
    """Start the clock of the turn that is awaited, unless it runs; stop that of a finished game."""
    await void_question(tx, table)
    waiting = table.game.waiting
    known = await tx.clocks.get(table.id)
    if waiting is None or table.status is not Status.RUNNING:
        await tx.clocks.stop(table.id)
        await tx.tryouts.clear(table.id)
        await tx.premoves.clear(table.id)
        await _overtake(tx, table)
        return
    person, turn = table.mover, table.game.view().turn
    if known is not None and (known.person, known.turn) == (person, turn):
        return
    await _overtake(tx, table)
    wishes = await tx.preferences.of(person)
    pace = await _pace(tx, table) if known is None else known.clock.pace
    postponed = person != presser and wants_notice(wishes) and not may_call(wishes, now)
    clock = TurnClock(pace, now, now, noticed=not postponed, passes=table.passes_itself)
    await wind(tx, ClockRow(table.id, waiting.seat, person, turn, clock, None), now)


async def force_restart(tx: Transaction, game: int) -> None:
    """Let the clock begin again with the next turn that is awaited, even if it is the same one."""
    row = await tx.clocks.get(game)
    if row is not None:
        await tx.clocks.put(replace(row, turn=-1))


async def mute_pending(tx: Transaction, game: int) -> None:
    """Let the posts of a game that have not gone out yet call nobody: what they call to is over."""
    for post in await tx.posts.waiting(game):
        silent = replace(StoredPost.load(post.body), ping=(), direct=())
        await tx.posts.rewrite(post.id, silent.dump())


async def restart_clock(tx: Transaction, game: int, now: float, pace: Pace | None = None) -> None:
    """Count the reminders of a running turn from now on, maybe at another pace."""
    row = await tx.clocks.get(game)
    if row is not None:
        clock = replace(row.clock, base=now, sent=0, pace=pace or row.clock.pace)
        await wind(tx, replace(row, clock=clock), now)


async def wind(tx: Transaction, row: ClockRow, now: float) -> None:
    """Store a clock with the time of its next call; nobody is called where the bot moves."""
    wishes = await tx.preferences.of(row.person)
    due = None if row.person == NOBODY else row.clock.next_call(wishes.availability, now)
    await tx.clocks.put(replace(row, due=due))


def wants_notice(wishes: Preferences) -> bool:
    """Say whether a person wants to be notified at all."""
    return wishes.notice is not Notice.NONE


def may_call(wishes: Preferences, now: float) -> bool:
    """Say whether a person may be disturbed now."""
    return wishes.availability.allowed_at(now) <= now


def may_notify(wishes: Preferences, now: float) -> bool:
    """Say whether a person may be notified of something that has just happened."""
    return wants_notice(wishes) and may_call(wishes, now)


async def _overtake(tx: Transaction, table: Table) -> None:
    """Withdraw what the game has overtaken: calls that have not gone out, and an open vote."""
    await tx.posts.withdraw_calls(table.id)
    await tx.votes.void(table.id)
    await show_answers(tx, Topic.VOTE, table.id, table.words.say("vote.lapsed"), over=True)


async def _pace(tx: Transaction, table: Table) -> Pace:
    """The pace of a new game: nobody waits for who plays alone, or with bots."""
    if len(table.persons) == 1:
        return Pace.NONE
    return (await tx.preferences.of_server(table.channel.guild)).pace


async def addressed(
    tx: Transaction, table: Table, post: StoredPost, presser: int, now: float
) -> StoredPost:
    """A post with those who may be notified; a direct message says that it is one's turn.

    Not of what followed from their own press (`presser`, a Discord user). Those whom it tells
    directly already stay: their premove was played.
    """
    heard, direct = [], list(post.direct)
    for person in post.ping:
        wishes = await tx.preferences.in_game(person, table.id)
        if person != presser and may_notify(wishes, now):
            heard.append(person)
            if wishes.notice is Notice.MESSAGE and person == table.mover:
                direct.append(person)
    return replace(post, ping=tuple(heard), direct=tuple(direct))
