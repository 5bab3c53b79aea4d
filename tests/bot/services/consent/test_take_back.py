"""Going back across turns: who must agree, what makes the question void, and what stays behind."""

import asyncio
import json
import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.model.button_choices import Consent
from bot.model.custom_ids import write_button
from bot.model.errors import Problem
from bot.model.game_log import logged_moves
from bot.model.messages import Menu, Prompt
from bot.model.rows import MoveKind, PersonRow, Status
from bot.present.posts.consent_posts import back_menu
from bot.services.consent.questions import GIVES_WAY
from bot.services.games.saving import Saved
from bot.services.games.table import snapshot_of
from bot.words import catalog
from engine.canonical import digest
from engine.record import make_record, verify
from tests.kit.presses import abandon, refused
from tests.kit.stack import PEOPLE, STRANGER, Stack

DICE = random.Random
WORDS = catalog()


async def played(stack: Stack, players: int, turns: int, handicap: int | None = None) -> int:
    """A game in which so many turns have been played."""
    game = await stack.start(players, handicap=handicap)
    dice = DICE(players)
    for _ in range(turns):
        turn = (await stack.row(game)).turn
        while (await stack.row(game)).turn == turn:
            await stack.answer(game, dice)
    return game


async def asked(stack: Stack, game: int, person: PersonRow, turn: int | None = None) -> int:
    """The number of a take-back's question."""
    done = await stack.consent.take_back(stack.press(person), game, turn, WORDS)
    assert isinstance(done, Saved)
    return (await stack.question(game)).id


async def position(stack: Stack, game: int) -> tuple[str, int, int]:
    async with stack.games.hold(game) as table:
        return table.game.state_hash(), table.game.move_count, table.revision


async def test_everybody_else_must_agree_then_the_game_is_back(stack: Stack) -> None:
    game = await played(stack, 3, 2)
    asker = await stack.mover(game)
    there = await position(stack, game)
    await stack.take_turn(game, DICE(1))
    later = await stack.mover(game)
    await stack.answer(game, DICE(2))
    await stack.bodies()
    before = await position(stack, game)
    question = await asked(stack, game, asker)
    (post,) = await stack.bodies()
    others = [one for one in PEOPLE[:3] if one != asker]
    assert all(f"<@{one.id}>" in post.text for one in others)
    assert set(post.ping) == {one.id for one in others}
    first = await stack.consent.answer(stack.press(others[0]), game, question, Consent.YES)
    assert (first.missing, first.done) == ((others[1],), None)
    assert await position(stack, game) == before
    last = await stack.consent.answer(stack.press(others[1]), game, question, Consent.YES)
    assert last.missing == ()
    assert last.done is not None
    state, moves, revision = await position(stack, game)
    assert (state, moves) == there[:2]
    assert revision == before[2] + 1
    assert await stack.mover(game) == asker != later
    (post,) = await stack.bodies()
    assert "log" in post.text
    assert post.ping == (asker.id,)
    assert post.pictures
    await stack.restart()
    assert await position(stack, game) == (state, moves, revision)


async def test_the_question_lists_moves_and_everything_revealed(stack: Stack) -> None:
    game = await played(stack, 2, 12)
    asker = await stack.mover(game)
    await stack.bodies()
    await asked(stack, game, asker, 1)
    (post,) = await stack.bodies()
    async with stack.games.hold(game) as table:
        count, draws = table.game.move_count, table.game.draws
    assert f"12 turns with {count} moves" in post.text
    assert draws
    revealed = post.text.split("Revealed since then: ")[1].split(". All piles")[0]
    assert len(re.split(r",? and |, ", revealed)) == len(draws)


async def test_what_was_taken_back_stays_in_the_log_marked(stack: Stack) -> None:
    game = await played(stack, 2, 4)
    other, asker = await stack.mover(game), (await stack.others(game))[0]
    async with stack.games.hold(game) as table:
        whole = table.game.moves
    question = await asked(stack, game, asker)
    await stack.consent.answer(stack.press(other), game, question, Consent.YES)
    for _ in range(2):
        await stack.take_turn(game, DICE(5))
    question = await asked(stack, game, asker, 1)
    await stack.consent.answer(stack.press(other), game, question, Consent.YES)
    await stack.take_turn(game, DICE(6))
    await stack.restart()
    async with stack.games.hold(game) as table:
        log = await stack.store.read(lambda tx: tx.games.log(game))
        told = logged_moves(table.game, log)
        standing = table.game.moves
        assert verify(make_record(table.game)).moves == len(standing)
    assert tuple(one.move for one in told if one.taken_back is None) == standing
    assert tuple(one.move for one in told[: len(whole)]) == whole
    assert len({one.taken_back for one in told}) == 3
    assert [one.kind for one in log].count(MoveKind.BACK) == 2


