"""Going back across turns: who must agree, what makes the question void, and what stays behind."""

import asyncio
import json
import random
import sqlite3
from collections.abc import Awaitable
from pathlib import Path

import pytest

from bot.model.buttons import Consent
from bot.model.custom_ids import write_button
from bot.model.errors import Problem, UserError
from bot.model.game_log import logged_moves
from bot.model.messages import Prompt
from bot.model.rows import MoveKind, PersonRow, Status
from bot.present.posts.consent_posts import back_menu
from bot.services.consent.questions import GIVES_WAY
from bot.services.games.saving import Saved
from bot.services.games.table import snapshot_of
from bot.words import catalog
from engine.canonical import digest
from engine.record import make_record, verify
from tests.bot.presses import abandon
from tests.bot.salon import PEOPLE, STRANGER, Salon

DICE = random.Random
WORDS = catalog()


async def played(salon: Salon, players: int, turns: int, handicap: int | None = None) -> int:
    """A game in which so many turns have been played."""
    game = await salon.start(players, handicap=handicap)
    dice = DICE(players)
    for _ in range(turns):
        turn = (await salon.row(game)).turn
        while (await salon.row(game)).turn == turn:
            await salon.answer(game, dice)
    return game


async def asked(salon: Salon, game: int, person: PersonRow, turn: int | None = None) -> int:
    """The number of a take-back's question."""
    done = await salon.consent.take_back(salon.press(person), game, turn, WORDS)
    assert isinstance(done, Saved)
    row = await salon.store.read(lambda tx: tx.questions.open_in(game))
    assert row is not None
    return row.id


async def refused(work: Awaitable[object]) -> Problem:
    with pytest.raises(UserError) as sorry:
        await work
    return sorry.value.problem


async def position(salon: Salon, game: int) -> tuple[str, int, int]:
    async with salon.games.table(game) as table:
        return table.game.state_hash(), table.game.move_count, table.revision


async def test_everybody_else_must_agree_then_the_game_is_back(salon: Salon) -> None:
    game = await played(salon, 3, 2)
    asker = await salon.mover(game)
    there = await position(salon, game)
    await salon.take_turn(game, DICE(1))
    later = await salon.mover(game)
    await salon.answer(game, DICE(2))
    await salon.bodies()
    before = await position(salon, game)
    question = await asked(salon, game, asker)
    (post,) = await salon.bodies()
    others = [one for one in PEOPLE[:3] if one != asker]
    assert all(f"<@{one.id}>" in post.text for one in others)
    assert set(post.ping) == {one.id for one in others}
    first = await salon.consent.answer(salon.press(others[0]), game, question, Consent.YES)
    assert (first.missing, first.done) == ((others[1],), None)
    assert await position(salon, game) == before
    last = await salon.consent.answer(salon.press(others[1]), game, question, Consent.YES)
    assert last.missing == ()
    assert last.done is not None
    state, moves, revision = await position(salon, game)
    assert (state, moves) == there[:2]
    assert revision == before[2] + 1
    assert await salon.mover(game) == asker != later
    (post,) = await salon.bodies()
    assert "log" in post.text
    assert post.ping == (asker.id,)
    assert post.pictures
    await salon.restart()
    assert await position(salon, game) == (state, moves, revision)


async def test_the_question_lists_moves_and_everything_revealed(salon: Salon) -> None:
    game = await played(salon, 2, 12)
    asker = await salon.mover(game)
    await salon.bodies()
    await asked(salon, game, asker, 1)
    (post,) = await salon.bodies()
    async with salon.games.table(game) as table:
        count, draws = table.game.move_count, table.game.draws
    assert f"12 turns with {count} moves" in post.text
    assert draws
    revealed = post.text.split("Revealed since then: ")[1].split(". All piles")[0]
    assert len(revealed.replace(" and ", ", ").split("), ")) == len(draws)


