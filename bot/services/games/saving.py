"""The common part of all changes of a game: each happens once, and queues posts that tell it.

Where a post was lost, a later one tells its turns again. A turn is handed on with its clock and its
calls, in the transaction of the move itself.

All messages that ask the same public question have their buttons in common, and show the answers so
far, and how it ended. Nothing new is posted: the outbox edits them, and one that cannot be edited
any more stays as it was, its buttons answered privately.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.model import buttons, preferences, turn_clock
from bot.model.invocation import ChannelRef
from bot.model.rows import (
    NOBODY,
    ClockRow,
    Matter,
    NewQuestion,
    PostRow,
    PostState,
    QuestionOutcome,
    QuestionRow,
    Status,
    Via,
)
from bot.model.stored_post import StoredPost
from bot.present.posts.channel_posts import missed_text, with_headings
from bot.services.games.table import PublicState, Table
from bot.store.store import Transaction
from bot.words import Catalog


async def missed_posts(
    tx: Transaction, table: Table, posts: Sequence[StoredPost]
) -> tuple[StoredPost, ...]:
    """The lost turns of a game in one post, for a press that found its place open; `posts` follow.

    Nothing where nothing was lost.
    """
    first = min((*await _lost(tx, table), table.told))
    last = min((table.told, *(post.since for post in posts)))
    if first >= last:
        return ()
    text = missed_text(table.game, first, last, table.people, table.words)
    return (StoredPost(table.id, table.revision, text, (), (), (), first),)


async def moved_posts(tx: Transaction, table: Table) -> StoredPost:
    """Return a post at the new place that tells the state of a game."""
    lost = await _lost(tx, table)
    return _standing(table, min((*lost, table.told)), table.words.say("place.here"))


async def regained_posts(tx: Transaction, table: Table, *, told: bool) -> tuple[StoredPost, ...]:
    """Return posts for a place that takes posts again; `told`: its players heard of the loss.

    Everybody is called who has heard of the loss.
    """
    lost = await _lost(tx, table)
    if not lost and not told:
        return ()
    first = min(lost, default=table.told)
    return (_standing(table, first, table.words.say("place.again"), everybody=told),)


async def _lost(tx: Transaction, table: Table) -> tuple[int, ...]:
    """The number of the first answer of each lost post; the posts are dropped."""
    return tuple([StoredPost.load(text).since for text in await tx.posts.supersede(table.id)])


def _standing(table: Table, first: int, heading: str, *, everybody: bool = False) -> StoredPost:
    """The turns from an answer on that were lost, the board, and whose turn it is.

    It calls who is to move, or `everybody` who plays.
    """
    story = missed_text(table.game, first, table.told, table.people, table.words)
    notice = table.opening if everybody else table.notice
    return table.body(with_headings(notice, heading, story), first)


ExtraWrite = Callable[[Transaction], Awaitable[object]]
"""A write in the same transaction."""
Telling = Callable[[Transaction], Awaitable[Sequence[StoredPost] | None]]
"""A write that returns the posts that tell it; None where it is not told."""


async def nothing(_tx: Transaction) -> None:
    """Write nothing more."""


@dataclass(frozen=True, slots=True)
class QueuedPosts:
    """Posts that a press has put into the outbox, by the ids of their rows.

    `state` is how the game stood when they were made, which their pictures show; None where they
    have none.
    """

    ids: tuple[int, ...]
    state: PublicState | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """The effect of an accepted press.

    `taken` counts the answers that went into the game: fewer than were given when something hidden
    came to light in between.
    """

    game: int
    posts: QueuedPosts
    taken: int = 0


async def queue(
    tx: Transaction, table: Table, pressed: ChannelRef, posts: Sequence[StoredPost]
) -> tuple[int, ...]:
    """Put posts into the outbox: by the way of the press when it was made in that channel.

    Returns the ids of their rows.
    """
    here = pressed.id == table.channel.id
    via = pressed.via if here else Via.CHANNEL
    if here and via is Via.CHANNEL and await tx.channels.revive(pressed.id):
        posts = (*await missed_posts(tx, table, posts), *posts)
    ids = [await tx.posts.add(table.id, table.channel.id, via, post.dump()) for post in posts]
    return tuple(ids)


async def start_turn(
    tx: Transaction, table: Table, presser: int, posts: Iterable[StoredPost], now: float
) -> tuple[StoredPost, ...]:
    """Start the clock of a turn that has just begun, and add the recipients to its posts.

    Nobody is notified of what followed from their own press (`presser`, a Discord user).
    """
    await start_clock(tx, table, presser, now)
    return tuple([await with_recipients(tx, table, post, presser, now) for post in posts])


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
    clock = turn_clock.TurnClock(pace, now, now, noticed=not postponed, passes=table.passes_itself)
    await schedule_call(tx, ClockRow(table.id, waiting.seat, person, turn, clock, None), now)


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


async def restart_clock(
    tx: Transaction, game: int, now: float, pace: turn_clock.Pace | None = None
) -> None:
    """Count the reminders of a running turn from now on, maybe at another pace."""
    row = await tx.clocks.get(game)
    if row is not None:
        clock = replace(row.clock, base=now, sent=0, pace=pace or row.clock.pace)
        await schedule_call(tx, replace(row, clock=clock), now)


async def schedule_call(tx: Transaction, row: ClockRow, now: float) -> None:
    """Store a clock with the time of its next call; nobody is called where the bot moves."""
    wishes = await tx.preferences.of(row.person)
    due = None if row.person == NOBODY else row.clock.next_call(wishes.availability, now)
    await tx.clocks.put(replace(row, due=due))


def wants_notice(wishes: preferences.Preferences) -> bool:
    """Say whether a person wants to be notified at all."""
    return wishes.notice is not preferences.Notice.NONE


def may_call(wishes: preferences.Preferences, now: float) -> bool:
    """Say whether a person may be disturbed now."""
    return wishes.availability.allowed_at(now) <= now


def may_notify(wishes: preferences.Preferences, now: float) -> bool:
    """Say whether a person may be notified of something that has just happened."""
    return wants_notice(wishes) and may_call(wishes, now)


async def _overtake(tx: Transaction, table: Table) -> None:
    """Withdraw what the game has overtaken: calls that have not gone out, and an open vote."""
    await tx.posts.withdraw_calls(table.id)
    await tx.votes.void(table.id)
    await show_answers(tx, Topic.VOTE, table.id, table.words.say("vote.lapsed"), over=True)


async def _pace(tx: Transaction, table: Table) -> turn_clock.Pace:
    """The pace of a new game: nobody waits for who plays alone, or with bots."""
    if len(table.persons) == 1:
        return turn_clock.Pace.NONE
    return (await tx.preferences.of_server(table.channel.guild)).pace


async def with_recipients(
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
            if wishes.notice is preferences.Notice.MESSAGE and person == table.mover:
                direct.append(person)
    return replace(post, ping=tuple(heard), direct=tuple(direct))


class Topic(StrEnum):
    """The subject of a public question."""

    VOTE = "vote"
    """The way to go on without somebody."""
    AGREE = "agree"
    """A proposal that needs everybody's agreement."""