async def test_one_refusal_ends_the_question(stack: Stack) -> None:
    game = await played(stack, 3, 3)
    asker, (first, second) = await stack.mover(game), await stack.others(game)
    before = await position(stack, game)
    question = await asked(stack, game, asker)
    await stack.consent.answer(stack.press(first), game, question, Consent.YES)
    await stack.consent.answer(stack.press(second), game, question, Consent.NO)
    assert second.name in (await stack.bodies())[-1].told
    late = stack.consent.answer(stack.press(first), game, question, Consent.YES)
    assert await refused(late) == "agree.sorry.over"
    assert await position(stack, game) == before
    await asked(stack, game, second)


async def test_only_who_asked_withdraws_and_only_who_is_asked_answers(stack: Stack) -> None:
    game = await played(stack, 2, 2)
    asker, (other,) = await stack.mover(game), await stack.others(game)
    question = await asked(stack, game, asker)
    for person, answer, trouble in (
        (other, Consent.WITHDRAW, "agree.sorry.not_yours"),
        (asker, Consent.YES, "agree.sorry.not_asked"),
        (STRANGER, Consent.YES, "agree.sorry.not_asked"),
        (STRANGER, Consent.NO, "agree.sorry.not_asked"),
    ):
        pressed = stack.consent.answer(stack.press(person), game, question, answer)
        assert await refused(pressed) == trouble
    await stack.consent.answer(stack.press(asker), game, question, Consent.WITHDRAW)
    late = stack.consent.answer(stack.press(other), game, question, Consent.YES)
    assert await refused(late) == "agree.sorry.over"


async def test_a_question_is_void_as_soon_as_the_game_moves_on(stack: Stack) -> None:
    game = await played(stack, 2, 2)
    asker, (other,) = await stack.mover(game), await stack.others(game)
    question = await asked(stack, game, other)
    await stack.answer(game, DICE(1))
    late = stack.consent.answer(stack.press(asker), game, question, Consent.YES)
    assert await refused(late) == "agree.sorry.over"
    assert await asked(stack, game, asker) != question


async def test_one_question_is_open_at_a_time_and_gives_way_after_a_day(stack: Stack) -> None:
    game = await played(stack, 2, 2)
    asker, (other,) = await stack.mover(game), await stack.others(game)
    question = await asked(stack, game, asker)
    second = stack.consent.take_back(stack.press(other), game, None, WORDS)
    assert await refused(second) == Problem.QUESTION_OPEN
    third = stack.consent.abandon(stack.press(other), game, WORDS)
    assert await refused(third) == Problem.QUESTION_OPEN
    stack.clock.at += GIVES_WAY
    assert await asked(stack, game, other) != question


async def test_two_agreements_at_once_go_back_once(stack: Stack) -> None:
    game = await played(stack, 3, 3)
    asker, (first, second) = await stack.mover(game), await stack.others(game)
    question = await asked(stack, game, asker)
    await stack.consent.answer(stack.press(first), game, question, Consent.YES)
    presses = [stack.press(second), stack.press(second), stack.press(first)]
    done = await asyncio.gather(
        *(stack.consent.answer(one, game, question, Consent.YES) for one in presses),
        return_exceptions=True,
    )
    assert sum(not isinstance(one, BaseException) and one.done is not None for one in done) == 1
    log = await stack.store.read(lambda tx: tx.games.log(game))
    assert [one.kind for one in log].count(MoveKind.BACK) == 1


async def test_a_press_repeated_counts_once(stack: Stack) -> None:
    game = await played(stack, 4, 5)
    asker, others = await stack.mover(game), await stack.others(game)
    question = await asked(stack, game, asker)
    press = stack.press(others[0])
    await stack.consent.answer(press, game, question, Consent.YES)
    again = stack.consent.answer(press, game, question, Consent.YES)
    assert await refused(again) == "error.already_done"


