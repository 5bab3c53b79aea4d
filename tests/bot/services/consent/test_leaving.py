"""Leaving a game: who plays the seat then, what it means for the result, and the way back."""

import asyncio
import random

import pytest

from bot.model import button_choices, buttons, messages, results, turn_clock
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.rows import NOBODY, PersonRow, Status
from bot.services.games import saving
from bot.services.games.moves import BotTurn
from bot.services.games.table import Table
from bot.words import catalog
from tests.kit.presses import abandon, refused, submit
from tests.kit.stack import DAY, PEOPLE, STRANGER, Stack, moves_by_bot
from tests.kit.whole import eventually

ADA, BO, CY, DI = PEOPLE
WORDS = catalog()


async def seats(stack: Stack, game: int) -> tuple[set[int], set[int]]:
    """The seats of the bot, and those of them that were resigned, as they are stored."""
    row = await stack.stored(game)
    return set(row.bots), set(row.resigned)


async def parts(stack: Stack) -> list[tuple[results.Part, bool]]:
    """What the only result means for each seat, and whether it has won."""
    sql = "SELECT part, won FROM result_seats ORDER BY seat"
    rows = await stack.store._database.read(lambda db: db.rows(sql, ()))
    return [(results.Part(row["part"]), bool(row["won"])) for row in rows]


async def question(stack: Stack, game: int) -> int:
    return (await stack.question(game)).id


async def handed(stack: Stack, game: int, giver: PersonRow, to: PersonRow) -> int:
    await stack.consent.hand_over(stack.press(giver), game, to)
    return await question(stack, game)


async def test_a_seat_left_to_the_bot_plays_whole_turns_by_itself(stack: Stack) -> None:
    game = await stack.start(3)
    leaver = await stack.mover(game)
    await stack.bodies()
    await stack.leaving.let_bot_play(stack.press(leaver), game)
    assert (await stack.row(game)).person == NOBODY
    assert (await stack.row(game)).due is None
    await stack.let_bots_play()
    mover = await stack.mover(game)
    assert mover != leaver
    told = await stack.bodies()
    assert f"{leaver.name} (bot)" in told[-1].told
    assert told[-1].ping == (mover.id,)
    assert not any(leaver.id in post.ping for post in told)
    seat = PEOPLE.index(leaver)
    assert await moves_by_bot(stack, game) == {seat}
    assert await seats(stack, game) == ({seat}, set())


async def test_two_bots_in_a_row_play_until_a_person_is_to_move(stack: Stack) -> None:
    game = await stack.start(4)
    stays = (await stack.others(game))[0]
    for person in PEOPLE:
        if person != stays:
            await stack.leaving.let_bot_play(stack.press(person), game)
    await stack.let_bots_play()
    assert await stack.mover(game) == stays
    before = (await stack.row(game)).turn
    await stack.bodies()
    await stack.take_turn(game, random.Random(3))
    await stack.let_bots_play()
    assert await stack.mover(game) == stays
    assert (await stack.row(game)).turn == before + 4
    (post,) = await stack.bodies()
    assert post.ping == (stays.id,)
    assert sum(" (bot) " in line for line in post.text.splitlines()) == 3


async def test_a_bot_s_turn_that_was_due_goes_on_after_a_restart(stack: Stack) -> None:
    game = await stack.start(2)
    leaver = await stack.mover(game)
    await stack.leaving.let_bot_play(stack.press(leaver), game)
    await stack.restart()
    runner = asyncio.create_task(stack.bots.run())
    try:
        await eventually(lambda: moves_by_bot(stack, game), seconds=30)
    finally:
        runner.cancel()
        await asyncio.gather(runner, return_exceptions=True)
    assert await stack.mover(game) != leaver
    assert await moves_by_bot(stack, game) == {PEOPLE.index(leaver)}