_BUTTONS: Final = {Topic.VOTE: buttons.CastVote, Topic.AGREE: buttons.AnswerQuestion}
"""The kind of button with which a question is answered."""


async def publish_question(
    tx: Transaction, topic: Topic, game: int, post: int, body: StoredPost
) -> None:
    """Note that a queued post asks something, as earlier ones may: it shows what they show."""
    for earlier in (await tx.posts.asking(_key(topic, game)))[-1:]:
        body = replace(body, note=StoredPost.load(earlier.body).note)
        await tx.posts.rewrite(post, body.dump())
    await tx.posts.ask(post, _key(topic, game))


async def show_answers(tx: Transaction, topic: Topic, game: int, note: str, *, over: bool) -> bool:
    """Show the answers so far; when it is `over`, how it ended, and take the buttons away.

    Returns whether everybody can read that where it was asked.
    """
    key = _key(topic, game)
    posts = await tx.posts.asking(key)
    for post in posts:
        body = StoredPost.load(post.body)
        if over:
            rows = (row for row in body.rows if not isinstance(row[0].value, _BUTTONS[topic]))
            body = replace(body, rows=tuple(rows))
        await tx.posts.revise(post.id, replace(body, note=note).dump())
    if over:
        await tx.posts.settle(key)
    return bool(posts) and all(map(_follows, posts))


def _follows(post: PostRow) -> bool:
    """Say whether readers see a revised post: it has yet to go out, or the bot may edit it."""
    if post.message is None:
        return post.state is PostState.WAITING
    return post.via is Via.CHANNEL


def _key(topic: Topic, game: int) -> str:
    return f"{topic}:{game}"


async def lapse_question(tx: Transaction, question: QuestionRow, words: Catalog) -> None:
    """End a question that all must agree to without an answer."""
    await tx.questions.close(question.id, QuestionOutcome.VOID)
    await show_answers(tx, Topic.AGREE, question.new.game, words.say("agree.lapsed"), over=True)


async def void_question(tx: Transaction, table: Table) -> None:
    """End such a question when what has just happened in the game makes it void."""
    question = await tx.questions.open_in(table.id)
    if question is not None and not stands(question.new, table):
        await lapse_question(tx, question, table.words)


def stands(new: NewQuestion, table: Table) -> bool:
    """Say whether a question that needs everybody's agreement still makes sense.

    Going back ends with the next move of anybody, and, like ending the game, with any change of
    who plays; handing over when the seat is gone or the other has one.
    """
    if table.status is not Status.RUNNING:
        return False
    if new.matter is Matter.HAND_OVER:
        seated = any(table.knows(person.id) for person in new.asked)
        return table.seat_of(new.asker) is not None and not seated
    if new.matter is Matter.TAKE_BACK and new.revision != table.revision:
        return False
    others = {person.id for person in table.others(new.asker)}
    return table.plays(new.asker) and others == {person.id for person in new.asked}