async def test_what_was_taken_back_stays_in_the_log_marked(salon: Salon) -> None:
    game = await played(salon, 2, 4)
    other, asker = await salon.mover(game), (await salon.others(game))[0]
    async with salon.games.table(game) as table:
        whole = table.game.moves
    question = await asked(salon, game, asker)
    await salon.consent.answer(salon.press(other), game, question, Consent.YES)
    for _ in range(2):
        await salon.take_turn(game, DICE(5))
    question = await asked(salon, game, asker, 1)
    await salon.consent.answer(salon.press(other), game, question, Consent.YES)
    await salon.take_turn(game, DICE(6))
    await salon.restart()
    async with salon.games.table(game) as table:
        log = await salon.store.read(lambda tx: tx.games.log(game))
        told = logged_moves(table.game, log)
        standing = table.game.moves
        assert verify(make_record(table.game)).moves == len(standing)
    assert tuple(one.move for one in told if one.taken_back is None) == standing
    assert tuple(one.move for one in told[: len(whole)]) == whole
    assert len({one.taken_back for one in told}) == 3
    assert [one.kind for one in log].count(MoveKind.BACK) == 2


async def test_one_refusal_ends_the_question(salon: Salon) -> None:
    game = await played(salon, 3, 3)
    asker, (first, second) = await salon.mover(game), await salon.others(game)
    before = await position(salon, game)
    question = await asked(salon, game, asker)
    await salon.consent.answer(salon.press(first), game, question, Consent.YES)
    await salon.consent.answer(salon.press(second), game, question, Consent.NO)
    assert second.name in (await salon.bodies())[-1].told
    late = salon.consent.answer(salon.press(first), game, question, Consent.YES)
    assert await refused(late) is Problem.QUESTION_OVER
    assert await position(salon, game) == before
    await asked(salon, game, second)


async def test_only_who_asked_withdraws_and_only_who_is_asked_answers(salon: Salon) -> None:
    game = await played(salon, 2, 2)
    asker, (other,) = await salon.mover(game), await salon.others(game)
    question = await asked(salon, game, asker)
    for person, answer, trouble in (
        (other, Consent.WITHDRAW, Problem.NOT_YOUR_QUESTION),
        (asker, Consent.YES, Problem.NOT_ASKED),
        (STRANGER, Consent.YES, Problem.NOT_ASKED),
        (STRANGER, Consent.NO, Problem.NOT_ASKED),
    ):
        pressed = salon.consent.answer(salon.press(person), game, question, answer)
        assert await refused(pressed) is trouble
    await salon.consent.answer(salon.press(asker), game, question, Consent.WITHDRAW)
    late = salon.consent.answer(salon.press(other), game, question, Consent.YES)
    assert await refused(late) is Problem.QUESTION_OVER


async def test_a_question_is_void_as_soon_as_the_game_moves_on(salon: Salon) -> None:
    game = await played(salon, 2, 2)
    asker, (other,) = await salon.mover(game), await salon.others(game)
    question = await asked(salon, game, other)
    await salon.answer(game, DICE(1))
    late = salon.consent.answer(salon.press(asker), game, question, Consent.YES)
    assert await refused(late) is Problem.QUESTION_OVER
    assert await asked(salon, game, asker) != question


async def test_one_question_is_open_at_a_time_and_gives_way_after_a_day(salon: Salon) -> None:
    game = await played(salon, 2, 2)
    asker, (other,) = await salon.mover(game), await salon.others(game)
    question = await asked(salon, game, asker)
    second = salon.consent.take_back(salon.press(other), game, None, WORDS)
    assert await refused(second) is Problem.QUESTION_OPEN
    third = salon.consent.abandon(salon.press(other), game, WORDS)
    assert await refused(third) is Problem.QUESTION_OPEN
    salon.clock.at += GIVES_WAY
    assert await asked(salon, game, other) != question


async def test_two_agreements_at_once_go_back_once(salon: Salon) -> None:
    game = await played(salon, 3, 3)
    asker, (first, second) = await salon.mover(game), await salon.others(game)
    question = await asked(salon, game, asker)
    await salon.consent.answer(salon.press(first), game, question, Consent.YES)
    presses = [salon.press(second), salon.press(second), salon.press(first)]
    done = await asyncio.gather(
        *(salon.consent.answer(one, game, question, Consent.YES) for one in presses),
        return_exceptions=True,
    )
    assert sum(not isinstance(one, BaseException) and one.done is not None for one in done) == 1
    log = await salon.store.read(lambda tx: tx.games.log(game))
    assert [one.kind for one in log].count(MoveKind.BACK) == 1


async def test_a_press_repeated_counts_once(salon: Salon) -> None:
    game = await played(salon, 4, 5)
    asker, others = await salon.mover(game), await salon.others(game)
    question = await asked(salon, game, asker)
    press = salon.press(others[0])
    await salon.consent.answer(press, game, question, Consent.YES)
    again = salon.consent.answer(press, game, question, Consent.YES)
    assert await refused(again) is Problem.ALREADY_DONE


