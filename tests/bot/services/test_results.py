"""The result of a game is kept when it ends, once; those of older games are caught up with."""

import asyncio
import random
from pathlib import Path

import pytest

from bot.model import results
from bot.model.database_errors import UnavailableError
from bot.services.games.outcomes import settle
from bot.services.results import count_older_games
from bot.standin import Moment
from bot.store.store import Store, Transaction
from tests.kit.archive import as_it_was, kept
from tests.kit.database import fail
from tests.kit.presses import abandon
from tests.kit.stack import PEOPLE, Stack

pytestmark = pytest.mark.in_a_file


async def test_a_result_is_kept_with_the_move_that_ends_a_game(stack: Stack) -> None:
    game = await stack.start(2)
    assert await kept(stack.store) == ()
    await stack.play(game, random.Random(5))
    async with stack.games.hold(game) as table:
        result = table.game.result
        totals = [seat.sheet.total for seat in table.game.view().seats]
    assert result is not None
    await stack.restart()
    (line,) = await kept(stack.store)
    assert (line.ending, line.ended, line.channel) == (results.Ending.PLAYED, stack.clock.at, 7)
    assert [(seat.name, seat.part, seat.total) for seat in line.seats] == [
        ("Ada", results.Part.PLAYED, totals[0]),
        ("Bo", results.Part.PLAYED, totals[1]),
    ]
    assert tuple(at for at, seat in enumerate(line.seats) if seat.won) == result.winners


async def test_an_abandoned_game_has_no_result(stack: Stack) -> None:
    game = await stack.start(2)
    await abandon(stack.games, stack.press(PEOPLE[0]), game)
    assert await kept(stack.store) == ()


@pytest.mark.usefixtures("few_turns_count")
async def test_games_given_up_count_once_a_day_for_two_people(stack: Stack) -> None:
    ends = (0.0, 3600.0, 86_399.0, 86_401.0)
    for end, counted in zip(ends, (1, 1, 1, 2), strict=True):
        game = await stack.start(2)
        async with stack.games.hold(game) as table:
            table.resigned = table.bots = frozenset({1})
            await stack.store.write(
                lambda tx, table=table, end=end: settle(tx, table, end, results.Ending.CONCEDED)  # type: ignore[misc]
            )
        assert len(await kept(stack.store)) == counted
        await abandon(stack.games, stack.press(PEOPLE[0]), game)


@pytest.mark.usefixtures("few_turns_count")
async def test_there_is_one_result_for_each_game(stack: Stack) -> None:
    game = await stack.start(3)
    async with stack.games.hold(game) as table:
        table.resigned = table.bots = frozenset({1, 2})

        async def twice(tx: Transaction) -> None:
            await settle(tx, table, 1.0, results.Ending.CONCEDED)
            await settle(tx, table, 2.0, results.Ending.PLAYED)

        await stack.store.write(twice)
    (line,) = await kept(stack.store)
    assert (line.ending, line.ended) == (results.Ending.CONCEDED, 1.0)
    assert [(seat.part, seat.won) for seat in line.seats] == [
        (results.Part.STAYED, True),
        (results.Part.RESIGNED, False),
        (results.Part.RESIGNED, False),
    ]


@pytest.mark.parametrize("readable", [True, False])
async def test_games_that_ended_before_are_caught_up_with(tmp_path: Path, readable: bool) -> None:  # noqa: FBT001
    path = tmp_path / "bonfire.db"
    as_it_was(path, readable=readable)
    store = await Store.open(path)
    try:
        assert await kept(store) == ()
        await count_older_games(store)
        lines = await kept(store)
        assert [line.ended for line in lines] == ([200.0, 100.0] if readable else [200.0])
        assert [seat.name for seat in lines[0].seats] == ["Ada", "Bo"]
        await count_older_games(store)
        assert await kept(store) == lines
        waiting = await store.read(lambda tx: tx.results.uncounted(10))
        assert waiting == ()
    finally:
        await store.close()


@pytest.mark.parametrize("moment", Moment)
@pytest.mark.parametrize("before", range(3))
async def test_no_game_is_given_up_for_a_failure_of_the_database(
    tmp_path: Path, before: int, moment: Moment
) -> None:
    path = tmp_path / "bonfire.db"
    as_it_was(path, readable=True)
    store = await Store.open(path)
    try:
        calls = iter((*[None] * before, moment))
        fail(store, lambda _: next(calls, None), UnavailableError)
        with pytest.raises(UnavailableError):
            await count_older_games(store)
        await count_older_games(store)
        assert [line.ended for line in await kept(store)] == [200.0, 100.0]
    finally:
        await store.close()


async def test_counting_goes_on_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "bonfire.db"
    as_it_was(path, readable=True)
    for left in (1, 0, 0):
        store = await Store.open(path)
        counting = asyncio.create_task(count_older_games(store))
        while len(await store.read(lambda tx: tx.results.uncounted(10))) > left:
            continue
        counting.cancel()
        await asyncio.gather(counting, return_exceptions=True)
        await store.close()
    store = await Store.open(path)
    assert [line.ended for line in await kept(store)] == [200.0, 100.0]
    await store.close()


async def test_a_game_that_was_given_up_at_once_leaves_no_result(stack: Stack) -> None:
    for players in (1, 2):
        game = await stack.start(players, channel=70 + players)
        for person in PEOPLE[:players][::-1][:1]:
            await stack.leaving.resign(stack.press(person, channel=70 + players), game)
        if players == 2:
            await stack.leaving.win(stack.press(PEOPLE[0], channel=72), game)
    assert await kept(stack.store) == ()


async def test_a_result_counts_for_who_has_played_enough_turns(stack: Stack) -> None:
    game, dice = await stack.start(2), random.Random(5)
    for _ in range(2 * results.FEWEST_TURNS):
        await stack.take_turn(game, dice)
    await stack.leaving.resign(stack.press(PEOPLE[1]), game)
    await stack.leaving.win(stack.press(PEOPLE[0]), game)
    (line,) = await kept(stack.store)
    assert [(seat.part, seat.won) for seat in line.seats] == [
        (results.Part.STAYED, True),
        (results.Part.RESIGNED, False),
    ]