async def test_who_comes_back_while_another_game_is_played_keeps_the_turn(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, game = await stack.start(2), await stack.start(2, channel=8)
    leaver = await stack.mover(game)
    for one in (other, game):
        await stack.leaving.let_bot_play(stack.press(await stack.mover(one)), one)
    before = (await stack.row(game)).turn
    played = stack.games.substitute

    async def meanwhile(press: Invocation, table: Table, turn: BotTurn) -> saving.Saved:
        if table.id == other:
            await stack.leaving.come_back(stack.press(leaver, channel=8), game)
        return await played(press, table, turn)

    with monkeypatch.context() as patch:
        patch.setattr(stack.games, "substitute", meanwhile)
        await stack.let_bots_play()
    assert await moves_by_bot(stack, other)
    assert await moves_by_bot(stack, game) == set()
    assert await stack.mover(game) == leaver
    assert (await stack.row(game)).turn == before


async def test_a_turn_that_the_bot_cannot_play_holds_up_no_other_game(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck, other = await stack.start(2), await stack.start(2, channel=8)
    for game in (stuck, other):
        await stack.leaving.let_bot_play(stack.press(await stack.mover(game)), game)
    played = stack.games.substitute

    async def fails_once(press: Invocation, table: Table, turn: BotTurn) -> saving.Saved:
        if table.id == stuck:
            raise RuntimeError("a bug")
        return await played(press, table, turn)

    with monkeypatch.context() as patch:
        patch.setattr(stack.games, "substitute", fails_once)
        await stack.let_bots_play()
    assert (await stack.row(other)).person != NOBODY
    assert (await stack.row(stuck)).person == NOBODY
    await stack.restart()
    await stack.let_bots_play()
    assert (await stack.row(stuck)).person != NOBODY


async def test_who_left_comes_back_and_is_called_again(stack: Stack) -> None:
    game = await stack.start(2)
    leaver = await stack.mover(game)
    assert await refused(stack.leaving.come_back(stack.press(leaver), game)) == (
        "leaving.sorry.bot_does_not_play"
    )
    await stack.leaving.let_bot_play(stack.press(leaver), game)
    _, _, options = await stack.options(game)
    late = submit(stack.games, stack.press(leaver), game, options[:1])
    assert await refused(late) == "leaving.sorry.bot_plays"
    again = stack.leaving.let_bot_play(stack.press(leaver), game)
    assert await refused(again) == "leaving.sorry.bot_plays"
    await stack.leaving.come_back(stack.press(leaver), game)
    row = await stack.row(game)
    assert row.person == leaver.id
    assert row.due is not None
    assert await seats(stack, game) == (set(), set())
    await stack.restart()
    await stack.let_bots_play()
    assert await stack.mover(game) == leaver
    await stack.answer(game, random.Random(1))


async def test_the_last_person_does_not_leave_bots_alone(stack: Stack) -> None:
    game = await stack.start(2)
    await stack.leaving.let_bot_play(stack.press(BO), game)
    alone = stack.leaving.let_bot_play(stack.press(ADA), game)
    assert await refused(alone) == "leaving.sorry.last_person"
    solo = await stack.start(1, channel=8)
    alone = stack.leaving.let_bot_play(stack.press(ADA), solo)
    assert await refused(alone) == "leaving.sorry.last_person"


async def test_resigning_is_for_good(stack: Stack) -> None:
    game = await stack.start(3)
    asked = await stack.leaving.ask_to_resign(stack.press(BO), game, WORDS)
    assert "lost" in asked.text
    assert await seats(stack, game) == (set(), set())
    await stack.leaving.resign(stack.press(BO), game)
    assert await seats(stack, game) == ({1}, {1})
    assert await refused(stack.leaving.resign(stack.press(BO), game)) == "leaving.sorry.resigned"
    assert await refused(stack.leaving.come_back(stack.press(BO), game)) == "leaving.sorry.resigned"
    assert (
        await refused(stack.leaving.ask_to_resign(stack.press(BO), game, WORDS))
        == "leaving.sorry.resigned"
    )
    handing = stack.consent.hand_over(stack.press(BO), game, STRANGER)
    assert await refused(handing) == Problem.NOT_A_PLAYER
    assert await stack.store.read(lambda tx: tx.clocks.games_of(BO.id)) == ()
    assert await stack.status(game) is Status.RUNNING


@pytest.mark.usefixtures("few_turns_count")
async def test_the_one_who_stays_ends_the_game_as_won(stack: Stack) -> None:
    game = await stack.start(3)
    await stack.leaving.resign(stack.press(BO), game)
    early = stack.leaving.win(stack.press(ADA), game)
    assert await refused(early) == "leaving.sorry.not_alone"
    await stack.bodies()
    await stack.leaving.resign(stack.press(CY), game)
    _, offer = await stack.bodies()
    assert offer.ping == (ADA.id,)
    assert [button.value for button in offer.rows[0]] == [buttons.TakeWin(), buttons.PlayOn()]
    for outsider, trouble in ((STRANGER, Problem.NOT_A_PLAYER), (BO, Problem.NOT_A_PLAYER)):
        assert await refused(stack.leaving.win(stack.press(outsider), game)) == trouble
    await stack.leaving.win(stack.press(ADA), game)
    assert await stack.status(game) is Status.ABANDONED
    assert await parts(stack) == [
        (results.Part.STAYED, True),
        (results.Part.RESIGNED, False),
        (results.Part.RESIGNED, False),
    ]
    assert await refused(stack.leaving.win(stack.press(ADA), game)) == Problem.GAME_OVER


@pytest.mark.usefixtures("few_turns_count")
async def test_who_plays_on_against_the_bot_does_so_for_the_fun_of_it(stack: Stack) -> None:
    game = await stack.start(2)
    await stack.leaving.resign(stack.press(BO), game)
    await stack.leaving.play_on(stack.press(ADA), game)
    dice = random.Random(4)
    while await stack.status(game) is Status.RUNNING:
        await stack.let_bots_play()
        if await stack.status(game) is Status.RUNNING:
            await stack.answer(game, dice)
    assert await parts(stack) == [(results.Part.PRACTISED, False), (results.Part.RESIGNED, False)]
    assert await moves_by_bot(stack, game) == {1}


async def test_a_game_that_everybody_left_ends_without_a_result(stack: Stack) -> None:
    game = await stack.start(2)
    await stack.leaving.let_bot_play(stack.press(BO), game)
    asked = await stack.leaving.ask_to_resign(stack.press(ADA), game, WORDS)
    assert "without a result" in asked.text
    await stack.leaving.resign(stack.press(ADA), game)
    assert await stack.status(game) is Status.ABANDONED
    assert await parts(stack) == []


@pytest.mark.usefixtures("few_turns_count")
async def test_resigning_against_tom_loses_at_once(stack: Stack) -> None:
    game = await stack.start(1)
    await stack.leaving.resign(stack.press(ADA), game)
    assert await stack.status(game) is Status.ABANDONED
    assert await parts(stack) == [(results.Part.RESIGNED, False)]


async def test_outsiders_and_games_that_are_over(stack: Stack) -> None:
    game = await stack.start(2)
    leaving = stack.leaving
    asking = leaving.ask_to_resign(stack.press(STRANGER), game, WORDS)
    assert await refused(asking) == Problem.NOT_A_PLAYER
    for work in (leaving.resign, leaving.let_bot_play, leaving.come_back):
        assert await refused(work(stack.press(STRANGER), game)) == Problem.NOT_A_PLAYER
    await abandon(stack.games, stack.press(ADA), game)
    for work in (leaving.resign, leaving.let_bot_play, leaving.come_back):
        assert await refused(work(stack.press(ADA), game)) == Problem.GAME_OVER


async def test_two_resign_at_once_and_one_press_counts_once(stack: Stack) -> None:
    game = await stack.start(2)
    presses = [stack.press(ADA), stack.press(ADA), stack.press(BO)]
    done = await asyncio.gather(
        *(stack.leaving.resign(press, game) for press in presses), return_exceptions=True
    )
    troubles = [one.problem for one in done if isinstance(one, UserError)]
    assert troubles == ["leaving.sorry.resigned"]
    assert await stack.status(game) is Status.ABANDONED
    assert await parts(stack) == []


async def test_a_seat_is_handed_over_with_its_turn_and_clock(stack: Stack) -> None:
    game = await stack.start(2)
    giver = await stack.mover(game)
    await stack.bodies()
    asked = await handed(stack, game, giver, STRANGER)
    (post,) = await stack.bodies()
    assert post.ping == (STRANGER.id,)
    stack.clock.at += DAY
    answered = await stack.consent.answer(
        stack.press(STRANGER), game, asked, button_choices.Consent.YES
    )
    assert answered.done is not None
    assert await stack.mover(game) == STRANGER
    row = await stack.row(game)
    assert (row.person, row.clock.since) == (STRANGER.id, stack.clock.at)
    assert f"<@{STRANGER.id}>" in (await stack.bodies())[-1].told
    await stack.restart()
    await stack.answer(game, random.Random(1))
    assert await refused(stack.leaving.resign(stack.press(giver), game)) == Problem.NOT_A_PLAYER


async def test_a_seat_of_the_bot_can_be_handed_over(stack: Stack) -> None:
    game = await stack.start(2)
    await stack.leaving.let_bot_play(stack.press(BO), game)
    asked = await handed(stack, game, BO, STRANGER)
    await stack.consent.answer(stack.press(STRANGER), game, asked, button_choices.Consent.YES)
    assert await seats(stack, game) == (set(), set())
    async with stack.games.hold(game) as table:
        assert table.persons == (ADA, STRANGER)


@pytest.mark.parametrize("to", [ADA, BO])
async def test_nobody_sits_twice_at_a_table(stack: Stack, to: PersonRow) -> None:
    game = await stack.start(2)
    handing = stack.consent.hand_over(stack.press(ADA), game, to)
    assert await refused(handing) == "leaving.sorry.seated"


async def test_a_seat_is_not_given_to_who_got_another_meanwhile(stack: Stack) -> None:
    game = await stack.start(2)
    asked = await handed(stack, game, ADA, STRANGER)
    await stack.consent.answer(stack.press(STRANGER), game, asked, button_choices.Consent.YES)
    late = stack.consent.answer(stack.press(STRANGER), game, asked, button_choices.Consent.YES)
    assert await refused(late) == "agree.sorry.over"
    handing = stack.consent.hand_over(stack.press(BO), game, STRANGER)
    assert await refused(handing) == "leaving.sorry.seated"


async def test_an_offer_outlives_moves_and_a_restart_until_it_is_withdrawn(
    stack: Stack,
) -> None:
    game = await stack.start(2)
    asked = await handed(stack, game, ADA, STRANGER)
    await stack.answer(game, random.Random(1))
    await stack.restart()
    intruder = stack.consent.answer(stack.press(BO), game, asked, button_choices.Consent.YES)
    assert await refused(intruder) == "agree.sorry.not_asked"
    await stack.consent.answer(stack.press(ADA), game, asked, button_choices.Consent.WITHDRAW)
    late = stack.consent.answer(stack.press(STRANGER), game, asked, button_choices.Consent.YES)
    assert await refused(late) == "agree.sorry.over"


async def test_a_declined_offer_changes_nothing(stack: Stack) -> None:
    game = await stack.start(2)
    asked = await handed(stack, game, ADA, STRANGER)
    await stack.consent.answer(stack.press(STRANGER), game, asked, button_choices.Consent.NO)
    async with stack.games.hold(game) as table:
        assert table.players == (ADA, BO)


async def test_an_offer_of_who_has_resigned_is_void(stack: Stack) -> None:
    game = await stack.start(3)
    asked = await handed(stack, game, ADA, STRANGER)
    await stack.leaving.resign(stack.press(ADA), game)
    late = stack.consent.answer(stack.press(STRANGER), game, asked, button_choices.Consent.YES)
    assert await refused(late) == "agree.sorry.over"


async def test_a_challenge_stays_with_who_began_it(stack: Stack) -> None:
    game = await stack.start(1, handicap=-10)
    handing = stack.consent.hand_over(stack.press(ADA), game, STRANGER)
    assert await refused(handing) == "leaving.sorry.challenge"


async def test_a_game_is_abandoned_when_everybody_agrees(stack: Stack) -> None:
    game = await stack.start(3)
    assert isinstance(await stack.consent.abandon(stack.press(BO), game, WORDS), saving.Saved)
    asked = await question(stack, game)
    await stack.consent.answer(stack.press(ADA), game, asked, button_choices.Consent.YES)
    assert await stack.status(game) is Status.RUNNING
    await stack.answer(game, random.Random(1))
    await stack.consent.answer(stack.press(CY), game, asked, button_choices.Consent.YES)
    assert await stack.status(game) is Status.ABANDONED
    assert await parts(stack) == []


async def test_one_refusal_keeps_a_game_alive(stack: Stack) -> None:
    game = await stack.start(3)
    await stack.consent.abandon(stack.press(BO), game, WORDS)
    asked = await question(stack, game)
    await stack.consent.answer(stack.press(ADA), game, asked, button_choices.Consent.NO)
    assert await stack.status(game) is Status.RUNNING


async def test_who_plays_alone_confirms_the_end(stack: Stack) -> None:
    game = await stack.start(2)
    assert await refused(stack.consent.abandon_alone(stack.press(ADA), game)) == Problem.STALE
    await stack.leaving.let_bot_play(stack.press(BO), game)
    assert isinstance(await stack.consent.abandon(stack.press(ADA), game, WORDS), messages.Prompt)
    assert await stack.status(game) is Status.RUNNING
    assert (
        await refused(stack.consent.abandon(stack.press(BO), game, WORDS))
        == "leaving.sorry.bot_plays"
    )
    await stack.consent.abandon_alone(stack.press(ADA), game)
    assert await stack.status(game) is Status.ABANDONED


async def test_who_left_has_no_vote(stack: Stack) -> None:
    game = await stack.start(3)
    first, second = await stack.others(game)
    await stack.leaving.let_bot_play(stack.press(first), game)
    stack.clock.at += 400 * DAY
    turn = (await stack.row(game)).turn
    assert await refused(stack.votes.ask(stack.press(first), game)) == "leaving.sorry.bot_plays"
    counted = await stack.votes.cast(stack.press(second), game, turn, turn_clock.VoteOption.BOT)
    assert counted.done is not None
