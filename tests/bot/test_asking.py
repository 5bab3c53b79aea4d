"""Public questions show the answers so far and their end, by edits and without a new post."""

import random

from bot.model.buttons import Consent
from bot.model.custom_ids import write_button
from bot.model.rows import PersonRow
from bot.model.stored_post import StoredPost
from bot.model.turn_clock import FIRST, OVERDUE, Pace, VoteOption
from bot.services.consent.questions import GIVES_WAY
from bot.services.games.saving import Saved
from bot.words import catalog
from tests.bot.salon import PEOPLE, STRANGER, Salon
from tests.bot.test_votes import overdue

WORDS = catalog()


async def question_to_end(salon: Salon, game: int, asker: PersonRow) -> tuple[int, int]:
    """A question to end a game: its number, and its message."""
    await salon.bodies()
    done = await salon.consent.abandon(salon.press(asker), game, WORDS)
    assert isinstance(done, Saved)
    await salon.bodies()
    row = await salon.store.read(lambda tx: tx.questions.open_in(game))
    assert row is not None
    return row.id, next(reversed(salon.messages))


def voting(salon: Salon) -> list[StoredPost]:
    """The messages under which one can vote."""
    return [body for body in salon.messages.values() if buttons(body, "vote:")]


def buttons(body: StoredPost, kind: str) -> list[str]:
    return [
        one.label for row in body.rows for one in row if write_button(one.value).startswith(kind)
    ]


async def test_a_question_shows_who_has_agreed_and_who_is_missing(salon: Salon) -> None:
    game = await salon.start(4)
    asker, *others = PEOPLE
    question, message = await question_to_end(salon, game, asker)
    before = salon.messages[message]
    assert before.note == ""
    await salon.consent.answer(salon.press(others[1]), game, question, Consent.YES)
    assert await salon.bodies() == []
    now = salon.messages[message]
    assert now.note == "Agreed: Cy. Still missing: Bo and Di."
    assert (now.text, now.rows) == (before.text, before.rows)
    assert now.told == f"{before.text}\n\n{now.note}"


async def test_a_question_stands_in_the_colour_of_who_asks_whatever_is_answered(
    salon: Salon,
) -> None:
    game = await salon.start(4)
    asker, *others = PEOPLE
    async with salon.games.table(game) as table:
        seat = table.seat_of(asker.id)
        assert seat is not None
        color = table.view.seats[seat].color
    question, message = await question_to_end(salon, game, asker)
    assert salon.messages[message].accent is color
    await salon.consent.answer(salon.press(others[1]), game, question, Consent.YES)
    await salon.bodies()
    assert salon.messages[message].note
    assert salon.messages[message].accent is color


async def test_what_is_agreed_on_has_no_buttons_any_more(salon: Salon) -> None:
    game = await salon.start(3)
    question, message = await question_to_end(salon, game, PEOPLE[0])
    for one in PEOPLE[1:3]:
        await salon.consent.answer(salon.press(one), game, question, Consent.YES)
    (ended,) = await salon.bodies()
    assert "Everybody agrees" in ended.text
    assert salon.messages[message].note == "Agreed: Bo and Cy."
    assert salon.messages[message].rows == ()


async def test_a_refusal_and_a_withdrawal_stand_under_the_question(salon: Salon) -> None:
    game = await salon.start(3)
    for person, answer, told in (
        (PEOPLE[1], Consent.NO, "Bo does not agree"),
        (PEOPLE[0], Consent.WITHDRAW, "Ada has withdrawn"),
    ):
        question, message = await question_to_end(salon, game, PEOPLE[0])
        await salon.consent.answer(salon.press(person), game, question, answer)
        await salon.bodies()
        assert told in salon.messages[message].note
        assert salon.messages[message].rows == ()


async def test_a_question_that_the_game_overtakes_says_so_at_once(salon: Salon) -> None:
    game = await salon.start(2)
    await salon.take_turn(game, random.Random(1))
    (asker,) = await salon.others(game)
    await salon.bodies()
    await salon.consent.take_back(salon.press(asker), game, None, WORDS)
    await salon.bodies()
    message = next(reversed(salon.messages))
    await salon.answer(game, random.Random(2))
    await salon.bodies()
    assert salon.messages[message].note == "This question has lapsed."
    assert salon.messages[message].rows == ()
    assert await salon.store.read(lambda tx: tx.questions.open_in(game)) is None