async def test_a_question_outlives_a_restart(stack: Stack) -> None:
    game = await played(stack, 3, 3)
    asker, (first, second) = await stack.mover(game), await stack.others(game)
    question = await asked(stack, game, asker)
    await stack.consent.answer(stack.press(first), game, question, Consent.YES)
    await stack.restart()
    answered = await stack.consent.answer(stack.press(second), game, question, Consent.YES)
    assert answered.done is not None


@pytest.mark.parametrize("turn", [0, 99, -1])
async def test_a_turn_that_never_was(stack: Stack, turn: int) -> None:
    game = await played(stack, 2, 2)
    wanted = stack.consent.take_back(stack.press(PEOPLE[0]), game, turn, WORDS)
    assert await refused(wanted) == "agree.sorry.no_earlier_turn"


async def test_outsiders_and_games_that_are_over(stack: Stack) -> None:
    game = await played(stack, 2, 2)
    asker, (other,) = await stack.mover(game), await stack.others(game)
    outside = stack.consent.take_back(stack.press(STRANGER), game, None, WORDS)
    assert await refused(outside) == Problem.NOT_A_PLAYER
    question = await asked(stack, game, asker)
    await abandon(stack.games, stack.press(asker), game)
    late = stack.consent.answer(stack.press(other), game, question, Consent.YES)
    assert await refused(late) == Problem.GAME_OVER
    wanted = stack.consent.take_back(stack.press(asker), game, None, WORDS)
    assert await refused(wanted) == Problem.GAME_OVER


async def test_bots_agree_and_who_left_is_not_asked(stack: Stack) -> None:
    game = await played(stack, 3, 3)
    asker, (first, second) = await stack.mover(game), await stack.others(game)
    await stack.leaving.let_bot_play(stack.press(first), game)
    question = await asked(stack, game, asker)
    pressed = stack.consent.answer(stack.press(first), game, question, Consent.YES)
    assert await refused(pressed) == "agree.sorry.not_asked"
    answered = await stack.consent.answer(stack.press(second), game, question, Consent.YES)
    assert answered.done is not None


async def test_who_leaves_meanwhile_makes_the_question_void(stack: Stack) -> None:
    game = await played(stack, 3, 3)
    asker, (first, second) = await stack.mover(game), await stack.others(game)
    question = await asked(stack, game, asker)
    await stack.leaving.let_bot_play(stack.press(first), game)
    pressed = stack.consent.answer(stack.press(second), game, question, Consent.YES)
    assert await refused(pressed) == "agree.sorry.over"


async def test_who_plays_alone_confirms_what_was_revealed(stack: Stack) -> None:
    game = await played(stack, 1, 3)
    me = PEOPLE[0]
    prompt = await stack.consent.take_back(stack.press(me), game, None, WORDS)
    assert isinstance(prompt, Prompt)
    assert "Tom's card" in prompt.text
    (row,) = prompt.rows
    assert isinstance(row, tuple)
    _, deed, revision, move = write_button(row[0].value).split(":")
    assert deed == "back"
    amid = stack.consent.go_back(stack.press(me), game, int(revision), int(move) + 1)
    assert await refused(amid) == Problem.STALE
    outside = stack.consent.go_back(stack.press(STRANGER), game, int(revision), int(move))
    assert await refused(outside) == Problem.NOT_A_PLAYER
    await stack.consent.go_back(stack.press(me), game, int(revision), int(move))
    assert (await position(stack, game))[1] == int(move)
    again = stack.consent.go_back(stack.press(me), game, int(revision), int(move))
    assert await refused(again) == Problem.STALE


async def test_a_challenge_goes_back_within_the_running_turn_alone(stack: Stack) -> None:
    game = await played(stack, 1, 3, handicap=-10)
    me, now = PEOPLE[0], (await stack.row(game)).turn
    for turn in (None, 1, now - 2):
        asking = stack.consent.take_back(stack.press(me), game, turn, WORDS)
        assert await refused(asking) == "agree.sorry.challenge"
    hash_now, _, revision = await position(stack, game)
    forged = stack.consent.go_back(stack.press(me), game, revision, 0)
    assert await refused(forged) == Problem.STALE
    async with stack.games.hold(game) as table:
        assert not table.can_go_back(me.id)
        menu = back_menu(table.game, table.owners, WORDS)
        assert not any(isinstance(row, Menu) for row in menu.rows)
    await stack.answer(game, DICE(1))
    async with stack.games.hold(game) as table:
        start = table.game.move_count - 1
    prompt = await stack.consent.take_back(stack.press(me), game, None, WORDS)
    assert isinstance(prompt, Prompt)
    await stack.consent.go_back(stack.press(me), game, revision + 1, start)
    assert (await position(stack, game))[0] == hash_now


