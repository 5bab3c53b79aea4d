"""Deciding how to go on without somebody: who may, what decides, and that it happens once."""

import asyncio
import random
from dataclasses import replace

import pytest

from bot.model.errors import Problem, UserError
from bot.model.rows import PersonRow, Status
from bot.model.turn_clock import FIRST_REMINDER, LONGEST_TURN, Availability, Pace, VoteOption
from bot.services.consent.votes import decided, needed
from tests.kit.bots import thoughtful
from tests.kit.presses import submit
from tests.kit.stack import DAY, PEOPLE, STRANGER, Stack, moves_by_bot, overdue


async def refused(
    stack: Stack, person: int, game: int, turn: int, way: VoteOption = VoteOption.BOT
) -> str:
    voter = next(one for one in (*PEOPLE, STRANGER) if one.id == person)
    with pytest.raises(UserError) as sorry:
        await stack.votes.cast(stack.press(voter), game, turn, way)
    return sorry.value.problem


async def not_asked(stack: Stack, person: PersonRow, game: int) -> str:
    with pytest.raises(UserError) as sorry:
        await stack.votes.ask(stack.press(person), game)
    return sorry.value.problem


async def move_count(stack: Stack, game: int) -> int:
    async with stack.games.hold(game) as table:
        return table.game.move_count


@pytest.mark.parametrize(("voters", "need"), [(1, 1), (2, 2), (3, 2)])
def test_more_than_half_of_the_others_decide(voters: int, need: int) -> None:
    assert needed(voters) == need
    ballots = dict.fromkeys(range(need - 1), VoteOption.BOT)
    assert decided(ballots, range(voters)) is None
    assert decided({**ballots, need - 1: VoteOption.BOT}, range(voters)) is VoteOption.BOT


def test_without_a_majority_the_game_waits() -> None:
    assert decided({0: VoteOption.BOT, 1: VoteOption.REPLACE}, range(2)) is VoteOption.WAIT
    assert decided({0: VoteOption.BOT, 1: VoteOption.REPLACE}, range(3)) is None
    assert (
        decided({0: VoteOption.BOT, 1: VoteOption.REPLACE, 2: VoteOption.WAIT}, range(3))
        is VoteOption.WAIT
    )


def test_ballots_of_people_without_a_say_do_not_count() -> None:
    assert decided({7: VoteOption.BOT, 8: VoteOption.BOT}, range(3)) is None


async def test_the_bot_plays_the_turn_when_the_others_want_it(stack: Stack) -> None:
    game, turn = await overdue(stack, 3)
    late = await stack.mover(game)
    first, second = await stack.others(game)
    before = await move_count(stack, game)
    counted = await stack.votes.cast(stack.press(first), game, turn, VoteOption.BOT)
    assert (counted.have, counted.need, counted.done) == (1, 2, None)
    assert await move_count(stack, game) == before
    counted = await stack.votes.cast(stack.press(second), game, turn, VoteOption.BOT)
    assert counted.done is not None
    assert await move_count(stack, game) > before
    assert (await stack.mover(game)).id != late.id
    assert (await stack.row(game)).turn > turn
    texts = [body.told for body in await stack.bodies()]
    assert late.name in texts[0]
    assert len(texts) == 2
    await stack.restart()
    assert await stack.status(game) is Status.RUNNING


async def test_of_two_players_the_other_decides_alone(stack: Stack) -> None:
    game, turn = await overdue(stack, 2)
    (other,) = await stack.others(game)
    counted = await stack.votes.cast(stack.press(other), game, turn, VoteOption.BOT)
    assert counted.done is not None


async def test_waiting_begins_the_reminders_anew(stack: Stack) -> None:
    game, turn = await overdue(stack, 2)
    (other,) = await stack.others(game)
    await stack.votes.cast(stack.press(other), game, turn, VoteOption.WAIT)
    row = await stack.row(game)
    assert (row.turn, row.clock.sent) == (turn, 0)
    assert row.due == stack.clock.at + FIRST_REMINDER[Pace.RELAXED]


async def test_a_vote_can_be_changed_until_it_is_decided(stack: Stack) -> None:
    game, turn = await overdue(stack, 4)
    first, second, third = await stack.others(game)
    await stack.votes.cast(stack.press(first), game, turn, VoteOption.BOT)
    await stack.votes.cast(stack.press(first), game, turn, VoteOption.WAIT)
    counted = await stack.votes.cast(stack.press(second), game, turn, VoteOption.BOT)
    assert (counted.have, counted.done) == (1, None)
    counted = await stack.votes.cast(stack.press(third), game, turn, VoteOption.BOT)
    assert counted.done is not None


