"""Public questions: their messages show the answers so far, and how it ended. It knows no Discord.

All messages that ask the same have their buttons in common. Nothing new is posted: the outbox edits
them, and one that cannot be edited any more stays as it was, its buttons answered privately.
"""

from dataclasses import replace
from enum import StrEnum
from typing import Final

from bot.model.buttons import AnswerQuestion, CastVote
from bot.model.rows import (
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
from bot.services.games.table import Table
from bot.store.store import Transaction
from bot.words import Catalog


class Topic(StrEnum):
    """The subject of a public question."""

    VOTE = "vote"
    """The way to go on without somebody."""
    AGREE = "agree"
    """A proposal that needs everybody's agreement."""


_BUTTONS: Final = {Topic.VOTE: CastVote, Topic.AGREE: AnswerQuestion}
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
