"""Public questions show the answers so far and their end, by edits and without a new post."""

import random
from dataclasses import replace

from bot.model.button_choices import Consent
from bot.model.custom_ids import write_button
from bot.model.rows import PersonRow, Via
from bot.model.stored_post import StoredPost
from bot.model.turn_clock import FIRST_REMINDER, OVERDUE, Pace, VoteOption
from bot.services.consent.questions import GIVES_WAY
from bot.services.games.saving import Saved
from bot.words import catalog
from tests.kit.stack import PEOPLE, STRANGER, Stack, overdue

WORDS = catalog()


async def question_to_end(stack: Stack, game: int, asker: PersonRow) -> tuple[int, int]:
    """A question to end a game: its number, and its message."""
    await stack.bodies()
    done = await stack.consent.abandon(stack.press(asker), game, WORDS)
    assert isinstance(done, Saved)
    await stack.bodies()
    row = await stack.question(game)
    return row.id, next(reversed(stack.messages))


def voting(stack: Stack) -> list[StoredPost]:
    """The messages under which one can vote."""
    return [body for body in stack.messages.values() if buttons(body, "vote:")]


def buttons(body: StoredPost, kind: str) -> list[str]:
    return [
        one.label for row in body.rows for one in row if write_button(one.value).startswith(kind)
    ]


async def test_a_question_shows_who_has_agreed_and_who_is_missing(stack: Stack) -> None:
    game = await stack.start(4)
    asker, *others = PEOPLE
    question, message = await question_to_end(stack, game, asker)
    before = stack.messages[message]
    assert before.note == ""
    await stack.consent.answer(stack.press(others[1]), game, question, Consent.YES)
    assert await stack.bodies() == []
    now = stack.messages[message]
    assert now.note == "Agreed: Cy. Waiting for: Bo and Di."
    assert (now.text, now.rows) == (before.text, before.rows)
    assert now.told == f"{before.text}\n\n{now.note}"


async def test_a_question_stands_in_the_colour_of_who_asks_whatever_is_answered(
    stack: Stack,
) -> None:
    game = await stack.start(4)
    asker, *others = PEOPLE
    async with stack.games.hold(game) as table:
        seat = table.seat_of(asker.id)
        assert seat is not None
        color = table.view.seats[seat].color
    question, message = await question_to_end(stack, game, asker)
    assert stack.messages[message].accent is color
    await stack.consent.answer(stack.press(others[1]), game, question, Consent.YES)
    await stack.bodies()
    assert stack.messages[message].note
    assert stack.messages[message].accent is color


async def test_what_is_agreed_on_has_no_buttons_any_more(stack: Stack) -> None:
    game = await stack.start(3)
    question, message = await question_to_end(stack, game, PEOPLE[0])
    for one in PEOPLE[1:3]:
        await stack.consent.answer(stack.press(one), game, question, Consent.YES)
    (ended,) = await stack.bodies()
    assert "Everyone agrees" in ended.text
    assert stack.messages[message].note == "Agreed: Bo and Cy."
    assert stack.messages[message].rows == ()


async def test_a_refusal_and_a_withdrawal_stand_under_the_question(stack: Stack) -> None:
    game = await stack.start(3)
    for person, answer, told in (
        (PEOPLE[1], Consent.NO, "Bo doesn't agree"),
        (PEOPLE[0], Consent.WITHDRAW, "Ada has withdrawn"),
    ):
        question, message = await question_to_end(stack, game, PEOPLE[0])
        await stack.consent.answer(stack.press(person), game, question, answer)
        assert await stack.bodies() == []
        assert told in stack.messages[message].note
        assert stack.messages[message].rows == ()


async def test_the_end_of_a_question_is_posted_where_its_message_cannot_be_edited(
    stack: Stack,
) -> None:
    game = await stack.start(2)
    await stack.bodies()
    press = stack.press(PEOPLE[0])
    only_answers = replace(press, channel=replace(press.channel, via=Via.FOLLOWUP))
    await stack.consent.abandon(only_answers, game, WORDS)
    await stack.bodies()
    row = await stack.question(game)
    await stack.consent.answer(stack.press(PEOPLE[1]), game, row.id, Consent.NO)
    (ended,) = await stack.bodies()
    assert "Bo doesn't agree" in ended.text


async def test_a_question_that_is_not_out_yet_goes_out_with_its_end(stack: Stack) -> None:
    game = await stack.start(2)
    await stack.bodies()
    await stack.consent.abandon(stack.press(PEOPLE[0]), game, WORDS)
    row = await stack.question(game)
    await stack.consent.answer(stack.press(PEOPLE[0]), game, row.id, Consent.WITHDRAW)
    (asked,) = await stack.bodies()
    assert "Ada has withdrawn" in asked.note
    assert asked.rows == ()


async def test_a_question_that_the_game_overtakes_says_so_at_once(stack: Stack) -> None:
    game = await stack.start(2)
    await stack.take_turn(game, random.Random(1))
    (asker,) = await stack.others(game)
    await stack.bodies()
    await stack.consent.take_back(stack.press(asker), game, None, WORDS)
    await stack.bodies()
    message = next(reversed(stack.messages))
    await stack.answer(game, random.Random(2))
    await stack.bodies()
    assert stack.messages[message].note == "This request has expired."
    assert stack.messages[message].rows == ()
    assert await stack.store.read(lambda tx: tx.questions.open_in(game)) is None


