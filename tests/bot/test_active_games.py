"""Games in memory: held once, and seen without a hold as long as nothing newer has happened."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.services.games.service import GameService
from engine import STANDARD_BOX
from tests.bot.salon import GUILD, Salon, salon_in


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


async def test_what_is_known_of_a_game_lasts_until_something_happens(salon: Salon) -> None:
    game = await salon.start()
    known = await salon.games.public_state(game)
    assert await salon.games.public_state(game, known) is known
    await salon.answer(game, random.Random(1))
    newer = await salon.games.public_state(game, known)
    assert newer.view.move == known.view.move + 1
    assert newer.changes(0) == newer.moves[0].events


async def test_who_plays_for_whom_is_seen_at_once(salon: Salon) -> None:
    game = await salon.start(3)
    known = await salon.games.public_state(game)
    leaver = (await salon.others(game))[0]
    await salon.leaving.let_bot_play(salon.press(leaver), game)
    newer = await salon.games.public_state(game, known)
    assert newer.names != known.names


async def test_what_is_known_is_read_anew_where_it_may_be_old(salon: Salon) -> None:
    game = await salon.start()
    known = await salon.games.public_state(game)
    elsewhere = GameService(salon.store, STANDARD_BOX)
    assert await elsewhere.public_state(game, known) is not known
    salon.games.forget(GUILD)
    assert await salon.games.public_state(game, known) is not known