async def test_a_question_outlives_a_restart(salon: Salon) -> None:
    game = await played(salon, 3, 3)
    asker, (first, second) = await salon.mover(game), await salon.others(game)
    question = await asked(salon, game, asker)
    await salon.consent.answer(salon.press(first), game, question, Consent.YES)
    await salon.restart()
    answered = await salon.consent.answer(salon.press(second), game, question, Consent.YES)
    assert answered.done is not None


@pytest.mark.parametrize("turn", [0, 99, -1])
async def test_a_turn_that_never_was(salon: Salon, turn: int) -> None:
    game = await played(salon, 2, 2)
    wanted = salon.consent.take_back(salon.press(PEOPLE[0]), game, turn, WORDS)
    assert await refused(wanted) is Problem.NO_EARLIER_TURN


async def test_outsiders_and_games_that_are_over(salon: Salon) -> None:
    game = await played(salon, 2, 2)
    asker, (other,) = await salon.mover(game), await salon.others(game)
    outside = salon.consent.take_back(salon.press(STRANGER), game, None, WORDS)
    assert await refused(outside) is Problem.NOT_A_PLAYER
    question = await asked(salon, game, asker)
    await abandon(salon.games, salon.press(asker), game)
    late = salon.consent.answer(salon.press(other), game, question, Consent.YES)
    assert await refused(late) is Problem.GAME_OVER
    wanted = salon.consent.take_back(salon.press(asker), game, None, WORDS)
    assert await refused(wanted) is Problem.GAME_OVER


async def test_bots_agree_and_who_left_is_not_asked(salon: Salon) -> None:
    game = await played(salon, 3, 3)
    asker, (first, second) = await salon.mover(game), await salon.others(game)
    await salon.leaving.let_bot_play(salon.press(first), game)
    question = await asked(salon, game, asker)
    pressed = salon.consent.answer(salon.press(first), game, question, Consent.YES)
    assert await refused(pressed) is Problem.NOT_ASKED
    answered = await salon.consent.answer(salon.press(second), game, question, Consent.YES)
    assert answered.done is not None


async def test_who_leaves_meanwhile_makes_the_question_void(salon: Salon) -> None:
    game = await played(salon, 3, 3)
    asker, (first, second) = await salon.mover(game), await salon.others(game)
    question = await asked(salon, game, asker)
    await salon.leaving.let_bot_play(salon.press(first), game)
    pressed = salon.consent.answer(salon.press(second), game, question, Consent.YES)
    assert await refused(pressed) is Problem.QUESTION_OVER


async def test_who_plays_alone_confirms_what_was_revealed(salon: Salon) -> None:
    game = await played(salon, 1, 3)
    me = PEOPLE[0]
    prompt = await salon.consent.take_back(salon.press(me), game, None, WORDS)
    assert isinstance(prompt, Prompt)
    assert "Tom's card" in prompt.text
    (row,) = prompt.rows
    assert isinstance(row, tuple)
    _, deed, revision, move = write_button(row[0].value).split(":")
    assert deed == "back"
    amid = salon.consent.go_back(salon.press(me), game, int(revision), int(move) + 1)
    assert await refused(amid) is Problem.STALE
    outside = salon.consent.go_back(salon.press(STRANGER), game, int(revision), int(move))
    assert await refused(outside) is Problem.NOT_A_PLAYER
    await salon.consent.go_back(salon.press(me), game, int(revision), int(move))
    assert (await position(salon, game))[1] == int(move)
    again = salon.consent.go_back(salon.press(me), game, int(revision), int(move))
    assert await refused(again) is Problem.STALE


async def test_a_challenge_goes_back_within_the_running_turn_alone(salon: Salon) -> None:
    game = await played(salon, 1, 3, handicap=-10)
    me, now = PEOPLE[0], (await salon.row(game)).turn
    for turn in (None, 1, now - 2):
        asking = salon.consent.take_back(salon.press(me), game, turn, WORDS)
        assert await refused(asking) is Problem.CHALLENGE_GOES_ON
    hash_now, _, revision = await position(salon, game)
    forged = salon.consent.go_back(salon.press(me), game, revision, 0)
    assert await refused(forged) is Problem.STALE
    async with salon.games.table(game) as table:
        assert not table.can_go_back(me.id)
        assert back_menu(table.game, table.owners, WORDS).rows == ()
    await salon.answer(game, DICE(1))
    async with salon.games.table(game) as table:
        start = table.game.move_count - 1
    prompt = await salon.consent.take_back(salon.press(me), game, None, WORDS)
    assert isinstance(prompt, Prompt)
    await salon.consent.go_back(salon.press(me), game, revision + 1, start)
    assert (await position(salon, game))[0] == hash_now


