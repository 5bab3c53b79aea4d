"""Games in memory: held once, and seen as they are or as they were when a post was made."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.services.consent.leaving import ForgetService
from bot.services.games.service import GameService
from engine import STANDARD_BOX
from tests.kit.stack import PEOPLE, STRANGER, Stack, stack_in


@pytest_asyncio.fixture
async def stack(tmp_path: Path) -> AsyncIterator[Stack]:
    async with stack_in(tmp_path) as made:
        yield made


async def test_who_holds_a_game_cannot_wait_for_it(stack: Stack) -> None:
    game, other = await stack.start(), await stack.start(channel=8)
    async with stack.games.hold(game):
        with pytest.raises(RuntimeError, match="holds the game already"):
            async with stack.games.hold(game):
                pass
        async with stack.games.hold(other) as table:
            assert table.id == other
    async with stack.games.hold(game) as table:
        assert table.id == game


async def test_what_is_known_of_a_game_shows_how_it_stood_then(stack: Stack) -> None:
    game = await stack.start()
    known = await stack.games.public_state(game)
    await stack.answer(game, random.Random(1))
    assert await stack.games.public_state(game, known) is known
    newer = await stack.games.public_state(game)
    assert newer.view.move == known.view.move + 1
    assert newer.changes(0) == newer.moves[0].events


async def test_who_plays_for_whom_is_seen_at_once(stack: Stack) -> None:
    game = await stack.start(3)
    known = await stack.games.public_state(game)
    leaver = (await stack.others(game))[0]
    await stack.leaving.let_bot_play(stack.press(leaver), game)
    newer = await stack.games.public_state(game)
    assert newer.names != known.names


async def test_what_is_known_counts_no_more_once_others_have_the_seats(stack: Stack) -> None:
    game = await stack.start()
    known = await stack.games.public_state(game)
    async with stack.games.hold(game) as table:
        await stack.games.reseat(stack.press(STRANGER), table, 1)
    newer = await stack.games.public_state(game, known)
    assert newer.names[1] == STRANGER.name != known.names[1]


async def test_what_is_known_names_nobody_who_was_forgotten_since(stack: Stack) -> None:
    game = await stack.start()
    known = await stack.games.public_state(game)
    for games in (stack.games, GameService(stack.store, STANDARD_BOX)):
        assert await games.public_state(game, known) is known
    await ForgetService(stack.store, stack.games, stack.leaving, "").forget(PEOPLE[0].id)
    for games in (stack.games, GameService(stack.store, STANDARD_BOX)):
        assert PEOPLE[0].name not in (await games.public_state(game, known)).names