async def test_leaving_and_a_newer_question_end_the_older_one(stack: Stack) -> None:
    game = await stack.start(3)
    _, first = await question_to_end(stack, game, PEOPLE[0])
    stack.clock.at += GIVES_WAY
    _, second = await question_to_end(stack, game, PEOPLE[1])
    assert stack.messages[first].rows == ()
    assert stack.messages[second].rows
    await stack.leaving.let_bot_play(stack.press(PEOPLE[2]), game)
    await stack.bodies()
    assert stack.messages[second].note == "This request has expired."
    assert stack.messages[second].rows == ()


async def test_a_seat_that_is_handed_over_settles_the_question(stack: Stack) -> None:
    game = await stack.start(2)
    await stack.consent.hand_over(stack.press(PEOPLE[0]), game, STRANGER)
    await stack.bodies()
    message = next(reversed(stack.messages))
    row = await stack.question(game)
    await stack.consent.answer(stack.press(STRANGER), game, row.id, Consent.YES)
    await stack.bodies()
    assert stack.messages[message].note == "Agreed: Eve."


async def test_answers_are_shown_after_a_restart_and_weeks_too(stack: Stack) -> None:
    game = await stack.start(3)
    question, message = await question_to_end(stack, game, PEOPLE[0])
    await stack.restart()
    await stack.store.write(lambda tx: tx.posts.forget(9e12))
    await stack.consent.answer(stack.press(PEOPLE[1]), game, question, Consent.YES)
    await stack.restart()
    assert await stack.bodies() == []
    assert "Agreed: Bo" in stack.messages[message].note


async def test_a_vote_shows_every_ballot_in_every_reminder(stack: Stack) -> None:
    game, turn = await overdue(stack, 4)
    first, second, third = await stack.others(game)
    await stack.votes.ask(stack.press(first), game)
    await stack.bodies()
    assert len(voting(stack)) == 2
    await stack.votes.cast(stack.press(first), game, turn, VoteOption.BOT)
    await stack.votes.cast(stack.press(second), game, turn, VoteOption.REPLACE)
    await stack.votes.cast(stack.press(second), game, turn, VoteOption.WAIT)
    assert await stack.bodies() == []
    for body in voting(stack):
        assert body.note.splitlines() == [
            f"Wait: {second.name}",
            f"Let the bot play this turn: {first.name}",
            f"No vote yet: {third.name}",
        ]


async def test_a_later_reminder_shows_the_ballots_too(stack: Stack) -> None:
    game, turn = await overdue(stack, 3)
    (voter, _) = await stack.others(game)
    await stack.votes.cast(stack.press(voter), game, turn, VoteOption.BOT)
    stack.clock.at += FIRST_REMINDER[Pace.RELAXED] * 2**OVERDUE
    (reminder,) = await stack.calls()
    assert f"Let the bot play this turn: {voter.name}" in reminder.note


async def test_a_decided_vote_keeps_only_the_buttons_of_the_turn(stack: Stack) -> None:
    game, turn = await overdue(stack, 2)
    (other,) = await stack.others(game)
    ((message, _),) = [one for one in stack.messages.items() if buttons(one[1], "vote:")]
    await stack.votes.cast(stack.press(other), game, turn, VoteOption.BOT)
    await stack.bodies()
    body = stack.messages[message]
    assert body.note.endswith("Decided: Let the bot play this turn.")
    assert buttons(body, "turn")
    assert voting(stack) == []


async def test_who_comes_back_and_plays_ends_the_vote_in_its_messages(stack: Stack) -> None:
    game, turn = await overdue(stack, 4)
    voter = (await stack.others(game))[0]
    ((message, _),) = [one for one in stack.messages.items() if buttons(one[1], "vote:")]
    await stack.votes.cast(stack.press(voter), game, turn, VoteOption.BOT)
    await stack.take_turn(game, random.Random(1))
    await stack.bodies()
    assert "the game has gone on" in stack.messages[message].note
    assert voting(stack) == []
    note = stack.messages[message].note
    stack.clock.at += sum(FIRST_REMINDER[Pace.RELAXED] * 2**number for number in range(OVERDUE))
    await stack.calls()
    await stack.calls()
    row = await stack.row(game)
    voter = (await stack.others(game))[0]
    await stack.votes.cast(stack.press(voter), game, row.turn, VoteOption.BOT)
    await stack.bodies()
    assert stack.messages[message].note == note


async def test_an_answer_given_before_the_question_is_out_is_posted_with_it(
    stack: Stack,
) -> None:
    game = await stack.start(3)
    await stack.bodies()
    await stack.consent.abandon(stack.press(PEOPLE[0]), game, WORDS)
    row = await stack.question(game)
    await stack.consent.answer(stack.press(PEOPLE[1]), game, row.id, Consent.YES)
    (post,) = await stack.bodies()
    assert "Agreed: Bo" in post.told