async def test_outsiders_and_the_person_to_move_have_no_vote(stack: Stack) -> None:
    game, turn = await overdue(stack, 2)
    late = await stack.mover(game)
    assert await refused(stack, STRANGER.id, game, turn) == Problem.NOT_A_PLAYER
    assert await refused(stack, late.id, game, turn) == "vote.sorry.own_turn"


async def test_nobody_decides_about_who_is_not_late(stack: Stack) -> None:
    game = await stack.start(2)
    turn = (await stack.row(game)).turn
    (other,) = await stack.others(game)
    assert await refused(stack, other.id, game, turn) == "vote.sorry.over"
    assert await not_asked(stack, other, game) == "vote.sorry.not_overdue"


async def test_a_ballot_after_the_decision_is_told_so(stack: Stack) -> None:
    game, turn = await overdue(stack, 4)
    first, second, third = await stack.others(game)
    for voter in (first, second):
        await stack.votes.cast(stack.press(voter), game, turn, VoteOption.BOT)
    for voter in (first, second, third):
        assert await refused(stack, voter.id, game, turn) == "vote.sorry.over"


async def test_an_absence_lets_the_others_decide_at_once(stack: Stack) -> None:
    game = await stack.start(2)
    turn = (await stack.row(game)).turn
    away = Availability(away_until=stack.clock.at + 30 * DAY)
    mover, (other,) = await stack.mover(game), await stack.others(game)
    await stack.preferences.change(
        stack.press(mover), lambda chosen: replace(chosen, availability=away)
    )
    await stack.votes.ask(stack.press(other), game)
    counted = await stack.votes.cast(stack.press(other), game, turn, VoteOption.BOT)
    assert counted.done is not None


async def test_without_reminders_there_is_a_way_on_as_well(stack: Stack) -> None:
    game = await stack.start(2)
    (other,) = await stack.others(game)
    await stack.preferences.set_pace(stack.press(other), game, Pace.NONE)
    turn = (await stack.row(game)).turn
    stack.clock.at += LONGEST_TURN - 1
    assert await not_asked(stack, other, game) == "vote.sorry.not_overdue"
    stack.clock.at += 1
    counted = await stack.votes.cast(stack.press(other), game, turn, VoteOption.WAIT)
    assert counted.done is not None


async def test_who_plays_alone_has_nobody_to_ask(stack: Stack) -> None:
    game = await stack.start(1)
    stack.clock.at += 400 * DAY
    assert await refused(stack, PEOPLE[0].id, game, 1) == "vote.sorry.alone"


async def test_two_votes_at_once_are_one(stack: Stack) -> None:
    game, turn = await overdue(stack, 4)
    voters = await stack.others(game)
    done = await asyncio.gather(
        *(stack.votes.cast(stack.press(one), game, turn, VoteOption.BOT) for one in voters),
        return_exceptions=True,
    )
    decisive = [one for one in done if not isinstance(one, BaseException) and one.done]
    late = [one for one in done if isinstance(one, UserError)]
    assert len(decisive) == 1
    assert [one.problem for one in late] == ["vote.sorry.over"]
    assert (await stack.row(game)).turn == turn + 1


async def test_a_vote_goes_on_after_a_restart(stack: Stack) -> None:
    game, turn = await overdue(stack, 4)
    first, second, _ = await stack.others(game)
    await stack.votes.cast(stack.press(first), game, turn, VoteOption.BOT)
    await stack.restart()
    counted = await stack.votes.cast(stack.press(second), game, turn, VoteOption.BOT)
    assert (counted.have, counted.need) == (2, 2)
    assert counted.done is not None


async def test_who_comes_back_and_plays_ends_the_vote(stack: Stack) -> None:
    game, turn = await overdue(stack, 4)
    voter = (await stack.others(game))[0]
    await stack.votes.cast(stack.press(voter), game, turn, VoteOption.BOT)
    await stack.take_turn(game, random.Random(1))
    assert await stack.store.read(lambda tx: tx.votes.open_in(game)) is None
    others = await stack.others(game)
    assert await refused(stack, others[0].id, game, turn) == "vote.sorry.over"


async def test_buttons_of_an_earlier_turn_are_over(stack: Stack) -> None:
    game, turn = await overdue(stack, 2)
    (other,) = await stack.others(game)
    assert await refused(stack, other.id, game, turn - 1) == "vote.sorry.over"


