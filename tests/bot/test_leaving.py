"""Leaving a game: who plays the seat then, what it means for the result, and the way back."""

import asyncio
import random
import sqlite3
from collections.abc import Awaitable
from contextlib import closing

import pytest

from bot.model.buttons import Consent, PlayOn, TakeWin
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.messages import Prompt
from bot.model.results import Part
from bot.model.rows import NOBODY, PersonRow, Status
from bot.model.turn_clock import VoteOption
from bot.services.games.saving import Saved
from bot.services.games.table import Table
from bot.words import catalog
from engine import GameOptions
from tests.bot.presses import abandon, submit
from tests.bot.salon import DAY, PEOPLE, STRANGER, Salon
from tests.whole.kit import eventually

ADA, BO, CY, DI = PEOPLE
WORDS = catalog()


async def refused(work: Awaitable[object]) -> Problem:
    with pytest.raises(UserError) as sorry:
        await work
    return sorry.value.problem


async def seats(salon: Salon, game: int) -> tuple[set[int], set[int]]:
    """The seats of the bot, and those of them that were resigned, as they are stored."""
    row = await salon.store.read(lambda tx: tx.games.get(game))
    assert row is not None
    return set(row.bots), set(row.resigned)


def parts(salon: Salon) -> list[tuple[Part, bool]]:
    """What the only result means for each seat, and whether it has won."""
    with closing(sqlite3.connect(salon.path)) as raw:
        rows = raw.execute("SELECT part, won FROM result_seats ORDER BY seat").fetchall()
    return [(Part(part), bool(won)) for part, won in rows]


async def question(salon: Salon, game: int) -> int:
    row = await salon.store.read(lambda tx: tx.questions.open_in(game))
    assert row is not None
    return row.id


async def handed(salon: Salon, game: int, giver: PersonRow, to: PersonRow) -> int:
    await salon.consent.hand_over(salon.press(giver), game, to)
    return await question(salon, game)


async def moves_by_bot(salon: Salon, game: int) -> set[int]:
    """The seats for which the bot has answered."""
    log = await salon.store.read(lambda tx: tx.games.log(game))
    return {one.seat for one in log if one.by_bot}


async def test_a_seat_left_to_the_bot_plays_whole_turns_by_itself(salon: Salon) -> None:
    game = await salon.start(3)
    leaver = await salon.mover(game)
    await salon.bodies()
    await salon.leaving.let_bot_play(salon.press(leaver), game)
    assert (await salon.row(game)).person == NOBODY
    assert (await salon.row(game)).due is None
    await salon.bots.catch_up()
    mover = await salon.mover(game)
    assert mover != leaver
    told = await salon.bodies()
    assert f"{leaver.name} (bot)" in told[-1].told
    assert told[-1].ping == (mover.id,)
    assert not any(leaver.id in post.ping for post in told)
    seat = PEOPLE.index(leaver)
    assert await moves_by_bot(salon, game) == {seat}
    assert await seats(salon, game) == ({seat}, set())


async def test_two_bots_in_a_row_play_until_a_person_is_to_move(salon: Salon) -> None:
    game = await salon.start(4)
    stays = (await salon.others(game))[0]
    for person in PEOPLE:
        if person != stays:
            await salon.leaving.let_bot_play(salon.press(person), game)
    await salon.bots.catch_up()
    assert await salon.mover(game) == stays
    before = (await salon.row(game)).turn
    await salon.bodies()
    await salon.take_turn(game, random.Random(3))
    await salon.bots.catch_up()
    assert await salon.mover(game) == stays
    assert (await salon.row(game)).turn == before + 4
    posts = await salon.bodies()
    assert len(posts) == 4
    assert [post.ping for post in posts] == [(), (), (), (stays.id,)]


async def test_a_bot_s_turn_that_was_due_goes_on_after_a_restart(salon: Salon) -> None:
    game = await salon.start(2)
    leaver = await salon.mover(game)
    await salon.leaving.let_bot_play(salon.press(leaver), game)
    await salon.restart()
    runner = asyncio.create_task(salon.bots.run())
    try:
        await eventually(lambda: moves_by_bot(salon, game), seconds=30)
    finally:
        runner.cancel()
        await asyncio.gather(runner, return_exceptions=True)
    assert await salon.mover(game) != leaver
    assert await moves_by_bot(salon, game) == {PEOPLE.index(leaver)}