async def test_leaving_and_a_newer_question_end_the_older_one(salon: Salon) -> None:
    game = await salon.start(3)
    _, first = await question_to_end(salon, game, PEOPLE[0])
    salon.clock.at += GIVES_WAY
    _, second = await question_to_end(salon, game, PEOPLE[1])
    assert salon.messages[first].rows == ()
    assert salon.messages[second].rows
    await salon.leaving.let_bot_play(salon.press(PEOPLE[2]), game)
    await salon.bodies()
    assert salon.messages[second].note == "This question has lapsed."
    assert salon.messages[second].rows == ()


async def test_a_seat_that_is_handed_over_settles_the_question(salon: Salon) -> None:
    game = await salon.start(2)
    await salon.consent.hand_over(salon.press(PEOPLE[0]), game, STRANGER)
    await salon.bodies()
    message = next(reversed(salon.messages))
    row = await salon.store.read(lambda tx: tx.questions.open_in(game))
    assert row is not None
    await salon.consent.answer(salon.press(STRANGER), game, row.id, Consent.YES)
    await salon.bodies()
    assert salon.messages[message].note == "Agreed: Eve."


async def test_answers_are_shown_after_a_restart_and_weeks_too(salon: Salon) -> None:
    game = await salon.start(3)
    question, message = await question_to_end(salon, game, PEOPLE[0])
    await salon.restart()
    await salon.store.write(lambda tx: tx.posts.forget(9e12))
    await salon.consent.answer(salon.press(PEOPLE[1]), game, question, Consent.YES)
    await salon.restart()
    assert await salon.bodies() == []
    assert "Agreed: Bo" in salon.messages[message].note


async def test_a_vote_shows_every_ballot_in_every_reminder(salon: Salon) -> None:
    game, turn = await overdue(salon, 4)
    first, second, third = await salon.others(game)
    await salon.votes.ask(salon.press(first), game)
    await salon.bodies()
    assert len(voting(salon)) == 2
    await salon.votes.cast(salon.press(first), game, turn, VoteOption.BOT)
    await salon.votes.cast(salon.press(second), game, turn, VoteOption.REPLACE)
    await salon.votes.cast(salon.press(second), game, turn, VoteOption.WAIT)
    assert await salon.bodies() == []
    for body in voting(salon):
        assert body.note.splitlines() == [
            f"Wait: {second.name}",
            f"Let the bot play this turn: {first.name}",
            f"No vote yet: {third.name}",
        ]


async def test_a_later_reminder_shows_the_ballots_too(salon: Salon) -> None:
    game, turn = await overdue(salon, 3)
    (voter, _) = await salon.others(game)
    await salon.votes.cast(salon.press(voter), game, turn, VoteOption.BOT)
    salon.clock.at += FIRST[Pace.RELAXED] * 2**OVERDUE
    (reminder,) = await salon.calls()
    assert f"Let the bot play this turn: {voter.name}" in reminder.note


async def test_a_decided_vote_keeps_only_the_buttons_of_the_turn(salon: Salon) -> None:
    game, turn = await overdue(salon, 2)
    (other,) = await salon.others(game)
    ((message, _),) = [one for one in salon.messages.items() if buttons(one[1], "vote:")]
    await salon.votes.cast(salon.press(other), game, turn, VoteOption.BOT)
    await salon.bodies()
    body = salon.messages[message]
    assert body.note.endswith("Decided: Let the bot play this turn.")
    assert buttons(body, "turn")
    assert voting(salon) == []


async def test_who_comes_back_and_plays_ends_the_vote_in_its_messages(salon: Salon) -> None:
    game, turn = await overdue(salon, 4)
    voter = (await salon.others(game))[0]
    ((message, _),) = [one for one in salon.messages.items() if buttons(one[1], "vote:")]
    await salon.votes.cast(salon.press(voter), game, turn, VoteOption.BOT)
    await salon.take_turn(game, random.Random(1))
    await salon.bodies()
    assert "the game has gone on" in salon.messages[message].note
    assert voting(salon) == []
    note = salon.messages[message].note
    salon.clock.at += sum(FIRST[Pace.RELAXED] * 2**number for number in range(OVERDUE))
    await salon.calls()
    await salon.calls()
    row = await salon.row(game)
    voter = (await salon.others(game))[0]
    await salon.votes.cast(salon.press(voter), game, row.turn, VoteOption.BOT)
    await salon.bodies()
    assert salon.messages[message].note == note


async def test_an_answer_given_before_the_question_is_out_is_posted_with_it(salon: Salon) -> None:
    game = await salon.start(3)
    await salon.bodies()
    await salon.consent.abandon(salon.press(PEOPLE[0]), game, WORDS)
    row = await salon.store.read(lambda tx: tx.questions.open_in(game))
    assert row is not None
    await salon.consent.answer(salon.press(PEOPLE[1]), game, row.id, Consent.YES)
    (post,) = await salon.bodies()
    assert "Agreed: Bo" in post.told
