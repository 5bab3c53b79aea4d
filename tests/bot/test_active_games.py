"""Games in memory: held once, and seen as they are or as they were when a post was made."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.services.games.service import GameService
from bot.services.people.forgetting import ForgetService
from engine import STANDARD_BOX
from tests.bot.salon import PEOPLE, STRANGER, Salon, salon_in


@pytest_asyncio.fixture
async def salon(tmp_path: Path) -> AsyncIterator[Salon]:
    async with salon_in(tmp_path) as made:
        yield made


async def test_who_holds_a_game_cannot_wait_for_it(salon: Salon) -> None:
    game, other = await salon.start(), await salon.start(channel=8)
    async with salon.games.table(game):
        with pytest.raises(RuntimeError, match="holds the game already"):
            async with salon.games.table(game):
                pass
        async with salon.games.table(other) as table:
            assert table.id == other
    async with salon.games.table(game) as table:
        assert table.id == game


async def test_what_is_known_of_a_game_shows_how_it_stood_then(salon: Salon) -> None:
    game = await salon.start()
    known = await salon.games.public_state(game)
    await salon.answer(game, random.Random(1))
    assert await salon.games.public_state(game, known) is known
    newer = await salon.games.public_state(game)
    assert newer.view.move == known.view.move + 1
    assert newer.changes(0) == newer.moves[0].events


async def test_who_plays_for_whom_is_seen_at_once(salon: Salon) -> None:
    game = await salon.start(3)
    known = await salon.games.public_state(game)
    leaver = (await salon.others(game))[0]
    await salon.leaving.let_bot_play(salon.press(leaver), game)
    newer = await salon.games.public_state(game)
    assert newer.names != known.names


async def test_what_is_known_counts_no_more_once_others_have_the_seats(salon: Salon) -> None:
    game = await salon.start()
    known = await salon.games.public_state(game)
    async with salon.games.table(game) as table:
        await salon.games.reseat(salon.press(STRANGER), table, 1)
    newer = await salon.games.public_state(game, known)
    assert newer.names[1] == STRANGER.name != known.names[1]


async def test_what_is_known_names_nobody_who_was_forgotten_since(salon: Salon) -> None:
    game = await salon.start()
    known = await salon.games.public_state(game)
    for games in (salon.games, GameService(salon.store, STANDARD_BOX)):
        assert await games.public_state(game, known) is known
    await ForgetService(salon.store, salon.games, salon.leaving).forget(PEOPLE[0].id)
    for games in (salon.games, GameService(salon.store, STANDARD_BOX)):
        assert PEOPLE[0].name not in (await games.public_state(game, known)).names