async def test_who_comes_back_while_another_game_is_played_keeps_the_turn(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, game = await salon.start(2), await salon.start(2, channel=8)
    leaver = await salon.mover(game)
    for one in (other, game):
        await salon.leaving.let_bot_play(salon.press(await salon.mover(one)), one)
    before = (await salon.row(game)).turn
    played = salon.games.substitute

    async def meanwhile(press: Invocation, table: Table) -> Saved:
        if table.id == other:
            await salon.leaving.come_back(salon.press(leaver, channel=8), game)
        return await played(press, table)

    with monkeypatch.context() as patch:
        patch.setattr(salon.games, "substitute", meanwhile)
        await salon.bots.catch_up()
    assert await moves_by_bot(salon, other)
    assert await moves_by_bot(salon, game) == set()
    assert await salon.mover(game) == leaver
    assert (await salon.row(game)).turn == before


async def test_a_turn_that_the_bot_cannot_play_holds_up_no_other_game(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck, other = await salon.start(2), await salon.start(2, channel=8)
    for game in (stuck, other):
        await salon.leaving.let_bot_play(salon.press(await salon.mover(game)), game)
    played = salon.games.substitute

    async def fails_once(press: Invocation, table: Table) -> Saved:
        if table.id == stuck:
            raise RuntimeError("a bug")
        return await played(press, table)

    with monkeypatch.context() as patch:
        patch.setattr(salon.games, "substitute", fails_once)
        await salon.bots.catch_up()
    assert (await salon.row(other)).person != NOBODY
    assert (await salon.row(stuck)).person == NOBODY
    await salon.restart()
    await salon.bots.catch_up()
    assert (await salon.row(stuck)).person != NOBODY


async def test_who_left_comes_back_and_is_called_again(salon: Salon) -> None:
    game = await salon.start(2)
    leaver = await salon.mover(game)
    assert await refused(salon.leaving.come_back(salon.press(leaver), game)) is (
        Problem.BOT_DOES_NOT_PLAY
    )
    await salon.leaving.let_bot_play(salon.press(leaver), game)
    _, _, options = await salon.options(game)
    late = submit(salon.games, salon.press(leaver), game, options[:1])
    assert await refused(late) is Problem.BOT_PLAYS
    again = salon.leaving.let_bot_play(salon.press(leaver), game)
    assert await refused(again) is Problem.BOT_PLAYS
    await salon.leaving.come_back(salon.press(leaver), game)
    row = await salon.row(game)
    assert row.person == leaver.id
    assert row.due is not None
    assert await seats(salon, game) == (set(), set())
    await salon.restart()
    await salon.bots.catch_up()
    assert await salon.mover(game) == leaver
    await salon.answer(game, random.Random(1))


async def test_the_last_person_does_not_leave_bots_alone(salon: Salon) -> None:
    game = await salon.start(2)
    await salon.leaving.let_bot_play(salon.press(BO), game)
    alone = salon.leaving.let_bot_play(salon.press(ADA), game)
    assert await refused(alone) is Problem.LAST_PERSON
    solo = await salon.start(1, channel=8)
    alone = salon.leaving.let_bot_play(salon.press(ADA), solo)
    assert await refused(alone) is Problem.LAST_PERSON


async def test_resigning_is_for_good(salon: Salon) -> None:
    game = await salon.start(3)
    asked = await salon.leaving.ask_to_resign(salon.press(BO), game, WORDS)
    assert "lost" in asked.text
    assert await seats(salon, game) == (set(), set())
    await salon.leaving.resign(salon.press(BO), game)
    assert await seats(salon, game) == ({1}, {1})
    assert await refused(salon.leaving.resign(salon.press(BO), game)) is Problem.RESIGNED
    assert await refused(salon.leaving.come_back(salon.press(BO), game)) is Problem.RESIGNED
    assert (
        await refused(salon.leaving.ask_to_resign(salon.press(BO), game, WORDS)) is Problem.RESIGNED
    )
    handing = salon.consent.hand_over(salon.press(BO), game, STRANGER)
    assert await refused(handing) is Problem.NOT_A_PLAYER
    assert await salon.store.read(lambda tx: tx.clocks.games_of(BO.id)) == ()
    assert await salon.status(game) is Status.RUNNING


async def test_the_one_who_stays_ends_the_game_as_won(salon: Salon) -> None:
    game = await salon.start(3)
    await salon.leaving.resign(salon.press(BO), game)
    early = salon.leaving.win(salon.press(ADA), game)
    assert await refused(early) is Problem.NOT_ALONE
    await salon.bodies()
    await salon.leaving.resign(salon.press(CY), game)
    _, offer = await salon.bodies()
    assert offer.ping == (ADA.id,)
    assert [button.value for button in offer.rows[0]] == [TakeWin(), PlayOn()]
    for outsider, trouble in ((STRANGER, Problem.NOT_A_PLAYER), (BO, Problem.NOT_A_PLAYER)):
        assert await refused(salon.leaving.win(salon.press(outsider), game)) is trouble
    await salon.leaving.win(salon.press(ADA), game)
    assert await salon.status(game) is Status.ABANDONED
    assert parts(salon) == [(Part.STAYED, True), (Part.RESIGNED, False), (Part.RESIGNED, False)]
    assert await refused(salon.leaving.win(salon.press(ADA), game)) is Problem.GAME_OVER


async def test_who_plays_on_against_the_bot_does_so_for_the_fun_of_it(salon: Salon) -> None:
    game = await salon.start(2)
    await salon.leaving.resign(salon.press(BO), game)
    await salon.leaving.play_on(salon.press(ADA), game)
    dice = random.Random(4)
    while await salon.status(game) is Status.RUNNING:
        await salon.bots.catch_up()
        if await salon.status(game) is Status.RUNNING:
            await salon.answer(game, dice)
    assert parts(salon) == [(Part.PRACTISED, False), (Part.RESIGNED, False)]
    assert await moves_by_bot(salon, game) == {1}


async def test_a_game_that_everybody_left_ends_without_a_result(salon: Salon) -> None:
    game = await salon.start(2)
    await salon.leaving.let_bot_play(salon.press(BO), game)
    asked = await salon.leaving.ask_to_resign(salon.press(ADA), game, WORDS)
    assert "without a result" in asked.text
    await salon.leaving.resign(salon.press(ADA), game)
    assert await salon.status(game) is Status.ABANDONED
    assert parts(salon) == []


async def test_resigning_against_tom_loses_at_once(salon: Salon) -> None:
    game = await salon.start(1)
    await salon.leaving.resign(salon.press(ADA), game)
    assert await salon.status(game) is Status.ABANDONED
    assert parts(salon) == [(Part.RESIGNED, False)]


async def test_outsiders_and_games_that_are_over(salon: Salon) -> None:
    game = await salon.start(2)
    leaving = salon.leaving
    asking = leaving.ask_to_resign(salon.press(STRANGER), game, WORDS)
    assert await refused(asking) is Problem.NOT_A_PLAYER
    for work in (leaving.resign, leaving.let_bot_play, leaving.come_back):
        assert await refused(work(salon.press(STRANGER), game)) is Problem.NOT_A_PLAYER
    await abandon(salon.games, salon.press(ADA), game)
    for work in (leaving.resign, leaving.let_bot_play, leaving.come_back):
        assert await refused(work(salon.press(ADA), game)) is Problem.GAME_OVER


async def test_two_resign_at_once_and_one_press_counts_once(salon: Salon) -> None:
    game = await salon.start(2)
    presses = [salon.press(ADA), salon.press(ADA), salon.press(BO)]
    done = await asyncio.gather(
        *(salon.leaving.resign(press, game) for press in presses), return_exceptions=True
    )
    troubles = [one.problem for one in done if isinstance(one, UserError)]
    assert troubles == [Problem.RESIGNED]
    assert await salon.status(game) is Status.ABANDONED
    assert parts(salon) == []


async def test_a_seat_is_handed_over_with_its_turn_and_clock(salon: Salon) -> None:
    game = await salon.start(2)
    giver = await salon.mover(game)
    await salon.bodies()
    asked = await handed(salon, game, giver, STRANGER)
    (post,) = await salon.bodies()
    assert post.ping == (STRANGER.id,)
    salon.clock.at += DAY
    answered = await salon.consent.answer(salon.press(STRANGER), game, asked, Consent.YES)
    assert answered.done is not None
    assert await salon.mover(game) == STRANGER
    row = await salon.row(game)
    assert (row.person, row.clock.since) == (STRANGER.id, salon.clock.at)
    assert f"<@{STRANGER.id}>" in (await salon.bodies())[-1].told
    await salon.restart()
    await salon.answer(game, random.Random(1))
    assert await refused(salon.leaving.resign(salon.press(giver), game)) is Problem.NOT_A_PLAYER


async def test_a_seat_of_the_bot_can_be_handed_over(salon: Salon) -> None:
    game = await salon.start(2)
    await salon.leaving.let_bot_play(salon.press(BO), game)
    asked = await handed(salon, game, BO, STRANGER)
    await salon.consent.answer(salon.press(STRANGER), game, asked, Consent.YES)
    assert await seats(salon, game) == (set(), set())
    async with salon.games.table(game) as table:
        assert table.persons == (ADA, STRANGER)


@pytest.mark.parametrize("to", [ADA, BO])
async def test_nobody_sits_twice_at_a_table(salon: Salon, to: PersonRow) -> None:
    game = await salon.start(2)
    handing = salon.consent.hand_over(salon.press(ADA), game, to)
    assert await refused(handing) is Problem.SEATED_THERE


async def test_a_seat_is_not_given_to_who_got_another_meanwhile(salon: Salon) -> None:
    game = await salon.start(2)
    asked = await handed(salon, game, ADA, STRANGER)
    await salon.consent.answer(salon.press(STRANGER), game, asked, Consent.YES)
    late = salon.consent.answer(salon.press(STRANGER), game, asked, Consent.YES)
    assert await refused(late) is Problem.QUESTION_OVER
    handing = salon.consent.hand_over(salon.press(BO), game, STRANGER)
    assert await refused(handing) is Problem.SEATED_THERE


async def test_an_offer_outlives_moves_and_a_restart_until_it_is_withdrawn(salon: Salon) -> None:
    game = await salon.start(2)
    asked = await handed(salon, game, ADA, STRANGER)
    await salon.answer(game, random.Random(1))
    await salon.restart()
    intruder = salon.consent.answer(salon.press(BO), game, asked, Consent.YES)
    assert await refused(intruder) is Problem.NOT_ASKED
    await salon.consent.answer(salon.press(ADA), game, asked, Consent.WITHDRAW)
    late = salon.consent.answer(salon.press(STRANGER), game, asked, Consent.YES)
    assert await refused(late) is Problem.QUESTION_OVER


async def test_a_declined_offer_changes_nothing(salon: Salon) -> None:
    game = await salon.start(2)
    asked = await handed(salon, game, ADA, STRANGER)
    await salon.consent.answer(salon.press(STRANGER), game, asked, Consent.NO)
    async with salon.games.table(game) as table:
        assert table.players == (ADA, BO)


async def test_an_offer_of_who_has_resigned_is_void(salon: Salon) -> None:
    game = await salon.start(3)
    asked = await handed(salon, game, ADA, STRANGER)
    await salon.leaving.resign(salon.press(ADA), game)
    late = salon.consent.answer(salon.press(STRANGER), game, asked, Consent.YES)
    assert await refused(late) is Problem.QUESTION_OVER


async def test_a_challenge_stays_with_who_began_it(salon: Salon) -> None:
    press = salon.press(ADA)
    game = (await salon.games.start(press, GameOptions(1, handicap=-10), (ADA,))).game
    handing = salon.consent.hand_over(salon.press(ADA), game, STRANGER)
    assert await refused(handing) is Problem.CHALLENGE_STAYS


async def test_a_game_is_abandoned_when_everybody_agrees(salon: Salon) -> None:
    game = await salon.start(3)
    assert isinstance(await salon.consent.abandon(salon.press(BO), game, WORDS), Saved)
    asked = await question(salon, game)
    await salon.consent.answer(salon.press(ADA), game, asked, Consent.YES)
    assert await salon.status(game) is Status.RUNNING
    await salon.answer(game, random.Random(1))
    await salon.consent.answer(salon.press(CY), game, asked, Consent.YES)
    assert await salon.status(game) is Status.ABANDONED
    assert parts(salon) == []


async def test_one_refusal_keeps_a_game_alive(salon: Salon) -> None:
    game = await salon.start(3)
    await salon.consent.abandon(salon.press(BO), game, WORDS)
    asked = await question(salon, game)
    await salon.consent.answer(salon.press(ADA), game, asked, Consent.NO)
    assert await salon.status(game) is Status.RUNNING


async def test_who_plays_alone_confirms_the_end(salon: Salon) -> None:
    game = await salon.start(2)
    assert await refused(salon.consent.abandon_alone(salon.press(ADA), game)) is Problem.STALE
    await salon.leaving.let_bot_play(salon.press(BO), game)
    assert isinstance(await salon.consent.abandon(salon.press(ADA), game, WORDS), Prompt)
    assert await salon.status(game) is Status.RUNNING
    assert await refused(salon.consent.abandon(salon.press(BO), game, WORDS)) is Problem.BOT_PLAYS
    await salon.consent.abandon_alone(salon.press(ADA), game)
    assert await salon.status(game) is Status.ABANDONED


async def test_who_left_has_no_vote(salon: Salon) -> None:
    game = await salon.start(3)
    first, second = await salon.others(game)
    await salon.leaving.let_bot_play(salon.press(first), game)
    salon.clock.at += 400 * DAY
    turn = (await salon.row(game)).turn
    assert await refused(salon.votes.ask(salon.press(first), game)) is Problem.BOT_PLAYS
    counted = await salon.votes.cast(salon.press(second), game, turn, VoteOption.BOT)
    assert counted.done is not None