async def test_no_forged_confirmation_goes_back_without_the_others(salon: Salon) -> None:
    game = await played(salon, 2, 3)
    mover = await salon.mover(game)
    _, _, revision = await position(salon, game)
    forged = salon.consent.go_back(salon.press(mover), game, revision, 0)
    assert await refused(forged) is Problem.STALE


async def test_calls_and_votes_are_withdrawn_and_the_clock_begins_anew(salon: Salon) -> None:
    game = await played(salon, 2, 3)
    mover, (other,) = await salon.mover(game), await salon.others(game)
    await salon.bodies()
    salon.clock.at = (await salon.row(game)).due or 0.0
    await salon.look()
    assert await salon.store.read(lambda tx: tx.posts.count_waiting()) == 1
    question = await asked(salon, game, other, (await salon.row(game)).turn - 2)
    await salon.consent.answer(salon.press(mover), game, question, Consent.YES)
    row = await salon.row(game)
    assert (row.clock.since, row.clock.sent) == (salon.clock.at, 0)
    texts = [post.text for post in await salon.bodies()]
    assert not any("waiting for you" in text for text in texts)


async def test_posts_that_have_not_gone_out_call_nobody_any_more(salon: Salon) -> None:
    game = await played(salon, 2, 3)
    mover, (other,) = await salon.mover(game), await salon.others(game)
    question = await asked(salon, game, other)
    await salon.consent.answer(salon.press(mover), game, question, Consent.YES)
    *before, back = await salon.bodies()
    assert len(before) == 5
    assert [post.ping for post in before] == [()] * 5
    assert back.ping == (other.id,)


async def test_back_to_the_beginning_of_the_same_turn_winds_the_clock_as_well(
    salon: Salon,
) -> None:
    game = await played(salon, 2, 3)
    mover, (other,) = await salon.mover(game), await salon.others(game)
    await salon.answer(game, DICE(0))
    turn = (await salon.row(game)).turn
    salon.clock.at += 1000
    question = await asked(salon, game, mover)
    await salon.consent.answer(salon.press(other), game, question, Consent.YES)
    row = await salon.row(game)
    assert (row.turn, row.person) == (turn, mover.id)
    assert row.clock.since == salon.clock.at


async def test_a_game_does_not_go_back_before_corrected_rules(salon: Salon) -> None:
    game = await played(salon, 2, 3)
    async with salon.games.table(game) as table:
        document = json.loads(snapshot_of(table.game))
        progress = (table.revision, table.told)
    document["state"]["players"][0]["novices"] = 3
    body = {key: value for key, value in document.items() if key != "digest"}
    altered = json.dumps(body | {"digest": digest(body)})
    await salon.store.close()
    _rewrite(salon.path, game, altered)
    await salon.open()
    async with salon.games.table(game) as table:
        assert table.game.restored_at is not None
        assert (table.revision, table.told) == progress
        log = await salon.store.read(lambda tx: tx.games.log(game))
        assert len(logged_moves(table.game, log)) == table.game.move_count
    wanted = salon.consent.take_back(salon.press(PEOPLE[0]), game, 1, WORDS)
    assert await refused(wanted) is Problem.NOT_BEFORE_NEW_RULES


def _rewrite(path: Path, game: int, snapshot: str) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE games SET snapshot = ? WHERE id = ?", (snapshot, game))
    raw.close()


async def test_a_failure_leaves_game_and_question_as_they_were(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await played(salon, 2, 2)
    asker, (other,) = await salon.mover(game), await salon.others(game)
    before = await position(salon, game)
    question = await asked(salon, game, asker)
    with monkeypatch.context() as patch:
        patch.setattr("bot.services.consent.questions.force_restart", None)
        broken = salon.consent.answer(salon.press(other), game, question, Consent.YES)
        assert await refused(broken) is Problem.UNEXPECTED
    assert await position(salon, game) == before
    answered = await salon.consent.answer(salon.press(other), game, question, Consent.YES)
    assert answered.done is not None
    assert await salon.status(game) is Status.RUNNING