async def test_a_bot_that_fails_leaves_game_and_vote_as_they_were(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, turn = await overdue(stack, 2)
    (other,) = await stack.others(game)
    before = await move_count(stack, game)
    with monkeypatch.context() as patch:
        patch.setattr(stack.games.thinker, "turn", None)
        assert await refused(stack, other.id, game, turn) == Problem.UNEXPECTED
    assert await move_count(stack, game) == before
    assert await stack.store.read(lambda tx: tx.votes.open_in(game)) is None
    assert (await stack.votes.cast(stack.press(other), game, turn, VoteOption.BOT)).done is not None


@pytest.mark.parametrize("comes_back", [False, True])
async def test_while_the_bot_thinks_the_others_vote_and_who_was_late_may_play(
    stack: Stack, monkeypatch: pytest.MonkeyPatch, *, comes_back: bool
) -> None:
    game, turn = await overdue(stack, 4)
    first, second, third = await stack.others(game)
    await stack.votes.cast(stack.press(first), game, turn, VoteOption.BOT)
    before = await move_count(stack, game)
    with monkeypatch.context() as patch, thoughtful(stack, patch) as thoughts:
        press = stack.votes.cast(stack.press(second), game, turn, VoteOption.BOT)
        deciding = asyncio.create_task(press)
        await thoughts.begun.wait()
        late = stack.votes.cast(stack.press(third), game, turn, VoteOption.WAIT)
        assert (await late).done is None
        if comes_back:
            await stack.take_turn(game, random.Random(1))
        assert await move_count(stack, game) > before or not comes_back
        thoughts.go.set()
        if comes_back:
            with pytest.raises(UserError) as sorry:
                await deciding
            assert sorry.value.problem == "vote.sorry.over"
        else:
            assert (await deciding).done is not None
    assert (await moves_by_bot(stack, game) == set()) is comes_back
    assert (await stack.row(game)).turn == turn + 1


async def free_seat(stack: Stack) -> tuple[int, int]:
    """A game with a free seat, and the vote that made it free."""
    game, turn = await overdue(stack, 2)
    (other,) = await stack.others(game)
    await stack.votes.cast(stack.press(other), game, turn, VoteOption.REPLACE)
    vote = await stack.store.read(lambda tx: tx.votes.last_replacing(game))
    assert vote is not None
    return game, vote.id


async def test_a_free_seat_is_taken_by_somebody_else(stack: Stack) -> None:
    game, vote = await free_seat(stack)
    late = await stack.mover(game)
    await stack.votes.take_seat(stack.press(STRANGER), game, vote)
    assert await stack.mover(game) == STRANGER
    row = await stack.row(game)
    assert (row.person, row.clock.since, row.clock.sent) == (STRANGER.id, stack.clock.at, 0)
    seat, _, options = await stack.options(game)
    with pytest.raises(UserError) as sorry:
        await submit(stack.games, stack.press(late), game, options[:1])
    assert sorry.value.problem == Problem.NOT_A_PLAYER
    await stack.restart()
    assert await stack.mover(game) == STRANGER
    await submit(stack.games, stack.press(STRANGER), game, options[:1])
    assert seat in (0, 1)


async def test_nobody_sits_twice_at_a_table(stack: Stack) -> None:
    game, vote = await free_seat(stack)
    for person in PEOPLE[:2]:
        with pytest.raises(UserError) as sorry:
            await stack.votes.take_seat(stack.press(person), game, vote)
        assert sorry.value.problem == "vote.sorry.seated"


async def test_a_free_seat_is_taken_once(stack: Stack) -> None:
    game, vote = await free_seat(stack)
    await stack.votes.take_seat(stack.press(STRANGER), game, vote)
    with pytest.raises(UserError) as sorry:
        await stack.votes.take_seat(stack.press(PEOPLE[3]), game, vote)
    assert sorry.value.problem == "vote.sorry.seat_gone"


async def test_who_comes_back_in_time_keeps_the_seat(stack: Stack) -> None:
    game, vote = await free_seat(stack)
    late = await stack.mover(game)
    await stack.take_turn(game, random.Random(1))
    with pytest.raises(UserError) as sorry:
        await stack.votes.take_seat(stack.press(STRANGER), game, vote)
    assert sorry.value.problem == "vote.sorry.seat_gone"
    async with stack.games.hold(game) as table:
        assert late in table.players