async def test_no_forged_confirmation_goes_back_without_the_others(stack: Stack) -> None:
    game = await played(stack, 2, 3)
    mover = await stack.mover(game)
    _, _, revision = await position(stack, game)
    forged = stack.consent.go_back(stack.press(mover), game, revision, 0)
    assert await refused(forged) == Problem.STALE


async def test_calls_and_votes_are_withdrawn_and_the_clock_begins_anew(stack: Stack) -> None:
    game = await played(stack, 2, 3)
    mover, (other,) = await stack.mover(game), await stack.others(game)
    await stack.bodies()
    stack.clock.at = (await stack.row(game)).due or 0.0
    await stack.look()
    assert await stack.store.read(lambda tx: tx.posts.count_waiting()) == 1
    question = await asked(stack, game, other, (await stack.row(game)).turn - 2)
    await stack.consent.answer(stack.press(mover), game, question, Consent.YES)
    row = await stack.row(game)
    assert (row.clock.since, row.clock.sent) == (stack.clock.at, 0)
    texts = [post.text for post in await stack.bodies()]
    assert not any("waiting for you" in text for text in texts)


async def test_posts_that_have_not_gone_out_call_nobody_any_more(stack: Stack) -> None:
    game = await played(stack, 2, 3)
    mover, (other,) = await stack.mover(game), await stack.others(game)
    question = await asked(stack, game, other)
    await stack.consent.answer(stack.press(mover), game, question, Consent.YES)
    *before, back = await stack.bodies()
    assert len(before) == 5
    assert [post.ping for post in before] == [()] * 5
    assert back.ping == (other.id,)


async def test_back_to_the_beginning_of_the_same_turn_winds_the_clock_as_well(
    stack: Stack,
) -> None:
    game = await played(stack, 2, 3)
    mover, (other,) = await stack.mover(game), await stack.others(game)
    await stack.answer(game, DICE(0))
    turn = (await stack.row(game)).turn
    stack.clock.at += 1000
    question = await asked(stack, game, mover)
    await stack.consent.answer(stack.press(other), game, question, Consent.YES)
    row = await stack.row(game)
    assert (row.turn, row.person) == (turn, mover.id)
    assert row.clock.since == stack.clock.at


@pytest.mark.in_a_file
async def test_a_game_does_not_go_back_before_corrected_rules(stack: Stack) -> None:
    game = await played(stack, 2, 3)
    async with stack.games.hold(game) as table:
        document = json.loads(snapshot_of(table.game))
        progress = (table.revision, table.told)
    document["state"]["players"][0]["novices"] = 3
    body = {key: value for key, value in document.items() if key != "digest"}
    altered = json.dumps(body | {"digest": digest(body)})
    await stack.store.close()
    _rewrite(stack.path, game, altered)
    await stack.open()
    async with stack.games.hold(game) as table:
        assert table.game.restored_at is not None
        assert (table.revision, table.told) == progress
        log = await stack.store.read(lambda tx: tx.games.log(game))
        assert len(logged_moves(table.game, log)) == table.game.move_count
    wanted = stack.consent.take_back(stack.press(PEOPLE[0]), game, 1, WORDS)
    assert await refused(wanted) == "agree.sorry.new_rules"


def _rewrite(path: Path, game: int, snapshot: str) -> None:
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE games SET snapshot = ? WHERE id = ?", (snapshot, game))


async def test_a_failure_leaves_game_and_question_as_they_were(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await played(stack, 2, 2)
    asker, (other,) = await stack.mover(game), await stack.others(game)
    before = await position(stack, game)
    question = await asked(stack, game, asker)
    with monkeypatch.context() as patch:
        patch.setattr("bot.services.games.saving.force_restart", None)
        broken = stack.consent.answer(stack.press(other), game, question, Consent.YES)
        assert await refused(broken) == Problem.UNEXPECTED
    assert await position(stack, game) == before
    answered = await stack.consent.answer(stack.press(other), game, question, Consent.YES)
    assert answered.done is not None
    assert await stack.status(game) is Status.RUNNING
